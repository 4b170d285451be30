//! `deck "N" { card … }` and `region "N" { card … }`.

use mlua::{Table, Value};

use super::super::stop::{Fail, bad};
use super::super::verbs::Call;
use super::reader::{Reader, Taken};
use crate::script::generation::lock;
use crate::table::catalog::{CardDef, DeckDef, Place};
use crate::table::commands::cards;

/// Declares a deck.
///
/// # Errors
/// An unknown key, a code that is no card, a card twice, a name that is taken.
pub fn deck(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    declare(call, "deck", name, place, body)
}

/// Declares a region's deck.
///
/// # Errors
/// As [`deck`].
pub fn region(call: &Call<'_>, name: &str, place: Place, body: &Table) -> Result<(), Fail> {
    declare(call, "region", name, place, body)
}

fn declare(
    call: &Call<'_>,
    word: &'static str,
    name: &str,
    place: Place,
    body: &Table,
) -> Result<(), Fail> {
    let mut reader = Reader::new(call, body, format!("{word} {name}"));
    let replaces = reader.flag("replaces")?.unwrap_or(false);
    let mut def = DeckDef {
        name: name.to_owned(),
        place: place.clone(),
        text: reader.text("text")?.unwrap_or_default(),
        region: word == "region",
        cards: Vec::new(),
        on_draw: reader.what("on_draw")?,
    };
    for (_, part) in reader.parts(&["card"])? {
        let one = card(call, &part, name)?;
        if def.cards.iter().any(|other| other.code == one.code) {
            return Err(bad(
                "two_definitions",
                format!("{word} {name} has two cards {}", cards::shown(&one.code)),
            ));
        }
        def.cards.push(one);
    }
    reader.finish()?;
    if def.cards.is_empty() {
        return Err(bad(
            "field",
            format!("{word} {name} has no cards: card \"7C\" {{ title = … }}"),
        ));
    }
    let mut loading = lock(&call.generation.loading);
    let Some(loading) = loading.as_mut() else {
        return Ok(());
    };
    let first = loading
        .catalog
        .decks
        .get(name)
        .map(|other| other.place.clone());
    if !loading.takes(word, name, replaces, first.as_ref(), &place)? {
        return Ok(());
    }
    loading.catalog.decks.add(name, def);
    Ok(())
}

fn card(call: &Call<'_>, part: &Taken, deck: &str) -> Result<CardDef, Fail> {
    let code =
        cards::code(&part.name).map_err(|why| bad("field", format!("deck {deck}: {why}")))?;
    let Value::Table(table) = &part.body else {
        return Err(bad("field", format!("card {:?} takes a table", part.name)));
    };
    let mut reader = Reader::new(call, table, format!("card {} of {deck}", part.name));
    let made = CardDef {
        title: reader.text("title")?.unwrap_or_else(|| cards::shown(&code)),
        code,
        text: reader.text("text")?.unwrap_or_default(),
        tags: reader.texts("tags")?,
        on_draw: reader.what("on_draw")?,
    };
    reader.finish()?;
    Ok(made)
}
