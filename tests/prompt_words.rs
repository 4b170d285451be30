//! Words at the prompt: each stands for a line of Luau. Every row of the reference's table, then names as people have
//! them, options, faces, and what is refused.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "support/play.rs"]
mod play;

use play::{Campaign, Play};
use storybeat::script::words::to_luau;

/// The Luau of a line, at this table.
#[track_caller]
fn luau(play: &Play, line: &str) -> String {
    match to_luau(line, play.state(), &play.table.catalog()) {
        Ok(Some(luau)) => luau.text,
        Ok(None) => panic!("{line}: begins with no verb"),
        Err(fault) => panic!("{line}: {fault}"),
    }
}

#[track_caller]
fn refused(play: &Play, line: &str, words: &[&str]) {
    match to_luau(line, play.state(), &play.table.catalog()) {
        Ok(Some(luau)) => panic!("{line} is {}", luau.text),
        Ok(None) => panic!("{line}: begins with no verb"),
        Err(fault) => {
            let fault = fault.to_string();
            for word in words {
                assert!(fault.contains(word), "{line}\n{word:?} is not in: {fault}");
            }
        }
    }
}

/// The bridge with a troll, three rats, a mob, 9 SB.
fn bridge() -> Play {
    let mut play = Campaign::bridge()
        .file(
            "timers/guards_wake.luau",
            "timer \"Guards Wake\" { size = 6 }",
        )
        .play();
    for line in [
        r#"scene.start("The Span")"#,
        "gain(9)",
        r#"spawn("Toll Troll")"#,
        r#"spawn("Ash Rat", 3)"#,
        r#"start("Mob", 6)"#,
    ] {
        play.ok(line);
    }
    play
}

