//! The script world: files of a campaign, the Luau that runs, the API it speaks, and the runtime that a host embeds.
//!
//! Not here: terminals, prompts, file watching (the front), and rules or state (the layers below).

pub mod again;
pub mod answer;
pub mod args;
pub mod campaign;
pub mod clock;
pub mod convert;
pub mod define;
pub mod diagnostic;
pub mod effects;
pub mod fields;
pub mod folder;
pub mod generation;
pub mod group;
pub mod handle;
pub mod hooks;
pub mod limits;
pub mod live;
pub mod loading;
pub mod lookup;
pub mod menu;
pub mod method;
pub mod native;
pub mod outcome;
pub mod points;
pub mod prompt;
pub mod raise;
pub mod react;
pub mod record;
pub mod results;
pub mod runtime;
pub mod sandbox;
pub mod saved;
pub mod seat;
pub mod steps;
pub mod stop;
pub mod syntax;
pub mod talk;
pub mod translate;
pub mod types;
pub mod verbs;
pub mod view;
pub mod words;
pub mod world;
pub mod yaml;
