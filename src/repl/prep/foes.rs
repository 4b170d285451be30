//! Foes for a scene: one that leads, some that come with it, others that would do as well.

use std::cmp::Reverse;

use crate::table::catalog::{AdversaryDef, Catalog};
use crate::table::names;

/// How many others are named.
const OTHERS: usize = 4;

/// Words that belong together, so that a theme finds what doesn't name it.
const KIN: [(&str, &[&str]); 9] = [
    (
        "river",
        &[
            "water", "ferry", "boat", "bridge", "bank", "ford", "reed", "weir", "flood", "eel",
            "drown", "mud",
        ],
    ),
    (
        "road",
        &[
            "toll", "travel", "cart", "mile", "inn", "gate", "highway", "wagon",
        ],
    ),
    (
        "wood",
        &["forest", "tree", "bramble", "wolf", "bear", "hunt", "root"],
    ),
    (
        "street",
        &["city", "town", "alley", "thief", "debt", "guard", "roof"],
    ),
    (
        "court",
        &[
            "noble", "knight", "duel", "law", "judge", "crown", "bailiff",
        ],
    ),
    (
        "dead",
        &[
            "grave", "ghost", "bone", "corpse", "crypt", "wraith", "funeral",
        ],
    ),
    (
        "deep",
        &["cave", "dark", "mine", "under", "stone", "tunnel"],
    ),
    (
        "weather",
        &["storm", "wind", "frost", "snow", "fog", "rain", "winter"],
    ),
    (
        "works",
        &["machine", "mill", "forge", "steam", "wheel", "clock"],
    ),
];

/// What was picked.
pub(super) struct Mix<'a> {
    pub(super) lead: &'a AdversaryDef,
    pub(super) company: Option<(&'a AdversaryDef, u32)>,
    pub(super) others: Vec<&'a AdversaryDef>,
}

impl Mix<'_> {
    /// "Toll Troll (TL 5) with 3 Mudlark (TL 2)".
    pub(super) fn summary(&self) -> String {
        let lead = format!("{} (TL {})", self.lead.name, self.lead.tl);
        match self.company {
            None => lead,
            Some((def, n)) => format!("{lead} with {n} × {} (TL {})", def.name, def.tl),
        }
    }
}

/// How well an adversary fits a theme: the word itself counts more than its kin.
fn fits(def: &AdversaryDef, theme: &str) -> u32 {
    let theme = names::fold(theme);
    let stem = theme.trim_end_matches('s');
    let moves = def.moves.iter().flat_map(|one| [&one.name, &one.text]);
    let all = [&def.name, &def.text]
        .into_iter()
        .chain(&def.tags)
        .chain(moves);
    let text = names::fold(&all.map(String::as_str).collect::<Vec<_>>().join(" "));
    let file = def.place.file.rsplit('/').next().unwrap_or_default();
    let file = names::fold(file.trim_end_matches(".luau"));
    let has = |text: &str, word: &str| {
        text.split(|c: char| !c.is_alphanumeric())
            .any(|one| one.starts_with(word))
    };
    let own = u32::from(has(&file, stem)) * 2 + u32::from(has(&text, stem)) * 3;
    let kin = KIN
        .iter()
        .find(|(word, kin)| *word == stem || kin.contains(&stem));
    let kin = kin.map_or(0, |(word, kin)| {
        let near = kin.iter().chain([word]).filter(|word| **word != stem);
        near.filter(|word| has(&text, word)).count() + usize::from(has(&file, word))
    });
    own + u32::try_from(kin).unwrap_or(0).min(4)
}

/// Picks them: the lead at the Threat Level asked for or the nearest below, company of lower level.
///
/// # Errors
/// A sentence where nothing fits, with what would.
pub(super) fn pick<'a>(
    catalog: &'a Catalog,
    tl: u8,
    theme: Option<&str>,
) -> Result<Mix<'a>, String> {
    let fitting = |def: &AdversaryDef| theme.map_or(1, |theme| fits(def, theme));
    let mut found: Vec<(&AdversaryDef, u32)> = catalog
        .adversaries
        .iter()
        .map(|def| (&**def, fitting(def)))
        .filter(|(def, score)| *score > 0 && def.tl <= tl)
        .collect();
    // The level first, then the theme, then the campaign's own.
    found.sort_by_key(|(def, score)| {
        (
            Reverse(def.tl),
            Reverse(*score),
            def.place.is_stock(),
            def.name.clone(),
        )
    });
    let Some((lead, _)) = found.first().copied() else {
        let themes: Vec<&str> = KIN.iter().map(|(word, _)| *word).collect();
        let about = theme.map(|theme| format!(" about {}", crate::table::show::quoted(theme)));
        return Err(format!(
            "there is no adversary of TL {tl} or less{}: leave theme= out, or try one of {}",
            about.unwrap_or_default(),
            themes.join(", ")
        ));
    };
    let lower = found.iter().filter(|(def, _)| def.tl < lead.tl);
    let company = lower
        .max_by_key(|(def, score)| {
            (
                *score,
                def.tl,
                Reverse(def.place.is_stock()),
                Reverse(&def.name),
            )
        })
        .map(|(def, _)| (*def, if lead.tl - def.tl > 1 { 3 } else { 2 }));
    let taken = |def: &AdversaryDef| {
        def.name == lead.name || company.is_some_and(|(one, _)| one.name == def.name)
    };
    let others = found
        .iter()
        .map(|(def, _)| *def)
        .filter(|def| !taken(def))
        .take(OTHERS);
    let others = others.collect();
    Ok(Mix {
        lead,
        company,
        others,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::script::folder::Files;
    use crate::script::runtime::Runtime;

    #[test]
    fn the_theme_and_the_level_choose() {
        let runtime = Runtime::builder()
            .files(Files::from_map([("campaign.yaml", "title: Edges")]))
            .build()
            .unwrap_or_else(|faults| panic!("{}", faults[0]));
        let catalog = runtime.catalog();
        for theme in [
            "river", "rivers", "wood", "dead", "street", "court", "deep", "road",
        ] {
            for tl in 2..=8 {
                let mix = pick(&catalog, tl, Some(theme)).unwrap();
                assert!(
                    mix.lead.tl <= tl && fits(mix.lead, theme) > 0,
                    "{theme} {tl}"
                );
                if let Some((def, n)) = mix.company {
                    assert!(def.tl < mix.lead.tl && fits(def, theme) > 0, "{theme} {tl}");
                    assert!((2..=3).contains(&n));
                }
            }
        }
        let mix = pick(&catalog, 3, Some("river")).unwrap();
        assert_eq!(mix.lead.place.file.as_ref(), "@std/foes/river.luau");
        let why = pick(&catalog, 3, Some("zeppelin")).err().unwrap();
        assert!(
            why.contains("about \"zeppelin\"") && why.contains("leave theme= out"),
            "{why}"
        );
    }
}
