//! How a name that somebody wrote finds the thing it means.
//!
//! One rule for the whole program: letter case, spaces, hyphens, underscores and
//! apostrophes don't count; letters and their accents do. Two things that match are never guessed
//! between, and nothing that matches gets names that are close, never a stand-in.
//!
//! Not here: which names there are. Callers bring the candidates.

use unicode_normalization::UnicodeNormalization;

use super::show;

/// Letters of the longest name; longer ones get no close names.
pub const LONGEST: usize = 120;
/// Bytes past which a text isn't folded: folding a megabyte takes a second.
const NO_NAME: usize = 2_000;

/// A name as it is written down: without spaces at its ends, 1 to [`LONGEST`] letters, on one line, with no sign that
/// a terminal obeys or a reader doesn't see.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn written(name: &str) -> Result<&str, String> {
    let name = name.trim();
    if let Some(hidden) = name.chars().find(|c| show::is_hidden(*c)) {
        let hidden = hidden.to_string();
        return Err(format!(
            "a name is one line of visible signs: {} can't be in it",
            show::visible(&hidden)
        ));
    }
    match name.chars().count() {
        0 => Err("the text is empty".into()),
        1..=LONGEST => Ok(name),
        long => Err(format!(
            "the text has {long} letters; {LONGEST} are the most"
        )),
    }
}

/// What a name led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found<T> {
    /// The one thing meant.
    One(T),
    /// Nothing has this name.
    None {
        /// Names that look like it, best first, three at most.
        close: Vec<String>,
    },
    /// Several things have it, in the order of the candidates.
    Many(Vec<T>),
}

/// A name as it is compared: lower case without regard to language, one space between words, no
/// apostrophes, no invisible signs, accents kept as marks of their own (`Flößer` is `flo¨sser`).
///
/// A text of more than 2,000 bytes is no name, however it is written: it is given back as it is.
pub fn fold(name: &str) -> String {
    if name.len() > NO_NAME {
        return name.to_owned();
    }
    let counts = |c: &char| !is_apostrophe(*c) && (!show::is_hidden(*c) || c.is_whitespace());
    let seen = name.chars().filter(counts);
    // Most names: nothing to take apart.
    if name.is_ascii() {
        return with_single_gaps(name.len(), seen.map(|c| c.to_ascii_lowercase()));
    }
    // Upper, then lower: so ß and SS, or both Greek sigmas, meet. A wide apostrophe shows itself only then.
    let small = seen
        .nfkd()
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .nfkd()
        .filter(counts);
    with_single_gaps(name.len(), small)
}

