//! Arguments checked against a record: by place, or one table of names. Nothing is coerced in silence.

use std::collections::BTreeMap;

use mlua::{Function, MultiValue, Table, Value};

use super::define::fx as fx_reader;
use super::handle;
use super::lookup;
use super::record::{Param, Record, Ty};
use super::stop::{Fail, bad};
use super::verbs::Call;
use crate::rules::beats::Income;
use crate::rules::ids::Thing;
use crate::rules::pool::PoolSpec;
use crate::table::catalog::Do;
use crate::table::faces::FaceQueue;
use crate::table::fx::Fx;
use crate::table::names;

/// Tracks that are marked and cleared.
pub const TRACKS: &[&str] = &[
    "fatigue",
    "corruption",
    "obligation",
    "leash",
    "bond",
    "fear",
];

/// A checked argument.
#[derive(Clone, Debug)]
pub enum Val {
    /// One thing.
    One(Thing),
    /// Several things, in order.
    Several(Vec<Thing>),
    /// A whole number.
    Int(i64),
    /// true or false.
    Flag(bool),
    /// Text, or a name as it is written in its definition.
    Text(String),
    /// A pool.
    Pool(PoolSpec),
    /// Faces.
    Faces(FaceQueue),
    /// A function.
    Function(Function),
    /// What happens.
    Do(Box<Do>),
    /// Effects as data.
    Fx(Box<Fx>),
    /// Named options.
    Options(BTreeMap<&'static str, Val>),
    /// As it came.
    Raw(Value),
}

/// Arguments by name; options stand among them.
#[derive(Clone, Debug, Default)]
pub struct Args(BTreeMap<&'static str, Val>);

impl Args {
    /// Was it given?
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
    /// The argument.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Val> {
        self.0.get(name)
    }
    /// A whole number.
    #[must_use]
    pub fn int(&self, name: &str) -> Option<i64> {
        match self.0.get(name) {
            Some(Val::Int(n)) => Some(*n),
            _ => None,
        }
    }
    /// A count, 0 and up.
    #[must_use]
    pub fn count(&self, name: &str) -> Option<u32> {
        self.int(name).and_then(|n| u32::try_from(n).ok())
    }
    /// Text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.0.get(name) {
            Some(Val::Text(text)) => Some(text),
            _ => None,
        }
    }
    /// A name that is given to something.
    ///
    /// # Errors
    /// A text that is no name.
    pub fn name(&self, of: &str, name: &str) -> Result<String, Fail> {
        names::written(self.text(name).unwrap_or_default())
            .map(str::to_owned)
            .map_err(|why| bad("argument", format!("{of}: {name}: {why}")))
    }
    /// true or false; false when left out.
    #[must_use]
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.0.get(name) {
            Some(Val::Flag(flag)) => Some(*flag),
            _ => None,
        }
    }
    /// One thing.
    #[must_use]
    pub fn thing(&self, name: &str) -> Option<Thing> {
        match self.0.get(name) {
            Some(Val::One(thing)) => Some(*thing),
            _ => None,
        }
    }
    /// One or several things, and whether they came as several.
    #[must_use]
    pub fn things(&self, name: &str) -> (Vec<Thing>, bool) {
        match self.0.get(name) {
            Some(Val::One(thing)) => (vec![*thing], false),
            Some(Val::Several(things)) => (things.clone(), true),
            _ => (Vec::new(), false),
        }
    }
    /// A pool.
    #[must_use]
    pub fn pool(&self, name: &str) -> Option<&PoolSpec> {
        match self.0.get(name) {
            Some(Val::Pool(pool)) => Some(pool),
            _ => None,
        }
    }
    /// Faces.
    #[must_use]
    pub fn faces(&self, name: &str) -> Option<&FaceQueue> {
        match self.0.get(name) {
            Some(Val::Faces(faces)) => Some(faces),
            _ => None,
        }
    }
    /// What happens.
    #[must_use]
    pub fn what(&self, name: &str) -> Do {
        match self.0.get(name) {
            Some(Val::Do(what)) => (**what).clone(),
            _ => Do::default(),
        }
    }
    /// As it came.
    #[must_use]
    pub fn raw(&self, name: &str) -> Option<&Value> {
        match self.0.get(name) {
            Some(Val::Raw(value)) => Some(value),
            _ => None,
        }
    }
    /// Puts an argument.
    pub fn put(&mut self, name: &'static str, value: Val) {
        self.0.insert(name, value);
    }

    /// Reads the arguments of a call.
    ///
    /// # Errors
    /// Names the argument, what is wrong with it, what is allowed, and close names.
    pub fn read(call: &Call<'_>, record: &Record, given: &MultiValue) -> Result<Self, Fail> {
        let mut args = Args::default();
        if let Some(table) = named(record, given) {
            args.read_named(call, record.name, &all_params(record), &table)?;
        } else {
            if given.len() > record.params.len() {
                return Err(bad(
                    "arguments",
                    format!(
                        "{} takes {} at most, {} are given: {}",
                        record.name,
                        counted(record.params.len()),
                        given.len(),
                        record.signature()
                    ),
                ));
            }
            for (n, (param, value)) in record.params.iter().zip(given.iter()).enumerate() {
                if value.is_nil() {
                    continue;
                }
                // `spawn("X", { band = "far" })`: options may come early, where nothing else would be a table.
                if let (Some(last), true) = (record.params.last(), n + 1 == given.len())
                    && matches!(last.ty, Ty::Options(_))
                    && param.optional
                    && plain_options(param.ty, value)
                {
                    args.read_one(call, record.name, last, value)?;
                    continue;
                }
                args.read_one(call, record.name, param, value)?;
            }
        }
        for param in record.params {
            let given = match param.ty {
                Ty::Options(options) => options.iter().any(|option| args.has(option.name)),
                _ => args.has(param.name),
            };
            if !param.optional && !given {
                return Err(bad(
                    "arguments",
                    format!(
                        "{} needs {} ({}): {}",
                        record.name,
                        param.name,
                        wants(param.ty),
                        record.signature()
                    ),
                ));
            }
        }
        Ok(args)
    }

    fn read_one(
        &mut self,
        call: &Call<'_>,
        of: &str,
        param: &Param,
        value: &Value,
    ) -> Result<(), Fail> {
        if let (Ty::Options(options), Value::Table(table), Some(record)) =
            (param.ty, value, super::verbs::find(of))
        {
            by_place(record, options, table)?;
        }
        let value = read(call, of, param.name, param.ty, value)?;
        // Options stand beside the parameters, under their own names.
        if let Val::Options(options) = value {
            self.0.extend(options);
        } else {
            self.0.insert(param.name, value);
        }
        Ok(())
    }

    fn read_named(
        &mut self,
        call: &Call<'_>,
        of: &str,
        params: &[Param],
        table: &Table,
    ) -> Result<(), Fail> {
        for pair in table.clone().pairs::<Value, Value>() {
            let (key, value) = pair?;
            let key = match &key {
                Value::String(key) => key.to_string_lossy(),
                other => {
                    return Err(bad(
                        "arguments",
                        format!("{of}: options have names, {} is none", shown(other)),
                    ));
                }
            };
            let Some(param) = params.iter().find(|param| param.name == key) else {
                let names: Vec<&str> = params
                    .iter()
                    .filter(|param| !matches!(param.ty, Ty::Options(_)))
                    .map(|param| param.name)
                    .collect();
                return Err(bad(
                    "unknown_option",
                    names::unknown(&format!("option of {of}"), &key, &names),
                ));
            };
            self.read_one(call, of, param, &value)?;
        }
        Ok(())
    }
}

