//! Help on what is no verb: events and what `e` has in them, steps, rule points, things and their fields, names.

use crate::rules::actions::Action;
use crate::rules::adversary::TL_TABLE;
use crate::rules::points::POINTS;
use crate::script::define::classes::{CLASSES, Class};
use crate::script::define::events::{EVENTS, STEPS};
use crate::script::points::FORMULAS;
use crate::script::record::{Field, Method};
use crate::script::types::things;
use crate::table::catalog::Catalog;
use crate::table::commands::fight::wield::UNARMED;
use crate::table::names;

/// Topics beside the verbs, the definers and the campaign's own.
pub fn known() -> Vec<String> {
    let mut known: Vec<String> = [
        "e",
        "skills",
        "adversaries",
        "timers",
        "decks",
        "conditions",
        "weapons",
        "actions",
    ]
    .map(str::to_owned)
    .to_vec();
    known.extend(super::pages::topics().map(str::to_owned));
    known.extend(things::all().iter().map(|one| one.name.to_lowercase()));
    known.extend(Action::ALL.iter().map(|one| one.word().to_owned()));
    known.extend(EVENTS.iter().map(|one| format!("on.{}", one.name)));
    known.extend(STEPS.iter().map(|one| format!("modify.{}", one.name)));
    known.extend(POINTS.iter().map(|one| format!("override.{}", one.name)));
    known
}

/// What there is to say of a topic.
pub fn about(catalog: &Catalog, topic: &str) -> Option<String> {
    let (family, name) = topic.split_once('.').unwrap_or(("", topic));
    let is = |one: &str| names::same(one, name);
    match family {
        "on" => return EVENTS.iter().find(|one| is(one.name)).map(event),
        "modify" => return STEPS.iter().find(|one| is(one.name)).map(step),
        "override" => return point(name),
        "" => {}
        _ => return None,
    }
    if let Some(words) = list(catalog, name) {
        return Some(words);
    }
    if names::same(name, "actions") {
        let mut page = Page::new("actions: what a turn is spent on (rules/04 §5)");
        page.0.extend(Action::ALL.iter().map(|one| action(*one)));
        return Some(page.0.join("\n"));
    }
    if let Some(one) = Action::ALL.iter().find(|one| is(one.word())) {
        return Some(format!("{}\n{}", action(*one), "help act: how it is typed"));
    }
    if names::same(name, "e") {
        let mut page = Page::new("e: what an event, a step or a hook is told");
        fields_of(&mut page, "Event");
        page.0
            .push("help on.hit, help modify.roll: what one of them has beside".into());
        return Some(page.0.join("\n"));
    }
    if let Some(page) = super::pages::page(name) {
        return Some(page.to_owned());
    }
    let things = things::all();
    let thing = things.iter().find(|one| is(one.name))?;
    let mut page = Page::new(thing.name);
    let mut verbs: Vec<&str> = Vec::new();
    if let Some(base) = things.iter().find(|one| one.name == thing.base) {
        page.fields(base.fields);
        page.methods(base.methods);
        verbs.extend(&base.verbs);
    }
    page.fields(thing.fields);
    page.methods(thing.methods);
    verbs.extend(&thing.verbs);
    if !verbs.is_empty() {
        page.0
            .push(format!("verbs, with a colon: {}", verbs.join(" ")));
    }
    Some(page.0.join("\n"))
}

/// "charge      Action + Move, 1 Fatigue: …".
fn action(action: Action) -> String {
    format!("  {:<11} {}", action.word(), action.about())
}

/// Names that can be used.
fn list(catalog: &Catalog, what: &str) -> Option<String> {
    let listed = |names: Vec<&str>| match names.as_slice() {
        [] => "none".to_owned(),
        names => names.join(", "),
    };
    let skills = catalog.skills.clone();
    let names = match what {
        "skills" => skills.iter().map(|skill| skill.id.word()).collect(),
        "adversaries" => return Some(spawnable(catalog)),
        "timers" => catalog.timers.names().collect(),
        "frames" => catalog.frames.names().collect(),
        "decks" => catalog.decks.names().collect(),
        "conditions" => crate::rules::conditions::CONDITIONS
            .iter()
            .map(|one| one.name)
            .chain(catalog.conditions.names())
            .collect(),
        "weapons" => catalog.weapons.names().chain([UNARMED]).collect(),
        _ => return None,
    };
    Some(format!("{what}: {}", listed(names)))
}