fn with_single_gaps(length: usize, letters: impl Iterator<Item = char>) -> String {
    let mut folded = String::with_capacity(length);
    for c in letters {
        if !is_gap(c) {
            folded.push(c);
        } else if !folded.is_empty() && !folded.ends_with(' ') {
            folded.push(' ');
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// Whether two names mean the same.
pub fn same(one: &str, other: &str) -> bool {
    if is_plain(one) && is_plain(other) {
        return one.eq_ignore_ascii_case(other);
    }
    one == other || fold(one) == fold(other)
}

/// Whether a name is this one, which is folded already: [`same`] for one name beside many.
pub fn folds_to(name: &str, folded: &str) -> bool {
    if is_plain(name) && folded.is_ascii() {
        return name.eq_ignore_ascii_case(folded);
    }
    fold(name) == folded
}

/// Letters, digits and single spaces between them: nothing that folding would change but the case.
fn is_plain(name: &str) -> bool {
    let mut gap = true;
    for byte in name.bytes() {
        match byte {
            b' ' if gap => return false,
            b' ' => gap = true,
            byte if byte.is_ascii_alphanumeric() => gap = false,
            _ => return false,
        }
    }
    !gap
}

/// Finds the candidate with this whole name.
pub fn find<T: AsRef<str>>(wanted: &str, candidates: impl IntoIterator<Item = T>) -> Found<T> {
    find_by(wanted, candidates, |name| name.as_ref())
}

/// As [`find`], for candidates that have a name somewhere inside.
pub fn find_by<T>(
    wanted: &str,
    candidates: impl IntoIterator<Item = T>,
    name: impl Fn(&T) -> &str,
) -> Found<T> {
    let folded = fold(wanted);
    let (hits, others): (Vec<T>, Vec<T>) = candidates
        .into_iter()
        .partition(|candidate| !folded.is_empty() && folds_to(name(candidate), &folded));
    one_or_many(hits).unwrap_or_else(|| Found::None {
        close: close_names(wanted, others.iter().map(name), 3),
    })
}

/// Finds the thing that the first of `words` mean, as typed at the prompt: a whole name, or the
/// beginning of any of a name's words ("bridge", "hurl"). The longest run of words that fits anything
/// decides, and a whole name goes before a beginning. The number says how many words that took; 0 if
/// nothing fits.
pub fn find_start<T: AsRef<str>>(
    words: &[&str],
    candidates: impl IntoIterator<Item = T>,
) -> (Found<T>, usize) {
    find_start_by(words, candidates, |name| name.as_ref())
}

/// As [`find_start`], for candidates that have a name somewhere inside.
pub fn find_start_by<T>(
    words: &[&str],
    candidates: impl IntoIterator<Item = T>,
    name: impl Fn(&T) -> &str,
) -> (Found<T>, usize) {
    let mut named: Vec<(String, T)> = candidates
        .into_iter()
        .map(|c| (fold(name(&c)), c))
        .collect();
    // No name has more words than letters.
    for taken in (1..=words.len().min(LONGEST)).rev() {
        let folded = fold(&words[..taken].join(" "));
        if folded.is_empty() {
            continue;
        }
        let whole = |full: &str| full == folded;
        let begun = |full: &str| starts(full).any(|at| full[at..].starts_with(&folded));
        let fits: &dyn Fn(&str) -> bool = if named.iter().any(|(full, _)| whole(full)) {
            &whole
        } else {
            &begun
        };
        let (hits, rest) = named
            .into_iter()
            .partition::<Vec<_>, _>(|(full, _)| fits(full));
        if let Some(found) = one_or_many(hits.into_iter().map(|(_, c)| c).collect()) {
            return (found, taken);
        }
        named = rest;
    }
    let wanted = words.first().copied().unwrap_or_default();
    (
        Found::None {
            close: close_names(wanted, named.iter().map(|(_, c)| name(c)), 3),
        },
        0,
    )
}

/// The names that look most like `wanted`, best first, `most` at most. A name is also close when the
/// beginning of one of its words is: "Brige" is close to "Bridge Collapse".
pub fn close_names<S: AsRef<str>>(
    wanted: &str,
    candidates: impl IntoIterator<Item = S>,
    most: usize,
) -> Vec<String> {
    // Comparing costs letters times letters: what is too long to be a name is not compared.
    let comparable =
        |name: &str| !name.is_empty() && name.chars().take(LONGEST + 1).count() <= LONGEST;
    let wanted = fold(wanted);
    if !comparable(&wanted) {
        return Vec::new();
    }
    let near = |name: &str| {
        Some(fold(name))
            .filter(|name| comparable(name))
            .and_then(|name| distance(&wanted, &name))
    };
    let mut close: Vec<(usize, String)> = candidates
        .into_iter()
        .filter_map(|name| Some((near(name.as_ref())?, name.as_ref().to_owned())))
        .collect();
    close.sort();
    close.dedup_by(|a, b| a.1 == b.1);
    close.into_iter().take(most).map(|(_, name)| name).collect()
}

/// Why a name would make riddles at the prompt: it ends in a digit.
pub fn riddle(name: &str) -> Option<String> {
    name.trim_end()
        .ends_with(|c: char| c.is_numeric())
        .then(|| {
            let small = show::visible(&name.to_lowercase()).into_owned();
            format!(
                "no name ends in a digit, since `hit {small} 2` would be a riddle: write it out"
            )
        })
}

/// The sentence for a name that nothing has: `unknown timer "Brige": did you mean "Bridge Collapse"?`
///
/// `kind` is the word for one such thing. Without a close name the sentence lists all names when
/// they are six or fewer, and says so when there are none.
pub fn unknown<S: AsRef<str>>(
    kind: &str,
    wanted: &str,
    candidates: impl IntoIterator<Item = S>,
) -> String {
    let names: Vec<S> = candidates.into_iter().collect();
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    sentence(kind, wanted, &close_names(wanted, &names, 3), &names)
}

fn sentence<S: AsRef<str>>(kind: &str, wanted: &str, close: &[String], names: &[S]) -> String {
    let what = format!("unknown {kind} {}", show::quoted(wanted));
    match names.len() {
        0 => format!("{what}: there are none yet"),
        _ if !close.is_empty() => format!("{what}: did you mean {}?", show::listed(close, "or")),
        1 => format!("{what}: there is only {}", show::listed(names, "and")),
        2..=6 => format!("{what}: there are {}", show::listed(names, "and")),
        _ => what,
    }
}

/// The sentence for a name that several things have: `"bridge" fits more than one timer: "A", "B"`.
pub fn several<S: AsRef<str>>(kind: &str, wanted: &str, fitting: &[S]) -> String {
    format!(
        "{} fits more than one {kind}: {}",
        show::quoted(wanted),
        show::listed(fitting, "and")
    )
}

/// A name that nothing has. Never overruled by the GM: there is nothing to rule on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", sentence(.what, .got, .close, .allowed))]
pub struct UnknownName {
    /// What was looked for: "skill", "Position".
    pub what: String,
    /// The text as given.
    pub got: String,
    /// At most three names that resemble it.
    pub close: Vec<String>,
    /// Every allowed name.
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
            close: close_names(got, allowed.iter().copied(), 3),
            allowed: allowed.into_iter().map(str::to_owned).collect(),
        }
    }
}

fn one_or_many<T>(mut hits: Vec<T>) -> Option<Found<T>> {
    match hits.len() {
        0 => None,
        1 => hits.pop().map(Found::One),
        _ => Some(Found::Many(hits)),
    }
}

/// Byte places where a word of a folded name begins.
fn starts(folded: &str) -> impl Iterator<Item = usize> + '_ {
    let mut inside = false;
    folded.char_indices().filter_map(move |(at, c)| {
        let word = c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c);
        let begins = word && !inside;
        inside = word;
        (begins || at == 0).then_some(at)
    })
}

