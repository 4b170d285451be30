//! The program's front: what talks to people.
//!
//! Here so far: the watch on a campaign's files ([`watch`]).

pub mod watch;
