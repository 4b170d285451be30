//! The part of a hit that characters and adversaries share: contributions, armor, what is left. rules/02 §2 step 1.

use std::collections::BTreeMap;

use super::armor::{ArmorIn, ConvertArmor, effective};
use super::chair::Chair;
use super::ids::Thing;
use super::resists::{Resistance, resisted};
use super::step::{Step, cancelled};
use super::values::{Armor, ArmorUse, ItemState};

/// A hit on its way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Blow<'a> {
    pub(crate) who: Option<Thing>,
    pub(crate) harm: u32,
    pub(crate) armor: Armor,
    pub(crate) state: ItemState,
    pub(crate) ignore: ArmorUse,
    pub(crate) tags: &'a [String],
    pub(crate) why: &'a str,
    /// What the creature's nature makes of kinds of Harm (R73).
    pub(crate) resists: Option<&'a BTreeMap<String, Resistance>>,
    /// A hit that lands brings at least this much Fatigue (R22).
    pub(crate) least_fatigue: u32,
}

/// What arrives of a hit.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arrived {
    /// Harm before armor, contributions included; 0: no hit.
    pub(crate) incoming: u32,
    pub(crate) armor: Armor,
    /// Harm after armor.
    pub(crate) harm: u32,
    pub(crate) fatigue: u32,
    pub(crate) cancelled: Option<String>,
    pub(crate) redirect: Option<Thing>,
    pub(crate) notes: Vec<String>,
}

pub(crate) fn arrive<C: Chair>(chair: &mut C, blow: Blow<'_>) -> Result<Arrived, C::Stop> {
    if blow.harm == 0 {
        return Ok(Arrived {
            armor: blow.armor,
            ..Arrived::default()
        });
    }
    let worn = effective(blow.armor, blow.state, blow.ignore, 0);
    let contributions = chair.modifiers(Step::Hit {
        who: blow.who,
        harm: blow.harm,
        armor: worn,
        tags: blow.tags.to_vec(),
        why: blow.why.to_owned(),
    })?;
    let mut arrived = Arrived {
        incoming: blow.harm,
        armor: worn,
        ..Arrived::default()
    };
    if let Some(why) = cancelled(&contributions) {
        arrived.cancelled = Some(why);
        return Ok(arrived);
    }
    if let Some(who) = contributions.iter().find_map(|c| c.redirect) {
        arrived.redirect = Some(who);
        return Ok(arrived);
    }

    let (mut harm, mut shift, mut to_fatigue) = (i64::from(blow.harm), 0_i32, 0_u32);
    for c in &contributions {
        harm += i64::from(c.harm);
        shift = shift.saturating_add(c.armor);
        to_fatigue = to_fatigue.saturating_add(c.to_fatigue);
        for (n, what) in [(c.harm, "Harm"), (c.armor, "armor")] {
            if n != 0 {
                arrived
                    .notes
                    .push(format!("{n:+} {what} {}", c.why).trim_end().to_owned());
            }
        }
    }
    arrived.incoming = u32::try_from(harm.max(0)).unwrap_or(u32::MAX);
    if arrived.incoming > 0
        && let Some((left, why)) = blow
            .resists
            .and_then(|resists| resisted(arrived.incoming, blow.tags, resists))
    {
        if left == 0 {
            arrived.cancelled = Some(why.clone());
        }
        arrived.notes.push(why);
        arrived.incoming = left;
    }
    if arrived.incoming == 0 {
        return Ok(arrived);
    }
    arrived.armor = effective(blow.armor, blow.state, blow.ignore, shift);
    let converted = chair.point::<ConvertArmor>(ArmorIn {
        harm: arrived.incoming,
        armor: arrived.armor,
        state: blow.state,
        who: blow.who,
    })?;
    let turned = to_fatigue.min(converted.harm);
    if turned > 0 {
        arrived.notes.push(format!("{turned} Harm becomes Fatigue"));
    }
    arrived.harm = converted.harm - turned;
    arrived.fatigue = converted
        .fatigue
        .max(blow.least_fatigue)
        .saturating_add(turned);
    Ok(arrived)
}