/// The record's parameters and its options in one list.
#[must_use]
pub fn all_params(record: &Record) -> Vec<Param> {
    record
        .params
        .iter()
        .chain(record.options())
        .copied()
        .collect()
}

/// A parameter that stands among the options: it is said where it goes.
fn by_place(record: &Record, options: &[Param], table: &Table) -> Result<(), Fail> {
    for param in record.params {
        if !matches!(param.ty, Ty::Options(_))
            && !options.iter().any(|option| option.name == param.name)
            && !table.raw_get::<Value>(param.name)?.is_nil()
        {
            return Err(bad(
                "arguments",
                format!(
                    "{} is no option of {}, it goes by place: {}",
                    param.name,
                    record.name,
                    record.signature()
                ),
            ));
        }
    }
    Ok(())
}

/// Is the call one table of names?
fn named(record: &Record, given: &MultiValue) -> Option<Table> {
    if given.len() != 1 || record.params.len() == 1 && matches!(record.params[0].ty, Ty::Options(_))
    {
        return None;
    }
    let Some(Value::Table(table)) = given.front() else {
        return None;
    };
    if table.metatable().is_some() || table.raw_len() > 0 {
        return None;
    }
    // A first parameter that takes tables itself (data, a function's options) is not meant here.
    if matches!(
        record.params.first().map(|p| p.ty),
        Some(Ty::Data | Ty::Any | Ty::List)
    ) {
        return None;
    }
    let mut pairs = table.pairs::<Value, Value>();
    matches!(pairs.next(), Some(Ok((Value::String(_), _)))).then(|| table.clone())
}