/// How far a folded name is from the one wanted, if near enough to be worth showing. Equal steps away,
/// a whole name comes before the beginning of a word.
fn distance(wanted: &str, name: &str) -> Option<usize> {
    let length = wanted.chars().count();
    // A third of the letters may differ, as compilers allow.
    let allowed = length.max(3) / 3;
    let turned = usize::from(sorted_words(wanted) != sorted_words(name)) * length + 1;
    let whole = strsim::damerau_levenshtein(wanted, name).min(turned);
    let part = starts(name)
        .map(|at| part_distance(wanted, &name[at..], length))
        .min()
        .unwrap_or(length);
    let best = whole.min(part);
    (best <= allowed && best < length).then_some(2 * best + usize::from(part < whole))
}

/// The distance to the beginning of `rest`: to as many letters, or as many words, as were typed.
fn part_distance(wanted: &str, rest: &str, length: usize) -> usize {
    // A shared beginning says little until it is three letters long.
    if length >= 3 && rest.starts_with(wanted) {
        return 0;
    }
    let same_words = rest
        .split(' ')
        .take(wanted.split(' ').count())
        .collect::<Vec<_>>()
        .join(" ");
    strsim::damerau_levenshtein(wanted, &same_words)
}

fn sorted_words(name: &str) -> Vec<&str> {
    let mut words: Vec<&str> = name.split(' ').collect();
    words.sort_unstable();
    words
}

fn is_apostrophe(c: char) -> bool {
    matches!(
        c,
        '\'' | '`'
            | '´'
            | '‘'
            | '’'
            | '‚'
            | '‛'
            | '′'
            | '‵'
            | 'ʹ'
            | 'ʻ'
            | 'ʼ'
            | 'ʽ'
            | 'ʾ'
            | 'ʿ'
            | 'ˈ'
            | 'ˊ'
            | 'ˋ'
            | '՚'
            | '׳'
            | 'ꞌ'
            | '＇'
            | '｀'
    )
}

