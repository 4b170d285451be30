//! Results as frozen tables: a roll, a hit, a draw, a move. A missing field is an error with close names.

use mlua::{Function, Lua, Table, Value};

use super::generation::lock;
use super::handle::to_lua;
use super::raise;
use super::record::{Field, Method, field, method};
use super::shape::{Shape, remember};
use super::stop::Fail;
use super::verbs::Call;
use crate::rules::decks::{Card, Reading, Suit};
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::roll::Rolled;
use crate::rules::skills::Skills;
use crate::rules::step::OutcomeStep;
use crate::rules::values::Attribute;
use crate::table::commands::cards;
use crate::table::event::HitFact;
use crate::table::names;

/// Fields of a roll.
pub const ROLL: &[Field] = &[
    field("who", "Pc", ""),
    field("pool", "number", "dice thrown, 1 to 10"),
    field("auto", "number", "automatic successes of a pool above ten"),
    field("faces", "{ number }", "the dice as they lie in the end"),
    field("dv", "number", ""),
    field("position", "Position", ""),
    field("successes", "number", "automatic ones included"),
    field("sb", "number", "Story Beats it made"),
    field("tens", "number", ""),
    field("outcome", "Outcome", ""),
    field("success", "boolean", "has it reached the DV"),
    field("boons", "number", "Boons it earned"),
    field(
        "critical",
        "number",
        "critical level: tens on a success, 3 at most; else 0",
    ),
];
/// Fields of a roll as thrown, nothing paid yet.
pub const THROWN: &[Field] = &[
    field("who", "Pc", ""),
    field("faces", "{ number }", ""),
    field("dv", "number", ""),
    field("position", "Position", ""),
    field("successes", "number", "so far"),
    field("sb", "number", "so far"),
    field("success", "boolean", "would it reach the DV"),
];
/// Fields of a roll call, beside its rolls.
pub const ROLL_CALL: &[Field] = &[
    field("failed", "Pcs", "those who didn't reach the DV"),
    field("passed", "Pcs", "those who did"),
    field("missed", "Pcs", "those without any success"),
];
/// Methods of a roll call.
pub const ROLL_CALL_METHODS: &[Method] = &[method(
    "of",
    "who: Pc | string",
    "Roll",
    "One character's roll.",
)];
/// Fields of a hit.
pub const HIT: &[Field] = &[
    field("who", "Creature", "whom it befell"),
    field("harm", "number", "as it came"),
    field(
        "taken",
        "number",
        "Harm left after armor (Resilience for a foe), overflow apart",
    ),
    field("fatigue", "number", "Fatigue it added"),
    field("overflow", "boolean", "has the Fatigue track run over"),
    field("down", "boolean", ""),
    field("dead", "boolean", ""),
    field("defeated", "boolean", "a foe's end"),
];
/// Fields of a card.
pub const CARD: &[Field] = &[
    field("name", "string", "\"7C\", \"RJ\""),
    field("suit", "Suit?", "none for a joker"),
    field("rank", "string", ""),
    field("value", "number", ""),
    field("title", "string", ""),
    field("text", "string", ""),
    field("tags", "{ string }", ""),
];
/// Fields of a draw.
pub const DRAW: &[Field] = &[
    field("deck", "Deck", ""),
    field("cards", "{ Card }", "in the order of drawing"),
    field("suits", "{ Suit }", "each once"),
    field("highest", "Card", ""),
    field("severity", "Severity", "by the highest card"),
    field(
        "column",
        "Column",
        "of the shortcut table, by the highest card",
    ),
    field("reshuffled", "boolean", "was the deck shuffled for it"),
];
/// Methods of a draw.
pub const DRAW_METHODS: &[Method] = &[method(
    "redraw",
    "card: (Card | string)?",
    "Draw",
    "The card doesn't fit: another in its place, in the last draw. Without one, the highest.",
)];
/// Fields of a move in the menu.
pub const MOVE: &[Field] = &[
    field("name", "string", ""),
    field("foe", "Foe", ""),
    field("cost", "number", "SB, now"),
    field("ready", "boolean", "can it be used"),
    field("why_not", "string?", "why it can't"),
    field("preview", "string", "what it does, as far as it is data"),
    field("signature", "boolean", "the one Signature"),
    field("tags", "{ string }", "what it is for first, then flavour"),
    field("targets", "Pcs", "whom it can be aimed at now"),
];
/// Methods of a move.
pub const MOVE_METHODS: &[Method] = &[method("use", "target: Whom?", "", "Uses it.")];
/// Methods of a list of moves.
pub const MOVES_METHODS: &[Method] = &[method(
    "named",
    "name: string",
    "Move",
    "The one of this name; none: an error with close names.",
)];