/// A table of names where the parameter itself takes none.
fn plain_options(ty: Ty, value: &Value) -> bool {
    let takes_tables = matches!(
        ty,
        Ty::Options(_)
            | Ty::Whom
            | Ty::Data
            | Ty::Any
            | Ty::List
            | Ty::Legs
            | Ty::WordsOf(_)
            | Ty::Do
            | Ty::Fx
            | Ty::Faces
    );
    !takes_tables
        && matches!(value, Value::Table(table) if table.metatable().is_none() && table.raw_len() == 0)
}

fn counted(n: usize) -> String {
    match n {
        0 => "no arguments".into(),
        1 => "one argument".into(),
        n => format!("{n} arguments"),
    }
}

/// What a parameter takes, in words.
#[must_use]
pub fn wants(ty: Ty) -> String {
    match ty {
        Ty::Who => "a creature or its name".into(),
        Ty::Pc => "a character or its name".into(),
        Ty::Foe => "a foe or its name".into(),
        Ty::Whom => "a creature, a name, a group or a list".into(),
        Ty::Timer => "a timer or its name".into(),
        Ty::Unit => "a unit or its name".into(),
        Ty::Item => "an item: lyra.armor, lyra.weapon, \"Lyra's armor\"".into(),
        Ty::Ward => "a ward or trap, or its name".into(),
        Ty::Hazard => "the name of a hazard".into(),
        Ty::Thing => "a thing at the table or its name".into(),
        Ty::Int(low, high) if high >= i64::from(i32::MAX) => format!("a whole number from {low}"),
        Ty::Int(low, high) => format!("a whole number from {low} to {high}"),
        Ty::Dv => "a DV from 2 to 5".into(),
        Ty::Text | Ty::Rest => "text".into(),
        Ty::Adversary => "the name of an adversary".into(),
        Ty::Deck => "the name of a deck".into(),
        Ty::Condition => "the name of a condition".into(),
        Ty::Move => "the name of a move, or its number in the menu".into(),
        Ty::Pool => "\"attribute + skill\" or a number of dice".into(),
        Ty::Faces => "faces: \"96421\" or { 9, 6, 4, 2, 1 }, 0 is a ten".into(),
        Ty::Cards => "cards: \"7C 3H\"".into(),
        Ty::Flag => "true or false".into(),
        Ty::Word(words) => format!("one of {}", words.join(", ")),
        Ty::WordsOf(words) => format!("one or several of {}", words.join(", ")),
        Ty::Legs => {
            "regions: \"Low Fen, High Fen\", or a list of names and { region, size, weather }"
                .into()
        }
        Ty::Track => format!("a track: {}", TRACKS.join(", ")),
        Ty::Function => "a function".into(),
        Ty::Do => "an effects table or a function".into(),
        Ty::Fx => "an effects table without run".into(),
        Ty::Data => "data".into(),
        Ty::Options(_) => "a table of options".into(),
        Ty::Spend => "a number of SB, or what they buy".into(),
        Ty::Income => "a number of SB from 1 to 1000, or what brings them".into(),
        Ty::Anew => "a face from 1 to 10, or \"all\"".into(),
        Ty::List => "a list".into(),
        Ty::Any => "a value".into(),
    }
}

