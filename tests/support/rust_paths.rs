//! Reads the paths out of a Rust file (`crate::a::b`, `super::c`, `use d::{e, f}`), without comments and strings.

/// One path as written, made absolute where it begins with `crate`, `self` or `super`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The line it begins on.
    pub line: usize,
    /// Whether it is a path of this crate.
    pub ours: bool,
    /// Its parts, `crate` and leading `::` left out; a glob ends in "*".
    pub path: Vec<String>,
    /// A macro call: `println!`.
    pub called: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Token {
    text: String,
    line: usize,
}

/// All paths of two parts and more, all of `use`, and all macro calls. `module` is the file's own path in the crate.
pub fn paths(source: &str, module: &[&str]) -> Vec<Named> {
    let mut reader = Reader {
        tokens: tokens(source),
        at: 0,
        modules: module.iter().map(|&part| part.to_owned()).collect(),
        depth: 0,
        opened: Vec::new(),
        found: Vec::new(),
    };
    reader.read();
    reader.found
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    /// The module here: the file's, then those opened in it.
    modules: Vec<String>,
    /// How many braces are open.
    depth: usize,
    /// At which depth each inline module was opened.
    opened: Vec<usize>,
    found: Vec<Named>,
}

impl Reader {
    fn text(&self, ahead: usize) -> &str {
        self.tokens
            .get(self.at + ahead)
            .map_or("", |token| token.text.as_str())
    }

    /// Whether the token here goes on with a path: after `a::` or `>::`, not after a leading `::`.
    fn goes_on(&self) -> bool {
        let back = |n: usize| Some(self.tokens.get(self.at.checked_sub(n)?)?.text.as_str());
        back(1) == Some("::") && back(2).is_some_and(|text| is_word(text) || text == ">")
    }