/// What can be spawned, by Threat Level: the campaign's own first, then the stock library's.
pub fn spawnable(catalog: &Catalog) -> String {
    let mut lines = vec!["adversaries, by Threat Level (spawn brings one to the table)".to_owned()];
    for (stock, head) in [(false, "this campaign's"), (true, "the stock library's")] {
        let all = || {
            let all = catalog.adversaries.iter();
            all.filter(move |def| def.place.is_stock() == stock)
        };
        if all().next().is_none() {
            continue;
        }
        lines.push(head.to_owned());
        for row in &TL_TABLE {
            let names: Vec<&str> = all()
                .filter(|def| def.tl == row.tl)
                .map(|def| def.name.as_str())
                .collect();
            if !names.is_empty() {
                let list = names.join(" · ");
                lines.push(format!("  TL {:<3}{:<24}{list}", row.tl, row.role));
            }
        }
    }
    if lines.len() == 1 {
        lines.push("none".to_owned());
    }
    lines.join("\n")
}

fn event(one: &crate::script::define::events::Event) -> String {
    let mut page = Page::new(&format!(
        "on.{}(function(e) … end), in a definition {} — {}",
        one.name, one.key, one.about
    ));
    fields_of(&mut page, one.class);
    page.0.join("\n")
}

fn step(one: &crate::script::define::events::Step) -> String {
    let mut page = Page::new(&format!(
        "modify.{}(function(e) return {{ … }} end), in a definition {} — {}",
        one.name, one.key, one.about
    ));
    page.0.push("it gives".into());
    page.fields(one.gives);
    page.0.push("e has".into());
    fields_of(&mut page, one.class);
    page.0.join("\n")
}

fn point(name: &str) -> Option<String> {
    let meaning = POINTS.iter().find(|one| names::same(one.name, name))?;
    let formula = FORMULAS.iter().find(|one| one.name == meaning.name)?;
    let mut page = Page::new(&format!(
        "override.{}(function(e, base) return … end) — {}",
        meaning.name, meaning.meaning
    ));
    page.0.push(format!("it gives {}", formula.gives));
    if formula.plain.is_empty() {
        page.0.push("e has".into());
        page.fields(formula.takes);
    } else {
        page.0.push(format!("e is a {}", formula.plain));
    }
    page.0.push(
        "base(e): what the book, or the rule before this one, gives; called once at most".into(),
    );
    Some(page.0.join("\n"))
}

/// The fields of a class of `e`, its bases' first.
fn fields_of(page: &mut Page, name: &str) {
    let mut line: Vec<&Class> = Vec::new();
    let mut next = name;
    while let Some(class) = CLASSES.iter().find(|class| class.name == next) {
        line.push(class);
        next = class.base;
    }
    for class in line.into_iter().rev() {
        page.fields(class.fields);
        page.methods(class.methods);
    }
}

struct Page(Vec<String>);

impl Page {
    fn new(head: &str) -> Page {
        Page(vec![head.to_owned()])
    }
    fn line(&mut self, name: &str, ty: &str, about: &str) {
        let joint = if about.is_empty() { "" } else { "   " };
        self.0.push(format!("  {name:<14} {ty}{joint}{about}"));
    }
    fn fields(&mut self, fields: &[Field]) {
        for one in fields {
            self.line(one.name, one.ty, one.about);
        }
    }
    fn methods(&mut self, methods: &[Method]) {
        for one in methods {
            let returns = match one.returns {
                "" => String::new(),
                returns => format!(" -> {returns}"),
            };
            self.line(
                &format!(":{}({})", one.name, one.params),
                returns.trim(),
                one.about,
            );
        }
    }
}