/// A value as an error shows it.
#[must_use]
pub fn shown(value: &Value) -> String {
    match value {
        Value::Nil => "nothing".into(),
        Value::Boolean(flag) => flag.to_string(),
        Value::Integer(n) => n.to_string(),
        Value::Number(n) => n.to_string(),
        Value::String(text) => crate::table::show::quoted(&text.to_string_lossy()),
        Value::Table(_) => "a table".into(),
        Value::Function(_) => "a function".into(),
        Value::LightUserData(_) => "a handle".into(),
        Value::UserData(_) => "a group".into(),
        other => other.type_name().into(),
    }
}

/// A key as an error names it: a name bare, anything else as [`shown`].
#[must_use]
pub fn key(key: &Value) -> String {
    match text(key) {
        Some(name) => crate::table::show::fit(&crate::table::show::visible(&name), 80).into_owned(),
        None => shown(key),
    }
}

/// The largest number whose neighbours are all whole: 2⁵³. Past it two numbers become one.
const EXACT: i64 = 1 << 53;

/// A whole number of a Lua value: whole, exact, a number and no text.
#[must_use]
pub fn whole(value: &Value) -> Option<i64> {
    let n = match value {
        Value::Integer(n) => *n,
        #[allow(clippy::cast_possible_truncation)]
        Value::Number(n) if n.fract() == 0.0 && n.abs() <= 9e15 => *n as i64,
        _ => return None,
    };
    (-EXACT..=EXACT).contains(&n).then_some(n)
}

/// A DV set by the GM: 2–5, or "5+" as texts print it, which reads 5 (rules/01 §5, R08).
#[must_use]
pub fn dv(value: &Value) -> Option<i64> {
    whole(value)
        .or_else(|| text(value).filter(|text| text.trim() == "5+").map(|_| 5))
        .filter(|n| (2..=5).contains(n))
}

/// Text of a Lua value; numbers are not text.
#[must_use]
pub fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => text.to_str().ok().map(|text| text.to_string()),
        _ => None,
    }
}

/// The longest text an argument may be, in bytes.
pub const LONGEST_TEXT: usize = 16 << 10;
/// The longest name, pool, row of faces or other text that is looked up or read as something.
pub const LONGEST_WORD: usize = 1 << 10;
/// The longest list.
pub const LONGEST_LIST: usize = 1_000;

/// Refuses what is too much to be meant: a text of a megabyte is no name, and a list of a million no party. What is
/// kept as data has limits of its own.
fn measured(call: &Call<'_>, of: &str, name: &str, ty: Ty, value: &Value) -> Result<(), Fail> {
    let too_much = |what: String| Err(bad("limit", format!("{of}: {name} is {what} at most")));
    match value {
        Value::String(text) => {
            let length = text.as_bytes().len();
            let most = match ty {
                Ty::Data => usize::MAX,
                Ty::Text | Ty::Rest | Ty::Any => LONGEST_TEXT,
                _ => LONGEST_WORD,
            };
            if length > most {
                return too_much(format!("{} KB of text", most >> 10));
            }
            // Texts end up in facts.
            call.generation.charge(1 + (length >> 4) as u64)?;
        }
        Value::Table(table) => {
            let length = table.raw_len();
            if length > LONGEST_LIST && !matches!(ty, Ty::Data) {
                return too_much(format!("a list of {LONGEST_LIST}"));
            }
            call.generation.charge(1 + length as u64)?;
        }
        _ => {}
    }
    Ok(())
}

fn wrong(of: &str, name: &str, ty: Ty, value: &Value) -> Fail {
    bad(
        "argument",
        format!("{of}: {name} is {}, not {}", wants(ty), shown(value)),
    )
}

