//! A campaign's tests: each in its own act on a fresh table, with the faces and answers it gives.

use std::fmt;
use std::sync::{Arc, Mutex};

use mlua::{Lua, MultiValue, Table, UserData, UserDataMethods, Value};

use super::campaign::fresh;
use super::unlike::unlike;
use super::{Input, Runtime};
use crate::rules::boons::Pay;
use crate::rules::ids::{Thing, ThingKind};
use crate::rules::numbers::Face;
use crate::rules::roll::Anew;
use crate::script::args;
use crate::script::diagnostic::Diagnostic;
use crate::script::folder::Files;
use crate::script::generation::{Manner, lock};
use crate::script::raise;
use crate::script::record::{Method, method};
use crate::script::stop::{Fail, bad};
use crate::script::translate;
use crate::script::verbs::Call;
use crate::script::world::{Faults, World};
use crate::table::act::{Act, Cause};
use crate::table::catalog::TestDef;
use crate::table::dice::DiceStream;
use crate::table::event::Event;
use crate::table::names;
use crate::table::sheet::Sheet;
use crate::table::show;
use crate::table::state::State;

/// A test that failed.
#[derive(Clone, Debug)]
pub struct TestFailure {
    /// Its name.
    pub name: String,
    /// Why, and where.
    pub why: Diagnostic,
}

/// What a run of tests came to.
#[derive(Clone, Debug, Default)]
pub struct TestReport {
    /// Tests that hold, with file and line.
    pub passed: Vec<(String, String)>,
    /// Those that don't.
    pub failed: Vec<TestFailure>,
    /// What tests printed: the test's name and its lines, in the order in which they ran.
    pub printed: Vec<(String, Vec<String>)>,
    /// Faults of the files: nothing could be run.
    pub faults: Vec<Diagnostic>,
}

impl TestReport {
    /// Do all hold?
    #[must_use]
    pub fn ok(&self) -> bool {
        self.failed.is_empty() && self.faults.is_empty()
    }
}

impl fmt::Display for TestReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} passed, {} failed",
            self.passed.len(),
            self.failed.len() + self.faults.len()
        )
    }
}

/// What the `t` of a test can do.
pub const TESTER: &[Method] = &[
    method(
        "party",
        "names: { string }",
        "",
        "These characters of party/ join, fresh. Who is there already joins no second time: an error.",
    ),
    method(
        "faces",
        "faces: Faces",
        "",
        "Faces for the throws that follow; a comma between rolls. Left-over ones fail the test.",
    ),
    method(
        "answers",
        "answers: { any }",
        "",
        "Answers to the questions that follow. Left-over ones fail the test.",
    ),
    method(
        "cards",
        "cards: string",
        "",
        "Cards for the draws that follow; a comma between draws.",
    ),
    method(
        "reroll",
        "face: number | \"all\", opts: { pay: \"boon\" | \"fatigue\"?, after: number? }?",
        "",
        "A die that shows this face in the next roll (\"all\": every die but tens) is thrown again, for a Boon; `after` is how many rolls pass before it. Its new face stands behind a slash in the faces.",
    ),
    method(
        "anyway",
        "because: string?",
        "",
        "Refusals of what follows are overruled, and why; without a reason they stand again.",
    ),
    method(
        "same",
        "got: any, want: any, what: string?",
        "",
        "Fails unless both are the same.",
    ),
    method(
        "refuses",
        "fn: () -> (), text: string?",
        "",
        "Fails unless the function is refused, with this text in the refusal. What it did is taken back.",
    ),
];

/// The `t` of a test.
struct Tester {
    sheets: Arc<Vec<Sheet>>,
    compared: Arc<Mutex<u32>>,
}

