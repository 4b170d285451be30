//! Cards: what they are, how a draw from the Deck of Consequences is read, what lets the GM draw, the places of a Crown
//! Spread. rules/07, R86–R94.
//!
//! Not here: order and shuffling (the table), and what suits mean on the road: that list is travel's own (R94).

use super::words::words;

words! {
    /// The suit of a card. Jokers have none (R89).
    Suit, "suit" {
        /// Material, cost.
        Clubs = "clubs", "Clubs";
        /// Magical, spiritual.
        Diamonds = "diamonds", "Diamonds";
        /// Social, emotional.
        Hearts = "hearts", "Hearts";
        /// Physical, harm.
        Spades = "spades", "Spades";
    }
}

impl Suit {
    /// Its letter in a code.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Hearts => 'H',
            Self::Spades => 'S',
        }
    }
    /// Its sign.
    #[must_use]
    pub fn sign(self) -> char {
        match self {
            Self::Clubs => '♣',
            Self::Diamonds => '♦',
            Self::Hearts => '♥',
            Self::Spades => '♠',
        }
    }
    /// What it is about as a consequence (rules/07 §1). Travel reads suits otherwise (R94).
    #[must_use]
    pub fn theme(self) -> &'static str {
        match self {
            Self::Clubs => "material, cost",
            Self::Diamonds => "magical, spiritual",
            Self::Hearts => "social, emotional",
            Self::Spades => "physical, harm",
        }
    }
    /// The shortcut table in words to read out (rules/07 §1; the middle lies between the two, R91).
    #[must_use]
    pub fn shortcut(self, column: Column) -> &'static str {
        match (self, column) {
            (Self::Clubs, Column::Low) => "something small is gone: goods or coin",
            (Self::Clubs, Column::Middle) => "a loss that is felt, or a creditor who asks",
            (Self::Clubs, Column::High) => "a big asset is lost, or a debt is called in",
            (Self::Diamonds, Column::Low) => "an omen, or a sound that has no source",
            (Self::Diamonds, Column::Middle) => "something unnatural takes notice",
            (Self::Diamonds, Column::High) => "a Patron demands, or reality bends",
            (Self::Hearts, Column::Low) => "an awkward moment among people",
            (Self::Hearts, Column::Middle) => "somebody takes offence, or turns cool",
            (Self::Hearts, Column::High) => "betrayal, scandal, trust broken",
            (Self::Spades, Column::Low) => "a stumble, or a small hurt",
            (Self::Spades, Column::Middle) => "a hurt that slows, or footing that goes",
            (Self::Spades, Column::High) => "a grave injury, or something collapses",
        }
    }
}

words! {
    /// How bad a consequence is, by the highest card (R86).
    Severity, "severity" {
        /// 2–4.
        Subtle = "subtle", "Subtle";
        /// 5–7.
        Minor = "minor", "Minor";
        /// 8–10.
        Moderate = "moderate", "Moderate";
        /// Jack, Queen, King.
        Major = "major", "Major";
        /// Ace.
        SceneAltering = "scene_altering", "Scene-altering";
        /// Black Joker.
        DarkBoon = "dark_boon", "Dark boon";
        /// Red Joker.
        Catastrophe = "catastrophe", "Catastrophe";
    }
}

impl Severity {
    /// What it asks of the GM, in a few words.
    #[must_use]
    pub fn means(self) -> &'static str {
        match self {
            Self::Subtle => "barely felt, or an omen for later",
            Self::Minor => "a nuisance",
            Self::Moderate => "it reshapes the scene",
            Self::Major => "it lasts",
            Self::SceneAltering => "the scene turns, and wants an answer now",
            Self::DarkBoon => "help now, at a price that lasts",
            Self::Catastrophe => "the worst that fits here",
        }
    }
}

words! {
    /// A column of the shortcut table.
    Column, "column" {
        /// 2–5.
        Low = "low", "Low";
        /// 6–10 (R91).
        Middle = "middle", "Middle";
        /// Jack and above.
        High = "high", "High";
    }
}

/// A card. In order of value; jokers stand above the Ace, Red above Black (R89).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// Rank 2–14 (Jack 11, Queen 12, King 13, Ace 14) and suit.
    Of(u8, Suit),
    /// Help now, a price that lasts.
    BlackJoker,
    /// The worst.
    RedJoker,
}

/// Ranks as they are written, from 2 up.
const RANKS: [&str; 13] = [
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
];
/// The Ace.
const ACE: u8 = 14;

