//! A stock file runs in a table's VM at the first call of one of its functions.

use std::sync::Arc;

use super::stock;
use crate::script::generation::{Generation, Registered, lock};
use crate::script::loading::Loading;
use crate::script::modules::{self, Loader};
use crate::script::stop::Stop;
use crate::table::catalog::FnId;

/// Loads the file that has this function, so that its functions stand under the numbers they have in the library.
///
/// It costs the attempt no fuel: whether a file was awake already must not show. A file that can't be loaded (out of
/// memory: it did load once in this process) ends the attempt.
pub fn wake(generation: &Arc<Generation>, id: FnId) -> Option<Arc<Registered>> {
    let (file, lua) = (stock().home(id)?, generation.lua()?);
    let before = lock(&generation.loading).replace(Loading::default());
    let outside = generation.outside(file.first);
    let loader = Loader::new(&lua, generation, &[]);
    let result = modules::load(&loader, &file.source.path);
    let woken = generation.back_inside(outside);
    *lock(&generation.loading) = before;
    let why = match result {
        Ok(_) if woken == file.first + file.functions => return generation.registered(id),
        Ok(_) => "it declares otherwise than before".to_owned(),
        Err(fault) => fault.to_line(),
    };
    let why = format!(
        "the stock library's {} didn't load: {why}",
        file.source.path
    );
    let _ = generation.halt(Stop::Limit(why));
    None
}
