//! The rulebook in Rust: values and procedures, nothing else.
mod incoming;
mod words;

pub mod armor;
pub mod book_chair;
pub mod boons;
pub mod chair;
pub mod fatigue;
pub mod foe_hit;
pub mod hit;
pub mod ids;
pub mod names;
pub mod numbers;
pub mod outcome;
pub mod pool_size;
pub mod position;
pub mod question;
pub mod reading;
pub mod refusal;
pub mod roll;
pub mod step;
pub mod switches;
pub mod values;
pub mod wounds;
