//! Every write to a variable, and which variable that is: Luau's scoping, walked once.

use std::collections::HashMap;

use full_moon::ast::luau::{ConstAssignment, ConstFunction};
use full_moon::ast::punctuated::Punctuated;
use full_moon::ast::{
    Assignment, Ast, Block, Call, CompoundAssignment, Expression, FunctionArgs, FunctionBody,
    FunctionCall, FunctionDeclaration, GenericFor, Index, LocalAssignment, LocalFunction,
    NumericFor, Parameter, Prefix, Repeat, Suffix, Var,
};
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;

use super::span::number;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Variable {
    /// No local of this text.
    Global,
    /// A local made at load, outside every function: it lives as long as the script is loaded.
    Kept,
    /// The same, but a second name for (a part of) `store`, which lasts.
    Stored,
    /// A parameter, a loop's variable, a local inside a function.
    Passing,
}

/// A variable is set, or something in it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Write {
    /// The variable.
    pub(super) name: String,
    /// What the name stands for there.
    pub(super) variable: Variable,
    /// The variable itself is set, not a field of it.
    pub(super) whole: bool,
    /// The line of the function that writes; `None` outside functions.
    pub(super) function: Option<u32>,
    /// The line of the name, from 1.
    pub(super) line: u32,
    /// The column of the name, in letters from 1.
    pub(super) column: u32,
}

/// All writes, in the order of the text.
pub(super) fn writes(tree: &Ast) -> Vec<Write> {
    let mut scopes = Scopes::default();
    scopes.visit_ast(tree);
    scopes.writes
}

/// Functions of `table` that change their first argument.
const CHANGERS: [&str; 4] = ["insert", "remove", "sort", "clear"];

#[derive(Default)]
struct Scopes {
    /// What each name stands for, innermost last.
    names: HashMap<String, Vec<Variable>>,
    /// The names declared, in order; a scope is the part after its mark.
    declared: Vec<String>,
    marks: Vec<usize>,
    /// Bodies of loops that were entered but not reached yet, with their variables.
    loops: Vec<(*const Block, Vec<String>)>,
    /// Bodies of `repeat`: their locals are still there in `until`.
    repeats: Vec<*const Block>,
    /// The lines of the functions around.
    functions: Vec<u32>,
    writes: Vec<Write>,
}

impl Scopes {
    fn open(&mut self) {
        self.marks.push(self.declared.len());
    }

    fn close(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        for name in self.declared.drain(mark..) {
            if let Some(meanings) = self.names.get_mut(&name) {
                meanings.pop();
            }
        }
    }

    fn declare(&mut self, name: String, variable: Variable) {
        self.names.entry(name.clone()).or_default().push(variable);
        self.declared.push(name);
    }

    fn variable(&self, name: &str) -> Variable {
        let meanings = self.names.get(name);
        let innermost = meanings.and_then(|meanings| meanings.last());
        innermost.copied().unwrap_or(Variable::Global)
    }

    /// What a local declared here is.
    fn here(&self) -> Variable {
        if self.functions.is_empty() {
            Variable::Kept
        } else {
            Variable::Passing
        }
    }

    fn locals(&mut self, names: &Punctuated<TokenReference>, values: &Punctuated<Expression>) {
        let mut values = values.iter();
        let mut found = Vec::new();
        for name in names {
            let value = values.next();
            let variable = match self.here() {
                Variable::Kept if value.is_some_and(|value| self.is_store(value)) => {
                    Variable::Stored
                }
                other => other,
            };
            found.push((word(name), variable));
        }
        for (name, variable) in found {
            self.declare(name, variable);
        }
    }

    /// Whether a value is `store`, or in it.
    fn is_store(&self, value: &Expression) -> bool {
        let Expression::Var(var) = value else {
            return false;
        };
        root(var).is_some_and(|(name, _)| {
            let name = word(name);
            match self.variable(&name) {
                Variable::Global => name == "store",
                variable => variable == Variable::Stored,
            }
        })
    }

    fn write(&mut self, (name, whole): (&TokenReference, bool)) {
        let place = name.token().start_position();
        let name = word(name);
        self.writes.push(Write {
            variable: self.variable(&name),
            name,
            whole,
            function: self.functions.last().copied(),
            line: number(place.line()),
            column: number(place.character()),
        });
    }
}

