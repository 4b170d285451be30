//! `act`: what a turn is spent on besides attacks and contests.

use mlua::Value;

use super::{attack, contests, turns};
use crate::rules::actions::{Action, Cost};
use crate::rules::boons::Pay;
use crate::rules::chair::Chair;
use crate::rules::ground::Cover;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::question::{Answer, Question};
use crate::rules::refusal::Refusal;
use crate::rules::values::Period;
use crate::rules::weapons::Tempo;
use crate::script::args::Args;
use crate::script::effects::{self, Context};
use crate::script::results;
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, bad};
use crate::script::verbs::rolls::{announce, outcomes, perform, request};
use crate::script::verbs::table::overruling;
use crate::script::verbs::{Call, Given, rolls_with};
use crate::table::commands::fight::change;
use crate::table::commands::fight::ground::{Ground, set};
use crate::table::commands::fight::turn::{self, Doing};
use crate::table::commands::fight::wield::{shield, shield_word, wielded};
use crate::table::commands::{boons, conditions, tracks};
use crate::table::event::Event;
use crate::table::fight::{Fighter, Opening};
use crate::table::seat::Seat;
use crate::table::sheet::Shield;

pub fn act(call: &Call<'_>, args: &Args) -> Given {
    let (Some(who), Some(action)) = (
        args.thing("who"),
        args.text("action").and_then(Action::parse),
    ) else {
        return Ok(Value::Nil);
    };
    if action.attacks() {
        return attack::attack(call, args, action);
    }
    overruling(call, args, || {
        rolls_with(call, args, || {
            // Helping and what is free take no turn, so they begin none.
            if !matches!(action.cost(), Cost::Boon | Cost::Nothing) {
                turns::ensure(call, who)?;
            }
            call.doing(action.to_string(), Some(who), || {
                one(call, args, who, action)
            })
        })
    })
}

fn one(call: &Call<'_>, args: &Args, who: Thing, action: Action) -> Given {
    match action {
        Action::Shove | Action::Grapple | Action::Hide | Action::Search | Action::Escape => {
            return contests::contest(call, args, who, action);
        }
        Action::Setup => return setup(call, args, who),
        Action::Interact if args.has("pool") => return rolls(call, args, who, action),
        Action::Defend => defend(call, args, who)?,
        Action::Protect => protect(call, args, who)?,
        Action::Assist => assist(call, args, who)?,
        Action::Ready => ready(call, args, who)?,
        Action::Set => set_weapon(call, args, who)?,
        Action::Stand => stand(call, args, who)?,
        Action::Reposition => reposition(call, args, who)?,
        Action::Observe => plain(call, args, who, action, |fighter| fighter.observed = 2)?,
        _ => plain(call, args, who, action, |_| {})?,
    }
    Ok(Value::Nil)
}

/// What is written down of an action, with what the GM says about it.
pub fn doing(args: &Args, who: Thing, action: Action) -> Doing {
    Doing {
        words: args.text("words").unwrap_or_default().to_owned(),
        extra: args.flag("extra").unwrap_or(false),
        with_move: args.text("with") == Some("move"),
        ..Doing::new(who, action, args.thing("target"))
    }
}

fn plain(
    call: &Call<'_>,
    args: &Args,
    who: Thing,
    action: Action,
    edit: impl FnOnce(&mut Fighter),
) -> Result<(), Fail> {
    announce(call, args.text("announce"))?;
    call.command(|seat| turn::act(seat, &doing(args, who, action), edit))
}

/// An Interact that is rolled for, with whatever is tied to its outcome.
fn rolls(call: &Call<'_>, args: &Args, who: Thing, action: Action) -> Given {
    let ask = request(call, args, who, "action")?;
    plain(call, args, who, action, |_| {})?;
    let context = Context {
        event: "roll",
        target: args.thing("target"),
        ..Context::default()
    };
    let rolled = perform(call, &ask, &outcomes(args), &context)?;
    Ok(results::roll(call.lua, &rolled)?)
}

