//! Functions of the host in the hands of scripts: a pure one that only computes, and one with an effect on the world
//! outside. `cargo run --example own_function` shows when each runs, and when it doesn't.
//!
//! A pure function may run as often as a script likes: in a dry run, in a modifier, again after a question. One with
//! an effect is queued by the act and runs once, when the act has committed; an act that fails, or is only tried,
//! runs none, and undo doesn't run it again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use storybeat::script::diagnostic::Diagnostic;
use storybeat::script::folder::Files;
use storybeat::script::native::Native;
use storybeat::script::outcome::Outcome;
use storybeat::script::runtime::Runtime;

/// High tide every 12 hours; the height in feet, 0 to 12.
fn tide(args: &[Value]) -> Result<Value, String> {
    let hour = args
        .first()
        .and_then(Value::as_u64)
        .filter(|hour| *hour < 24)
        .ok_or("an hour from 0 to 23 is wanted")?;
    let from_high = hour % 12;
    Ok(json!(12 - 2 * from_high.min(12 - from_high)))
}

const FORD: &str = r#"
-- The ford is harder the higher the water stands. A modifier only reads, so it may ask a pure function.
modify.roll(function(e)
    local hour = scene.memory.hour or 0
    if e:uses("athletics") and tide(hour) > 6 then
        return { step = -1, why = `{tide(hour)} feet of water` }
    end
    return nil
end)

-- The lamp in the room follows the table: red while somebody is down.
on.hit(function(e)
    if e.hit.down then lamp("red") end
end)
"#;

const SHEET: &str = "name: Wren\nxp: 20\nattributes: { body: 2, wits: 2, spirit: 2, presence: 2 }\nskills: { athletics: 2 }\narmor: none\n";

fn campaign() -> Files {
    let texts = [
        ("campaign.yaml", "title: The Ford\nseed: low water\n"),
        ("party/wren.yaml", SHEET),
        ("ford.luau", FORD),
    ];
    let texts = texts.map(|(path, text)| (path.to_owned(), text.to_owned()));
    Files::from_map(BTreeMap::from(texts))
}

/// Plays one input and shows what it came to; a question would get its default.
fn play(table: &mut Runtime, input: &str) {
    println!("› {input}");
    match table.eval(input) {
        Outcome::Done(done) => {
            for line in done.lines {
                println!("  {}", line.text);
            }
            if let Some(value) = done.value.filter(|value| !value.text.is_empty()) {
                println!("  {}", value.text);
            }
        }
        Outcome::Question(asking) => println!("  ? {}", asking.prompt),
        Outcome::Failed(fault) => println!("  {}", fault.to_line()),
    }
}

fn main() -> Result<(), Vec<Diagnostic>> {
    let lamp: Arc<Mutex<Vec<Value>>> = Arc::default();
    let lit = Arc::clone(&lamp);
    let mut table = Runtime::builder()
        .files(campaign())
        .register(Native::pure(
            "tide",
            "the height of the water at an hour, in feet",
            tide,
        ))
        .register(Native::effect("lamp", "colours the lamp", move |args| {
            let colour = args.first().cloned().ok_or("a colour is wanted")?;
            lit.lock().map_err(|e| e.to_string())?.push(colour);
            Ok(Value::Null)
        }))
        .build()?;
    for input in [
        "tide(9)",
        "tide(31)",
        "scene.start(\"The Ford\") scene.memory.hour = 11",
        "roll wren body athletics = 8642",
        "try hit wren 3 a log",
        "hit wren 3 a log",
        "undo",
        "redo",
        "lamp(\"blue\")",
        "lamp(\"green\") error(\"the fuse\")",
    ] {
        play(&mut table, input);
    }
    if let Ok(colours) = lamp.lock() {
        let colours: Vec<String> = colours.iter().map(ToString::to_string).collect();
        println!("the lamp was told: {}", colours.join(", "));
    }
    Ok(())
}