/// Freezes a table; reads of fields it hasn't are errors, but for those that may be missing.
///
/// # Errors
/// Out of memory.
pub fn freeze(lua: &Lua, table: &Table, optional: &[&str]) -> mlua::Result<()> {
    guard(lua, table, optional)?;
    table.set_readonly(true);
    Ok(())
}

/// As [`freeze`], but the fields that are there may be changed.
///
/// # Errors
/// Out of memory.
pub fn guard(lua: &Lua, table: &Table, optional: &[&str]) -> mlua::Result<()> {
    let generation = raise::generation(lua)?;
    let tables = raise::tables(&generation)?;
    if optional.is_empty() {
        table.set_metatable(Some(tables.results.clone()))?;
    } else {
        let key = optional.join(" ");
        let known = lock(&tables.guards).get(&key).cloned();
        if let Some(meta) = known {
            return table.set_metatable(Some(meta));
        }
        let may: Vec<String> = optional.iter().map(|name| (*name).to_owned()).collect();
        let meta = lua.create_table()?;
        meta.raw_set(
            "__index",
            lua.create_function(
                move |lua, (table, key): (Table, Value)| -> mlua::Result<Value> {
                    let Some(key) = super::args::text(&key) else {
                        return Ok(Value::Nil);
                    };
                    if may.contains(&key) {
                        return Ok(Value::Nil);
                    }
                    let mut known: Vec<String> = table
                        .pairs::<Value, Value>()
                        .filter_map(|pair| pair.ok().and_then(|(key, _)| super::args::text(&key)))
                        .collect();
                    known.extend(may.iter().cloned());
                    Err(raise::raise_bad(
                        lua,
                        "unknown_field",
                        names::unknown("field", &key, &known),
                    ))
                },
            )?,
        )?;
        meta.raw_set("__metatable", false)?;
        remember(&tables.guards, key, &meta);
        table.set_metatable(Some(meta))?;
    }
    Ok(())
}

fn faces(lua: &Lua, faces: &[crate::rules::numbers::Face]) -> mlua::Result<Table> {
    let list = lua.create_sequence_from(faces.iter().map(|face| face.get()))?;
    list.set_readonly(true);
    Ok(list)
}

/// `e:uses("sway")`: does the roll use this rating?
///
/// # Errors
/// Out of memory.
pub fn uses(lua: &Lua, ratings: &[String]) -> mlua::Result<Function> {
    let generation = raise::generation(lua)?;
    let shapes = &raise::tables(&generation)?.uses;
    let key = ratings.join("\n");
    let known = lock(shapes).get(&key).cloned();
    if let Some(known) = known {
        return Ok(known);
    }
    let function = uses_of(lua, ratings.to_vec())?;
    remember(shapes, key, &function);
    Ok(function)
}

fn uses_of(lua: &Lua, ratings: Vec<String>) -> mlua::Result<Function> {
    lua.create_function(move |lua, (_, wanted): (Value, Value)| {
        let Some(wanted) = super::args::text(&wanted) else {
            let why = format!(
                "uses takes the name of a rating, not {}: e:uses(\"sway\")",
                super::args::shown(&wanted)
            );
            return Err(raise::raise_bad(lua, "argument", why));
        };
        if ratings.iter().any(|rating| names::same(rating, &wanted)) {
            return Ok(true);
        }
        // A name that no rating has is a slip of the pen, and would be false for ever.
        let attributes = Attribute::ALL.iter().map(|one| one.word());
        let attribute = attributes.clone().any(|one| names::same(one, &wanted));
        let skills = Skills::default();
        match skills.lookup(&wanted) {
            Ok(skill) => Ok(ratings
                .iter()
                .any(|rating| names::same(rating, skill.word()))),
            Err(_) if attribute => Ok(false),
            Err(_) => {
                let known = attributes.chain(skills.iter().map(|one| one.id.word()));
                let why = format!("uses: {}", names::unknown("rating", &wanted, known));
                Err(raise::raise_bad(lua, "unknown_name", why))
            }
        }
    })
}

