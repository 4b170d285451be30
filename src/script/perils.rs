//! What listeners hear of rest, wards and traps.

use mlua::{Table, Value};

use super::effects::Context;
use super::stop::Fail;
use super::verbs::Call;
use crate::table::peril::PerilFact;

/// The event of a fact: its name, and whom it is about.
#[must_use]
pub fn event_of(fact: &PerilFact, context: &mut Context) -> Option<&'static str> {
    let (name, who) = match fact {
        PerilFact::Rested { who, .. } => ("rest", who),
        _ => return None,
    };
    context.who = Some(*who);
    Some(name)
}

/// The fields of the event beside whom it is about.
///
/// # Errors
/// Out of memory.
pub fn fields(call: &Call<'_>, fact: &PerilFact, table: &Table) -> Result<(), Fail> {
    let text = |text: &str| call.lua.create_string(text).map(Value::String);
    if let PerilFact::Rested { rest, .. } = fact {
        table.raw_set("rest", text(rest.word())?)?;
    }
    Ok(())
}
