//! Names for the closed word lists of the rulebook, and for the other types that several verbs share.

use super::Out;
use crate::rules::actions::Action;
use crate::rules::beats::{Income, Spend};
use crate::rules::boons::Pay;
use crate::rules::decks::{Column, Ending, Severity, Suit};
use crate::rules::ground::{Cover, Height};
use crate::rules::hazards::{HazardKind, TicksOn};
use crate::rules::help::Sell;
use crate::rules::recovery::Rest;
use crate::rules::timers::{TimerKind, TimerScope};
use crate::rules::values::{
    Armor, ArmorUse, Attribute, Band, Effect, ItemState, Outcome, Period, Position,
};
use crate::rules::wards::WardKind;
use crate::script::args::TRACKS;
use crate::script::define::hook::ARG_KINDS;

/// Every list by the name of its type.
pub fn all() -> Vec<(&'static str, Vec<&'static str>)> {
    macro_rules! words {
        ($name:ident) => {
            $name::ALL.iter().map(|one| one.word()).collect()
        };
    }
    vec![
        ("Attribute", words!(Attribute)),
        ("Position", words!(Position)),
        ("Effect", words!(Effect)),
        ("Band", words!(Band)),
        ("ActionName", words!(Action)),
        ("Cover", words!(Cover)),
        ("Height", words!(Height)),
        ("Outcome", words!(Outcome)),
        ("Period", words!(Period)),
        ("Armor", words!(Armor)),
        ("ArmorUse", words!(ArmorUse)),
        ("ItemState", words!(ItemState)),
        ("Track", TRACKS.to_vec()),
        ("TimerKind", words!(TimerKind)),
        ("Scope", words!(TimerScope)),
        ("Pay", words!(Pay)),
        ("Sell", words!(Sell)),
        ("Spend", words!(Spend)),
        ("Income", words!(Income)),
        ("Rest", words!(Rest)),
        ("HazardKind", words!(HazardKind)),
        ("TicksOn", words!(TicksOn)),
        ("WardKind", words!(WardKind)),
        ("Suit", words!(Suit)),
        ("Severity", words!(Severity)),
        ("Column", words!(Column)),
        ("Ending", words!(Ending)),
        ("ArgKind", ARG_KINDS.to_vec()),
    ]
}

/// A closed list as a type: its name if it has one, else its words.
pub fn of(words: &[&str]) -> String {
    match all().into_iter().find(|(_, list)| list == words) {
        Some((name, _)) => name.to_owned(),
        None => union(words),
    }
}

fn union(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    quoted.join(" | ")
}

pub fn write(out: &mut Out) {
    for (name, words) in all() {
        out.line(format!("export type {name} = {}", union(&words)));
    }
    let attributes: Vec<String> = Attribute::ALL
        .iter()
        .map(|attribute| format!("{}: number", attribute.word()))
        .collect();
    for (line, about) in [
        (
            "export type Weight = Armor",
            "of a weapon: none is bare hands",
        ),
        (
            &format!("export type Attributes = {{ {} }}", attributes.join(", ")),
            "",
        ),
        (
            "export type Resolution = { done: { string }, left: { string } }",
            "",
        ),
        (
            "export type Pool = string | number",
            "\"wits + craft\", \"lore + performance\", or dice",
        ),
        (
            "export type Faces = string | number | { number }",
            "\"9 6 4 2 1 / 7\": throw / re-rolls; 0 is a ten",
        ),
        (
            "export type Data = { [any]: any }",
            "what is kept: text, numbers, booleans, lists, maps, handles",
        ),
        (
            "export type Who = Pc | Foe | Creature | string",
            "a handle or a name",
        ),
        ("export type Several = Pcs | Foes | { Who }", ""),
        ("export type Whom = Who | Several", ""),
        ("export type Thing = Who | Timer", ""),
    ] {
        out.noted(line, about);
    }
}