/// A roll.
///
/// # Errors
/// Out of memory.
pub fn roll(lua: &Lua, rolled: &Rolled) -> mlua::Result<Value> {
    let mut table = Shape::new(lua)?;
    table.set("who", rolled.who.map_or(Value::Nil, to_lua))?;
    table.set("pool", rolled.thrown)?;
    table.set("auto", rolled.auto)?;
    table.set("faces", faces(lua, &rolled.faces)?)?;
    table.set("dv", rolled.dv.get())?;
    table.word("position", rolled.position.word())?;
    table.set("successes", rolled.successes)?;
    table.set("sb", rolled.sb)?;
    table.set("tens", rolled.tens)?;
    table.word("outcome", rolled.outcome.word())?;
    table.set("critical", rolled.critical)?;
    table.set("success", rolled.success())?;
    table.set("boons", rolled.boons.gained)?;
    Ok(Value::Table(table.frozen(&[])?))
}

/// A roll as thrown, nothing paid yet (for `modify_outcome`).
///
/// # Errors
/// Out of memory.
pub fn thrown(lua: &Lua, step: &OutcomeStep) -> mlua::Result<Value> {
    let mut table = Shape::new(lua)?;
    table.set("who", step.who.map_or(Value::Nil, to_lua))?;
    table.set("faces", faces(lua, &step.faces)?)?;
    table.set("dv", step.dv.get())?;
    table.word("position", step.position.word())?;
    table.set("successes", step.successes)?;
    table.set("sb", step.sb)?;
    table.set("success", step.successes >= u32::from(step.dv.get()))?;
    Ok(Value::Table(table.frozen(&[])?))
}

/// A roll call: rolls by number, and who failed, passed, missed.
///
/// # Errors
/// Out of memory.
pub fn roll_call(lua: &Lua, rolls: &[Rolled]) -> mlua::Result<Value> {
    let table = lua.create_table()?;
    for rolled in rolls {
        table.raw_push(roll(lua, rolled)?)?;
    }
    let those = |test: &dyn Fn(&Rolled) -> bool| -> Vec<Thing> {
        rolls
            .iter()
            .filter(|rolled| test(rolled))
            .filter_map(|rolled| rolled.who)
            .collect()
    };
    use crate::rules::values::Outcome;
    table.raw_set(
        "failed",
        super::group::Group::of(lua, ThingKind::Pc, those(&|r| !r.success()))?,
    )?;
    table.raw_set(
        "passed",
        super::group::Group::of(lua, ThingKind::Pc, those(&Rolled::success))?,
    )?;
    table.raw_set(
        "missed",
        super::group::Group::of(lua, ThingKind::Pc, those(&|r| r.outcome == Outcome::Miss))?,
    )?;
    let of: Vec<(Option<Thing>, Rolled)> = rolls
        .iter()
        .map(|rolled| (rolled.who, rolled.clone()))
        .collect();
    table.raw_set(
        "of",
        lua.create_function(move |lua, (_, who): (Value, Value)| {
            let generation = raise::generation(lua)?;
            let call = Call {
                lua,
                generation: &generation,
            };
            let who = super::lookup::creature(&call, super::record::Ty::Who, &who)
                .map_err(|fail| raise::raise(lua, &generation, fail))?;
            match of.iter().find(|(one, _)| *one == who) {
                Some((_, rolled)) => roll(lua, rolled),
                None => Err(raise::raise_bad(
                    lua,
                    "unknown_name",
                    "that one didn't roll here",
                )),
            }
        })?,
    )?;
    freeze(lua, &table, &[])?;
    Ok(Value::Table(table))
}

/// A hit.
///
/// # Errors
/// Out of memory.
pub fn hit(lua: &Lua, hit: &HitFact) -> mlua::Result<Value> {
    let mut table = Shape::new(lua)?;
    table.set("who", to_lua(hit.who))?;
    table.set("harm", hit.harm)?;
    table.set("taken", hit.taken)?;
    table.set("fatigue", hit.fatigue)?;
    table.set("overflow", hit.overflow)?;
    table.set("down", hit.down)?;
    table.set("dead", hit.dead)?;
    table.set("defeated", hit.defeated)?;
    Ok(Value::Table(table.frozen(&[])?))
}

/// A card of a deck.
///
/// # Errors
/// Out of memory.
pub fn card(call: &Call<'_>, deck: Thing, code: &str) -> Result<Value, Fail> {
    let lua = call.lua;
    let name = call.generation.act(|act| act.state.name(deck))?;
    let catalog = call.generation.catalog();
    let def = catalog
        .decks
        .get(&name)
        .and_then(|deck| deck.cards.iter().find(|card| card.code == code));
    let table = lua.create_table()?;
    table.raw_set("name", code)?;
    if let Ok(card) = Card::parse(code) {
        table.raw_set("suit", card.suit().map(Suit::word))?;
        table.raw_set("rank", card.rank())?;
        table.raw_set("value", card.value())?;
    }
    let title = def.map_or_else(|| cards::shown(code), |card| card.title.clone());
    table.raw_set("title", title)?;
    table.raw_set("text", def.map_or("", |card| card.text.as_str()))?;
    table.raw_set(
        "tags",
        super::live::frozen_list(lua, def.map_or(&[][..], |card| &card.tags))?,
    )?;
    freeze(lua, &table, &["suit"])?;
    Ok(Value::Table(table))
}