/// Reads one value as a type.
///
/// # Errors
/// As [`Args::read`].
pub fn read(call: &Call<'_>, of: &str, name: &str, ty: Ty, value: &Value) -> Result<Val, Fail> {
    let fail = || wrong(of, name, ty, value);
    measured(call, of, name, ty, value)?;
    Ok(match ty {
        Ty::Who | Ty::Pc | Ty::Foe => {
            let who = lookup::creature(call, ty, value)?.ok_or_else(fail)?;
            Val::One(lookup::there(call, who)?)
        }
        Ty::Whom => match lookup::creatures(call, value)?.ok_or_else(fail)? {
            Val::Several(all) => {
                for who in &all {
                    lookup::there(call, *who)?;
                }
                Val::Several(all)
            }
            Val::One(who) => Val::One(lookup::there(call, who)?),
            other => other,
        },
        Ty::Timer => match lookup::timer(call, value)? {
            Some(val) => val,
            None => return Err(fail()),
        },
        Ty::Unit => Val::One(lookup::unit(call, value)?.ok_or_else(fail)?),
        Ty::Item => Val::One(lookup::item(call, value)?.ok_or_else(fail)?),
        Ty::Ward => Val::One(lookup::ward(call, value)?.ok_or_else(fail)?),
        Ty::Hazard => Val::Text(lookup::hazard(call, &text(value).ok_or_else(fail)?)?),
        Ty::Thing => Val::One(lookup::thing(call, value)?.ok_or_else(fail)?),
        Ty::Int(low, high) => match whole(value) {
            Some(n) if (low..=high).contains(&n) => Val::Int(n),
            _ => return Err(fail()),
        },
        Ty::Dv => match dv(value) {
            Some(n) => Val::Int(n),
            None => return Err(fail()),
        },
        Ty::Text | Ty::Rest | Ty::Cards => Val::Text(text(value).ok_or_else(fail)?),
        Ty::Adversary => {
            let wanted = text(value).ok_or_else(fail)?;
            let catalog = call.generation.catalog();
            match catalog.adversaries.get(&wanted) {
                Some(def) => Val::Text(def.name.clone()),
                None => {
                    let all: Vec<&str> = catalog.adversaries.names().collect();
                    return Err(bad(
                        "unknown_name",
                        names::unknown("adversary", &wanted, &all),
                    ));
                }
            }
        }
        Ty::Deck => {
            let wanted = text(value)
                .or_else(|| lookup::name_of(call, value))
                .ok_or_else(fail)?;
            Val::Text(lookup::deck(call, &wanted)?)
        }
        Ty::Condition => Val::Text(lookup::condition(call, &text(value).ok_or_else(fail)?)?),
        Ty::Move => match (whole(value), text(value)) {
            (Some(n), _) if n >= 1 => Val::Int(n),
            (_, Some(name)) => Val::Text(name),
            _ => return Err(fail()),
        },
        Ty::Pool => match (whole(value), text(value)) {
            (Some(n), _) => {
                Val::Pool(PoolSpec::dice(n).map_err(|e| bad("pool", format!("{of}: {e}")))?)
            }
            (_, Some(text)) => match PoolSpec::parse(&text, &super::define::frame::skills(call))
                .map_err(|e| bad("pool", format!("{of}: {e}")))?
            {
                // "3" is a text, and a text is no number.
                PoolSpec::Dice(_) => return Err(fail()),
                pool => Val::Pool(pool),
            },
            _ => return Err(fail()),
        },
        Ty::Faces => Val::Faces(
            faces(of, value)
                .map_err(|e| bad("faces", e))?
                .ok_or_else(fail)?,
        ),
        Ty::Flag => match value {
            Value::Boolean(flag) => Val::Flag(*flag),
            _ => return Err(fail()),
        },
        Ty::Word(words) => {
            let wanted = text(value).ok_or_else(fail)?;
            match words.iter().find(|word| names::same(word, &wanted)) {
                Some(word) => Val::Text((*word).to_owned()),
                None => {
                    return Err(bad(
                        "unknown_word",
                        names::unknown(&format!("{name} of {of}"), &wanted, words),
                    ));
                }
            }
        }
        Ty::Track => {
            let wanted = text(value).ok_or_else(fail)?;
            match TRACKS.iter().find(|track| names::same(track, &wanted)) {
                Some(track) => Val::Text((*track).to_owned()),
                None => {
                    return Err(bad(
                        "unknown_word",
                        names::unknown("track", &wanted, TRACKS),
                    ));
                }
            }
        }
        Ty::Function => match value {
            Value::Function(function) => Val::Function(function.clone()),
            _ => return Err(fail()),
        },
        Ty::Do => Val::Do(Box::new(fx_reader::read_do(
            call,
            &format!("{name} of {of}"),
            value,
        )?)),
        Ty::Fx => {
            let what = fx_reader::read_do(call, &format!("{name} of {of}"), value)?;
            if what.run.is_some() {
                return Err(bad(
                    "argument",
                    format!(
                        "{of}: {name} outlives this line, so it can only be data: no function, no run"
                    ),
                ));
            }
            Val::Fx(Box::new(what.fx.unwrap_or_default()))
        }
        Ty::Options(options) => match value {
            Value::Table(table) if table.raw_len() == 0 => {
                let mut args = Args::default();
                args.read_named(call, of, options, table)?;
                Val::Options(args.0)
            }
            _ => return Err(fail()),
        },
        Ty::Spend => match (whole(value), text(value)) {
            (Some(n), _) => Val::Int(n),
            (_, Some(name)) => Val::Text(name),
            _ => return Err(fail()),
        },
        Ty::Income => match (whole(value), text(value)) {
            (Some(n), _) if (1..=1000).contains(&n) => Val::Int(n),
            // A number in quotes is no number, and no name either.
            (_, Some(name)) if name.trim().parse::<i64>().is_ok() => return Err(fail()),
            (_, Some(name)) => Val::Text(
                Income::lookup(&name)
                    .map_err(|e| bad("unknown_word", format!("{of}: {e}")))?
                    .word()
                    .to_owned(),
            ),
            _ => return Err(fail()),
        },
        Ty::Anew => match (whole(value), text(value)) {
            (Some(n), _) if (1..=10).contains(&n) => Val::Int(n),
            (_, Some(word)) if names::same(&word, "all") => Val::Text("all".to_owned()),
            _ => return Err(fail()),
        },
        Ty::WordsOf(words) => {
            let found = several(of, name, words, value)?;
            Val::Text(found.ok_or_else(fail)?.join(" "))
        }
        Ty::List | Ty::Data | Ty::Any | Ty::Legs => Val::Raw(value.clone()),
    })
}

