//! The prompt: what talks to people at a terminal.
//!
//! Two threads. The desk ([`desk`]) owns the table and does one thing after the other: an input, an answer, a reload
//! that the watch ([`watch`]) asks for. The prompt ([`prompt`]) reads keys; what it completes, hints and colours comes
//! from the view that the desk publishes ([`complete`], [`helper`], [`lexer`]), so that a key never waits for a script.
//! Lines come from a line editor or, where nothing is to be drawn twice, from the terminal itself ([`reader`],
//! [`linear`]).
//! All of both goes through one voice ([`voice`]).
//!
//! Not here: what an input means (`script`), and what has no terminal: pipes and files are `cli`'s, which shows things
//! in the same words ([`show`], [`look`]).

pub mod complete;
pub mod desk;
pub mod export;
pub mod helper;
pub mod history;
pub mod inputs;
pub mod lexer;
pub mod linear;
pub mod look;
pub mod prep;
pub mod prompt;
pub mod reader;
pub mod save;
pub mod show;
pub mod tool;
pub mod voice;
pub mod watch;
