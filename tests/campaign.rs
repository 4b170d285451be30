//! What campaign.yaml and the sheets may say, and what people are told when they say something else.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::Path;

use insta::assert_snapshot;
use storybeat::script::campaign::{Campaign, Party, SwitchValue, campaign, party, sheet};
use storybeat::script::diagnostic::{Diagnostic, Look};
use storybeat::script::folder::{Files, SourceFile};
use storybeat::table::sheet::{
    ArmorCategory, AssetSize, Attributes, Sheet, Shield, Standing, Weight,
};

fn file(path: &str, text: &str) -> SourceFile {
    let files = Files::from_map([(path, text)]);
    files.all().next().unwrap().clone()
}

fn read_campaign(text: &str) -> Result<Campaign, String> {
    campaign(&file("campaign.yaml", text)).map_err(|fault| fault.to_line())
}

/// A sheet with these lines beside a name and attributes, which stand on lines 1 and 2.
fn read(lines: &str) -> Result<Sheet, String> {
    let text =
        format!("name: Moss\nattributes: {{body: 1, wits: 2, spirit: 3, presence: 4}}\n{lines}");
    sheet(&file("party/moss.yaml", &text), &["psionics".to_owned()]).map_err(|faults| {
        faults
            .iter()
            .map(Diagnostic::to_line)
            .collect::<Vec<_>>()
            .join("\n")
    })
}

#[test]
fn the_campaign_that_ships() {
    let files = Files::scan(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts"));
    let shipped = campaign(files.campaign.as_ref().unwrap()).unwrap();
    assert_eq!(shipped.title.as_deref(), Some("Bridge at Dusk"));
    let Party { sheets, problems } = party(&files.party, &[]);
    assert_eq!(problems, []);
    type Row<'a> = (
        &'a str,
        [u8; 4],
        &'a [(&'a str, u8)],
        ArmorCategory,
        &'a [&'a str],
    );
    let rows: [Row; 3] = [
        (
            "Ellis",
            [3, 2, 2, 2],
            &[("athletics", 1), ("endurance", 2), ("melee", 2)],
            ArmorCategory::Medium,
            &[],
        ),
        (
            "Lyra",
            [2, 3, 2, 2],
            &[("athletics", 1), ("craft", 2)],
            ArmorCategory::Light,
            &[],
        ),
        (
            "Sera",
            [1, 2, 3, 2],
            &[("arcana", 2), ("lore", 2)],
            ArmorCategory::None,
            &["Spellcraft", "Pact-Whisperer", "Lesser Pactwright"],
        ),
    ];
    assert_eq!(sheets.len(), rows.len());
    for ((_, sheet), (name, [body, wits, spirit, presence], skills, armor, talents)) in
        sheets.iter().zip(rows)
    {
        assert_eq!(sheet.name, name);
        assert_eq!(
            sheet.attributes,
            Attributes {
                body,
                wits,
                spirit,
                presence
            },
            "{name}"
        );
        let has: Vec<(&str, u8)> = sheet
            .skills
            .iter()
            .map(|(skill, rating)| (skill.as_str(), *rating))
            .collect();
        assert_eq!(has, skills, "{name}");
        assert_eq!(sheet.armor.category, armor, "{name}");
        assert_eq!(sheet.talents, talents, "{name}");
        // Attributes and skills are paid: 3 × rating, 2 × level a step (rules/20 §3.1); so are Sera's talents.
        let steps = |rating: u8, price: u32| {
            (1..=u32::from(rating))
                .map(|step| step * price)
                .sum::<u32>()
        };
        let attributes: u32 = [body, wits, spirit, presence]
            .iter()
            .map(|rating| steps(*rating, 3) - 3)
            .sum();
        let paid = attributes
            + skills
                .iter()
                .map(|(_, level)| steps(*level, 2))
                .sum::<u32>();
        let talents = if talents.is_empty() { 0 } else { 6 + 2 + 2 };
        assert_eq!(sheet.standing, Some(Standing::Xp(paid + talents)), "{name}");
    }
}

