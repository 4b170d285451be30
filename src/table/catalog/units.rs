//! Military units as declared (rules/05 §6).

use std::collections::BTreeMap;

use super::{Do, Place};

/// A unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitDef {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Quality, 1–5.
    pub cap: u32,
    /// Size, 1–4.
    pub scale: u32,
    /// What it is best at, at its Cap.
    pub speciality: Option<String>,
    /// Other ratings, 0–5.
    pub skills: BTreeMap<String, u32>,
    /// Size of its Supply.
    pub supply: u32,
    /// Size of its Morale.
    pub morale: u32,
    /// Words for the GM.
    pub text: String,
    /// When its Supply is gone.
    pub on_supply: Do,
    /// When it routs.
    pub on_rout: Do,
}
