//! The live table.
//!
//! Here so far: how names are matched ([`names`]) and how foreign text is made safe to show ([`show`]).
//! No Lua and no terminal in here.

pub mod names;
pub mod show;