impl Card {
    /// Reads "7C", "10♦", "qh", "RJ".
    ///
    /// # Errors
    /// What is no card, with the form of one.
    pub fn parse(text: &str) -> Result<Self, String> {
        let folded: String = text
            .trim()
            .chars()
            .map(|c| {
                Suit::ALL
                    .iter()
                    .find(|suit| suit.sign() == c)
                    .map_or(c.to_ascii_uppercase(), |suit| suit.letter())
            })
            .collect();
        match folded.as_str() {
            "RJ" => return Ok(Self::RedJoker),
            "BJ" => return Ok(Self::BlackJoker),
            _ => {}
        }
        let read = || {
            let letter = folded.chars().last()?;
            let suit = *Suit::ALL.iter().find(|suit| suit.letter() == letter)?;
            let rank = folded.strip_suffix(letter)?;
            let at = RANKS.iter().position(|known| *known == rank)?;
            Some(Self::Of(u8::try_from(at).ok()? + 2, suit))
        };
        read().ok_or_else(|| {
            format!(
                "{text:?} is no card: a rank (2–10, J, Q, K, A) and a suit (H, S, C, D), or RJ, BJ"
            )
        })
    }

    /// The standard deck in order, jokers last where they are in play.
    #[must_use]
    pub fn standard(jokers: bool) -> Vec<Self> {
        let mut cards: Vec<Self> = Suit::ALL
            .iter()
            .flat_map(|suit| (2..=ACE).map(move |rank| Self::Of(rank, *suit)))
            .collect();
        if jokers {
            cards.extend([Self::RedJoker, Self::BlackJoker]);
        }
        cards
    }

    /// "7C", "10D", "RJ".
    #[must_use]
    pub fn code(self) -> String {
        match self {
            Self::Of(_, suit) => format!("{}{}", self.rank(), suit.letter()),
            Self::RedJoker | Self::BlackJoker => self.rank().to_owned(),
        }
    }
    /// The rank as it is written.
    #[must_use]
    pub fn rank(self) -> &'static str {
        match self {
            Self::Of(rank, _) => RANKS
                .get(usize::from(rank).saturating_sub(2))
                .copied()
                .unwrap_or("A"),
            Self::RedJoker => "RJ",
            Self::BlackJoker => "BJ",
        }
    }
    /// The suit; jokers have none.
    #[must_use]
    pub fn suit(self) -> Option<Suit> {
        match self {
            Self::Of(_, suit) => Some(suit),
            Self::RedJoker | Self::BlackJoker => None,
        }
    }
    /// 2–10, J 11, Q 12, K 13, A 14, Black Joker 15, Red Joker 16.
    #[must_use]
    pub fn value(self) -> u32 {
        match self {
            Self::Of(rank, _) => u32::from(rank),
            Self::BlackJoker => 15,
            Self::RedJoker => 16,
        }
    }
    /// How bad it is (R86).
    #[must_use]
    pub fn severity(self) -> Severity {
        match self.value() {
            0..=4 => Severity::Subtle,
            5..=7 => Severity::Minor,
            8..=10 => Severity::Moderate,
            11..=13 => Severity::Major,
            14 => Severity::SceneAltering,
            15 => Severity::DarkBoon,
            _ => Severity::Catastrophe,
        }
    }
    /// Its column of the shortcut table.
    #[must_use]
    pub fn column(self) -> Column {
        match self.value() {
            0..=5 => Column::Low,
            6..=10 => Column::Middle,
            _ => Column::High,
        }
    }
    /// The card one rank up or down, which the GM may read in its place; nothing beyond 2 and Ace, nor for jokers.
    #[must_use]
    pub fn beside(self, up: bool) -> Option<Self> {
        match self {
            Self::Of(rank, suit) if up && rank < ACE => Some(Self::Of(rank + 1, suit)),
            Self::Of(rank, suit) if !up && rank > 2 => Some(Self::Of(rank - 1, suit)),
            _ => None,
        }
    }
}

/// As people read it: "7♣", "Red Joker".
impl std::fmt::Display for Card {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Of(_, suit) => write!(f, "{}{}", self.rank(), suit.sign()),
            Self::RedJoker => f.write_str("Red Joker"),
            Self::BlackJoker => f.write_str("Black Joker"),
        }
    }
}

/// One complication out of all that was drawn: every suit once, in order of drawing, and the highest card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Suits, each once.
    pub suits: Vec<Suit>,
    /// The highest card, the first of equals.
    pub highest: Card,
}

