//! The first call of a text, and where its parts stand.

use std::ops::Range;

use full_moon::ast::punctuated::Pair;
use full_moon::ast::{
    Ast, Call, Expression, Field, FunctionArgs, FunctionBody, FunctionCall, Index, Prefix, Suffix,
    TableConstructor, VarExpression,
};
use full_moon::tokenizer::{TokenReference, TokenType};
use full_moon::visitors::Visitor;

use super::scopes::word;
use super::span::span;

/// Methods that only look something up: in `party:named("Lyra"):roll(…)` the verb is `roll`.
const LOOKUPS: [&str; 5] = ["named", "where", "within", "of", "list"];

/// A call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Site {
    /// What is called: `roll`, `scene.start`; for a method its bare name.
    pub(super) verb: String,
    /// What stands before the `:` of a method call, the colon included.
    pub(super) receiver: Option<Range<usize>>,
    /// Where the called name ends and what it is given begins.
    pub(super) name_end: usize,
    /// Between the parentheses; `None` for `start "X"` and `roll { … }`.
    pub(super) inside: Option<Range<usize>>,
    /// What it is given, in order.
    pub(super) args: Vec<Arg>,
}

/// Something a call is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Arg {
    /// Where it stands.
    pub(super) at: Range<usize>,
    /// Its fields, if it is written out as a table of named ones (or an empty one).
    pub(super) record: Option<Record>,
}

/// A table constructor whose fields all have names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Record {
    /// Just after the `{`.
    pub(super) start: usize,
    /// The fields, in order.
    pub(super) fields: Vec<Named>,
}

/// A field of a [`Record`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    /// Its name.
    pub(super) name: String,
    /// Where its value stands.
    pub(super) value: Range<usize>,
}

/// The first call that the text makes itself: not in a function's body, and no mere lookup.
pub(super) fn first_call(tree: &Ast) -> Option<Site> {
    let mut search = Search::default();
    search.visit_ast(tree);
    search.found
}

#[derive(Default)]
struct Search {
    /// How many functions are around.
    functions: usize,
    found: Option<Site>,
}

impl Search {
    fn look<'a>(&mut self, prefix: &Prefix, suffixes: impl Iterator<Item = &'a Suffix>) {
        if self.functions == 0 && self.found.is_none() {
            self.found = site(prefix, &suffixes.collect::<Vec<_>>());
        }
    }
}

impl Visitor for Search {
    fn visit_function_body(&mut self, _: &FunctionBody) {
        self.functions += 1;
    }

    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.functions -= 1;
    }

    fn visit_function_call(&mut self, call: &FunctionCall) {
        self.look(call.prefix(), call.suffixes());
    }

    fn visit_var_expression(&mut self, path: &VarExpression) {
        self.look(path.prefix(), path.suffixes());
    }
}

/// The first call in a chain of names, indexes and calls.
fn site(prefix: &Prefix, suffixes: &[&Suffix]) -> Option<Site> {
    let Prefix::Name(first) = prefix else {
        return None;
    };
    let start = first.token().start_position().bytes();
    let mut name = Some(word(first));
    let mut end = first.token().end_position().bytes();
    for suffix in suffixes {
        match suffix {
            Suffix::Index(Index::Dot { name: field, .. }) => {
                name = name.map(|name| format!("{name}.{}", word(field)));
            }
            Suffix::Index(_) => name = None,
            Suffix::Call(Call::AnonymousCall(args)) => {
                if let Some(verb) = name.take() {
                    return given(verb, None, end, args);
                }
            }
            Suffix::Call(Call::MethodCall(call)) => {
                let verb = word(call.name());
                if !LOOKUPS.contains(&verb.as_str()) {
                    let named = call.name().token();
                    let receiver = start..named.start_position().bytes();
                    let end = named.end_position().bytes();
                    return given(verb, Some(receiver), end, call.args());
                }
                name = None;
            }
            _ => {}
        }
        end = span(*suffix)?.bytes.end;
    }
    None
}

fn given(
    verb: String,
    receiver: Option<Range<usize>>,
    name_end: usize,
    args: &FunctionArgs,
) -> Option<Site> {
    let (inside, args) = match args {
        FunctionArgs::Parentheses {
            parentheses,
            arguments,
        } => {
            let (open, close) = parentheses.tokens();
            let inside = between(open, close);
            let args = arguments.iter().map(argument).collect::<Option<_>>()?;
            (Some(inside), args)
        }
        FunctionArgs::String(text) => {
            let at = span(text)?.bytes;
            (None, vec![Arg { at, record: None }])
        }
        FunctionArgs::TableConstructor(table) => {
            let at = span(table)?.bytes;
            let record = record(table);
            (None, vec![Arg { at, record }])
        }
        _ => return None,
    };
    Some(Site {
        verb,
        receiver,
        name_end,
        inside,
        args,
    })
}

fn between(open: &TokenReference, close: &TokenReference) -> Range<usize> {
    open.token().end_position().bytes()..close.token().start_position().bytes()
}

fn argument(value: &Expression) -> Option<Arg> {
    let record = match value {
        Expression::TableConstructor(table) => record(table),
        _ => None,
    };
    let at = span(value)?.bytes;
    Some(Arg { at, record })
}

/// A table without names is a list, one with values under computed keys is nothing we can change.
fn record(table: &TableConstructor) -> Option<Record> {
    let fields = table.fields().pairs().map(Pair::value);
    Some(Record {
        start: between(table.braces().tokens().0, table.braces().tokens().1).start,
        fields: fields.map(field).collect::<Option<_>>()?,
    })
}

fn field(field: &Field) -> Option<Named> {
    let (name, value) = match field {
        Field::NameKey { key, value, .. } => (word(key), value),
        Field::ExpressionKey { key, value, .. } => (literal(key)?, value),
        _ => return None,
    };
    let value = span(value)?.bytes;
    Some(Named { name, value })
}

/// The text of a string without escapes.
fn literal(value: &Expression) -> Option<String> {
    let Expression::String(token) = value else {
        return None;
    };
    match token.token().token_type() {
        TokenType::StringLiteral { literal, .. } if !literal.contains('\\') => {
            Some(literal.to_string())
        }
        _ => None,
    }
}