#[test]
fn everything_in_the_campaign_file() {
    assert_eq!(read_campaign("").unwrap(), Campaign::default());
    let full = read_campaign(
        "title: No\nseed: 012\nswitches:\n  miss_boon_needs_sb: false\n  dv_over_five: convert\n  deck_trigger_ones: 3\n  jokers: on\nlines: [spiders]\nveils:\n  - torture\n",
    )
    .unwrap();
    assert_eq!(
        (full.title.as_deref(), full.seed.as_deref()),
        (Some("No"), Some("012"))
    );
    let switches: Vec<_> = full
        .switches
        .iter()
        .map(|s| (s.name.as_str(), &s.value, s.place.to_string()))
        .collect();
    assert_eq!(
        switches,
        [
            (
                "miss_boon_needs_sb",
                &SwitchValue::Bool(false),
                "campaign.yaml:4:3".into()
            ),
            (
                "dv_over_five",
                &SwitchValue::Word("convert".into()),
                "campaign.yaml:5:3".into()
            ),
            (
                "deck_trigger_ones",
                &SwitchValue::Number(3),
                "campaign.yaml:6:3".into()
            ),
            (
                "jokers",
                &SwitchValue::Word("on".into()),
                "campaign.yaml:7:3".into()
            ),
        ]
    );
    assert_eq!(
        (full.lines, full.veils),
        (vec!["spiders".to_owned()], vec!["torture".to_owned()])
    );
}

/// DI02: each seed is itself; 12 and "12" are one.
#[test]
fn seeds_are_texts_as_written() {
    for (written, seed) in [
        ("0", "0"),
        ("-1", "-1"),
        ("1.5", "1.5"),
        ("12", "12"),
        ("\"12\"", "12"),
        ("seven", "seven"),
    ] {
        assert_eq!(
            read_campaign(&format!("seed: {written}"))
                .unwrap()
                .seed
                .as_deref(),
            Some(seed)
        );
    }
    assert_eq!(
        read_campaign("seed: \"\"").unwrap_err(),
        "campaign.yaml:1:7: seed: the text is empty"
    );
    assert_eq!(read_campaign("seed:").unwrap().seed, None);
}

#[test]
fn faults_in_the_campaign_file() {
    for (text, line) in [
        (
            "titel: T",
            "campaign.yaml:1:1: unknown field \"titel\": did you mean \"title\"?",
        ),
        ("title: [a]", "campaign.yaml:1:8: title: expected a text"),
        (
            "switches:\n  jokers: 1.5",
            "campaign.yaml:2:11: switches.jokers: expected true, false, a whole number or a word, found 1.5",
        ),
        (
            "switches: [jokers]",
            "campaign.yaml:1:11: switches: expected a map of `key: value` lines",
        ),
        (
            "switches:\n  Jokers: true\n  jokers: false",
            "campaign.yaml:3:3: \"jokers\" fits more than one switch: \"Jokers\" and \"jokers\"",
        ),
        (
            "lines: spiders",
            "campaign.yaml:1:8: lines: expected a list",
        ),
    ] {
        assert_eq!(read_campaign(text).unwrap_err(), line, "{text:?}");
    }
}

#[test]
fn everything_on_a_sheet() {
    let full = read(
        "player: Ann\ntier: II\nskills: {Melee: 2, psionics: 5}\narmor: {name: old coat, category: LIGHT}\n\
         weapon: {name: bow, weight: medium, tags: [piercing], ranged: true}\nshield: buckler\ntalents: [Night Ears]\n\
         bonds: [Lyra]\ncomplications: [\"owes the ferry\"]\nassets: [\"a cellar\", {name: \"guild seat\", size: standard}]\n\
         followers:\n  - {name: Pim, cap: 2, speciality: stealth, skills: {lore: 1}}\nnotes: |\n  two\n  lines\n",
    )
    .unwrap();
    assert_eq!(full.player.as_deref(), Some("Ann"));
    assert_eq!(full.standing, Some(Standing::Tier(2)));
    assert_eq!(
        full.skills,
        [("melee".to_owned(), 2), ("psionics".to_owned(), 5)].into()
    );
    assert_eq!(
        (full.armor.name.as_deref(), full.armor.category),
        (Some("old coat"), ArmorCategory::Light)
    );
    let weapon = full.weapon.unwrap();
    assert_eq!(
        (weapon.name.as_str(), weapon.weight, weapon.ranged),
        ("bow", Some(Weight::Medium), true)
    );
    assert_eq!(weapon.tags, ["PIERCING"]);
    assert_eq!(full.shield, Some(Shield::Buckler));
    assert_eq!(
        (full.assets[0].size, full.assets[1].size),
        (AssetSize::Minor, AssetSize::Standard)
    );
    assert_eq!(
        (
            full.followers[0].cap,
            full.followers[0].speciality.as_deref()
        ),
        (2, Some("stealth"))
    );
    assert_eq!(full.notes.as_deref(), Some("two\nlines\n"));
    let bare = read("weapon: long knife\ntier: 3").unwrap();
    assert_eq!(
        (bare.armor.category, bare.standing),
        (ArmorCategory::None, Some(Standing::Tier(3)))
    );
    assert_eq!(bare.weapon.unwrap().weight, None);
    assert_eq!(
        read("weapon: Heavy").unwrap().weapon.unwrap().weight,
        Some(Weight::Heavy)
    );
    assert_eq!(read("").unwrap().standing, None);
}