impl Reading {
    /// Reads a draw; nothing for no cards.
    #[must_use]
    pub fn of(cards: &[Card]) -> Option<Self> {
        let highest = *cards.iter().rev().max_by_key(|card| card.value())?;
        let mut suits = Vec::new();
        for suit in cards.iter().filter_map(|card| card.suit()) {
            if !suits.contains(&suit) {
                suits.push(suit);
            }
        }
        Some(Self { suits, highest })
    }
}

/// Most cards of a draw by Story Beats.
const MOST_BY_BEATS: u32 = 3;

/// Cards of a draw by Story Beats spent or rolled: at least 1, at most 3; without any 1 (rules/07 §1, R88).
#[must_use]
pub fn cards_by_beats(sb: u32) -> u32 {
    sb.clamp(1, MOST_BY_BEATS)
}

/// SB spent at once that let the GM draw.
pub const SPENT_AT_ONCE: u32 = 2;

/// SB of one roll that make it an overflow (R93).
pub const OVERFLOW: u32 = 3;

/// Harm that somebody reached in a leg which makes its end one at major cost (R93).
pub const MAJOR_COST: u8 = 2;

words! {
    /// What lets the GM draw from the Deck of Consequences: permission, never more (rules/07 §1).
    Ground, "ground for a draw" {
        /// Many 1s on one roll (R87).
        Ones = "ones", "1s on a roll";
        /// SB spent at once.
        Spent = "spent", "SB spent at once";
        /// A timer of scene or campaign has filled.
        Filled = "filled", "a timer filled";
        /// The unexpected on the road.
        Encounter = "encounter", "an encounter on the road";
    }
}

words! {
    /// A place in a Crown Spread, in order of laying (rules/07 §2).
    CrownPlace, "place in the spread" {
        /// The tension under the campaign.
        Root = "root", "Root";
        /// A faction or patron on the rise.
        Crest = "crest", "Crest";
        /// The climax.
        Crown = "crown", "Crown";
        /// A bond or an ally.
        LeftHand = "left_hand", "Left Hand";
        /// A rival or a traitor.
        RightHand = "right_hand", "Right Hand";
        /// A twist for the whole setting.
        Twist = "twist", "Twist";
        /// Another one.
        LastTwist = "last_twist", "Last Twist";
    }
}

impl CrownPlace {
    /// What it stands for.
    #[must_use]
    pub fn means(self) -> &'static str {
        match self {
            Self::Root => "the tension underneath",
            Self::Crest => "who is on the rise",
            Self::Crown => "the climax",
            Self::LeftHand => "a bond, an ally",
            Self::RightHand => "a rival, a traitor",
            Self::Twist | Self::LastTwist => "a twist for the whole setting",
        }
    }
}

/// Fewest and most cards of a spread.
pub const SPREAD: (u32, u32) = (5, 7);

words! {
    /// How far the end of the campaign has come (rules/07 §3–§4).
    #[derive(Default)]
    Ending, "stage of the end" {
        /// Far off.
        #[default]
        Open = "open", "open";
        /// The Campaign Timer is full: the confrontation and its fallout.
        Confrontation = "confrontation", "the Crown confrontation";
        /// One session of epilogue.
        Epilogue = "epilogue", "the epilogue";
        /// Told to the end.
        Over = "over", "over";
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_with_letters_and_signs_and_written_one_way() {
        for (text, code, shown) in [
            ("7C", "7C", "7♣"),
            ("7♣", "7C", "7♣"),
            (" 10d ", "10D", "10♦"),
            ("qh", "QH", "Q♥"),
            ("rj", "RJ", "Red Joker"),
        ] {
            let card = Card::parse(text).unwrap();
            assert_eq!(
                (card.code().as_str(), card.to_string().as_str()),
                (code, shown)
            );
        }
        for text in ["1C", "11H", "7", "C", "XJ", "", "🂡"] {
            assert!(Card::parse(text).is_err(), "{text}");
        }
        for card in Card::standard(true) {
            assert_eq!(Card::parse(&card.code()).unwrap(), card);
        }
    }

    #[test]
    fn the_order_of_cards_is_the_order_of_their_values() {
        let mut cards = Card::standard(true);
        cards.sort_by_key(|card| card.value());
        assert_eq!(cards.last(), Some(&Card::RedJoker));
        assert_eq!(cards.len(), 54);
        // A rank is moved by one and no further than 2 and Ace; jokers stay.
        assert_eq!(
            Card::parse("KC").unwrap().beside(true),
            Card::parse("AC").ok()
        );
        assert_eq!(Card::parse("AC").unwrap().beside(true), None);
        assert_eq!(Card::parse("2C").unwrap().beside(false), None);
        assert_eq!(Card::RedJoker.beside(false), None);
    }
}