/// A draw.
///
/// # Errors
/// Out of memory.
pub fn draw(
    call: &Call<'_>,
    deck: Thing,
    codes: &[String],
    reshuffled: bool,
) -> Result<Value, Fail> {
    let lua = call.lua;
    let table = lua.create_table()?;
    let list = lua.create_table()?;
    for code in codes {
        list.raw_push(card(call, deck, code)?)?;
    }
    list.set_readonly(true);
    table.raw_set("deck", to_lua(deck))?;
    table.raw_set("cards", list)?;
    let reading = Reading::of(&cards::read(codes));
    let suits = reading.as_ref().map_or(&[][..], |one| &one.suits);
    let words: Vec<String> = suits.iter().map(|suit| suit.word().to_owned()).collect();
    table.raw_set("suits", super::live::frozen_list(lua, &words)?)?;
    if let Some(reading) = &reading {
        let highest = reading.highest;
        table.raw_set("highest", card(call, deck, &highest.code())?)?;
        table.raw_set("severity", highest.severity().word())?;
        table.raw_set("column", highest.column().word())?;
    }
    table.raw_set(
        "redraw",
        lua.create_function(|lua, (_, card): (Value, Value)| {
            let generation = raise::generation(lua)?;
            let code = match &card {
                Value::Table(table) => table.raw_get::<Value>("name")?,
                other => other.clone(),
            };
            let verb: Function = raise::tables(&generation)?.verbs.raw_get("redraw")?;
            verb.call::<Value>(code)
        })?,
    )?;
    table.raw_set("reshuffled", reshuffled)?;
    freeze(lua, &table, &[])?;
    Ok(Value::Table(table))
}

/// The moves of a foe as the menu has them.
///
/// # Errors
/// Out of memory.
pub fn moves(call: &Call<'_>, entries: &[super::menu::Entry]) -> Result<Value, Fail> {
    let lua = call.lua;
    let table = lua.create_table()?;
    for entry in entries {
        let one = lua.create_table()?;
        one.raw_set("name", entry.name.as_str())?;
        one.raw_set("foe", to_lua(entry.foe))?;
        one.raw_set("cost", entry.cost)?;
        one.raw_set("ready", entry.why_not.is_none())?;
        one.raw_set("why_not", entry.why_not.as_deref())?;
        one.raw_set("preview", entry.preview.as_str())?;
        one.raw_set("signature", entry.signature)?;
        one.raw_set("tags", super::live::frozen_list(lua, &entry.tags)?)?;
        one.raw_set(
            "targets",
            super::group::Group::of(lua, ThingKind::Pc, entry.targets.clone())?,
        )?;
        let (foe, name) = (entry.foe, entry.name.clone());
        one.raw_set(
            "use",
            lua.create_function(move |lua, (_, target): (Value, Value)| {
                let generation = raise::generation(lua)?;
                let verb: Function = raise::tables(&generation)?.verbs.raw_get("use")?;
                verb.call::<Value>((
                    name.as_str(),
                    target,
                    lua.create_table_from([("foe", to_lua(foe))])?,
                ))
            })?,
        )?;
        freeze(lua, &one, &["why_not"])?;
        table.raw_push(one)?;
    }
    let names: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    table.raw_set(
        "named",
        lua.create_function(move |lua, (this, wanted): (Value, Value)| {
            let (Value::Table(this), Some(wanted)) = (&this, super::args::text(&wanted)) else {
                return Err(raise::raise_bad(
                    lua,
                    "argument",
                    "named takes the name of a move: foe.moves:named(\"Hurl\")",
                ));
            };
            match names.iter().position(|name| names::same(name, &wanted)) {
                Some(at) => this.raw_get::<Value>(at + 1),
                None => Err(raise::raise_bad(
                    lua,
                    "unknown_name",
                    names::unknown("move", &wanted, &names),
                )),
            }
        })?,
    )?;
    freeze(lua, &table, &[])?;
    Ok(Value::Table(table))
}
