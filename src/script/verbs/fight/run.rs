//! The movement that Charge, Skirmish and Sidestep Strike have in them (R50, R52, R56), and what it provokes.

use super::moving::leaving;
use super::opportunity;
use crate::rules::actions::Action;
use crate::rules::ground::{Cover, RUN, bands_between, farther, nearer};
use crate::rules::ids::Thing;
use crate::rules::refusal::Refusal;
use crate::rules::values::Band;
use crate::script::args::Args;
use crate::script::effects;
use crate::script::stop::{Fail, bad};
use crate::script::verbs::Call;
use crate::table::commands::fight::ground::{Ground, set};
use crate::table::commands::fight::moving::{self, Way};
use crate::table::commands::fight::{able, provoke};
use crate::table::seat::Seat;

/// The movement that is part of an action.
pub struct Run {
    /// The way.
    pub way: Way,
    /// The band where it ends.
    pub to: Band,
    /// It comes after the blow.
    pub after: bool,
}

/// The movement of this action, if it has any.
///
/// # Errors
/// Too far, the wrong way, a Sidestep without a band.
pub fn movement(
    call: &Call<'_>,
    args: &Args,
    who: Thing,
    foe: Thing,
    action: Action,
) -> Result<Option<Run>, Fail> {
    let state = call.generation.act(|act| act.state.clone())?;
    let from = state.band(who, foe);
    let wanted = args.text("band").and_then(Band::parse);
    let (to, after) = match action {
        // From Far it ends at Near, from Reach at Close (R52).
        Action::Charge => (wanted.unwrap_or_else(|| nearer(from, RUN)), false),
        Action::Skirmish => (wanted.unwrap_or_else(|| farther(from, RUN)), false),
        Action::Sidestep => match wanted {
            Some(to) => (to, args.flag("after").unwrap_or(false)),
            None => {
                return Err(bad(
                    "arguments",
                    "a Sidestep Strike goes somewhere: band = \"near\"",
                ));
            }
        },
        _ => return Ok(None),
    };
    let most = if action == Action::Sidestep { 1 } else { RUN };
    let right_way = match action {
        Action::Charge => to < from,
        Action::Skirmish => to > from && to != Band::Absent,
        _ => to != from,
    };
    let far = bands_between(from, to).is_none_or(|bands| bands > most);
    if !right_way || far {
        let way = match action {
            Action::Charge => "toward a foe",
            Action::Skirmish => "away from a foe",
            _ => "to the next band",
        };
        let refusal = Refusal::Band {
            what: format!(
                "{action} goes up to {most} band{} {way}",
                if most == 1 { "" } else { "s" }
            ),
            at: from.to_string(),
            allowed: format!("not {to} from there"),
        };
        call.command(|seat| seat.refuse(refusal))?;
    }
    let way = if action == Action::Sidestep {
        Way::to(&state, who, to, Some(foe))
    } else {
        Way::running(&state, who, to, foe)
    };
    Ok(Some(Run { way, to, after }))
}

/// What the way provokes, then the way; false when whoever goes doesn't get there.
///
/// # Errors
/// As the strikes.
pub fn goes(call: &Call<'_>, moves: &Run) -> Result<bool, Fail> {
    if !leaving(call, &moves.way)? {
        return Ok(false);
    }
    call.command(|seat| moving::go(seat, &moves.way))?;
    Ok(true)
}

/// Whoever shoots while engaged gives an opening first, whatever the target; false when the shot is lost by it.
///
/// # Errors
/// As the strikes.
pub fn shoots_engaged(call: &Call<'_>, who: Thing) -> Result<bool, Fail> {
    const WHY: &str = "shoots while engaged";
    let engaged = call
        .generation
        .act(|act| provoke::engaged(&act.state, who))?;
    if !engaged.is_empty() {
        let strikers = call.command(|seat| provoke::provoke(seat, who, &engaged, WHY))?;
        opportunity::strikes(call, who, &strikers, WHY)?;
    }
    Ok(call.generation.act(|act| able(&act.state, who))?)
}

/// A Skirmish may end in new cover; one who was Hidden is so again behind full cover.
///
/// # Errors
/// The seat's stop.
pub fn ends_in_cover(call: &Call<'_>, args: &Args, who: Thing, hidden: bool) -> Result<(), Fail> {
    let Some(cover) = args.text("cover").and_then(Cover::parse) else {
        return Ok(());
    };
    let ground = Ground {
        cover: Some(cover),
        ..Ground::default()
    };
    call.command(|seat| set(seat, who, ground))?;
    if hidden && cover == Cover::Full {
        effects::apply(call, who, "Hidden", None, None, "back in cover")?;
    }
    Ok(())
}
