//! What a creature's nature makes of Harm before armor: half physical Harm, immunity. rules/05 §5, R73.

use std::collections::BTreeMap;

use super::names::fold;
use super::words::words;

words! {
    /// How a kind of Harm is resisted.
    Resistance, "resistance" {
        /// Half, rounded down, before armor; 0 is no hit.
        Half = "half", "half";
        /// None of it.
        Immune = "immune", "immune";
    }
}

/// What a hit that says no kind is, and every blow, shot and fall.
pub const PHYSICAL: &str = "physical";

/// Tags that say a hit is no blow. Any other tag (weapon, stone, "parapet") leaves it physical.
pub const OTHER_KINDS: [&str; 17] = [
    "magic",
    "spirit",
    "fire",
    "ice",
    "cold",
    "lightning",
    "light",
    "shadow",
    "song",
    "dream",
    "fear",
    "poison",
    "venom",
    "curse",
    "ward",
    "hunger",
    "thirst",
];

/// Whether a hit with these tags is physical: it says so, or nothing says otherwise.
#[must_use]
pub fn is_physical(tags: &[String]) -> bool {
    let says = |kind: &str| tags.iter().any(|tag| fold(tag) == kind);
    says(PHYSICAL) || !OTHER_KINDS.iter().any(|kind| says(kind))
}

/// The Harm that is left of `harm`, and why in words; immunity leaves nothing. The strongest that fits counts, once.
#[must_use]
pub fn resisted(
    harm: u32,
    tags: &[String],
    resists: &BTreeMap<String, Resistance>,
) -> Option<(u32, String)> {
    let fits = |kind: &str| {
        if fold(kind) == PHYSICAL {
            is_physical(tags)
        } else {
            tags.iter().any(|tag| fold(tag) == fold(kind))
        }
    };
    let mut found: Vec<(&String, Resistance)> = resists
        .iter()
        .filter(|(kind, _)| fits(kind))
        .map(|(kind, how)| (kind, *how))
        .collect();
    found.sort_by_key(|(_, how)| *how != Resistance::Immune);
    let (kind, how) = found.first()?;
    Some(match how {
        Resistance::Half => {
            let left = super::foe_hit::half_harm(harm);
            (left, format!("half of {kind} Harm {harm} is {left}"))
        }
        Resistance::Immune => (0, format!("immune to {kind} Harm")),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn tags(list: &[&str]) -> Vec<String> {
        list.iter().map(|tag| (*tag).to_owned()).collect()
    }

    #[test]
    fn r73_half_physical_harm_rounds_down() {
        let half = BTreeMap::from([(PHYSICAL.to_owned(), Resistance::Half)]);
        for (harm, left) in [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)] {
            assert_eq!(resisted(harm, &[], &half).unwrap().0, left, "Harm {harm}");
        }
    }

    #[test]
    fn a_blow_is_physical_unless_something_says_otherwise() {
        let cases = [
            (&[][..], true),
            (&["STONE"], true),
            (&["Brutal", "heavy"], true),
            (&["FIRE"], false),
            (&["magic", "STONE"], false),
            (&["physical", "fire"], true),
        ];
        for (list, physical) in cases {
            assert_eq!(is_physical(&tags(list)), physical, "{list:?}");
        }
    }

    #[test]
    fn immunity_is_stronger_and_nothing_counts_twice() {
        let both = BTreeMap::from([
            ("fire".to_owned(), Resistance::Immune),
            (PHYSICAL.to_owned(), Resistance::Half),
        ]);
        assert_eq!(
            resisted(5, &tags(&["fire", "physical"]), &both).unwrap().0,
            0
        );
        assert_eq!(resisted(5, &tags(&["Fire"]), &both).unwrap().0, 0);
        assert_eq!(resisted(5, &tags(&["stone"]), &both).unwrap().0, 2);
        assert_eq!(resisted(5, &tags(&["cold"]), &both), None);
    }
}
