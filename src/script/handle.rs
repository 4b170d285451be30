//! Handles: values that stand for things at the table. Light userdata of kind and id, so that `==` works, they are
//! table keys in a fixed order, and nothing has to be kept alive.

use std::ffi::c_void;

use mlua::{LightUserData, Value};

use crate::rules::ids::{Thing, ThingKind};

const KIND_SHIFT: u32 = 40;

/// The handle of a thing.
#[must_use]
pub fn to_lua(thing: Thing) -> Value {
    let kind = ThingKind::ALL
        .iter()
        .position(|kind| *kind == thing.kind)
        .unwrap_or(0)
        + 1;
    let bits = (kind << KIND_SHIFT) | (thing.id as usize);
    Value::LightUserData(LightUserData(bits as *mut c_void))
}

/// The thing of a handle.
#[must_use]
pub fn from_lua(value: &Value) -> Option<Thing> {
    let Value::LightUserData(LightUserData(pointer)) = value else {
        return None;
    };
    let bits = *pointer as usize;
    let kind = ThingKind::ALL.get((bits >> KIND_SHIFT).checked_sub(1)?)?;
    let id = u32::try_from(bits & ((1 << KIND_SHIFT) - 1)).ok()?;
    Some(Thing { kind: *kind, id })
}

/// What the types call a thing of this kind.
#[must_use]
pub fn class(kind: ThingKind) -> &'static str {
    match kind {
        ThingKind::Item => "Item",
        kind => super::types::groups::names(kind).0,
    }
}

/// The items of a creature: one handle each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemOf {
    /// Armor.
    Armor,
    /// Weapon.
    Weapon,
}

impl ItemOf {
    /// The handle's thing of a creature's item.
    #[must_use]
    pub fn of(self, owner: Thing) -> Thing {
        let which = match (owner.kind, self) {
            (ThingKind::Foe, ItemOf::Armor) => 2,
            (ThingKind::Foe, ItemOf::Weapon) => 3,
            (_, ItemOf::Armor) => 0,
            (_, ItemOf::Weapon) => 1,
        };
        Thing {
            kind: ThingKind::Item,
            id: owner.id * 4 + which,
        }
    }

    /// Whose item it is, and which.
    #[must_use]
    pub fn owner(item: Thing) -> (Thing, ItemOf) {
        let kind = if item.id % 4 >= 2 {
            ThingKind::Foe
        } else {
            ThingKind::Pc
        };
        let which = if item.id.is_multiple_of(2) {
            ItemOf::Armor
        } else {
            ItemOf::Weapon
        };
        (
            Thing {
                kind,
                id: item.id / 4,
            },
            which,
        )
    }

    /// The word facts use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            ItemOf::Armor => "armor",
            ItemOf::Weapon => "weapon",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_goes_there_and_back() {
        for kind in ThingKind::ALL {
            for id in [0, 1, 77, u32::MAX] {
                let thing = Thing { kind: *kind, id };
                assert_eq!(from_lua(&to_lua(thing)), Some(thing));
            }
        }
        assert_eq!(from_lua(&Value::NULL), None);
        assert_eq!(from_lua(&Value::Nil), None);
    }

    #[test]
    fn an_item_knows_its_owner() {
        for kind in [ThingKind::Pc, ThingKind::Foe] {
            for which in [ItemOf::Armor, ItemOf::Weapon] {
                let owner = Thing { kind, id: 9 };
                assert_eq!(ItemOf::owner(which.of(owner)), (owner, which));
            }
        }
    }
}
