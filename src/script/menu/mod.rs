//! The menu: every move of every foe at the table, numbered through; what it costs now, whom it can reach, what it does,
//! why it can't be used. Made to be read in half a minute: what can be paid has a number, what can't says what it lacks.

mod pick;
mod preview;
mod shown;

use super::seat::LuaSeat;
use super::stop::Fail;
use super::verbs::Call;
use crate::rules::ids::Thing;
use crate::table::catalog::MoveDef;
use crate::table::commands::moves;

pub use pick::pick;
pub use preview::preview;
pub use shown::list as shown_list;

/// A line of the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Whose move it is.
    pub foe: Thing,
    /// The move.
    pub name: String,
    /// The price now.
    pub cost: u32,
    /// Tags, those that say what it is for first.
    pub tags: Vec<String>,
    /// The Signature?
    pub signature: bool,
    /// Why it can't be used, in short.
    pub why_not: Option<String>,
    /// What it does, in words.
    pub preview: String,
    /// Whom it can be aimed at now.
    pub targets: Vec<Thing>,
    /// More about it, where one foe's moves are asked for: whom it reaches, what each outcome brings, how often.
    pub details: Vec<String>,
}

/// The moves of one foe, with details, or of all, as they stand: the cheap ones first.
///
/// # Errors
/// A script's failure in `cost`, `when` or `only`.
pub fn entries(call: &Call<'_>, foe: Option<Thing>) -> Result<Vec<Entry>, Fail> {
    let catalog = call.generation.catalog();
    let state = call.generation.act(|act| act.state.clone())?;
    let all: Vec<Thing> = match foe {
        Some(foe) => vec![foe],
        None => state.foes_present().collect(),
    };
    let mut entries = Vec::new();
    for who in all {
        let Some(one) = state.foe(who.id) else {
            continue;
        };
        let Some(def) = catalog.adversaries.get(&one.def) else {
            continue;
        };
        let mut own = Vec::new();
        for what in def.moves_in(one.phase as usize) {
            let standing = moves::standing(&mut LuaSeat::preview(*call), who, what)?;
            own.push(Entry {
                foe: who,
                name: what.name.clone(),
                cost: standing.cost,
                tags: preview::tags(what),
                signature: what.signature,
                why_not: (!standing.short.is_empty()).then(|| standing.short.join(", ")),
                preview: preview::in_place(&state, &catalog, what, &standing.reach),
                details: if foe.is_some() {
                    preview::details(&LuaSeat::preview(*call), &state, who, what, &standing.reach)
                } else {
                    Vec::new()
                },
                targets: standing.reach.open,
            });
        }
        own.sort_by_key(|entry| entry.cost);
        entries.extend(own);
    }
    Ok(entries)
}

/// Runs a move that is paid: its resist, then what it does.
///
/// # Errors
/// As its parts.
pub fn perform(
    call: &Call<'_>,
    who: Thing,
    what: &MoveDef,
    targets: &[Thing],
    cost: u32,
) -> Result<(), Fail> {
    let context = super::effects::Context {
        event: "use",
        foe: Some(who),
        mv: Some(what.name.clone()),
        cost: Some(cost),
        target: targets.first().copied(),
        targets: targets.to_vec(),
        ..super::effects::Context::default()
    };
    if let Some(resist) = &what.resist {
        super::verbs::resist_move(call, who, resist, targets, &context)?;
    }
    super::effects::run(call, &what.run, &context)?;
    Ok(())
}
