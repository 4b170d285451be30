//! What the prompt needs to know without asking the table: published after each act as one immutable value.

/// What a live name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// A character in the scene.
    Pc,
    /// A foe that stands.
    Foe,
    /// A timer at the table.
    Timer,
    /// A military unit in the field.
    Unit,
    /// A declared unit.
    UnitDef,
    /// A declared adversary.
    Adversary,
    /// A declared timer.
    TimerDef,
    /// A deck.
    Deck,
    /// A condition.
    Condition,
    /// A ward or trap.
    Ward,
    /// A declared hazard.
    Hazard,
    /// A move of a foe at the table.
    Move,
    /// A page of `cue`.
    Cue,
    /// An attribute or a skill: part of a pool.
    Rating,
    /// A script's command.
    Command,
    /// A verb (function of the API).
    Verb,
    /// A chapter or a live group: sb, scene, party.
    Live,
    /// A variable of the prompt.
    Variable,
}

/// A name that can be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As it is written.
    pub name: String,
    /// What it is.
    pub kind: NameKind,
    /// What it is in a few words: a signature, "TL 5 foe, 8 of 8".
    pub about: String,
}

/// A key of a table: an option of a verb, a field of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// As it is written.
    pub name: String,
    /// What it is, in a few words.
    pub about: String,
}

/// A snapshot for completion, hints and the prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The campaign's title or the scene's name.
    pub place: String,
    /// Story Beats.
    pub bank: u32,
    /// Older code runs: a file is broken since the last good reload.
    pub older: bool,
    /// Broken files were left out at the start.
    pub left_out: bool,
    /// A question is open.
    pub asking: bool,
    /// Names, in the order they should be offered.
    pub names: Vec<Name>,
    /// Fields and methods by kind of thing, for completion after a dot or colon.
    pub members: Vec<(NameKind, Vec<String>)>,
    /// The options of verbs, by verb; the keys of definitions, by the word that declares; those of effects tables, by
    /// `effects`; those of a roll against a move, by `resist`.
    pub options: Vec<(String, Vec<Key>)>,
}
