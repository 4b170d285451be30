//! The API record: name, typed signature, a paragraph, ranges, errors, an example. Argument checks, help, completion,
//! words at the prompt and the types for editors all come from it.

use super::args::Args;
use super::stop::Fail;
use super::verbs::Call;

/// What a parameter takes.
#[derive(Clone, Copy, Debug)]
pub enum Ty {
    /// A creature: handle or name.
    Who,
    /// A player character.
    Pc,
    /// A foe at the table.
    Foe,
    /// One creature or several: handle, name, group, list.
    Whom,
    /// A timer at the table, or a declared one by name.
    Timer,
    /// A military unit in the field.
    Unit,
    /// A creature's armor or weapon, as a handle.
    Item,
    /// A ward or trap at the table.
    Ward,
    /// The name of a declared hazard.
    Hazard,
    /// Anything with fields the GM may set.
    Thing,
    /// A whole number in a range.
    Int(i64, i64),
    /// A DV set by the GM: 2–5; "5+" reads 5.
    Dv,
    /// Free text.
    Text,
    /// The rest of the line, free text.
    Rest,
    /// The name of a declared adversary.
    Adversary,
    /// The name of a deck.
    Deck,
    /// The name of a condition.
    Condition,
    /// The name or menu number of a move.
    Move,
    /// "wits + craft", or a number of dice.
    Pool,
    /// "96421", "9 6 4 2 1 / 7", a list of faces.
    Faces,
    /// Cards: "7C 3H".
    Cards,
    /// true or false.
    Flag,
    /// One of these words.
    Word(&'static [&'static str]),
    /// One or several of these words.
    WordsOf(&'static [&'static str]),
    /// Legs of a journey: regions with commas between, a list of names, or of tables with `region`, `size`, `weather`.
    Legs,
    /// A track: fatigue, corruption, obligation, leash, bond, fear.
    Track,
    /// A function.
    Function,
    /// An effects table or a function.
    Do,
    /// An effects table without `run`.
    Fx,
    /// Written data.
    Data,
    /// A table of named options.
    Options(&'static [Param]),
    /// A number of Story Beats, or the name of a spend.
    Spend,
    /// A number of Story Beats, or the name of what brings them.
    Income,
    /// A face from 1 to 10, or all of them.
    Anew,
    /// A list of answers or choices.
    List,
    /// Anything.
    Any,
}

/// A parameter or an option.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub ty: Ty,
    /// May it be left out?
    pub optional: bool,
}

/// A parameter that must be there.
#[must_use]
pub const fn need(name: &'static str, ty: Ty) -> Param {
    Param {
        name,
        ty,
        optional: false,
    }
}

/// A parameter that may be left out.
#[must_use]
pub const fn may(name: &'static str, ty: Ty) -> Param {
    Param {
        name,
        ty,
        optional: true,
    }
}

/// A field that scripts read or write: of a definition, a thing, a chapter, an event, a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its Luau type; with a question mark at the end it may be missing.
    pub ty: &'static str,
    /// What it holds, with units and ranges; empty where the name says it.
    pub about: &'static str,
}

/// A field.
#[must_use]
pub const fn field(name: &'static str, ty: &'static str, about: &'static str) -> Field {
    Field { name, ty, about }
}

/// A method that is no verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Its parameters as Luau types, the thing itself left out. `One` is an element of a group, `Own` the group.
    pub params: &'static str,
    /// What it gives back, as a type; empty for nothing.
    pub returns: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// A method.
#[must_use]
pub const fn method(
    name: &'static str,
    params: &'static str,
    returns: &'static str,
    about: &'static str,
) -> Method {
    Method {
        name,
        params,
        returns,
        about,
    }
}

/// When a verb can be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In an act; it changes the table.
    Act,
    /// In an act, also where only reading is allowed.
    Read,
    /// Only by itself, at the prompt.
    Alone,
    /// Any time, also while loading.
    Always,
}

/// One verb.
#[derive(Clone, Copy)]
pub struct Record {
    /// "hit", "scene.start".
    pub name: &'static str,
    /// Chapter of the help.
    pub chapter: &'static str,
    /// Parameters in order; options last.
    pub params: &'static [Param],
    /// What it gives back, as a type.
    pub returns: &'static str,
    /// What it does, with units, ranges, errors and source.
    pub about: &'static str,
    /// A line that runs in the sample campaign: a session, three characters with a Boon each, a Toll Troll, 9 SB, and
    /// Lyra's 9 6 4 2 1 for wits + craft the last act. Empty where that isn't enough.
    pub example: &'static str,
    /// When it can be called.
    pub when: When,
    /// The work.
    pub body: fn(&Call<'_>, &Args) -> Result<mlua::Value, Fail>,
}

impl Record {
    /// The signature in words: `hit(whom, harm, why?, opts?) -> Hit`.
    #[must_use]
    pub fn signature(&self) -> String {
        let params: Vec<String> = self
            .params
            .iter()
            .map(|param| format!("{}{}", param.name, if param.optional { "?" } else { "" }))
            .collect();
        let returns = if self.returns.is_empty() {
            String::new()
        } else {
            format!(" -> {}", self.returns)
        };
        format!("{}({}){returns}", self.name, params.join(", "))
    }

    /// The options of the last parameter, if it has any.
    #[must_use]
    pub fn options(&self) -> &'static [Param] {
        match self.params.last() {
            Some(Param {
                ty: Ty::Options(options),
                ..
            }) => options,
            _ => &[],
        }
    }

    /// Is the first parameter something one holds? Then the verb is a method too; a chapter's verb isn't: a thing has no dot.
    #[must_use]
    pub fn subject(&self) -> Option<Ty> {
        let first = self.params.first().filter(|_| !self.name.contains('.'));
        first.map(|param| param.ty).filter(|ty| {
            matches!(
                ty,
                Ty::Who
                    | Ty::Pc
                    | Ty::Foe
                    | Ty::Whom
                    | Ty::Timer
                    | Ty::Item
                    | Ty::Deck
                    | Ty::Ward
                    | Ty::Unit
                    | Ty::Thing
            )
        })
    }
}
