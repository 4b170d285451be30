//! Opportunity attacks: offered, free, Controlled, one each (rules/04 §6, R54).

use super::attack;
use super::lesser::Lesser;
use crate::rules::actions::Action;
use crate::rules::chair::Chair;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::pool::PoolSpec;
use crate::rules::question::{Answer, Question};
use crate::rules::skills::Skills;
use crate::rules::values::{Band, Position};
use crate::script::effects::Context;
use crate::script::seat::LuaSeat;
use crate::script::stop::{Fail, bad};
use crate::script::verbs::rolls::{announce, perform};
use crate::script::verbs::{Call, foes};
use crate::table::catalog::Outcomes;
use crate::table::commands::fight::able;
use crate::table::commands::fight::attack::AttackAsk;
use crate::table::commands::fight::wield::{Wield, wielded};
use crate::table::commands::rolls::RollAsk;

/// Each of these may strike at somebody, as long as both can.
///
/// # Errors
/// As the strikes.
pub fn strikes(call: &Call<'_>, at: Thing, strikers: &[Thing], why: &str) -> Result<(), Fail> {
    for striker in strikers {
        let both = call
            .generation
            .act(|act| able(&act.state, at) && able(&act.state, *striker))?;
        if !both || !taken(call, at, *striker, why)? {
            continue;
        }
        let name = call.generation.act(|act| act.state.name(*striker))?;
        call.doing(name, Some(*striker), || match striker.kind {
            ThingKind::Pc => by_character(call, *striker, at),
            _ => by_foe(call, *striker, at),
        })?;
    }
    Ok(())
}

fn taken(call: &Call<'_>, at: Thing, striker: Thing, why: &str) -> Result<bool, Fail> {
    let (name, target) = call
        .generation
        .act(|act| (act.state.name(striker), act.state.name(at)))?;
    // A character's player says, a foe's GM.
    let who = Some(striker).filter(|striker| striker.kind == ThingKind::Pc);
    let text = format!("{target} {why}. Does {name} strike?");
    let question = Question::yes_no(&format!("strike {name}"), who, text, true);
    Ok(LuaSeat::new(*call).ask(question)? == Answer::Yes(true))
}

/// A foe's strike costs no SB, and the character resists.
fn by_foe(call: &Call<'_>, foe: Thing, pc: Thing) -> Result<(), Fail> {
    let harm = foes::deals(call, foe)?;
    let state = call.generation.act(|act| act.state.clone())?;
    let seen = if crate::table::readers::is_hidden(&state, foe) {
        "something".to_owned()
    } else {
        state.name(foe)
    };
    drop(state);
    announce(call, Some(&format!("{seen} strikes, Harm {harm}")))?;
    let mut ask = RollAsk::new(pc, pool("wits + athletics")?);
    ask.purpose = "defense".into();
    ask.position = Some(Position::Controlled);
    ask.against = Some(foe);
    ask.offer_reroll = call.generation.manner().boons;
    let context = Context {
        event: "roll",
        foe: Some(foe),
        target: Some(pc),
        ..Context::default()
    };
    perform(call, &ask, &foes::blow(pc, &seen, harm, None), &context)?;
    Ok(())
}

/// A character's strike is an attack roll; the bare hand, where what is held doesn't strike at Close.
fn by_character(call: &Call<'_>, who: Thing, foe: Thing) -> Result<(), Fail> {
    let held = wielded(&LuaSeat::new(*call), who, None).unwrap_or_else(|_| Wield::unarmed());
    let wield = if held.arm.ranged {
        Wield::unarmed()
    } else {
        held
    };
    let mut roll = RollAsk::new(who, pool("body + melee")?);
    roll.purpose = "attack".into();
    roll.position = Some(Position::Controlled);
    roll.against = Some(foe);
    roll.offer_reroll = call.generation.manner().boons;
    let ask = AttackAsk {
        roll,
        foe,
        wield,
        action: Action::Attack,
        from: Band::Close,
        at: Band::Close,
        height: None,
        extra: true,
        harm: None,
    };
    attack::strike(call, &ask, &Outcomes::default(), &Lesser::Asked)?;
    Ok(())
}

/// A pool by its words.
///
/// # Errors
/// Words that are none.
pub fn pool(words: &str) -> Result<PoolSpec, Fail> {
    PoolSpec::parse(words, &Skills::default()).map_err(|e| bad("pool", e.to_string()))
}