impl Visitor for Scopes {
    fn visit_block(&mut self, block: &Block) {
        if self.repeats.last() == Some(&std::ptr::from_ref(block)) {
            return;
        }
        self.open();
        let entered = self
            .loops
            .pop_if(|(body, _)| *body == std::ptr::from_ref(block));
        for name in entered.into_iter().flat_map(|(_, names)| names) {
            self.declare(name, Variable::Passing);
        }
    }

    fn visit_block_end(&mut self, block: &Block) {
        if self.repeats.last() != Some(&std::ptr::from_ref(block)) {
            self.close();
        }
    }

    fn visit_repeat(&mut self, repeat: &Repeat) {
        self.open();
        self.repeats.push(repeat.block());
    }

    fn visit_repeat_end(&mut self, _: &Repeat) {
        self.repeats.pop();
        self.close();
    }

    fn visit_numeric_for(&mut self, each: &NumericFor) {
        let names = vec![word(each.index_variable())];
        self.loops.push((each.block(), names));
    }

    fn visit_generic_for(&mut self, each: &GenericFor) {
        let names = each.names().iter().map(word).collect();
        self.loops.push((each.block(), names));
    }

    fn visit_function_body(&mut self, body: &FunctionBody) {
        self.open();
        let (parenthesis, _) = body.parameters_parentheses().tokens();
        let line = parenthesis.token().start_position().line();
        self.functions.push(number(line));
        for parameter in body.parameters() {
            if let Parameter::Name(name) = parameter {
                self.declare(word(name), Variable::Passing);
            }
        }
    }

    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        self.functions.pop();
        self.close();
    }

    fn visit_function_declaration(&mut self, function: &FunctionDeclaration) {
        let name = function.name();
        if let Some(first) = name.names().iter().next() {
            let whole = name.names().len() == 1 && name.method_name().is_none();
            self.write((first, whole));
        }
        self.open();
        if name.method_name().is_some() {
            self.declare("self".into(), Variable::Passing);
        }
    }

    fn visit_function_declaration_end(&mut self, _: &FunctionDeclaration) {
        self.close();
    }

    // A local function can call itself, so its name is there before its body; that of a variable is not.
    fn visit_local_function(&mut self, function: &LocalFunction) {
        self.declare(word(function.name()), self.here());
    }

    fn visit_const_function(&mut self, function: &ConstFunction) {
        self.declare(word(function.name()), self.here());
    }

    fn visit_local_assignment_end(&mut self, local: &LocalAssignment) {
        self.locals(local.names(), local.expressions());
    }

    fn visit_const_assignment_end(&mut self, local: &ConstAssignment) {
        self.locals(local.names(), local.expressions());
    }

    fn visit_assignment(&mut self, assignment: &Assignment) {
        for written in assignment.variables().iter().filter_map(root) {
            self.write(written);
        }
    }

    fn visit_compound_assignment(&mut self, assignment: &CompoundAssignment) {
        if let Some(written) = root(assignment.lhs()) {
            self.write(written);
        }
    }

    fn visit_function_call(&mut self, call: &FunctionCall) {
        if let Some((name, _)) =
            changed(call).filter(|_| self.variable("table") == Variable::Global)
        {
            self.write((name, false));
        }
    }
}

/// The text of a name.
pub(super) fn word(name: &TokenReference) -> String {
    name.token().to_string()
}

/// The variable at the root of `a`, `a.b`, `a[b].c`, and whether it is all of it. What a call gave has no root.
fn root(var: &Var) -> Option<(&TokenReference, bool)> {
    match var {
        Var::Name(name) => Some((name, true)),
        Var::Expression(path) => match path.prefix() {
            Prefix::Name(name) if path.suffixes().all(|s| matches!(s, Suffix::Index(_))) => {
                Some((name, false))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The variable that `table.insert(seen, …)` and its like change.
fn changed(call: &FunctionCall) -> Option<(&TokenReference, bool)> {
    let Prefix::Name(library) = call.prefix() else {
        return None;
    };
    let mut suffixes = call.suffixes();
    let (
        Some(Suffix::Index(Index::Dot { name, .. })),
        Some(Suffix::Call(Call::AnonymousCall(args))),
    ) = (suffixes.next(), suffixes.next())
    else {
        return None;
    };
    let FunctionArgs::Parentheses { arguments, .. } = args else {
        return None;
    };
    if word(library) != "table" || !CHANGERS.contains(&word(name).as_str()) {
        return None;
    }
    match arguments.iter().next()? {
        Expression::Var(var) => root(var),
        _ => None,
    }
}