/// The ally that an action is for.
fn ally(call: &Call<'_>, args: &Args, who: Thing, action: Action) -> Result<Thing, Fail> {
    let Some(target) = args.thing("target") else {
        return Err(bad("arguments", format!("{action}: for whom?")));
    };
    if target.kind != ThingKind::Pc || target == who {
        let refusal = Refusal::Target {
            what: call.generation.act(|act| act.state.name(target))?,
            why: format!("{action} is for another character"),
        };
        call.command(|seat| seat.refuse(refusal))?;
    }
    call.command(|seat| crate::table::commands::standing(seat, target))?;
    Ok(target)
}

/// On a success, or where nothing can go wrong, the ally's next action is better placed or does more (R58).
fn setup(call: &Call<'_>, args: &Args, who: Thing) -> Given {
    let ally = ally(call, args, who, Action::Setup)?;
    let sure = args.flag("sure").unwrap_or(false);
    let effect = args.text("gives") == Some("effect");
    if !sure && !args.has("pool") {
        return Err(bad(
            "arguments",
            "Setup rolls a fitting skill: pool = \"presence + sway\"; or sure = true where nothing can go wrong",
        ));
    }
    let ask = if sure {
        None
    } else {
        Some(request(call, args, who, "action")?)
    };
    plain(call, args, who, Action::Setup, |_| {})?;
    let rolled = match ask {
        Some(ask) => {
            let context = Context {
                event: "roll",
                target: Some(ally),
                ..Context::default()
            };
            Some(perform(call, &ask, &outcomes(args), &context)?)
        }
        None => None,
    };
    if rolled.as_ref().is_none_or(|rolled| rolled.success()) {
        let words = if effect {
            "a better Effect on the next action"
        } else {
            "+1 step on the next action"
        };
        call.command(|seat| {
            change(seat, ally, words, |fighter| {
                // From one helper once: it doesn't add (R58).
                let opening = Opening { by: who, effect };
                if !fighter.openings.contains(&opening) {
                    fighter.openings.push(opening);
                }
            })
        })?;
    }
    match rolled {
        Some(rolled) => Ok(results::roll(call.lua, &rolled)?),
        None => Ok(Value::Nil),
    }
}

/// The Action if it is left, else the Move. A shield gives its die: the Buckler once a scene.
fn defend(call: &Call<'_>, args: &Args, who: Thing) -> Result<(), Fail> {
    let mut doing = doing(args, who, Action::Defend);
    let (spent, held, pc) = call.generation.act(|act| {
        let turn = act.state.fight.of(who).turn;
        let pc = act.state.pc(who.id).and_then(shield);
        (turn.action, act.state.clone(), pc)
    })?;
    doing.with_move |= spent && args.text("with") != Some("action");
    // A Defend that will be refused uses up no buckler.
    let again = held.fight.of(who).turn.actions.contains(&Action::Defend);
    let claimed = buckler(call, who, pc.filter(|_| !again))?;
    drop(held);
    if let Some(shield) = claimed {
        doing.words = format!("{}   +1 die {}", doing.words, shield_word(shield))
            .trim()
            .to_owned();
    }
    call.command(|seat| {
        turn::act(seat, &doing, |fighter| {
            fighter.shielded = claimed.is_some();
        })?;
        conditions::apply(seat, who, "Defending", None, None, "").map(|_| ())
    })
}

/// Whether the shield gives its die now; a Buckler is asked about and used up for the scene.
fn buckler(call: &Call<'_>, who: Thing, shield: Option<Shield>) -> Result<Option<Shield>, Fail> {
    match shield {
        Some(Shield::Heater) => Ok(shield),
        Some(Shield::Buckler) => {
            let key = format!("{who} buckler");
            let (used, name) = call
                .generation
                .act(|act| (act.state.claims.contains_key(&key), act.state.name(who)))?;
            let question = Question::yes_no(
                "buckler",
                Some(who),
                format!("{name} defends with the buckler (once a scene)?"),
                true,
            );
            if used || LuaSeat::new(*call).ask(question)? != Answer::Yes(true) {
                return Ok(None);
            }
            call.command(|seat| {
                seat.emit(Event::Claimed {
                    key,
                    per: Period::Scene,
                    n: 1,
                })?;
                Ok(())
            })?;
            Ok(shield)
        }
        _ => Ok(None),
    }
}

