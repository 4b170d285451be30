//! The words of an input that may be names of its surroundings.

/// Words of the language.
const LUAU: [&str; 23] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while", "continue", "self",
];

/// The names that the input reads from outside, as far as its letters tell: neither fields nor methods, nor what stands in
/// texts and comments. A local of its own may be among them. Each once, in order.
pub fn names(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        let skipped = match c {
            '"' | '\'' | '`' => string(rest, c),
            '-' if rest.starts_with("--") => comment(rest),
            '[' if rest.starts_with("[[") => rest.find("]]").map_or(rest.len(), |at| at + 2),
            _ if c.is_alphabetic() || c == '_' => {
                let end = rest
                    .find(|c: char| !c.is_alphanumeric() && c != '_')
                    .unwrap_or(rest.len());
                let word = &rest[..end];
                if !matches!(before, '.' | ':')
                    && !LUAU.contains(&word)
                    && !found.iter().any(|known| known == word)
                {
                    found.push(word.to_owned());
                }
                end
            }
            _ if c.is_numeric() => rest
                .find(|c: char| !c.is_alphanumeric() && c != '.' && c != '_')
                .unwrap_or(rest.len()),
            _ => c.len_utf8(),
        };
        if !c.is_whitespace() {
            before = rest[..skipped].chars().next_back().unwrap_or(' ');
        }
        rest = &rest[skipped..];
    }
    found
}

/// The length of the text literal at the beginning.
fn string(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of the comment at the beginning.
fn comment(text: &str) -> usize {
    if text.starts_with("--[[") {
        text.find("]]").map_or(text.len(), |at| at + 2)
    } else {
        text.find('\n').unwrap_or(text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_are_what_is_neither_field_nor_text() {
        #[rustfmt::skip]
        let rows: &[(&str, &[&str])] = &[
            ("lyra:hit(2)", &["lyra"]),
            ("local x = troll.resilience - sera.harm", &["x", "troll", "sera"]),
            (r#"say("lyra \" ellis") hit(ellis, 0x1F)"#, &["say", "hit", "ellis"]),
            ("-- lyra\ngain(1e3) --[[ troll ]] bell()", &["gain", "bell"]),
            ("a . b : c() [[ d ]]", &["a"]),
            ("für(x)", &["für", "x"]),
            (r#"say("never closed"#, &["say"]),
        ];
        for (text, want) in rows {
            assert_eq!(names(text), *want, "{text}");
        }
    }
}
