//! What a script may leave behind: plain data, and references to things.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::ids::Thing;

/// A value in `store`, in a `memory`, in a signal: written data only, no functions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Datum {
    /// true or false.
    Bool(bool),
    /// A finite number.
    Number(f64),
    /// Text.
    Text(String),
    /// A reference that stays a reference (`store.boss = foe`).
    Thing(Thing),
    /// Items 1, 2, 3 …
    List(Vec<Datum>),
    /// Text keys.
    Map(BTreeMap<String, Datum>),
}

/// One step from a saved table to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Key {
    /// A place in a list, from 1.
    Index(usize),
    /// A name in a map.
    Name(String),
}

impl Datum {
    /// An empty map.
    #[must_use]
    pub fn map() -> Self {
        Datum::Map(BTreeMap::new())
    }

    /// The part at `path`, if it is there.
    #[must_use]
    pub fn at(&self, path: &[Key]) -> Option<&Datum> {
        path.iter().try_fold(self, |here, key| match (here, key) {
            (Datum::Map(map), Key::Name(name)) => map.get(name),
            (Datum::List(list), Key::Index(n)) => n.checked_sub(1).and_then(|n| list.get(n)),
            _ => None,
        })
    }

    /// Puts `value` at `path`; `None` removes what is there. Returns false when the path leads nowhere
    /// (a list is only ever lengthened by one).
    pub fn put(&mut self, path: &[Key], value: Option<Datum>) -> bool {
        let Some((last, way)) = path.split_last() else {
            *self = value.unwrap_or_else(Datum::map);
            return true;
        };
        let mut here = self;
        for key in way {
            let next = match (here, key) {
                (Datum::Map(map), Key::Name(name)) => map.get_mut(name),
                (Datum::List(list), Key::Index(n)) => {
                    n.checked_sub(1).and_then(|n| list.get_mut(n))
                }
                _ => None,
            };
            let Some(next) = next else { return false };
            here = next;
        }
        match (here, last) {
            (Datum::Map(map), Key::Name(name)) => {
                match value {
                    Some(value) => map.insert(name.clone(), value),
                    None => map.remove(name),
                };
                true
            }
            // An empty map becomes a list with its first item.
            (here @ Datum::Map(_), Key::Index(1)) if matches!(&*here, Datum::Map(m) if m.is_empty()) =>
            {
                if let Some(value) = value {
                    *here = Datum::List(vec![value]);
                }
                true
            }
            (Datum::List(list), Key::Index(n)) => match (value, *n) {
                (Some(value), n) if n >= 1 && n <= list.len() => {
                    list[n - 1] = value;
                    true
                }
                (Some(value), n) if n == list.len() + 1 => {
                    list.push(value);
                    true
                }
                (None, n) if n == list.len() && n > 0 => {
                    list.pop();
                    true
                }
                (None, n) => n > list.len(),
                _ => false,
            },
            _ => false,
        }
    }

    /// A rough size in bytes, for the limits on what scripts keep.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Datum::Bool(_) => 1,
            Datum::Number(_) | Datum::Thing(_) => 8,
            Datum::Text(text) => text.len() + 2,
            Datum::List(list) => 2 + list.iter().map(Datum::size).sum::<usize>(),
            Datum::Map(map) => {
                2 + map
                    .iter()
                    .map(|(k, v)| k.len() + 2 + v.size())
                    .sum::<usize>()
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn lists_grow_by_one_and_shrink_from_the_end() {
        let mut datum = Datum::map();
        assert!(datum.put(&[Key::Name("seen".into())], Some(Datum::map())));
        let at = |n| [Key::Name("seen".into()), Key::Index(n)];
        assert!(datum.put(&at(1), Some(Datum::Bool(true))));
        assert!(datum.put(&at(2), Some(Datum::Bool(false))));
        assert!(!datum.put(&at(4), Some(Datum::Bool(false))));
        assert!(!datum.put(&at(1), None));
        assert!(datum.put(&at(2), None));
        assert_eq!(datum.at(&at(1)), Some(&Datum::Bool(true)));
        assert_eq!(datum.at(&at(2)), None);
    }
}
