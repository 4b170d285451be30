//! Tracks marked and cleared, Harm that is no hit, healing (rules/02 §2, §5).

use crate::rules::fatigue::{FatiguePlan, mark_fatigue};
use crate::rules::foe_hit::mark_foe_fatigue;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::refusal::Refusal;
use crate::rules::step::Step;
use crate::table::event::Event;
use crate::table::seat::{Done, Seat};

/// Marks `n` on a track. Fatigue is its own event: it may overflow into Harm (Resilience for a foe).
///
/// # Errors
/// A track the creature doesn't have.
pub fn mark<S: Seat>(seat: &mut S, who: Thing, track: &str, n: u32, why: &str) -> Done<(), S> {
    if n == 0 {
        return Ok(());
    }
    if track == "fatigue" {
        fatigue(seat, who, n, why)
    } else if track == "fear" {
        let contributions = seat.modifiers(Step::Mark {
            who: Some(who),
            track: track.to_owned(),
            n,
        })?;
        let (n, _) = crate::rules::fatigue::adjusted(n, &contributions);
        super::fear::mark(seat, who, n, why)
    } else {
        other(seat, who, track, n, why)
    }
}

fn fatigue<S: Seat>(seat: &mut S, who: Thing, n: u32, why: &str) -> Done<(), S> {
    super::standing(seat, who)?;
    let state = seat.state();
    let size = super::fatigue_size(seat, &state, who);
    let marked = |old: u32, new: u32| Event::Marked {
        who,
        track: "fatigue".into(),
        old,
        new,
        size,
        why: why.to_owned(),
    };
    if who.kind == ThingKind::Pc {
        let pc = super::pc(&state, who)?;
        let plan = FatiguePlan {
            who: Some(who),
            n,
            fatigue: pc.body.fatigue,
            fatigue_size: size,
            harm_level: u32::from(pc.harm),
            why: why.to_owned(),
        };
        drop(state);
        let done = mark_fatigue(seat, plan)?;
        // What runs over is marked up to the track's end; the overflow clears it.
        let full = if done.overflow {
            size
        } else {
            done.fatigue_after
        };
        seat.emit(marked(done.fatigue_before, full))?;
        if done.overflow {
            seat.emit(Event::Overflowed {
                who,
                track: "fatigue".into(),
            })?;
        }
        if done.harm_after != done.harm_before {
            let why = "Fatigue overflow".to_owned();
            seat.emit(Event::Harm {
                who,
                old: done.harm_before,
                new: done.harm_after,
                why,
            })?;
        }
        super::hits::fallen(seat, who, done.down, done.dead)
    } else {
        let foe = super::foe(&state, who)?.clone();
        let before = super::hits::foe_state(seat, &foe);
        drop(state);
        let done = mark_foe_fatigue(seat, Some(who), n, before)?;
        let full = if done.overflow {
            size
        } else {
            done.after.fatigue
        };
        seat.emit(marked(done.before.fatigue, full))?;
        if done.overflow {
            seat.emit(Event::Overflowed {
                who,
                track: "fatigue".into(),
            })?;
            if done.lost > 0 && !done.phase_ended {
                let new = foe.lost + done.lost;
                seat.emit(Event::Harm {
                    who,
                    old: foe.lost,
                    new,
                    why: "Fatigue overflow".into(),
                })?;
            }
        }
        super::hits::ended(seat, who, &done, "worn out")
    }
}

fn other<S: Seat>(seat: &mut S, who: Thing, track: &str, n: u32, why: &str) -> Done<(), S> {
    let state = seat.state();
    let pc = super::pc(&state, who)?;
    let old = pc.tracks.get(track).copied().unwrap_or(0);
    let size = track_size(pc, track);
    drop(state);
    let step = Step::Mark {
        who: Some(who),
        track: track.to_owned(),
        n,
    };
    let contributions = seat.modifiers(step)?;
    let (n, _) = crate::rules::fatigue::adjusted(n, &contributions);
    // Corruption stops at its size; Obligation may go above its capacity (rules/32 §3).
    let new = match track {
        "obligation" | "bond" => old + n,
        _ => (old + n).min(size),
    };
    seat.emit(Event::Marked {
        who,
        track: track.to_owned(),
        old,
        new,
        size,
        why: why.to_owned(),
    })?;
    Ok(())
}

