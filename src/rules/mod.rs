//! The rulebook in Rust: values and procedures, and nothing else.
//!
//! A file is a rule or a family of rules, in the words of the rulebook; its doc comments name the section ("rules/02 §3") and
//! the ruling ("R24") it follows. What a procedure can't know by itself (dice, a person's choice, a house rule, what talents
//! add) it asks a [`chair::Chair`].
//!
//! Not here: state, undo, ids' meaning, files, clocks, randomness, Lua. Procedures take values and give values; who stores
//! them is the `table` layer's concern.
//!
//! | Read | For |
//! |---|---|
//! | `values`, `numbers`, `ids`, `names`, `skills`, `pool` | what things are called and which numbers are allowed |
//! | `chair`, `question`, `step`, `refusal`, `book_chair` | how a procedure asks, is added to, says no |
//! | `roll`, `position`, `pool_size`, `reading`, `outcome`, `boons`, `help`, `over_five` | the roll (rules/01) |
//! | `hit`, `armor`, `shields`, `fatigue`, `wounds`, `recovery`, `fear`, `conditions`, `wards` | what hurts (rules/02) |
//! | `timers`, `beats`, `hazards` | timers, Story Beats and hazards (rules/03, rules/01 §9) |
//! | `adversary`, `moves`, `validate`, `foe_hit`, `resists`, `scale` | the other side (rules/05) |
//! | `switches`, `points` | what a table may change |

mod incoming;
mod words;

pub mod actions;
pub mod adversary;
pub mod armor;
pub mod beats;
pub mod book_chair;
pub mod boons;
pub mod chair;
pub mod conditions;
pub mod fatigue;
pub mod fear;
pub mod foe_hit;
pub mod frame;
pub mod ground;
pub mod hazards;
pub mod help;
pub mod hit;
pub mod ids;
pub mod moves;
pub mod names;
pub mod numbers;
pub mod outcome;
pub mod over_five;
pub mod points;
pub mod pool;
pub mod pool_size;
pub mod position;
pub mod question;
pub mod reading;
pub mod recovery;
pub mod refusal;
pub mod resists;
pub mod roll;
pub mod scale;
pub mod shields;
pub mod show;
pub mod skills;
pub mod step;
pub mod supply;
pub mod switches;
pub mod timers;
pub mod travel;
pub mod turn;
pub mod validate;
pub mod values;
pub mod wards;
pub mod weapons;
pub mod wounds;
