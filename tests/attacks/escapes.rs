//! Text that a terminal would obey, wherever text comes in: nothing of it goes out raw.

use storybeat::script::diagnostic::Diagnostic;
use storybeat::script::folder::Files;
use storybeat::script::generation::Manner;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;

use crate::table::{bridge, done_reads_well, fault_reads_well, plays_on, reads_well, table};

/// Clears the screen, sets the title, rings, goes back, turns the reading direction, hides.
const NASTY: [&str; 8] = [
    "\u{1b}[2J",
    "\u{1b}]0;mine\u{7}",
    "a\rb",
    "\u{9b}2J",
    "\u{202e}txt",
    "a\u{200b}b",
    "a\u{0}b",
    "a\u{8}\u{8}b",
];

/// `text` as Luau writes it.
fn luau(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|c| format!("\\u{{{:x}}}", u32::from(c)))
        .collect();
    format!("\"{escaped}\"")
}

/// `text` as YAML writes it.
fn yaml(text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|c| format!("\\U{:08x}", u32::from(c)))
        .collect();
    format!("\"{escaped}\"")
}

fn outcome_reads_well(outcome: &Outcome) {
    match outcome {
        Outcome::Done(done) => done_reads_well(done),
        Outcome::Failed(fault) => fault_reads_well(fault),
        Outcome::Question(asking) => {
            reads_well("a question", &asking.prompt);
            for line in &asking.lines {
                reads_well("a line", &line.text);
            }
            if let Some(echo) = &asking.echo {
                reads_well("an echo", echo);
            }
        }
    }
}

/// Everything that can be read off the table.
fn all_reads_well(table: &mut Runtime) {
    for line in table.greeting() {
        reads_well("the greeting", &line.text);
    }
    for fault in table.warnings().iter().chain(table.older()) {
        fault_reads_well(fault);
    }
    for input in [
        "lyra",
        "party",
        "roster",
        "foes",
        "timers",
        "scene",
        "sb",
        "menu",
        "history(50)",
        "store",
        "decks",
    ] {
        outcome_reads_well(&table.eval(input));
    }
    let view = table.view();
    reads_well("the place", &view.place);
    for name in &view.names {
        reads_well("a name", &name.name);
        reads_well("a name's line", &name.about);
    }
    for line in table.history() {
        reads_well("the history", &line);
    }
}

#[test]
fn what_is_typed_goes_out_in_signs() {
    const INPUTS: [&str; 46] = [
        "say(@)",
        "tell(@)",
        "note(@)",
        "print(@, @)",
        "error(@)",
        "error({ @ })",
        "assert(false, @)",
        "return @",
        "return { [@] = @ }",
        "return { @, @ }",
        "store[@] = @ return store",
        "lyra.memory[@] = @ return lyra.memory",
        "emit(@, @)",
        "spawn(@)",
        "spawn(\"Ash Rat\", { name = @ })",
        "spawn(\"Ash Rat\", 2, { names = { @, @ .. \"x\" } })",
        "start(@, 4)",
        "start(\"Clock\", 4, { kind = @ })",
        "tick(@)",
        "stop(@)",
        "scene.start(@)",
        "gain(1, @)",
        "spend(1, @)",
        "earn(\"Lyra\", 1, @)",
        "hit(@, 1)",
        "hit(\"Lyra\", 1, @)",
        "hit(\"Lyra\", 1, \"x\", { tags = { @ } })",
        "wound(\"Lyra\", 1, @)",
        "mark(\"Lyra\", @)",
        "apply(\"Lyra\", @)",
        "apply(\"Lyra\", \"Prone\", { why = @ })",
        "apply(\"Lyra\", \"Prone\", { escape = { pool = @, dv = 2 } })",
        "roll(\"Lyra\", @)",
        "roll(\"Lyra\", \"wits\", 3, { stakes = @, announce = @, faces = \"961\" })",
        "roll(\"Lyra\", \"wits\", 3, { faces = @ })",
        "step(\"Lyra\", 1, @)",
        "draw(\"Paid in Kind\", { why = @, cards = @ })",
        "ask.yes(@)",
        "ask.text(@)",
        "ask.pick(@, { @, \"b\" })",
        "ask.picks(@, { @, \"b\" }, 1)",
        "follow(@, @)",
        "perform(@)",
        "what_if(function() say(@) gain(1, @) end)",
        "lyra[@]",
        "party[@]",
    ];
    for nasty in NASTY {
        let mut table = table(&[]);
        for input in INPUTS {
            let input = input.replace('@', &luau(nasty));
            let outcome = table.eval(&input);
            outcome_reads_well(&outcome);
            if let Outcome::Question(_) = outcome {
                outcome_reads_well(&table.answer(nasty));
                outcome_reads_well(&table.answer(""));
                table.cancel();
            }
        }
        // Typed as they are: as Luau, as words, as an answer.
        for input in [
            "return '@'",
            "say @",
            "gain 1 @",
            "note @",
            "spawn @",
            "@",
            "start @ 4",
            "tick @",
            "x@y = 1",
            "scene @",
        ] {
            outcome_reads_well(&table.eval(&input.replace('@', nasty)));
        }
        all_reads_well(&mut table);
        for _ in 0..40 {
            outcome_reads_well(&table.eval("undo()"));
        }
        outcome_reads_well(&table.eval("redo(3)"));
        outcome_reads_well(&table.eval(&format!("anyway({})", luau(nasty))));
        outcome_reads_well(&table.eval(&format!("again({{ [{}] = 1 }})", luau(nasty))));
        plays_on(&mut table);
    }
}

