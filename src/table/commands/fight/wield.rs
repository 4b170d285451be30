//! The weapon in somebody's hand: of the sheet, declared, or none (rules/04 §3).

use crate::rules::ids::Thing;
use crate::rules::names::UnknownName;
use crate::rules::refusal::Refusal;
use crate::rules::values::{ArmorUse, Band, ItemState};
use crate::rules::weapons::{Arm, Tempo, Weight};
use crate::table::catalog::{Catalog, WeaponDef};
use crate::table::names;
use crate::table::seat::{Done, Seat};
use crate::table::sheet::{Shield, Weapon};
use crate::table::state::{Pc, State};

/// The bare hand, by name.
pub const UNARMED: &str = "unarmed";

/// A weapon that is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wield {
    /// Its name.
    pub name: String,
    /// What the rules see of it.
    pub arm: Arm,
    /// It may be thrown as well.
    pub thrown: bool,
    /// Tags.
    pub tags: Vec<String>,
    /// Harm printed beside that of its weight.
    pub harm: i32,
    /// What it does to armor.
    pub armor: ArmorUse,
    /// Its state.
    pub state: ItemState,
}

impl Wield {
    /// The bare hand.
    #[must_use]
    pub fn unarmed() -> Self {
        Self {
            name: UNARMED.into(),
            arm: Arm::UNARMED,
            thrown: false,
            tags: Vec::new(),
            harm: 0,
            armor: ArmorUse::AsWorn,
            state: ItemState::Maintained,
        }
    }

    /// Harm on a hit.
    #[must_use]
    pub fn deals(&self) -> u32 {
        self.arm.harm().saturating_add_signed(self.harm)
    }

    /// As it is used in this band: a weapon that may be thrown is, where the hand doesn't reach.
    #[must_use]
    pub fn at(mut self, band: Band, throw: bool) -> Self {
        let weight = self.arm.weight.filter(|_| self.thrown);
        if let Some(weight) = weight.filter(|_| throw || self.arm.worth(band).is_none()) {
            self.arm = Arm::ranged(weight);
        }
        self
    }

    /// "long sword at Near".
    #[must_use]
    pub fn label(&self, band: Band) -> String {
        format!("{} at {band}", self.name)
    }

    fn of(name: &str, weight: Weight, ranged: bool, tags: &[String]) -> Self {
        let has = |tag: &str| tags.iter().any(|one| names::same(one, tag));
        Self {
            name: name.to_owned(),
            arm: if ranged {
                Arm::ranged(weight)
            } else {
                Arm::melee(weight, has("hafted"))
            },
            thrown: has("thrown"),
            tags: tags.to_vec(),
            ..Self::unarmed()
        }
    }

    fn declared(def: &WeaponDef) -> Self {
        Self {
            harm: def.harm,
            armor: def.armor,
            ..Self::of(&def.name, def.weight, def.ranged, &def.tags)
        }
    }

    /// What a sheet says of it, over what is declared under its name.
    fn written(weapon: &Weapon, catalog: &Catalog) -> Option<Self> {
        let def = catalog
            .weapons
            .get(&weapon.name)
            .map(|def| Self::declared(def));
        match (weapon.weight, def) {
            (None, def) => def,
            (Some(weight), None) => {
                Some(Self::of(&weapon.name, weight, weapon.ranged, &weapon.tags))
            }
            (Some(weight), Some(def)) => {
                let mut tags = def.tags.clone();
                tags.extend(weapon.tags.iter().cloned());
                Some(Self {
                    harm: def.harm,
                    armor: def.armor,
                    ..Self::of(&weapon.name, weight, weapon.ranged, &tags)
                })
            }
        }
    }
}

/// The weapon somebody strikes with: the one named, else that of the sheet, else the bare hand.
///
/// # Errors
/// A name that is no weapon, with close ones; a sheet that names one whose weight nobody says.
pub fn wielded<S: Seat>(seat: &S, who: Thing, named: Option<&str>) -> Done<Wield, S> {
    let (state, catalog) = (seat.state(), seat.catalog());
    let pc = super::super::pc(&state, who)?;
    let own = pc.sheet.weapon.as_ref();
    let worn = |wield: Wield| Wield {
        state: pc.weapon,
        ..wield
    };
    if let Some(named) = named {
        if names::same(named, UNARMED) {
            return Ok(Wield::unarmed());
        }
        if let Some(own) = own.filter(|own| names::same(&own.name, named)) {
            return Wield::written(own, &catalog)
                .map(worn)
                .ok_or_else(|| nameless(pc, own));
        }
        if let Some(def) = catalog.weapons.get(named) {
            return Ok(Wield::declared(def));
        }
        let known = own.map(|own| own.name.as_str());
        let known = known
            .into_iter()
            .chain(catalog.weapons.names())
            .chain([UNARMED]);
        return Err(Refusal::Unknown(UnknownName::new("weapon", named, known)).halt());
    }
    match own {
        None => Ok(Wield::unarmed()),
        Some(own) => Wield::written(own, &catalog)
            .map(worn)
            .ok_or_else(|| nameless(pc, own)),
    }
}

fn nameless<S>(pc: &Pc, own: &Weapon) -> crate::rules::refusal::Halt<S> {
    Refusal::Impossible {
        what: format!("{}'s {}", pc.sheet.name, own.name),
        why: format!(
            "nothing says how heavy it is: {{ name: {0}, weight: medium }} on the sheet, or weapon \"{0}\" {{ weight = \"medium\" }} in a script",
            own.name
        ),
    }
    .halt()
}

/// How far somebody threatens hand to hand (R53): a character by the weapon, a foe by its tags, else Near. The bare hand
/// and a bow reach what is Close.
#[must_use]
pub fn threatens<S: Seat>(seat: &S, who: Thing) -> Band {
    let state = seat.state();
    if state.pc(who.id).is_some() && who.kind == crate::rules::ids::ThingKind::Pc {
        return wielded(seat, who, None).map_or(Band::Close, |wield| wield.arm.threatens());
    }
    let catalog = seat.catalog();
    let long = state
        .foe(who.id)
        .and_then(|foe| catalog.adversaries.get(&foe.def))
        .is_some_and(|def| {
            let tags = &def.tags;
            tags.iter()
                .any(|tag| names::same(tag, "hafted") || names::same(tag, "heavy"))
        });
    if long { Band::Reach } else { Band::Near }
}

/// Is `a` in Melee with `b`? Directional: a spear is in Melee with a sword that isn't in Melee back (R53).
#[must_use]
pub fn in_melee<S: Seat>(seat: &S, a: Thing, b: Thing) -> bool {
    let state = seat.state();
    state.present(a) && state.present(b) && state.band(a, b) <= threatens(seat, a)
}

/// The shield on somebody's arm.
#[must_use]
pub fn shield(pc: &Pc) -> Option<Shield> {
    pc.sheet.shield
}

/// The word for a shield.
#[must_use]
pub const fn shield_word(shield: Shield) -> &'static str {
    match shield {
        Shield::Buckler => "buckler",
        Shield::Heater => "heater",
        Shield::Pavise => "pavise",
    }
}

/// Whether a Slow weapon of this name is Set.
#[must_use]
pub fn is_set(state: &State, who: Thing, wield: &Wield) -> bool {
    wield.arm.tempo() != Tempo::Slow
        || state
            .fight
            .of(who)
            .set
            .is_some_and(|set| names::same(&set, &wield.name))
}
