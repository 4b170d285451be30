//! Story Beats: gained and spent (rules/01 §9).

use crate::rules::refusal::Refusal;
use crate::table::event::Event;
use crate::table::seat::{Done, Seat};

/// The GM gains `n` SB.
///
/// # Errors
/// None by the rules.
pub fn gain<S: Seat>(seat: &mut S, n: u32, why: &str) -> Done<u32, S> {
    let old = seat.state().bank;
    let new = old.saturating_add(n);
    if n > 0 {
        seat.emit(Event::Bank {
            old,
            new,
            why: why.to_owned(),
        })?;
    }
    Ok(new)
}

/// The GM pays `n` SB.
///
/// # Errors
/// Refused below the bank, with the shortfall; overruled, the bank goes to 0.
pub fn pay<S: Seat>(seat: &mut S, n: u32, what: &str, why: &str) -> Done<u32, S> {
    let old = seat.state().bank;
    if n > old {
        seat.refuse(short(what, n, old))?;
    }
    let new = old.saturating_sub(n);
    if new != old {
        seat.emit(Event::Bank {
            old,
            new,
            why: why.to_owned(),
        })?;
    }
    Ok(new)
}

/// The GM spends `n` SB on something of the moment: as [`pay`], and from two on it lets the GM draw a card.
///
/// # Errors
/// As [`pay`].
pub fn spend<S: Seat>(seat: &mut S, n: u32, what: &str, why: &str) -> Done<u32, S> {
    let new = pay(seat, n, what, why)?;
    super::cards::beats_spent(seat, n)?;
    Ok(new)
}

/// The refusal of a price in SB.
#[must_use]
pub fn short(what: &str, cost: u32, has: u32) -> Refusal {
    Refusal::Price {
        what: what.to_owned(),
        currency: "SB",
        cost,
        has,
    }
}
