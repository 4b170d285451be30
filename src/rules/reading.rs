//! Reading dice: successes, SB, tens. rules/01 §3.

use super::chair::Point;
use super::numbers::Face;
use serde::{Deserialize, Serialize};

/// Rule point `successes`: how many successes one face is worth. 1–5: 0, 6–9: 1, 10: 2.
#[derive(Debug, Clone, Copy)]
pub struct Successes;

impl Point for Successes {
    const NAME: &'static str = "successes";
    const MEANING: &'static str = "successes of one face";
    type In = Face;
    type Out = u32;

    fn book(face: &Face) -> u32 {
        match face.get() {
            10 => 2,
            6..=9 => 1,
            _ => 0,
        }
    }

    fn check(_: &Face, out: &u32) -> Result<(), String> {
        if *out <= 10 {
            Ok(())
        } else {
            Err(format!("successes of one face are 0 to 10, not {out}"))
        }
    }
}

/// What faces on the table say, by the book.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// Successes.
    pub successes: u32,
    /// 1s that are showing.
    pub ones: u32,
    /// 10s that are showing.
    pub tens: u32,
}

impl Reading {
    /// Reads faces.
    #[must_use]
    pub fn of(faces: &[Face]) -> Self {
        faces.iter().fold(Self::default(), |sum, face| Self {
            successes: sum.successes + Successes::book(face),
            ones: sum.ones + u32::from(face.is_one()),
            tens: sum.tens + u32::from(face.is_ten()),
        })
    }
}