/// One or several of the words: a text with commas or spaces between, or a list; nothing for another value.
///
/// # Errors
/// A word that is none of them, with close ones.
pub fn several(
    of: &str,
    name: &str,
    words: &[&'static str],
    value: &Value,
) -> Result<Option<Vec<&'static str>>, Fail> {
    let given: Vec<String> = match value {
        Value::String(_) => text(value)
            .unwrap_or_default()
            .split([',', ' '])
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect(),
        Value::Table(list) => {
            let mut given = Vec::new();
            for item in list.clone().sequence_values::<Value>() {
                match text(&item?) {
                    Some(word) => given.push(word),
                    None => return Ok(None),
                }
            }
            given
        }
        _ => return Ok(None),
    };
    let mut found: Vec<&'static str> = Vec::new();
    for wanted in given {
        match words.iter().find(|word| names::same(word, &wanted)) {
            Some(word) if !found.contains(word) => found.push(word),
            Some(_) => {}
            None => {
                return Err(bad(
                    "unknown_word",
                    names::unknown(&format!("{name} of {of}"), &wanted, words),
                ));
            }
        }
    }
    Ok(Some(found))
}

/// Faces of a Lua value.
///
/// # Errors
/// A sentence that names the face which is none.
pub fn faces(of: &str, value: &Value) -> Result<Option<FaceQueue>, String> {
    match value {
        Value::String(text) => FaceQueue::parse(&text.to_string_lossy())
            .map(Some)
            .map_err(|e| format!("{of}: {e}")),
        Value::Integer(_) | Value::Number(_) => match whole(value).filter(|n| *n >= 0) {
            Some(n) => FaceQueue::parse(&n.to_string())
                .map(Some)
                .map_err(|e| format!("{of}: {e}")),
            None => Ok(None),
        },
        Value::Table(table) => {
            let mut list = Vec::new();
            for value in table.clone().sequence_values::<Value>() {
                let value = value.map_err(|e| e.to_string())?;
                let face = whole(&value)
                    .map(|n| if n == 0 { 10 } else { n })
                    .and_then(|n| crate::rules::numbers::Face::new(n).ok())
                    .ok_or_else(|| {
                        format!(
                            "{of}: {} is no face: faces are 1 to 10, 0 is a ten",
                            shown(&value)
                        )
                    })?;
                list.push(face);
            }
            Ok(Some(FaceQueue::from_faces(list)))
        }
        _ => Ok(None),
    }
}

/// The thing of a handle value.
#[must_use]
pub fn as_thing(value: &Value) -> Option<Thing> {
    handle::from_lua(value)
}