fn is_gap(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '-' | '_' | '\u{2010}'
                ..='\u{2015}'
                    | '\u{2043}'
                    | '\u{2212}'
                    | '\u{2e3a}'
                    | '\u{2e3b}'
                    | '\u{30fb}'
                    | '\u{fe58}'
                    | '\u{fe63}'
                    | '\u{ff0d}'
        )
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    const TIMERS: [&str; 4] = [
        "Bridge Collapse",
        "Guards Wake",
        "A seat for the Eel-Wife (Ellis)",
        "Flößer",
    ];

    #[test]
    fn case_gaps_and_apostrophes_do_not_count() {
        let same_names: [&[&str]; 6] = [
            &[
                "Gate Keeper",
                "gate keeper",
                "GATE-KEEPER",
                "gate_keeper",
                "  gate \t keeper ",
                "Gate\u{2013}Keeper",
            ],
            &[
                "Crow's Foot",
                "Crow’s Foot",
                "crows foot",
                "CROW`S-FOOT",
                "Crow´s Foot",
            ],
            &["Flößer", "FLÖßER", "flo\u{308}ßer", "FLÖSSER"],
            &["Night-Watch", "night watch", "Night\u{a0}Watch"],
            &["Σίσυφος", "ΣΊΣΥΦΟΣ"],
            &["Moth", "Mo\u{200b}th", "\u{feff}moth", "ｍｏｔｈ"],
        ];
        for names in same_names {
            for name in names {
                assert!(same(name, names[0]), "{name:?} and {:?}", names[0]);
                assert_eq!(
                    fold(&fold(name)),
                    fold(name),
                    "folding twice changes nothing"
                );
            }
        }
    }

    #[test]
    fn the_short_way_comes_to_the_same() {
        let names = [
            "", " ", "a", "A", "Ash Rat", "ash rat", "ash  rat", " ash rat", "ash-rat", "AshRat",
            "Rat 2", "rat 2", "ß", "SS", "ss",
        ];
        for one in names {
            for other in names {
                assert_eq!(
                    same(one, other),
                    one == other || fold(one) == fold(other),
                    "{one:?} and {other:?}"
                );
            }
        }
    }

    #[test]
    fn letters_and_accents_count() {
        for (one, other) in [
            ("Flößer", "Flosser"),
            ("Nightwatch", "Night Watch"),
            ("Müller", "Muller"),
            ("Orc", "Ork"),
            ("鬼", "鬼神"),
        ] {
            assert!(!same(one, other), "{one} and {other}");
        }
    }

    #[test]
    fn a_whole_name_finds_its_thing() {
        assert_eq!(
            find("bridge-collapse", TIMERS),
            Found::One("Bridge Collapse")
        );
        assert_eq!(find("FLÖSSER", TIMERS), Found::One("Flößer"));
        assert_eq!(
            find("Bridge", TIMERS),
            Found::None {
                close: vec!["Bridge Collapse".into()]
            }
        );
        assert_eq!(
            find("Alarm", ["Alarm", "alarm"]),
            Found::Many(vec!["Alarm", "alarm"])
        );
        assert_eq!(
            find("Alarm", ["Alarm", "Alarm"]),
            Found::Many(vec!["Alarm", "Alarm"])
        );
        for nothing in ["", " - ", "''", "\u{200b}"] {
            assert_eq!(find(nothing, ["", "A"]), Found::None { close: vec![] });
        }
    }

    #[test]
    fn things_are_found_by_what_they_hold() {
        let things = [(1, "Ash Rat".to_owned()), (2, "Ash Rat B".to_owned())];
        assert_eq!(
            find_by("ash rat b", &things, |t| &t.1),
            Found::One(&things[1])
        );
        assert_eq!(
            find_start_by(&["rat", "b"], &things, |t| &t.1),
            (Found::One(&things[1]), 2)
        );
    }

    #[test]
    fn prompt_words_take_the_longest_match() {
        let names = [
            "Ash Rat",
            "Ash Rat B",
            "Toll Troll",
            "Hurl a Parapet",
            "A seat for the Eel-Wife (Ellis)",
        ];
        let cases: [(&str, &str, usize); 11] = [
            ("ash rat 3", "Ash Rat", 2),
            ("ash rat b 3", "Ash Rat B", 3),
            ("ash-rat b", "Ash Rat B", 2),
            ("hurl lyra", "Hurl a Parapet", 1),
            ("hurl a parapet lyra", "Hurl a Parapet", 3),
            ("toll tr resilience", "Toll Troll", 2),
            ("troll", "Toll Troll", 1),
            ("tol", "Toll Troll", 1),
            ("eel-wife", "A seat for the Eel-Wife (Ellis)", 1),
            ("wife", "A seat for the Eel-Wife (Ellis)", 1),
            ("ellis 2", "A seat for the Eel-Wife (Ellis)", 1),
        ];
        for (typed, name, taken) in cases {
            let words: Vec<&str> = typed.split(' ').collect();
            assert_eq!(
                find_start(&words, names),
                (Found::One(name), taken),
                "{typed}"
            );
        }
        assert_eq!(
            find_start(&["ash"], names),
            (Found::Many(vec!["Ash Rat", "Ash Rat B"]), 1)
        );
        assert_eq!(
            find_start(&["ral"], names).1,
            0,
            "the middle of a word is no beginning"
        );
        assert_eq!(
            find_start(&["torll", "now"], names),
            (
                Found::None {
                    close: vec!["Toll Troll".into()]
                },
                0
            )
        );
        assert_eq!(find_start(&[], names), (Found::None { close: vec![] }, 0));
    }

    #[test]
    fn close_names_are_few_and_close() {
        assert_eq!(close_names("Brige", TIMERS, 3), ["Bridge Collapse"]);
        assert_eq!(close_names("Flosser", TIMERS, 3), ["Flößer"]);
        assert_eq!(
            close_names("collapse bridge", TIMERS, 3),
            ["Bridge Collapse"]
        );
        assert_eq!(
            close_names("armour", ["armor", "attributes", "arm"], 3),
            ["armor"]
        );
        assert_eq!(close_names("xyz", TIMERS, 3), [""; 0]);
        assert_eq!(close_names("z", ["a", "b", "c"], 3), [""; 0]);
        let many: Vec<String> = (0..500).map(|n| format!("Rat {n}")).collect();
        assert_eq!(close_names("Rat", &many, 3).len(), 3);
        let long = "x".repeat(1_000_000);
        assert_eq!(
            close_names(&long, [&long, "x"], 3),
            [""; 0],
            "no name: not compared at all"
        );
    }

    #[test]
    fn sentences() {
        assert_eq!(
            unknown("timer", "Brige", TIMERS),
            "unknown timer \"Brige\": did you mean \"Bridge Collapse\"?"
        );
        assert_eq!(
            unknown(
                "position",
                "Banana",
                ["dominant", "controlled", "desperate"]
            ),
            "unknown position \"Banana\": there are \"dominant\", \"controlled\" and \"desperate\""
        );
        assert_eq!(
            unknown("foe", "Ogre", ["Moth"]),
            "unknown foe \"Ogre\": there is only \"Moth\""
        );
        assert_eq!(
            unknown("timer", "Brige", [""; 0]),
            "unknown timer \"Brige\": there are none yet"
        );
        assert_eq!(
            unknown("letter", "?", ["a", "b", "c", "d", "e", "f", "g"]),
            "unknown letter \"?\""
        );
        assert_eq!(
            unknown("timer", "\u{1b}[2J", ["A"]),
            "unknown timer \"␛[2J\": there is only \"A\""
        );
        assert_eq!(
            several("timer", "alarm", &["Alarm", "alarm"]),
            "\"alarm\" fits more than one timer: \"Alarm\" and \"alarm\""
        );
    }
}