#[test]
fn faults_on_a_sheet() {
    let cases = [
        (
            "armour: light",
            "3:1: unknown field \"armour\": did you mean \"armor\"?",
        ),
        ("armor: 9", "3:8: armor: expected a text or a map, found 9"),
        (
            "armor: {catgory: light}",
            "3:9: unknown field \"catgory\": did you mean \"category\"?",
        ),
        (
            "armor: {category: lihgt}",
            "3:19: armor.category: unknown armor \"lihgt\": did you mean \"light\"?",
        ),
        (
            "skills: {mele: 2}",
            "3:10: skills: unknown skill \"mele\": did you mean \"melee\"?",
        ),
        (
            "skills: {medicine: 2}",
            "3:10: skills: \"medicine\" is no skill of its own: it is part of craft",
        ),
        (
            "skills: {melee: 6}",
            "3:17: skills.melee: 6 is not a whole number from 0 to 5",
        ),
        (
            "skills: {melee: \"2\"}",
            "3:17: skills.melee: the text \"2\" is not a whole number from 0 to 5",
        ),
        (
            "skills: {melee: -1}",
            "3:17: skills.melee: -1 is not a whole number from 0 to 5",
        ),
        (
            "skills: {lore: 1, Lore: 2}",
            "3:19: skills: \"Lore\" stands here twice",
        ),
        (
            "xp: 1.5",
            "3:5: xp: 1.5 is not a whole number from 0 to 10000",
        ),
        (
            "xp: 40\ntier: 1",
            "4:7: tier: the XP stand here too, and the tier follows from them (rules/20 §4.3)",
        ),
        (
            "tier: Legend",
            "3:7: tier: unknown tier \"Legend\": there are \"I\", \"II\", \"III\", \"IV\" and \"V\"",
        ),
        ("tier: 6", "3:7: tier: 6 is not a whole number from 1 to 5"),
        (
            "talents: [Spellcraft, spell craft, SPELLCRAFT]",
            "3:36: talents: \"SPELLCRAFT\" stands here twice",
        ),
        ("talents: Spellcraft", "3:10: talents: expected a list"),
        (
            "talents: [Night Ears, \"\"]",
            "3:23: talents[2]: the text is empty",
        ),
        (
            "weapon: {name: axe}",
            "3:10: weapon: the field \"weight\" is missing",
        ),
        (
            "shield: heater\nweapon: heavy",
            "3:9: shield: a heavy weapon takes both hands (rules/22 §3)",
        ),
        (
            "followers: [{name: Pim, cap: 6}]",
            "3:30: followers[1].cap: 6 is not a whole number from 1 to 5",
        ),
        (
            "followers: [{name: Pim, cap: 1, speciality: tactics}]",
            "3:45: skills: \"tactics\" is no skill of its own: it is part of insight",
        ),
        ("boons: 2", "3:1: unknown field \"boons\""),
        ("name: Moss", "3:1: \"name\" stands twice in one map"),
    ];
    for (lines, fault) in cases {
        assert_eq!(
            read(lines).unwrap_err(),
            format!("party/moss.yaml:{fault}"),
            "{lines:?}"
        );
    }
    let whole = sheet(
        &file(
            "party/x.yaml",
            "name: X\nattributes: {body: 7, wits: 1, spirit: 1, presence: 1}",
        ),
        &[],
    );
    let line = "party/x.yaml:2:20: attributes.body: 7 is not a whole number from 1 to 5";
    assert_eq!(whole.unwrap_err()[0].to_line(), line);
    let less = sheet(
        &file(
            "party/x.yaml",
            "name: X\nattributes: {body: 1, wits: 1, spirit: 1}",
        ),
        &[],
    );
    assert_eq!(
        less.unwrap_err()[0].message,
        "attributes: the field \"presence\" is missing"
    );
}

