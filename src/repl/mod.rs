//! The program's front: what talks to people.
