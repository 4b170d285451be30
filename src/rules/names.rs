//! How names are compared and how an unknown one is reported. Everything that looks a name up uses this.

use std::fmt;

/// The form in which names are compared: lower case, without spaces, hyphens, underscores and apostrophes.
#[must_use]
pub fn fold(name: &str) -> String {
    name.chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '_' | '\'' | '’' | '‘' | '‑' | '–'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// At most three of `allowed` that resemble `got`, the closest first. Ties keep the given order.
#[must_use]
pub fn close<'a>(got: &str, allowed: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let wanted = fold(got);
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut scored: Vec<(f64, &str)> = allowed
        .into_iter()
        .map(|name| {
            let folded = fold(name);
            let mut score = strsim::jaro_winkler(&wanted, &folded);
            if folded.contains(&wanted) || wanted.contains(&folded) && !folded.is_empty() {
                score = score.max(0.9);
            }
            (score, name)
        })
        .filter(|(score, _)| *score >= 0.78)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored
        .into_iter()
        .take(3)
        .map(|(_, name)| name.to_owned())
        .collect()
}

/// A name that nothing has. Never overruled by the GM: there is nothing to rule on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    /// What was looked for: "skill", "Position".
    pub what: String,
    /// The text as given.
    pub got: String,
    /// At most three names that resemble it.
    pub close: Vec<String>,
    /// Every allowed name; empty where the list would be too long to help.
    pub allowed: Vec<String>,
}

impl UnknownName {
    /// Collects the facts of the error; the close names are found here.
    #[must_use]
    pub fn new<'a>(what: &str, got: &str, allowed: impl IntoIterator<Item = &'a str>) -> Self {
        let allowed: Vec<&str> = allowed.into_iter().collect();
        Self {
            what: what.to_owned(),
            got: got.to_owned(),
            close: close(got, allowed.iter().copied()),
            allowed: allowed.into_iter().map(str::to_owned).collect(),
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {} is called {:?}", self.what, self.got)?;
        if !self.close.is_empty() {
            write!(f, ". Close: {}", self.close.join(", "))?;
        }
        // A long list hides what matters.
        if !self.allowed.is_empty() && (self.close.is_empty() || self.allowed.len() <= 6) {
            write!(f, ". Allowed: {}", self.allowed.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownName {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_ignores_case_spaces_hyphens_and_apostrophes() {
        for text in [
            "Toll Troll",
            "toll-troll",
            "TOLL_TROLL",
            "to’ll troll",
            "toll'troll",
        ] {
            assert_eq!(fold(text), "tolltroll");
        }
    }

    #[test]
    fn a_misspelt_name_finds_its_neighbours() {
        assert_eq!(
            close("atletics", ["melee", "athletics", "arcana"]),
            ["athletics"]
        );
        assert!(close("", ["melee"]).is_empty());
        assert!(close("xyzzy", ["melee", "craft"]).is_empty());
    }
}