#[test]
fn all_faults_of_a_sheet_at_once() {
    let faults = read("skills: {mele: 2, brawl: 1}\ntalents: [A, a]").unwrap_err();
    assert_eq!(faults.lines().count(), 3, "{faults}");
}

#[test]
fn how_a_designer_sees_it() {
    let text = "name: Moss\nattributes: { body: 1, wits: 2, spirit: 3, presence: 4 }\nskills:\n  melee: 2\n  athletic: 1\n";
    let faults = sheet(&file("party/moss.yaml", text), &[]).unwrap_err();
    assert_snapshot!(faults[0].to_text(&Look { plain: true, ..Look::default() }), @r#"
    error: skills: unknown skill "athletic": did you mean "athletics"?
     --> party/moss.yaml:5:3
      |
    5 |   athletic: 1
      |   ^^^^^^^^
      |
      = help: the skills are melee, ranged, athletics, stealth, endurance, craft, sway, deception, performance, insight, lore, arcana
    "#);
    let text = "name: Moss\nharm: 2\n";
    let faults = sheet(&file("party/moss.yaml", text), &[]).unwrap_err();
    assert_snapshot!(faults[0].to_text(&Look { plain: true, ..Look::default() }), @r#"
    error: unknown field "harm"
     --> party/moss.yaml:2:1
      |
    2 | harm: 2
      | ^^^^
      |
      = help: the fields here are name, player, tier, xp, attributes, skills, armor, weapon, shield, talents, bonds, complications, assets, followers, notes
      = help: harm belongs to play and never comes from the file: set it at the table
    "#);
    let faults = sheet(&file("party/moss.yaml", "name: Moss\n\tnotes: x\n"), &[]).unwrap_err();
    assert_snapshot!(faults[0].to_text(&Look { plain: true, ..Look::default() }), @r#"
    error: a tab stands before the line's text
     --> party/moss.yaml:2:1
      |
    2 |     notes: x
      | ^^^^
      |
      = help: YAML is indented with spaces
    "#);
}

#[test]
fn names_in_the_party_are_their_own() {
    let with = |name: &str, more: &str| {
        format!("name: {name}\nattributes: {{body: 1, wits: 1, spirit: 1, presence: 1}}\n{more}")
    };
    let files = Files::from_map([
        ("party/a.yaml", with("Lyra", "bonds: [Elis, Moss]")),
        ("party/b.yaml", with("LYRA", "")),
        ("party/c.yaml", with("Ellis", "bonds: [Mos, Ellis]")),
        ("party/d.yaml", with("Moss", "bonds: [ellis]")),
        ("party/e.yaml", "name: [".to_owned()),
    ]);
    let party = party(&files.party, &[]);
    let names: Vec<&str> = party
        .sheets
        .iter()
        .map(|(_, sheet)| sheet.name.as_str())
        .collect();
    assert_eq!(names, ["Ellis", "Moss"]);
    let lines: Vec<String> = party.problems.iter().map(Diagnostic::to_line).collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[0].starts_with("party/e.yaml:1:"));
    assert_eq!(
        lines[1..],
        [
            "party/b.yaml:1: two characters are called \"LYRA\"; neither joins",
            "party/c.yaml:3: warning: bonds: unknown character \"Mos\": did you mean \"Moss\"?",
            "party/c.yaml:3: warning: bonds: unknown character \"Ellis\": there is only \"Moss\"",
        ]
    );
}
