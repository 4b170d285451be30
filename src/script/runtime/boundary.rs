//! A session begins and ends: acts like any other, which whoever listens hears of.

use std::sync::Arc;

use mlua::{Lua, MultiValue};

use crate::rules::ids::{Thing, ThingKind};
use crate::rules::values::Period;
use crate::script::effects;
use crate::script::generation::Generation;
use crate::script::prompt;
use crate::script::raise;
use crate::script::react;
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, bad};
use crate::script::verbs::Call;
use crate::table::catalog::Scope;
use crate::table::commands::{cards, conditions, scenes, timers};
use crate::table::dice::DiceStream;
use crate::table::event::Event;
use crate::table::seat::Seat;
use crate::table::seed::Seed;
use crate::table::state::{Deck, State, TimerStatus};

/// What a new session finds: of the last one's foes and scene timers nothing comes along. One that breaks off before
/// it was closed (its file is damaged) is taken over as it is.
pub(super) fn left_over(state: &State, number: u32) -> State {
    let mut state = state.clone();
    state.session.number = number.saturating_sub(1);
    if state.session.open {
        return state;
    }
    let foes = state.foes.keys().map(|id| Thing::new(ThingKind::Foe, *id));
    let gone: Vec<String> = foes.map(|foe| format!("{foe} ")).collect();
    Arc::make_mut(&mut state.foes).clear();
    Arc::make_mut(&mut state.kept)
        .memory
        .retain(|key, _| !gone.iter().any(|foe| key.starts_with(foe)));
    Arc::make_mut(&mut state.timers)
        .retain(|_, timer| timer.scope != Scope::Scene && timer.status != TimerStatus::Stopped);
    state
}

/// Begins a session, with dice of its own.
pub(super) fn start(
    lua: &Lua,
    generation: &Arc<Generation>,
    number: u32,
    seed: &Seed,
) -> mlua::Result<MultiValue> {
    let call = Call { lua, generation };
    let begun = || -> Result<(), Fail> {
        let from = generation.act(|act| {
            let from = act.facts.len();
            act.emit(Event::SessionStarted { number })
                .map(|()| from)
                .inspect(|_| act.stream = DiceStream::from_seed(seed, number))
        })?;
        let from = from.map_err(|misfit| bad("fault", misfit.to_string()))?;
        let facts = generation.act(|act| act.facts[from..].to_vec())?;
        react::observe(&call, &facts)
    };
    begun().map_err(|fail| raise::raise(lua, generation, fail))?;
    Ok(MultiValue::new())
}

/// Closes the session: first the scene, then what lasts a session ends and decks come together (rules/07 §1).
pub(super) fn close(lua: &Lua, generation: &Arc<Generation>) -> mlua::Result<MultiValue> {
    let call = Call { lua, generation };
    let in_scene = generation
        .act(|act| !act.state.scene.name.is_empty())
        .unwrap_or_default();
    if in_scene {
        prompt::run(lua, generation, "scene.close()")?;
    }
    let closed = || -> Result<(), Fail> {
        for timer in timers::due(&LuaSeat::new(call), Period::Session) {
            effects::tick(&call, timer, 1, "the session is over")?;
        }
        let number = generation.act(|act| act.state.session.number)?;
        call.command(|seat| {
            conditions::expire(seat, Period::Session)?;
            scenes::reset(seat, Period::Session)?;
            for (id, deck) in seat.state().decks.iter() {
                let mut left = cards::full(seat, &deck.name);
                if left.is_empty() {
                    // Its definition is gone: it keeps the cards it has.
                    left.extend(deck.left.iter().chain(&deck.out).cloned());
                }
                seat.shuffle(&mut left)?;
                seat.emit(Event::DeckLaid {
                    deck: Thing::new(ThingKind::Deck, *id),
                    state: Deck {
                        name: deck.name.clone(),
                        left,
                        out: Vec::new(),
                    },
                })?;
            }
            seat.emit(Event::SessionClosed { number })?;
            Ok(())
        })
    };
    closed().map_err(|fail| raise::raise(lua, generation, fail))?;
    Ok(MultiValue::new())
}
