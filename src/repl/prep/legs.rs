//! A journey: a leg for each region that the campaign declares.

use super::script::first_sentence;
use crate::script::words::quoted;
use crate::table::catalog::Catalog;

/// The file's text after its head, and what is in it.
///
/// # Errors
/// A sentence where the campaign has no region.
pub(super) fn legs(
    catalog: &Catalog,
    name: &str,
    size: Option<u32>,
) -> Result<(String, String), String> {
    let all: Vec<_> = catalog.decks.iter().filter(|deck| deck.region).collect();
    if all.is_empty() {
        return Err(
            "the campaign declares no region: region \"…\" { card … } in a script (help region)"
                .into(),
        );
    }
    let s = if all.len() == 1 { "" } else { "s" };
    let summary = format!("{} leg{s}", all.len());
    let mut lines = vec![
        format!(
            "-- Leave out what they don't cross, and put the rest in its order. Play it: {}, then travel go.",
            name.to_lowercase()
        ),
        String::new(),
        format!("command {} {{", quoted(name)),
        format!("    help = {},", quoted(&summary)),
        "    run = function()".into(),
        "        travel.plan({".into(),
    ];
    for region in all {
        let size = size
            .map(|size| format!(", size = {size}"))
            .unwrap_or_default();
        let text = first_sentence(&region.text);
        let about = if text.is_empty() {
            String::new()
        } else {
            format!(" -- {text}")
        };
        lines.push(format!(
            "            {{ region = {}{size} }},{about}",
            quoted(&region.name)
        ));
    }
    lines.extend([
        "        })".to_owned(),
        "        tell(\"Who waits at the end of it? What do they leave behind?\")".to_owned(),
        "    end,".to_owned(),
        "}".to_owned(),
    ]);
    Ok((lines.join("\n") + "\n", summary))
}