#[test]
fn what_files_say_goes_out_in_signs() {
    const SCRIPT: &str = r#"
timer(@) { size = 2, text = @, at(1, { say = @ }), on_fill = { say = @, to = "party", fatigue = 1, why = @ } }
timer "Plain" { size = 2, text = @, on_fill = { say = @, to = "party", fatigue = 1, why = @ } }
condition(@) { text = @ }
deck "Nasty" { card "7C" { title = @, text = @, tags = { @ }, on_draw = { say = @ } } }
adversary "Plain Foe" {
    tl = 1, text = @, tags = { @ },
    move(@) { cost = 1, tags = { @ }, text = @, run = { say = @ } },
    move "Plain Move" { cost = 1, tags = { @ }, text = @, when = function() return false, @ end },
    deed(@) { text = @ },
    phase(@) { text = @ },
}
adversary(@) { tl = 1 }
command "plain" { help = @, arg("a", "text", @), run = function(c) say(c.a) error(@) end }
command(@) { help = @, run = function() end }
on.gain(function() error(@) end)
modify.roll(function() return { step = 1, why = @ } end)
"#;
    for nasty in NASTY {
        let script = SCRIPT.replace('@', &luau(nasty));
        // Each thing in a file of its own, so that a refusal of one leaves the others.
        let mut parts: Vec<String> = Vec::new();
        for line in script.lines() {
            if line.starts_with(' ') || line.starts_with('}') {
                let last = parts.last_mut().unwrap();
                last.push('\n');
                last.push_str(line);
            } else if !line.is_empty() {
                parts.push(line.to_owned());
            }
        }
        let mut files: Vec<(String, String)> = parts
            .into_iter()
            .enumerate()
            .map(|(n, text)| (format!("nasty_{n}.luau"), text))
            .collect();
        let y = yaml(nasty);
        files.push((
            "party/nasty.yaml".into(),
            format!(
                "name: {y}\nattributes: {{ body: 2, wits: 3, spirit: 2, presence: 2 }}\ntalents: [{y}]\nweapon: {{ name: {y}, weight: light }}\narmor: {y}\n"
            ),
        ));
        files.push((
            "party/odd.yaml".into(),
            format!(
                "name: Odd\nattributes: {{ body: 2, wits: 3, spirit: 2, presence: 2 }}\ntalents: [{y}]\nweapon: {{ name: {y}, weight: light }}\n"
            ),
        ));
        files.push(("party/key.yaml".into(), format!("{y}: 1\n")));
        let files: Vec<(&str, &str)> = files
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        let mut table = table(&files);
        table.set_manner(Manner::default());
        let n = luau(nasty);
        for input in [
            "spawn(\"Plain Foe\")".to_owned(),
            "gain(5)".into(),
            "tick(\"Plain\", 2)".into(),
            format!("tick({n}, 2)"),
            "draw(\"Nasty\")".into(),
            format!("apply(\"Lyra\", {n})"),
            "use(\"Plain Move\")".into(),
            format!("use({n})"),
            "plain".into(),
            "plain x".into(),
            "roll(\"Lyra\", \"wits + craft\", 3)".into(),
            "roll(\"Odd\", \"wits\", 3)".into(),
            "odd".into(),
            "odd.weapon".into(),
            "odd.talents".into(),
            "safety".into(),
            "safety.lines".into(),
            "help()".into(),
            "help(\"plain\")".into(),
            "exchange.next()".into(),
            "scene.start(\"X\")".into(),
            "scene.close()".into(),
        ] {
            outcome_reads_well(&table.eval(&input));
        }
        all_reads_well(&mut table);
        // Gone at a reload: the report names what went.
        for line in table.reload_from(Files::from_map(bridge())) {
            reads_well("the reload", &line.text);
        }
        let mut all = bridge();
        all.insert("broken.luau".into(), format!("error({n})"));
        all.insert(
            "tests/nasty.luau".into(),
            format!("test({n}, function(t) t:same(1, {n}, {n}) end)"),
        );
        for line in table.reload_from(Files::from_map(all.clone())) {
            reads_well("the reload", &line.text);
        }
        all.remove("broken.luau");
        for line in table.reload_from(Files::from_map(all)) {
            reads_well("the reload", &line.text);
        }
        let report = table.run_tests(None);
        let faults: Vec<Diagnostic> = report
            .failed
            .iter()
            .map(|failure| failure.why.clone())
            .chain(report.faults.clone())
            .collect();
        faults.iter().for_each(fault_reads_well);
        for failure in &report.failed {
            reads_well("a test's name", &failure.name);
        }
        all_reads_well(&mut table);
        plays_on(&mut table);
    }
}

#[test]
fn a_campaign_that_cannot_play_says_so_in_signs() {
    for nasty in NASTY {
        let y = yaml(nasty);
        for text in [
            format!("{y}: 1\n"),
            format!("seed: {y}\n"),
            format!("switches: {{ {y}: {y} }}\n"),
            format!("title: [{y}"),
            nasty.to_owned(),
            format!("title: {nasty}\n"),
        ] {
            let files = Files::from_map([("campaign.yaml", text.as_str())]);
            match Runtime::builder().files(files).build() {
                Ok(mut table) => all_reads_well(&mut table),
                Err(faults) => faults.iter().for_each(fault_reads_well),
            }
        }
    }
}