    fn read(&mut self) {
        while self.at < self.tokens.len() {
            let after_path = self.goes_on();
            match self.text(0) {
                "{" => self.depth += 1,
                "}" => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.opened.last() == Some(&self.depth) {
                        self.opened.pop();
                        self.modules.pop();
                    }
                }
                "mod" if self.text(2) == "{" => {
                    self.modules.push(self.text(1).to_owned());
                    self.opened.push(self.depth);
                    self.at += 2;
                    self.depth += 1;
                }
                "use" => {
                    self.at += 1;
                    self.tree(Vec::new(), true);
                    continue;
                }
                text if is_word(text) && !after_path => {
                    if self.text(1) == "::" {
                        self.tree(Vec::new(), false);
                        continue;
                    }
                    if self.text(1) == "!" && self.text(2) != "=" {
                        self.keep(vec![text.to_owned()], self.tokens[self.at].line, true);
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// One path or use tree from here on, below `before`; stops at the first token that isn't of it.
    fn tree(&mut self, before: Vec<String>, in_use: bool) {
        let Some(line) = self.tokens.get(self.at).map(|token| token.line) else {
            return;
        };
        let mut path = before;
        loop {
            match self.text(0) {
                "::" => self.at += 1,
                "{" if in_use => {
                    self.at += 1;
                    while !matches!(self.text(0), "}" | "") {
                        let start = self.at;
                        self.tree(path.clone(), true);
                        if self.text(0) == "," || self.at == start {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    return;
                }
                "*" if in_use => {
                    path.push("*".to_owned());
                    self.at += 1;
                    break;
                }
                "as" if in_use => {
                    self.at += 2;
                    break;
                }
                word if is_word(word) => {
                    path.push(word.to_owned());
                    self.at += 1;
                    if self.text(0) != "::" && !(in_use && self.text(0) == "as") {
                        break;
                    }
                }
                // `;` after a tree, or something no path goes on with: generics, a macro's fragment.
                _ => {
                    self.at += usize::from(in_use && path.is_empty());
                    break;
                }
            }
        }
        let called = self.text(0) == "!" && self.text(1) != "=";
        self.keep(path, line, called);
    }

    fn keep(&mut self, path: Vec<String>, line: usize, called: bool) {
        let mut parts = path.into_iter().peekable();
        let mut base: Option<Vec<String>> = None;
        while let Some(first) = parts.peek() {
            match first.as_str() {
                "crate" => base = Some(Vec::new()),
                "self" => base = Some(base.unwrap_or_else(|| self.modules.clone())),
                "super" => {
                    let mut here = base.unwrap_or_else(|| self.modules.clone());
                    here.pop();
                    base = Some(here);
                }
                _ => break,
            }
            parts.next();
        }
        let ours = base.is_some();
        let mut path = base.unwrap_or_default();
        path.extend(parts);
        if !path.is_empty() {
            self.found.push(Named {
                line,
                ours,
                path,
                called,
            });
        }
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Words, `::` and single signs, with their lines; comments, strings and characters left out.
fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    let get = |at: usize| chars.get(at).copied().unwrap_or('\0');
    while at < chars.len() {
        let start = at;
        match get(at) {
            '/' if get(at + 1) == '/' => {
                while at < chars.len() && get(at) != '\n' {
                    at += 1;
                }
            }
            '/' if get(at + 1) == '*' => {
                let mut open = 0;
                loop {
                    match (get(at), get(at + 1)) {
                        ('/', '*') => (open, at) = (open + 1, at + 2),
                        ('*', '/') => (open, at) = (open - 1, at + 2),
                        _ => at += 1,
                    }
                    if open == 0 || at >= chars.len() {
                        break;
                    }
                }
            }
            '"' => at = end_of_string(&chars, at),
            'r' | 'b' | 'c' if begins_string(&chars, at) => {
                while matches!(get(at), 'b' | 'c') {
                    at += 1;
                }
                at = match get(at) {
                    'r' => end_of_raw_string(&chars, at + 1),
                    _ => end_of_string(&chars, at),
                };
            }
            // A character or a lifetime: 'a', '\n', 'static.
            '\'' if get(at + 1) == '\\' => {
                at += 3;
                while at < chars.len() && get(at) != '\'' {
                    at += 1;
                }
                at += 1;
            }
            '\'' if get(at + 2) == '\'' => at += 3,
            '\'' => at += 1,
            ':' if get(at + 1) == ':' => {
                at += 2;
                tokens.push(Token {
                    text: "::".to_owned(),
                    line,
                });
            }
            c if c.is_alphanumeric() || c == '_' => {
                while get(at).is_alphanumeric() || get(at) == '_' {
                    at += 1;
                }
                tokens.push(Token {
                    text: chars[start..at].iter().collect(),
                    line,
                });
            }
            c => {
                at += 1;
                if !c.is_whitespace() {
                    tokens.push(Token {
                        text: c.to_string(),
                        line,
                    });
                }
            }
        }
        line += chars[start..at.min(chars.len())]
            .iter()
            .filter(|&&c| c == '\n')
            .count();
    }
    tokens
}

/// r", r#", br", b", c": a string with a prefix (and not a word that begins so).
fn begins_string(chars: &[char], at: usize) -> bool {
    let rest = &chars[at..];
    let letters = rest
        .iter()
        .take_while(|c| matches!(c, 'r' | 'b' | 'c'))
        .count();
    let raw = rest[..letters].contains(&'r');
    let hashes = rest[letters..].iter().take_while(|&&c| c == '#').count();
    letters <= 2 && (raw || hashes == 0) && rest.get(letters + hashes) == Some(&'"')
}

fn end_of_string(chars: &[char], quote: usize) -> usize {
    let mut at = quote + 1;
    while let Some(&c) = chars.get(at) {
        match c {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    chars.len()
}

fn end_of_raw_string(chars: &[char], hash: usize) -> usize {
    let hashes = chars[hash..].iter().take_while(|&&c| c == '#').count();
    let mut at = hash + hashes + 1;
    while at < chars.len() {
        let closes = chars[at] == '"'
            && chars.len() > at + hashes
            && chars[at + 1..=at + hashes].iter().all(|&c| c == '#');
        if closes {
            return at + hashes + 1;
        }
        at += 1;
    }
    chars.len()
}
