//! The scene as a script: a command that begins it and brings the foes.

use std::path::Path;

use super::foes::Mix;
use crate::script::words::quoted;
use crate::table::catalog::AdversaryDef;
use crate::table::show;

/// The scene's name, from the file's: `ford_at_dusk.luau` is "Ford At Dusk".
pub(super) fn title(file: &Path) -> Option<String> {
    let stem = file.file_stem()?.to_string_lossy().into_owned();
    let words = stem
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let words: Vec<String> = words
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|first| first.to_uppercase().to_string());
            first.unwrap_or_default() + letters.as_str()
        })
        .collect();
    let title = words.join(" ");
    title.contains(char::is_alphabetic).then_some(title)
}

/// The first sentence of a text, on one line.
pub(super) fn first_sentence(text: &str) -> String {
    let text = show::visible(text.split('\n').next().unwrap_or_default());
    let end = text.find('.').map_or(text.len(), |end| end + 1);
    text[..end].trim().to_owned()
}

fn about(def: &AdversaryDef) -> String {
    format!(
        "{} (TL {}): {}",
        def.name,
        def.tl,
        first_sentence(&def.text)
    )
}

/// The file's text.
pub(super) fn text(name: &str, tl: u8, theme: Option<&str>, mix: &Mix<'_>) -> String {
    let theme = theme.map(|theme| format!(" theme={}", show::visible(theme)));
    let typed = format!(":prep foes tl={tl}{}", theme.unwrap_or_default());
    let mut lines = vec![
        "--!strict".to_owned(),
        format!("-- A scene to edit, begun by `{typed}`. Nothing writes to it again: it is yours."),
        format!("-- Lead: {}", about(mix.lead)),
    ];
    if let Some((def, n)) = mix.company {
        lines.push(format!("-- With it, {n} times: {}", about(def)));
    }
    lines.extend(
        mix.others
            .iter()
            .map(|def| format!("-- Or: {}", about(def))),
    );
    lines.push(format!(
        "-- Play it: {}. `menu` shows what they can do.",
        name.to_lowercase()
    ));
    let mut spawns = vec![format!("spawn({})", quoted(&mix.lead.name))];
    if let Some((def, n)) = mix.company {
        spawns.push(format!("spawn({}, {n})", quoted(&def.name)));
    }
    lines.extend([
        String::new(),
        format!("command {} {{", quoted(name)),
        format!("    help = {},", quoted(&mix.summary())),
        "    run = function()".to_owned(),
        format!("        scene.start({})", quoted(name)),
    ]);
    lines.extend(spawns.into_iter().map(|spawn| format!("        {spawn}")));
    lines.extend([
        "        tell(\"What do they want here? What do the characters see first?\")".to_owned(),
        "    end,".to_owned(),
        "}".to_owned(),
    ]);
    lines.join("\n") + "\n"
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_its_scene() {
        for (file, name) in [
            ("scripts/scenes/ford_at_dusk.luau", Some("Ford At Dusk")),
            ("the-mill.luau", Some("The Mill")),
            ("12.luau", None),
        ] {
            assert_eq!(title(Path::new(file)).as_deref(), name, "{file}");
        }
    }
}
