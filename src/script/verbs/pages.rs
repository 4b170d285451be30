//! Help on what is neither verb nor thing, a short page each: the sheet, dice, periods, house rules.

use crate::table::names;

/// The pages, by the words that lead to them.
const PAGES: [(&[&str], &str); 6] = [
    (
        &["sheet", "sheets", "characters", "party file"],
        "sheet: a character is a file party/NAME.yaml; saved while you play, it joins or changes at once
  name: Wren                                                       required
  attributes: { body: 2, wits: 3, spirit: 2, presence: 2 }         required, 1 to 5 each
  skills: { craft: 2 }                                             0 to 5; help skills lists them
  xp: 40   or   tier: 2                                            one of the two
  armor: light                                                     none light medium heavy
  weapon: { name: sword, weight: medium, tags: [REACH], ranged: true }
  shield: heater                                                   buckler heater pavise
  talents: [Steady Hand]                                           a talent of a script acts, any other is a label
  bonds: [Bram]   complications: [a debt in the town]   assets, followers, notes, player
Harm, Fatigue and Boons are of the table, never of the file (help set).",
    ),
    (
        &["sb", "story beats", "bank"],
        "sb: the GM's Story Beats. sb alone shows the bank
  gain 1   every 1 a roll shows adds one by itself
  use 2    a move of a foe pays its price; menu shows the prices
  spend 2 the lantern goes out   ·   spend tick bridge   ·   help spend lists the named ones",
    ),
    (
        &["moves", "foe moves"],
        "moves: what foes do with SB. menu lists them, menu troll says whom each reaches
  use 1   ·   use hurl lyra   ·   use hurl lyra = 8541   ·   try use 2 lyra: what would happen
  threaten troll lyra: an attack that costs no SB (help threaten). To write one: help move",
    ),
    (
        &["faces", "real dice", "dice"],
        "faces: real dice, behind = at the end of a line, in order of throwing; 0 is a ten
  roll lyra wits craft = 96421   ·   = 9 6 4 2 1 / 7 (the die thrown again)   ·   = 96421, 83 (two rolls)
  :dice ask asks for the faces of every roll; Enter rolls for you",
    ),
    (
        &["periods", "period", "per", "lasts", "every"],
        "periods: turn exchange scene session downtime campaign, the same words for per, lasts and every
  per = \"scene\", times = 2   twice a scene       lasts = \"exchange\"   until the exchange ends
  every = \"scene\"            ticks when a scene ends",
    ),
    (
        &["house rules", "house rule", "base"],
        "override.POINT(function(e, base) … end): a formula of the rulebook, computed your way
  base is a function: base() is what would come out without you, called at most once; give back the same kind of value
  override.armor(function(e, base)
      local done = base()
      return done
  end)
  rules.points() lists the formulas, help override.armor says what one is told and gives back
  rules.switches() lists what campaign.yaml can switch",
    ),
];

/// The page that a topic leads to.
pub fn page(topic: &str) -> Option<&'static str> {
    let found = PAGES
        .iter()
        .find(|(topics, _)| topics.iter().any(|one| names::same(one, topic)));
    found.map(|(_, text)| *text)
}

/// What leads to a page.
pub fn topics() -> impl Iterator<Item = &'static str> {
    PAGES.iter().flat_map(|(topics, _)| topics.iter().copied())
}
