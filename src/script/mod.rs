//! The script world: files of a campaign, what is wrong with them, and the Luau that runs.
//!
//! Here so far: the one kind of error people see ([`diagnostic`]), YAML ([`yaml`]), what the text of a script says
//! before it runs ([`syntax`]). No terminal in here.

pub mod campaign;
pub mod diagnostic;
pub mod folder;
pub mod syntax;
pub mod yaml;
