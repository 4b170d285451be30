//! An attack as a file. Lines that begin with `--!` say what is to be done and what must come of it:
//!
//! ```text
//! --! path: x.luau     from here on this is the campaign's file x.luau (several may follow each other); without
//!                      a path the file is typed at the prompt
//! --! first: gain(3)   goes through before the attack
//! --! try: gain(1)     sets the attack off (several: each must come to the same)
//! --! fails: text      it fails, and says this
//! --! gives: text      it goes through, and shows this among its lines or as its value
//! --! asks: text       it asks this
//! --! acts             the act stands; else nothing may have changed
//! --! left out: text   at the start the campaign says this
//! --! then: a => b     afterwards `a` shows `b`
//! ```

use std::path::PathBuf;

/// What must come of an attack.
#[derive(Debug, Default)]
pub struct Attack {
    pub name: String,
    pub files: Vec<(String, String)>,
    pub first: Vec<String>,
    pub tries: Vec<String>,
    pub fails: Vec<String>,
    pub gives: Vec<String>,
    pub asks: Vec<String>,
    pub acts: bool,
    pub left_out: Vec<String>,
    pub then: Vec<(String, String)>,
}

/// Reads an attack.
pub fn read(name: &str, text: &str) -> Attack {
    let mut attack = Attack {
        name: name.to_owned(),
        ..Attack::default()
    };
    let mut typed = String::new();
    for line in text.lines() {
        let Some(order) = line.strip_prefix("--!") else {
            let body = attack
                .files
                .last_mut()
                .map_or(&mut typed, |file| &mut file.1);
            body.push_str(line);
            body.push('\n');
            continue;
        };
        let (word, rest) = order.split_once(':').unwrap_or((order, ""));
        let rest = rest.trim().to_owned();
        match word.trim() {
            "path" => attack.files.push((rest, String::new())),
            "first" => attack.first.push(rest),
            "try" => attack.tries.push(rest),
            "fails" => attack.fails.push(rest),
            "gives" => attack.gives.push(rest),
            "asks" => attack.asks.push(rest),
            "acts" => attack.acts = true,
            "left out" => attack.left_out.push(rest),
            "then" => {
                let (a, b) = rest.split_once("=>").expect("then: a => b");
                attack.then.push((a.trim().to_owned(), b.trim().to_owned()));
            }
            word => panic!("{name}: unknown order {word:?}"),
        }
    }
    if attack.tries.is_empty() && !typed.trim().is_empty() {
        attack.tries.push(typed);
    }
    assert!(
        !(attack.fails.is_empty()
            && attack.gives.is_empty()
            && attack.asks.is_empty()
            && attack.left_out.is_empty()),
        "{name} says nothing of what must come of it"
    );
    attack
}

/// All attacks in `holes/`, by name.
pub fn all() -> Vec<Attack> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/attacks/holes");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "luau"))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            read(&name, &std::fs::read_to_string(path).unwrap())
        })
        .collect()
}
