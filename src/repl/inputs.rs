//! Lines become inputs: a line is one, unless it is the beginning of a longer piece of Luau.

/// How many commands may follow one input by themselves: what follows itself ends here.
pub const MOST_TO_FOLLOW: usize = 100;

/// A whole input and the line on which it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its text, perhaps of several lines.
    pub text: String,
    /// Its first line in the stream it came from, from 1.
    pub line: u32,
}

/// Gathers lines. Blank lines and comments between inputs are skipped.
#[derive(Debug, Default)]
pub struct Inputs {
    open: Option<Input>,
    /// Lines read so far.
    read: u32,
}

impl Inputs {
    /// Takes the next line, and gives an input if one is whole now. `complete` says whether a text could be all.
    pub fn push(&mut self, line: &str, complete: impl Fn(&str) -> bool) -> Option<Input> {
        self.read += 1;
        let line = line.strip_suffix('\r').unwrap_or(line);
        let input = match self.open.take() {
            None if is_aside(line) => return None,
            None => Input {
                text: line.to_owned(),
                line: self.read,
            },
            Some(open) => Input {
                text: format!("{}\n{line}", open.text),
                ..open
            },
        };
        if complete(&input.text) {
            return Some(input);
        }
        self.open = Some(input);
        None
    }

    /// What is left when no line comes any more: an input that was never finished.
    pub fn rest(&mut self) -> Option<Input> {
        self.open.take()
    }
}

/// The inputs in a text that came in one piece, pasted or recalled. Luau stays whole; lines of words are inputs of
/// their own.
pub fn split(text: &str, complete: impl Fn(&str) -> bool) -> Vec<String> {
    if !text.trim().contains('\n') || is_luau(text) {
        return vec![text.to_owned()];
    }
    let mut inputs = Inputs::default();
    let mut whole: Vec<Input> = text
        .lines()
        .filter_map(|line| inputs.push(line, &complete))
        .collect();
    whole.extend(inputs.rest());
    whole.into_iter().map(|input| input.text).collect()
}

/// Whether a line says nothing: blank, `-- comment`, `# comment`, `#!program`. `#party` is Luau, and `--[[` may go on.
fn is_aside(line: &str) -> bool {
    let line = line.trim();
    if let Some(comment) = line.strip_prefix("--") {
        let long = comment
            .strip_prefix('[')
            .is_some_and(|rest| rest.trim_start_matches('=').starts_with('['));
        return !long;
    }
    match line.strip_prefix('#') {
        None => line.is_empty(),
        Some(rest) => rest.is_empty() || rest.starts_with([' ', '\t', '!', '#']),
    }
}

fn is_luau(text: &str) -> bool {
    let compiler = mlua::chunk::Compiler::new();
    compiler.compile(text).is_ok() || compiler.compile(format!("return {text}")).is_ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    /// As many `end` as `do`.
    fn balanced(text: &str) -> bool {
        text.matches("do").count() <= text.matches("end").count()
    }

    fn gathered(lines: &str) -> Vec<(u32, String)> {
        let mut inputs = Inputs::default();
        let mut all: Vec<Input> = lines
            .split('\n')
            .filter_map(|line| inputs.push(line, balanced))
            .collect();
        all.extend(inputs.rest());
        all.into_iter()
            .map(|input| (input.line, input.text))
            .collect()
    }

    #[test]
    fn a_line_is_an_input_and_asides_are_none() {
        let inputs = gathered(
            "#!/usr/bin/env storybeat\n# the bridge\n\ntick bridge\r\n  -- later\nmenu\n#party\n##",
        );
        let wanted = [(4, "tick bridge"), (6, "menu"), (7, "#party")];
        assert_eq!(inputs, wanted.map(|(line, text)| (line, text.to_owned())));
    }

    #[test]
    fn an_unfinished_input_takes_more_lines_blank_ones_too() {
        let inputs = gathered("for i = 1, 2 do\n\n-- inside\nend\nmenu\nwhile true do\nx()");
        let wanted = [
            (1, "for i = 1, 2 do\n\n-- inside\nend"),
            (5, "menu"),
            (6, "while true do\nx()"),
        ];
        assert_eq!(inputs, wanted.map(|(line, text)| (line, text.to_owned())));
    }

    #[test]
    fn pasted_words_are_an_input_a_line_pasted_luau_is_one() {
        let luau = "local a = 1\nprint(a)";
        assert_eq!(split(luau, |_| true), [luau]);
        assert_eq!(
            split("tick bridge\n\nuse 1", |_| true),
            ["tick bridge", "use 1"]
        );
        assert_eq!(split("menu\n", |_| true), ["menu\n"]);
    }

    #[test]
    fn a_long_comment_is_no_aside() {
        assert!(!is_aside("--[[ begins"));
        assert!(!is_aside("--[==[ begins"));
        assert!(is_aside("--[ a bracket"));
    }
}
