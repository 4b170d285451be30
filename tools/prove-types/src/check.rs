//! One file against the types, in strict mode whatever it says of itself.

use std::fs;
use std::path::Path;

/// The mode of every file that is checked.
const STRICT: &str = "--!strict\n";

/// Something that the checker found.
pub struct Found {
    /// The line, 1 and up.
    pub line: u32,
    /// What is wrong, in one line.
    pub message: String,
}

/// The types.
pub struct Checker {
    types: String,
}

impl Checker {
    /// Reads the types, and makes sure that they hold by themselves.
    pub fn new(file: &Path) -> Result<Self, String> {
        let types = read(file)?;
        match luaur::check_with_definitions("", &types) {
            Ok(()) => Ok(Self { types }),
            Err(found) => Err(format!(
                "{}: {}",
                file.display(),
                found.first().map_or_else(String::new, ToString::to_string)
            )),
        }
    }

    /// What is wrong with a file.
    pub fn check(&self, file: &Path) -> Result<Vec<Found>, String> {
        let text = read(file)?;
        let (text, before) = if text.starts_with(STRICT) {
            (text, 0)
        } else {
            (format!("{STRICT}{text}"), 1)
        };
        let Err(found) = luaur::check_with_definitions(&text, &self.types) else {
            return Ok(Vec::new());
        };
        let found = found.into_iter().map(|one| Found {
            line: one.line.saturating_sub(before),
            message: one.message.split_whitespace().collect::<Vec<_>>().join(" "),
        });
        Ok(found.collect())
    }
}

/// The text of a file.
pub fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}