impl UserData for Tester {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_method("party", |lua, this, wanted: Vec<String>| {
            with(lua, |call| {
                for name in &wanted {
                    let Some(sheet) = this
                        .sheets
                        .iter()
                        .find(|sheet| names::same(&sheet.name, name))
                    else {
                        let known: Vec<&str> = this
                            .sheets
                            .iter()
                            .map(|sheet| sheet.name.as_str())
                            .collect();
                        return Err(bad(
                            "unknown_name",
                            names::unknown("character of party/", name, &known),
                        ));
                    };
                    let pc = fresh(sheet);
                    let there = call.generation.act(|act| {
                        let state = &act.state;
                        state
                            .roster()
                            .any(|who| names::same(&state.name(who), &sheet.name))
                    })?;
                    if there {
                        return Err(bad(
                            "test",
                            format!(
                                "{} is there already: t:party is for those who aren't",
                                sheet.name
                            ),
                        ));
                    }
                    call.generation
                        .act(|act| {
                            let who = Thing {
                                kind: ThingKind::Pc,
                                id: act.state.last_id + 1,
                            };
                            act.emit(Event::Joined {
                                who,
                                pc: Box::new(pc),
                            })
                        })?
                        .map_err(|misfit| bad("fault", misfit.to_string()))?;
                }
                Ok(())
            })
        });
        methods.add_method("faces", |lua, _, faces: Value| {
            with(lua, |call| {
                let Some(faces) =
                    args::faces("t:faces", &faces).map_err(|why| bad("faces", why))?
                else {
                    return Err(bad("argument", "t:faces takes faces: \"9 6 4 2 1\""));
                };
                call.generation.act(|act| act.faces.then(faces))?;
                Ok(())
            })
        });
        methods.add_method("answers", |lua, _, list: Table| {
            with(lua, |call| {
                let given = crate::script::verbs::answers(&list)?;
                call.generation.act(|act| act.answers.extend(given))?;
                Ok(())
            })
        });
        methods.add_method("cards", |lua, _, cards: String| {
            with(lua, |call| {
                call.generation.act(|act| {
                    act.cards
                        .extend(cards.split(',').map(|draw| draw.trim().to_owned()))
                })?;
                Ok(())
            })
        });
        methods.add_method("reroll", |lua, _, (face, opts): (Value, Option<Table>)| {
            with(lua, |call| {
                let option = |name: &str| -> Result<Value, Fail> {
                    Ok(opts
                        .as_ref()
                        .map_or(Ok(Value::Nil), |opts| opts.raw_get(name))?)
                };
                let die = match (args::whole(&face), args::text(&face).as_deref()) {
                    (Some(face), _) => {
                        Anew::Face(Face::new(face).map_err(|why| bad("argument", why.to_string()))?)
                    }
                    (_, Some("all")) => Anew::All,
                    _ => return Err(bad("argument", "t:reroll takes a face, or \"all\"")),
                };
                let after = args::whole(&option("after")?).and_then(|n| usize::try_from(n).ok());
                let pay = match option("pay")?.as_string() {
                    Some(word) if word == "fatigue" => Pay::Fatigue,
                    _ => Pay::Boon,
                };
                call.generation.act(|act| {
                    let at = act.rolls + after.unwrap_or(0);
                    let waits = act.rerolls.take().filter(|(other, _)| *other == at);
                    let (_, mut dice) = waits.unwrap_or_default();
                    dice.push((die, pay));
                    act.rerolls = Some((at, dice));
                })?;
                Ok(())
            })
        });
        methods.add_method("anyway", |lua, _, because: Option<String>| {
            with(lua, |call| {
                call.generation.act(|act| act.because = because)?;
                Ok(())
            })
        });
        methods.add_method(
            "same",
            |lua, this, (got, want, what): (Value, Value, Option<String>)| {
                *lock(&this.compared) += 1;
                with(lua, |call| {
                    let (a, b) = (
                        super::shown::json_of(call, &got, 0),
                        super::shown::json_of(call, &want, 0),
                    );
                    let same = match (&got, &want) {
                        (Value::LightUserData(a), Value::LightUserData(b)) => a == b,
                        _ => a == b && got.type_name() == want.type_name() || numbers(&got, &want),
                    };
                    if same {
                        return Ok(());
                    }
                    let what = what.map(|what| format!("{what}: ")).unwrap_or_default();
                    Err(bad("test", format!("{what}{}", unlike(&b, &a))))
                })
            },
        );
        methods.add_method(
            "refuses",
            |lua, this, (function, wanted): (mlua::Function, Option<String>)| {
                *lock(&this.compared) += 1;
                let generation = raise::generation(lua)?;
                let before = generation
                    .act(|act| act.savepoint())
                    .map_err(|stop| generation.halt(stop))?;
                match generation.call(&function, ()) {
                    Ok(_) => Err(raise::raise_bad(
                        lua,
                        "test",
                        "it went through, and a refusal is wanted",
                    )),
                    Err(_) if generation.is_stopped() => Err(mlua::Error::runtime("stopped")),
                    Err(stop) => {
                        let text = translate::stop(&stop).to_line();
                        generation
                            .act(|act| act.rollback(before))
                            .map_err(|stop| generation.halt(stop))?;
                        match wanted {
                            Some(wanted) if !text.contains(&wanted) => Err(raise::raise_bad(
                                lua,
                                "test",
                                format!("a refusal with {wanted:?} is wanted, it says: {text}"),
                            )),
                            _ => Ok(()),
                        }
                    }
                }
            },
        );
    }
}

fn numbers(a: &Value, b: &Value) -> bool {
    matches!((a.as_number(), b.as_number()), (Some(a), Some(b)) if a == b)
}