#[test]
fn the_words_of_the_table() {
    let play = bridge();
    let rows = [
        (
            "roll lyra wits craft 4 = 96421",
            r#"roll("Lyra", "wits + craft", 4, { faces = "96421" })"#,
        ),
        (
            "roll ellis body athletics help=lyra pay=boon",
            r#"roll("Ellis", "body + athletics", nil, { help = "Lyra", pay = "boon" })"#,
        ),
        ("reroll 4", "reroll(4)"),
        ("again dv=4", "again({ dv = 4 })"),
        ("anyway it was announced", r#"anyway("it was announced")"#),
        ("undo", "undo()"),
        ("undo 3", "undo(3)"),
        ("spawn ash rat 3", r#"spawn("Ash Rat", 3)"#),
        ("menu", "menu()"),
        ("menu troll", r#"menu("Toll Troll")"#),
        ("use 2", "use(2)"),
        (
            "use hurl lyra = 8541",
            r#"use("Hurl a Parapet", "Lyra", { faces = "8541" })"#,
        ),
        (
            "hit lyra,ellis 2 falling masonry",
            r#"hit({ "Lyra", "Ellis" }, 2, "falling masonry")"#,
        ),
        ("hit party 1 smoke", r#"hit(party, 1, "smoke")"#),
        ("tick bridge", r#"tick("Bridge Collapse")"#),
        ("start guards wake 6", r#"start("Guards Wake", 6)"#),
        ("spend tick bridge", r#"spend("tick", "Bridge Collapse")"#),
        (
            "spend 2 the lantern goes out",
            r#"spend(2, nil, "the lantern goes out")"#,
        ),
        ("mark ellis fatigue", r#"mark("Ellis", "fatigue")"#),
        ("earn sera", r#"earn("Sera")"#),
        ("apply troll prone", r#"apply("Toll Troll", "Prone")"#),
        (
            "shift lyra close troll",
            r#"shift("Lyra", "close", "Toll Troll")"#,
        ),
        (
            "set troll resilience=6",
            r#"set("Toll Troll", { resilience = 6 })"#,
        ),
        (
            "draw consequences sb=3",
            r#"draw("Consequences", { sb = 3 })"#,
        ),
        (
            "draw consequences = 7C 3H",
            r#"draw("Consequences", { cards = "7C 3H" })"#,
        ),
        (
            "try use 3 lyra",
            r#"what_if(function() use(3, "Lyra") end)"#,
        ),
        ("threaten troll sera", r#"threaten("Toll Troll", "Sera")"#),
        ("xcard", "xcard()"),
        ("exchange next", "exchange.next()"),
        ("scene close", "scene.close()"),
        ("scene bridge at dusk", r#"scene.start("Bridge at Dusk")"#),
        ("give lyra sera", r#"give("Lyra", "Sera")"#),
        ("convert sera 2", r#"convert("Sera", 2)"#),
        ("rest party short", r#"rest(party, "short")"#),
        (
            "wound ellis 1 the frost",
            r#"wound("Ellis", 1, "the frost")"#,
        ),
        (
            "say The river has opinions.",
            r#"say("The river has opinions.")"#,
        ),
        ("note \"a\" and \"b\"", r#"note("\"a\" and \"b\"")"#),
        ("say \"quoted\"", r#"say("quoted")"#),
        (
            "step lyra 1 high ground",
            r#"step("Lyra", 1, "high ground")"#,
        ),
        ("tick bridge -1", r#"tick("Bridge Collapse", -1)"#),
        (
            "tick bridge the beam cracks",
            r#"tick("Bridge Collapse", nil, "the beam cracks")"#,
        ),
        ("roll lyra 5", r#"roll("Lyra", 5)"#),
        ("roll lyra 5 4", r#"roll("Lyra", 5, 4)"#),
        ("roll lyra wits", r#"roll("Lyra", "wits")"#),
        (
            "roll lyra body + athletics 2",
            r#"roll("Lyra", "body + athletics", 2)"#,
        ),
        (
            "roll lyra wits craft 5+",
            r#"roll("Lyra", "wits + craft", 5)"#,
        ),
        (
            "roll lyra wits craft dv=4",
            r#"roll("Lyra", "wits + craft", 4)"#,
        ),
        (
            "roll lyra wits position=dominant craft",
            r#"roll("Lyra", "wits + craft", nil, { position = "dominant" })"#,
        ),
        ("resist party body 2", r#"resist(party, "body", 2)"#),
        ("defeat troll paid", r#"defeat("Toll Troll", "paid")"#),
        ("hit lyra 2, from above", r#"hit("Lyra", 2, "from above")"#),
        ("x", "xcard()"),
        ("next", "exchange.next()"),
    ];
    for (words, want) in rows {
        assert_eq!(luau(&play, words), want, "{words}");
    }
}

#[test]
fn the_words_run_as_the_table_says() {
    let mut play = bridge();
    play.ok("earn lyra");
    play.ok("roll lyra wits craft 4 = 96421");
    let said = play.said("reroll 4 = 7");
    assert!(said.contains("4 → 7"), "{said}");
    let said = play.said("again dv=3");
    assert!(said.contains("DV 3"), "{said}");
    play.ok("undo");
    // A number means the menu last shown; one that has changed is shown anew.
    play.refuses("use 1", &["no menu has been shown"]);
    play.ok("menu");
    play.ok("use 1");
    play.ok("spend 8 everything at once");
    play.refuses("use 1", &["1 SB short"]);
    play.ok("anyway it was announced");
    play.ok("defeat rat a gone");
    play.refuses("use 1", &["the menu has changed", "Stamp the Span"]);
    // The bare names of things show them; the full call is echoed where something was guessed.
    for (line, words) in [
        ("lyra", "Lyra   Harm"),
        ("troll", "Toll Troll   TL 5"),
        ("sb", "SB 0"),
        ("timers", "Mob"),
    ] {
        assert!(play.said(line).contains(words), "{line}");
    }
    assert_eq!(
        play.ok("hit troll 1").echo.as_deref(),
        Some(r#"hit("Toll Troll", 1)"#)
    );
    assert_eq!(play.ok("hit lyra 1").echo, None, "nothing was guessed");
    let said = play.said("try hit lyra 9");
    assert!(said.contains("Harm 3"), "{said}");
    assert_eq!(play.pc("Lyra").harm, 0);
}

#[test]
fn names_as_people_have_them() {
    let mut play = Campaign::empty()
        .pc("Flößer Ödön", [2, 2, 2, 2], "")
        .pc("Crow's Foot", [2, 2, 2, 2], "")
        .pc("Night-Watch", [2, 2, 2, 2], "")
        .pc("Ann of the Nine Wells", [2, 2, 2, 2], "")
        .file("monsters/ash_rat.luau", play::RAT)
        .play();
    for (words, want) in [
        ("hit flößer 1", r#"hit("Flößer Ödön", 1)"#),
        ("hit FLÖSSER ÖDÖN 1", r#"hit("Flößer Ödön", 1)"#),
        ("hit ödön 1", r#"hit("Flößer Ödön", 1)"#),
        ("hit crow's foot 1", r#"hit("Crow's Foot", 1)"#),
        ("hit crows 1", r#"hit("Crow's Foot", 1)"#),
        ("hit crow’s foot 1", r#"hit("Crow's Foot", 1)"#),
        ("hit night-watch 1", r#"hit("Night-Watch", 1)"#),
        ("hit night watch 1", r#"hit("Night-Watch", 1)"#),
        ("hit watch 1", r#"hit("Night-Watch", 1)"#),
        ("hit wells 1", r#"hit("Ann of the Nine Wells", 1)"#),
        (
            "hit ann of the nine wells 2 a bucket",
            r#"hit("Ann of the Nine Wells", 2, "a bucket")"#,
        ),
        (r#"hit "Crow's Foot" 1"#, r#"hit("Crow's Foot", 1)"#),
        (
            r#"hit "crow's foot", "night watch" 1"#,
            r#"hit({ "crow's foot", "night watch" }, 1)"#,
        ),
        (
            "roll ann wits help=crows_foot",
            r#"roll("Ann of the Nine Wells", "wits", nil, { help = "Crow's Foot" })"#,
        ),
        (
            r#"roll ann wits help="night watch""#,
            r#"roll("Ann of the Nine Wells", "wits", nil, { help = "Night-Watch" })"#,
        ),
        (
            r#"roll ann wits stakes="past the dog" 4"#,
            r#"roll("Ann of the Nine Wells", "wits", 4, { stakes = "past the dog" })"#,
        ),
        (
            r#"note she said "no = 3""#,
            r#"note("she said \"no = 3\"")"#,
        ),
    ] {
        assert_eq!(luau(&play, words), want, "{words}");
    }
    for line in [
        "hit flößer 1",
        r#"hit "crow's foot" 1"#,
        "hit crow's foot 1",
        "roll ann wits help=crows_foot",
        "earn night-watch",
    ] {
        play.ok(line);
    }
    // Copies are lettered, so that a number behind a name is never part of it.
    play.ok("spawn ash rat 3");
    assert_eq!(
        luau(&play, "hit rat b 2 3 knives"),
        r#"hit("Ash Rat B", 2, "3 knives")"#
    );
}

#[test]
fn no_name_of_ours_ends_in_a_digit() {
    let mut play = bridge();
    for line in [
        r#"spawn("Ash Rat", { name = "Rat 2" })"#,
        r#"spawn("Ash Rat", 2, { names = { "Gnaw", "Gnaw 2" } })"#,
        r#"start("Fire 2", 6)"#,
        r#"start("Fire ²", 6)"#,
        "start \"fire 2\" 6",
    ] {
        play.refuses(line, &["no name ends in a digit"]);
    }
    // `hit ash rat 2` with one rat, with several.
    let mut play = Campaign::bridge().play();
    play.ok("spawn ash rat");
    assert_eq!(luau(&play, "hit ash rat 2"), r#"hit("Ash Rat", 2)"#);
    play.ok("spawn ash rat");
    assert_eq!(luau(&play, "hit ash rat 2"), r#"hit("Ash Rat", 2)"#);
    assert_eq!(luau(&play, "hit ash rat b 2"), r#"hit("Ash Rat B", 2)"#);
    let play = bridge();
    refused(
        &play,
        "hit ash rat 2",
        &["Ash Rat A", "Ash Rat B", "Ash Rat C"],
    );
}

#[test]
fn several_that_fit_are_listed_and_none_is_guessed() {
    let play = bridge();
    refused(
        &play,
        "hit rat 1",
        &["fits more than one", "Ash Rat A", "Ash Rat C"],
    );
    refused(&play, "spend tick ash", &["Ash Rat A"]);
    let mut play = Campaign::bridge().pc("Lyra Vane", [2, 2, 2, 2], "").play();
    assert_eq!(
        luau(&play, "hit lyra 1"),
        r#"hit("Lyra", 1)"#,
        "a whole name before a beginning"
    );
    refused(&play, "hit l 1", &["Lyra", "Lyra Vane"]);
    play.ok(r#"start("Lyra's Oath", 4)"#);
    refused(&play, "set lyr boons=1", &["Lyra", "Lyra Vane"]);
}

#[test]
fn what_is_misspelt_gets_close_names() {
    let play = bridge();
    for (line, words) in [
        ("hit lyrra 1", &["unknown creature", "Lyra"][..]),
        ("roll elis body", &["Ellis"]),
        ("roll lyra wits crafft", &["crafft", "craft"]),
        ("roll lyra wts craft", &["wts", "wits"]),
        (
            "roll lyra wits craft positon=dominant",
            &["positon", "position"],
        ),
        (
            "roll lyra wits craft position=domnant",
            &["domnant", "dominant"],
        ),
        ("roll lyra wits craft help=elis", &["elis", "Ellis"]),
        ("use hurll lyra", &["hurll", "Hurl a Parapet"]),
        ("use hurl lyrra", &["lyrra", "Lyra"]),
        ("use 2 lyrra", &["lyrra", "Lyra"]),
        ("apply troll pronne", &["pronne", "Prone"]),
        ("mark ellis fatige", &["fatige", "fatigue"]),
        ("shift lyra clse troll", &["clse", "close"]),
        ("shift lyra close trol", &["trol"]),
        ("spend tik bridge", &["tik", "tick"]),
        ("tick bridg3", &["bridg3"]),
        ("spawn ahs rat", &["Ash Rat"]),
        ("spawn ash rt", &["rt", "whole number"]),
        ("draw consequence sb=3", &[]),
        ("draw consekwences", &["Consequences"]),
        ("set trll resilience=6", &["trll"]),
        ("threaten troll seraa", &["Sera"]),
        ("rest party nite", &["night"]),
    ] {
        if words.is_empty() {
            luau(&play, line);
        } else if line.starts_with("shift lyra close trol") {
            assert_eq!(luau(&play, line), r#"shift("Lyra", "close", "Toll Troll")"#);
        } else {
            refused(&play, line, words);
        }
    }
    // A line that begins with no verb says which is close.
    let mut play = bridge();
    play.refuses("rol lyra wits craft", &["roll"]);
    play.refuses("hti lyra 2", &["hit"]);
}

#[test]
fn options_faces_and_numbers_are_checked() {
    let play = bridge();
    for (line, words) in [
        ("roll lyra wits craft 6", &["dv", "2 to 5"][..]),
        ("roll lyra wits craft 1", &["2 to 5"]),
        ("roll lyra wits craft 2.5", &["2 to 5"]),
        ("hit lyra -1", &["whole number from 0"]),
        ("hit lyra 1.5", &["whole number"]),
        ("hit lyra two", &["whole number", "two"]),
        ("hit lyra", &["hit needs harm"]),
        ("hit", &["hit needs whom"]),
        ("hit lyra,", &["comma"]),
        ("undo three", &["whole number", "three"]),
        ("spawn ash rat many", &["many"]),
        ("start guards wake 6 6", &["too much"]),
        ("roll lyra wits pay=boon pay=fatigue", &["given twice"]),
        ("hit lyra 2 harm=3", &["given twice"]),
        ("roll lyra wits faces=12 = 12", &["given twice"]),
        ("hit lyra 2 = 96", &["throws no dice"]),
        ("exchange next now", &["too much", "now"]),
        ("use 2 lyra now", &["too much", "now"]),
        ("menu troll now", &["too much"]),
        ("roll lyra wits craft 3 junk", &["too much", "junk"]),
        ("hit lyra 2 \"masonry\" and more", &["too much"]),
        ("hit \"lyra 2", &["isn't closed"]),
        ("set troll", &["needs fields"]),
        ("roll lyra wits meaningful=perhaps", &["yes or no"]),
        ("try", &["try takes a line"]),
        ("try lyra", &["try takes a line"]),
    ] {
        refused(&play, line, words);
    }
    for (line, want) in [
        (
            "roll lyra wits craft meaningful=no",
            r#"roll("Lyra", "wits + craft", nil, { meaningful = false })"#,
        ),
        ("roll lyra wits craft steps=-1 dice=+2", ""),
        ("roll lyra wits craft=", ""),
        (
            "roll lyra wits craft = 9 6 4 2 1 / 7",
            r#"roll("Lyra", "wits + craft", nil, { faces = "9 6 4 2 1 / 7" })"#,
        ),
        (
            "roll lyra wits craft =96421",
            r#"roll("Lyra", "wits + craft", nil, { faces = "96421" })"#,
        ),
        (
            "roll lyra wits craft faces=96421",
            r#"roll("Lyra", "wits + craft", nil, { faces = "96421" })"#,
        ),
    ] {
        if want.is_empty() {
            continue;
        }
        assert_eq!(luau(&play, line), want, "{line}");
    }
    let mut play = bridge();
    for (line, words) in [
        (
            "roll lyra wits craft = 9642",
            &["Wits 3 + Craft 2", "5 faces", "4 are given"][..],
        ),
        (
            "roll lyra wits craft = 964213",
            &["needs 5 faces, 6 are given", "3 left over"],
        ),
        ("roll lyra wits craft = 9642x", &["no face"]),
        ("roll lyra wits craft = 96421 / 7", &["left over"]),
        ("roll lyra wits craft =", &["face"]),
    ] {
        play.refuses(line, words);
    }
}

#[test]
fn words_with_the_signs_of_luau_are_still_words() {
    let mut play = bridge();
    for text in [
        "it's over",
        "a -- dash",
        "[x] it",
        "50% off",
        "end",
        "a = b",
        "a {curly}",
        "back\\slash",
        "a;b",
        "tab\there",
    ] {
        play.ok(&format!("note {text}"));
        assert_eq!(play.state().notes.last().unwrap(), text, "{text}");
        play.ok(&format!("say {text}"));
    }
    for text in ["it's over", "(a beam)", "50% of it"] {
        let said = play.said(&format!("hit lyra 0 {text}"));
        assert!(said.is_empty() || said.contains("nothing"), "{said}");
    }
}

#[test]
fn commands_of_the_campaign_read_their_arguments() {
    let file = r#"
command "long rest" { help = "rests", arg("who", "pc"), arg("hours", "number", 8), run = function(c) note(c.who.name .. " " .. c.hours) end }
command "omen" { help = "tells", arg("words", "text"), run = function(c) note(c.words) end }
command "pick" { help = "picks", arg("what", "adversary"), arg("clock", "timer", "Mob"), run = function(c) note(c.what) end }
"#;
    let mut play = Campaign::bridge().file("tools/c.luau", file).play();
    play.ok(r#"start("Mob", 6)"#);
    play.ok("long rest lyra");
    play.ok("long rest ellis 3");
    play.ok("Omen the crows, all of them");
    play.ok("pick ash rat mob");
    assert_eq!(
        *play.state().notes,
        ["Lyra 8", "Ellis 3", "the crows, all of them", "Ash Rat"]
    );
    play.refuses("long rest lyrra", &["Lyra"]);
    play.refuses("long rest lyra soon", &["soon"]);
    play.refuses("long rest", &["needs who"]);
    play.refuses("pick ahs rat", &["Ash Rat"]);
}

/// Luau would take the first two words for a call, and what follows for a variable: the options would be lost.
#[test]
fn options_behind_a_quoted_name_are_the_verbs_own() {
    let mut play = bridge();
    play.ok(r#"place "the salt arch" ward=3"#);
    assert_eq!(play.value(r#"wards[1].dv"#), serde_json::json!(3));
    play.ok(r#"spawn "ash rat" band=far"#);
    assert_eq!(
        play.value(r#"foes[#foes]:band("Lyra")"#),
        serde_json::json!("far")
    );
    assert_eq!(
        luau(&play, r#"draw "consequences" sb=2"#),
        r#"draw("consequences", { sb = 2 })"#
    );
    // What is no option of the verb is Luau as it stands.
    play.ok(r#"note "a" b = 2"#);
    assert_eq!(play.state().notes.last().unwrap(), "a");
    assert_eq!(play.value("b"), serde_json::json!(2));
}

#[test]
fn options_behind_free_text_are_no_part_of_it() {
    let mut play = bridge();
    play.ok("scene start the span position=desperate");
    assert_eq!(play.state().scene.name, "The Span");
    assert_eq!(
        play.state().scene.position,
        storybeat::rules::values::Position::Desperate
    );
    play.ok("note dv=3 is what it takes");
    assert_eq!(play.state().notes.last().unwrap(), "dv=3 is what it takes");
    play.refuses(
        "scene start the ford position=brave",
        &["position", "desperate"],
    );
    assert_eq!(play.state().scene.name, "The Span");
}

/// What people type who are tired, or here for the first time.
#[test]
fn small_slips_are_understood_or_answered_with_the_line_to_type() {
    let mut play = bridge();
    for (line, said) in [
        ("ROLL LYRA WITS + CRAFT, 4 = 66421", "DV 4"),
        ("hit lyra and ellis 0 smoke", ""),
        ("hit all 0 smoke", ""),
        ("spawn ash rat x2", "Ash Rat"),
        ("use hurl on lyra = 8541", "a parapet stone"),
    ] {
        let heard = play.said(line);
        assert!(heard.contains(said), "{line}\n{heard}");
    }
    for (line, words) in [
        ("hit, lyra, 2", &["words need no commas: hit lyra 2"][..]),
        ("spawn 3 ash rat", &["how many comes last: spawn ash rat 3"]),
        ("roll lyra wits craft dv 4", &["dv=4"]),
        ("roll lyra wits craft desperate", &["position=desperate"]),
        ("close scene", &["scene close"]),
        ("sb 3", &["gain 1"]),
        ("add 2 sb", &["gain 2"]),
        ("gain -1", &["spend"]),
        ("troll attacks lyra", &["at the table", "menu troll"]),
        (
            "lyra roll wits craft",
            &["the verb comes first: roll lyra wits craft"],
        ),
        ("quit", &[":quit"]),
    ] {
        play.refuses(line, words);
    }
    play.ok("scene end");
    assert_eq!(play.state().scene.name, "");
    play.ok("scene end of the road");
    assert_eq!(play.state().scene.name, "End of the Road");
}

#[test]
fn help_on_a_chapter_lists_its_verbs_before_any_timer_of_that_name() {
    let mut play = bridge();
    let said = play.said("help travel");
    assert!(
        said.contains("travel.plan(") && said.contains("travel.day("),
        "{said}"
    );
    for (topic, words) in [
        ("sheet", "party/NAME.yaml"),
        ("sb", "gain 1"),
        ("faces", "a ten"),
        ("periods", "scene"),
        ("house rules", "base()"),
        ("scene", "scene.close("),
    ] {
        let said = play.said(&format!("help {topic}"));
        assert!(said.contains(words), "{topic}: {said}");
    }
}