/// The size of a character's track other than Fatigue (rules/20 §1).
#[must_use]
pub fn track_size(pc: &crate::table::state::Pc, track: &str) -> u32 {
    let attributes = &pc.sheet.attributes;
    match track {
        "obligation" => u32::from(attributes.spirit) + u32::from(attributes.presence),
        "corruption" => u32::from(attributes.spirit),
        _ => 4,
    }
}

/// Clears `n` (all, when left out) of a track.
///
/// # Errors
/// A track the creature doesn't have.
pub fn clear<S: Seat>(
    seat: &mut S,
    who: Thing,
    track: &str,
    n: Option<u32>,
    why: &str,
) -> Done<(), S> {
    if track == "fear" {
        return super::fear::clear(seat, who, n, why);
    }
    let state = seat.state();
    let (old, size) = if track == "fatigue" {
        let body = state.body(who).ok_or_else(|| {
            Refusal::Target {
                what: state.name(who),
                why: "has no Fatigue".into(),
            }
            .halt()
        })?;
        (body.fatigue, super::fatigue_size(seat, &state, who))
    } else {
        let pc = super::pc(&state, who)?;
        (
            pc.tracks.get(track).copied().unwrap_or(0),
            track_size(pc, track),
        )
    };
    let new = n.map_or(0, |n| old.saturating_sub(n));
    if new != old {
        seat.emit(Event::Marked {
            who,
            track: track.to_owned(),
            old,
            new,
            size,
            why: why.to_owned(),
        })?;
    }
    Ok(())
}

/// Harm that is no hit (hunger, exposure): no armor, no added Fatigue, but it clears Fatigue (R32).
///
/// # Errors
/// Somebody who is out.
pub fn wound<S: Seat>(seat: &mut S, who: Thing, n: u32, why: &str) -> Done<(), S> {
    if n == 0 {
        return Ok(());
    }
    super::standing(seat, who)?;
    let state = seat.state();
    if who.kind == ThingKind::Pc {
        let pc = super::pc(&state, who)?;
        let done = crate::rules::wounds::wound(n, pc.body.fatigue, u32::from(pc.harm));
        if done.fatigue_after != done.fatigue_before {
            let size = super::fatigue_size(seat, &state, who);
            seat.emit(Event::Marked {
                who,
                track: "fatigue".into(),
                old: done.fatigue_before,
                new: done.fatigue_after,
                size,
                why: why.to_owned(),
            })?;
        }
        if done.harm_after != done.harm_before {
            seat.emit(Event::Harm {
                who,
                old: done.harm_before,
                new: done.harm_after,
                why: why.to_owned(),
            })?;
        }
        super::hits::fallen(seat, who, done.down, done.dead)
    } else {
        let foe = super::foe(&state, who)?.clone();
        let before = super::hits::foe_state(seat, &foe);
        let done = crate::rules::foe_hit::wound_foe(Some(who), n, before);
        if foe.body.fatigue > 0 && !done.phase_ended {
            let size = super::fatigue_size(seat, &state, who);
            let old = foe.body.fatigue;
            seat.emit(Event::Marked {
                who,
                track: "fatigue".into(),
                old,
                new: 0,
                size,
                why: why.to_owned(),
            })?;
        }
        if done.lost > 0 && !done.phase_ended {
            seat.emit(Event::Harm {
                who,
                old: foe.lost,
                new: foe.lost + done.lost,
                why: why.to_owned(),
            })?;
        }
        super::hits::ended(seat, who, &done, why)
    }
}

/// Heals `n` Harm levels of a character, or Resilience of a foe in its phase.
///
/// # Errors
/// The dead stay dead.
pub fn heal<S: Seat>(seat: &mut S, who: Thing, n: u32, why: &str) -> Done<(), S> {
    super::standing(seat, who)?;
    let state = seat.state();
    let old = match who.kind {
        ThingKind::Pc => u32::from(super::pc(&state, who)?.harm),
        _ => super::foe(&state, who)?.lost,
    };
    let new = old.saturating_sub(n);
    if new != old {
        seat.emit(Event::Harm {
            who,
            old,
            new,
            why: why.to_owned(),
        })?;
        if old >= 3 && who.kind == ThingKind::Pc {
            super::care::risen(seat, who, why)?;
        }
    }
    Ok(())
}