fn with<T>(lua: &Lua, work: impl FnOnce(&Call<'_>) -> Result<T, Fail>) -> mlua::Result<T> {
    let generation = raise::generation(lua)?;
    let call = Call {
        lua,
        generation: &generation,
    };
    work(&call).map_err(|fail| raise::raise(lua, &generation, fail))
}

impl Runtime {
    /// Runs the campaign's tests, or those whose name holds `only`.
    #[must_use]
    pub fn run_tests(&self, only: Option<&str>) -> TestReport {
        self.tests_of(&self.files, |test| {
            only.is_none_or(|only| test.name.contains(only))
        })
    }

    /// Runs those tests of these files that are wanted.
    pub(super) fn tests_of(&self, files: &Files, wanted: impl Fn(&TestDef) -> bool) -> TestReport {
        let mut report = TestReport::default();
        let mut read = match super::campaign::read(files) {
            Ok(read) => read,
            Err(faults) => return TestReport { faults, ..report },
        };
        let interrupt = Arc::clone(&self.interrupt);
        let built = World::build(
            files,
            &read.setting,
            &self.limits,
            interrupt,
            &self.natives,
            Faults::Refuse,
            true,
        );
        let world = match built {
            Ok(world) => world,
            Err(faults) => return TestReport { faults, ..report },
        };
        read.against(&world.catalog);
        let sheets: Vec<Sheet> = read.party.into_iter().map(|(_, sheet)| sheet).collect();
        let sheets = Arc::new(sheets);
        let mut tests = world.catalog.tests.clone();
        tests.sort_by(|a, b| (&a.place.file, a.place.line).cmp(&(&b.place.file, b.place.line)));
        for test in tests.iter().filter(|test| wanted(test)) {
            let mut printed = Vec::new();
            let result = self.one_test(&world, test.run, &test.name, &sheets, &mut printed);
            if !printed.is_empty() {
                report.printed.push((test.name.clone(), printed));
            }
            match result {
                Ok(()) => report.passed.push((
                    test.name.clone(),
                    format!("{}:{}", test.place.file, test.place.line),
                )),
                Err(why) => {
                    let why = self.placed(why, &Input::default());
                    report.failed.push(TestFailure {
                        name: test.name.clone(),
                        why,
                    });
                }
            }
        }
        report
    }

    fn one_test(
        &self,
        world: &World,
        run: crate::table::catalog::FnId,
        name: &str,
        sheets: &Arc<Vec<Sheet>>,
        printed: &mut Vec<String>,
    ) -> Result<(), Diagnostic> {
        let mut state = State::default();
        state.session.number = 1;
        state.session.open = true;
        let mut act = Act::new(state, DiceStream::from_seed(&self.seed, 1));
        act.causes.push(Cause {
            words: format!("test {name}"),
            by: None,
            with: None,
        });
        let generation = &world.generation;
        generation.begin(Some(act), Manner::default());
        let compared = Arc::new(Mutex::new(0));
        let result = match generation.function(run) {
            Some(registered) => world
                .lua
                .create_userdata(Tester {
                    sheets: Arc::clone(sheets),
                    compared: Arc::clone(&compared),
                })
                .and_then(|t| registered.function.call::<MultiValue>(t)),
            None => Ok(MultiValue::new()),
        };
        let (act, stop) = generation.end();
        if let Some(act) = &act {
            // What fails says why by its output too.
            printed.extend(act.printed.iter().map(|text| show::visible_lines(text)));
        }
        if let Some(stop) = stop {
            return Err(translate::stop_at(&stop, generation.stopped_at()));
        }
        result.map_err(|error| {
            let fault = translate::error(&error);
            match (&fault.place, generation.function(run)) {
                (None, Some(registered)) => {
                    fault.at(crate::script::world::shown(&registered.place))
                }
                _ => fault,
            }
        })?;
        let Some(act) = act else { return Ok(()) };
        if !act.faces.is_empty() {
            return Err(Diagnostic::error(
                "test",
                format!("faces left over: {}", act.faces.left()),
            ));
        }
        if act.rerolls.is_some_and(|(at, _)| at >= act.rolls) {
            return Err(Diagnostic::error(
                "test",
                "a die was to be thrown again (t:reroll), and no roll came",
            ));
        }
        if !act.answers.is_empty() || !act.cards.is_empty() {
            return Err(Diagnostic::error(
                "test",
                "answers or cards left over: something wasn't asked or drawn",
            ));
        }
        if *lock(&compared) == 0 {
            return Err(Diagnostic::error(
                "test",
                "the test compares nothing: t:same(got, want), t:refuses(fn, text)",
            ));
        }
        Ok(())
    }
}