fn protect(call: &Call<'_>, args: &Args, who: Thing) -> Result<(), Fail> {
    let ally = ally(call, args, who, Action::Protect)?;
    plain(call, args, who, Action::Protect, |fighter| {
        fighter.protects = Some(ally);
    })
}

/// A Boon of the helper (or Fatigue in its place), no Action, one helper a roll (R14).
fn assist(call: &Call<'_>, args: &Args, who: Thing) -> Result<(), Fail> {
    let ally = ally(call, args, who, Action::Assist)?;
    let (name, helper) = call.generation.act(|act| {
        let helper = act.state.fight.of(ally).assisted;
        (act.state.name(who), helper.map(|one| act.state.name(one)))
    })?;
    if let Some(helper) = helper {
        let refusal = Refusal::Target {
            what: name.clone(),
            why: format!("{helper} assists already: one helper"),
        };
        call.command(|seat| seat.refuse(refusal))?;
    }
    let pay = args.text("pay").and_then(Pay::parse).unwrap_or(Pay::Boon);
    call.command(|seat| match pay {
        Pay::Boon => boons::pay(seat, who, 1, "assisting", "assists"),
        Pay::Fatigue => tracks::mark(seat, who, "fatigue", 1, "assists, in place of a Boon"),
    })?;
    plain(call, args, who, Action::Assist, |_| {})?;
    call.command(|seat| {
        change(
            seat,
            ally,
            format!("+1 die on the next roll: {name} assists"),
            |fighter| {
                fighter.assisted = Some(who);
            },
        )
    })
}

fn ready(call: &Call<'_>, args: &Args, who: Thing) -> Result<(), Fail> {
    let Some(trigger) = args.text("words").map(str::to_owned) else {
        return Err(bad(
            "arguments",
            "Ready waits for something: act(\"Lyra\", \"ready\", nil, \"the gate opens\"), or ready lyra the gate opens",
        ));
    };
    // "dummy moves": the name is part of what is waited for.
    let whose = args.thing("target").filter(|target| *target != who);
    let trigger = match whose {
        Some(target) => {
            let name = call.generation.act(|act| act.state.name(target))?;
            format!("{name} {trigger}")
        }
        None => trigger,
    };
    plain(call, args, who, Action::Ready, |fighter| {
        fighter.ready = Some(trigger);
    })
}

/// A Slow weapon is set; others need none.
fn set_weapon(call: &Call<'_>, args: &Args, who: Thing) -> Result<(), Fail> {
    let wield = wielded(&LuaSeat::new(*call), who, args.text("weapon"))?;
    let tempo = wield.arm.tempo();
    if tempo != Tempo::Slow {
        let refusal = Refusal::Tempo {
            what: wield.name.clone(),
            why: format!("{tempo} tempo: it needs no Set"),
        };
        call.command(|seat| seat.refuse(refusal))?;
    }
    let doing = Doing {
        words: wield.name.clone(),
        ..doing(args, who, Action::Set)
    };
    call.command(|seat| {
        turn::act(seat, &doing, |fighter| {
            fighter.set = Some(wield.name);
        })
    })
}

fn stand(call: &Call<'_>, args: &Args, who: Thing) -> Result<(), Fail> {
    let (prone, name) = call
        .generation
        .act(|act| (act.state.has(who, "Prone"), act.state.name(who)))?;
    if !prone {
        let refusal = Refusal::Target {
            what: name,
            why: "isn't Prone".into(),
        };
        call.command(|seat| seat.refuse(refusal))?;
    }
    plain(call, args, who, Action::Stand, |_| {})?;
    call.command(|seat| conditions::lift(seat, who, "Prone", "stands up").map(|_| ()))
}

fn reposition(call: &Call<'_>, args: &Args, who: Thing) -> Result<(), Fail> {
    plain(call, args, who, Action::Reposition, |_| {})?;
    let ground = Ground {
        cover: args.text("cover").and_then(Cover::parse),
        ..Ground::default()
    };
    call.command(|seat| set(seat, who, ground))
}

/// A condition comes on by an action.
///
/// # Errors
/// As the condition.
pub fn condition(call: &Call<'_>, who: Thing, name: &str, why: &str) -> Result<(), Fail> {
    effects::apply(call, who, name, None, None, why)
}
