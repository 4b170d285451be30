//! The live table.
//!
//! Here so far: how names are matched ([`names`]), what a character's sheet holds ([`sheet`]) and how
//! foreign text is made safe to show ([`show`]). No Lua and no terminal in here.

pub mod names;
pub mod sheet;
pub mod show;
