//! An attempt: the input is run on a copy. A question that has no answer ends it, and it runs again with one more.

use std::sync::Arc;

use super::{Committed, Entry, Input, Runtime, ShownSoFar, shown};
use crate::rules::question::Question;
use crate::script::answer;
use crate::script::diagnostic::{Diagnostic, Place};
use crate::script::outcome::{Asking, Done, Kind, Line, Outcome};
use crate::script::prompt::{self, Reading};
use crate::script::raise;
use crate::script::stop::Stop;
use crate::script::translate;
use crate::script::words;
use crate::table::act::{Act, Cause, Given, Reply};
use crate::table::dice::{DiceState, DiceStream};
use crate::table::event::{Audience, Event, Fact};
use crate::table::faces::FaceQueue;
use crate::table::journal::Record;
use crate::table::words::{Words, lines as fact_lines, summary};

impl Runtime {
    /// Runs an input: Luau, or words. Nothing has changed unless it goes through whole.
    pub fn eval(&mut self, text: &str) -> Outcome {
        let text = text.trim();
        if text.is_empty() {
            return Outcome::Done(Done::default());
        }
        match self.read_input(text) {
            Ok(input) => self.attempt(input),
            Err(fault) => Outcome::Failed(Box::new(fault)),
        }
    }

    /// Answers the open question. A wrong answer fails, and the question stays open.
    pub fn answer(&mut self, reply: &str) -> Outcome {
        let Some((mut input, asking)) = self.open.take() else {
            return Outcome::Failed(Box::new(Diagnostic::error(
                "no_question",
                "no question is open",
            )));
        };
        let question = asking.question.clone();
        let given = if reply.trim().is_empty() {
            Reply::Default
        } else {
            if let Err(why) = check(&question, reply, &self.state) {
                self.open = Some((input, asking));
                return Outcome::Failed(Box::new(Diagnostic::error(
                    "answer",
                    format!("{reply:?} is no answer: {why}"),
                )));
            }
            Reply::Words(reply.to_owned())
        };
        let (before, open) = (input.clone(), asking);
        input.answers.push(Given {
            key: Some(question.key.clone()),
            answer: given,
        });
        match self.attempt(input) {
            Outcome::Failed(fault) if fault.code == "faces" => {
                self.open = Some((before, open));
                Outcome::Failed(fault)
            }
            outcome => outcome,
        }
    }

    fn read_input(&mut self, text: &str) -> Result<Input, Diagnostic> {
        let generation = Arc::clone(&self.world.generation);
        generation.begin(
            Some(Act::new(self.state.clone(), self.stream())),
            self.manner,
        );
        let reading = prompt::read(&self.world.lua, text);
        generation.end();
        let luau = |luau: String, guessed: bool| Input {
            text: text.to_owned(),
            luau,
            guessed,
            ..Input::default()
        };
        match reading {
            Reading::Expression if is_bare(text) => {
                // A bare verb calls itself; a live name is itself; a command of the campaign runs.
                let known = raise::tables(&generation).is_ok_and(|tables| {
                    tables
                        .prompt
                        .raw_get::<mlua::Value>(text)
                        .is_ok_and(|value| !value.is_nil())
                });
                let callable = crate::script::verbs::find(text).is_some()
                    || self.world.catalog.commands.get(text).is_some();
                if !known
                    && (callable || matches!(text, "x" | "next"))
                    && let Some(call) = words::to_luau(text, &self.state, &self.world.catalog)?
                {
                    return Ok(luau(call.text, false));
                }
                Ok(luau(text.to_owned(), false))
            }
            Reading::Expression | Reading::Statements => Ok(luau(text.to_owned(), false)),
            Reading::Incomplete | Reading::Neither(_) => {
                match words::to_luau(text, &self.state, &self.world.catalog)? {
                    Some(call) => Ok(luau(call.text, call.guessed)),
                    None => {
                        let why = match reading {
                            Reading::Neither(why) => why,
                            _ => "the input isn't complete".to_owned(),
                        };
                        let first = text.split_whitespace().next().unwrap_or("");
                        let known: Vec<String> = crate::script::verbs::all()
                            .map(|record| record.name.to_owned())
                            .chain(self.world.catalog.commands.names().map(str::to_owned))
                            .collect();
                        let close = crate::table::names::close_names(first, &known, 3);
                        let mut fault = Diagnostic::error("syntax", strip(&why)).at(Place::line(
                            prompt::CHUNK,
                            1,
                        )
                        .source(text));
                        if !close.is_empty() {
                            fault = fault.help(format!(
                                "words begin with a verb: did you mean {}?",
                                close.join(", ")
                            ));
                        }
                        Err(fault)
                    }
                }
            }
        }
    }

    /// The dice stream where it stands.
    pub(super) fn stream(&self) -> DiceStream {
        let stream = DiceStream::from_seed(&self.seed, self.state.session.number);
        let state = stream.state();
        DiceStream::from_state(DiceState {
            position: self.state.dice,
            ..state
        })
    }

    pub(super) fn attempt(&mut self, input: Input) -> Outcome {
        let generation = Arc::clone(&self.world.generation);
        let mut act = Act::new(self.state.clone(), self.stream());
        act.answers = input.answers.iter().cloned().collect();
        act.because.clone_from(&input.because);
        act.rerolls = input
            .rerolls
            .as_ref()
            .map(|(at, faces)| (*at, faces.clone()));
        act.reroll_faces = input.reroll_faces.iter().copied().collect();
        act.causes.push(Cause {
            words: input.text.clone(),
            by: None,
        });
        if let Some(faces) = &input.faces {
            match FaceQueue::parse(faces) {
                Ok(faces) => act.faces = faces,
                Err(error) => {
                    return Outcome::Failed(Box::new(Diagnostic::error(
                        "faces",
                        error.to_string(),
                    )));
                }
            }
        }
        generation.begin(Some(act), self.manner);
        let result = prompt::run(&self.world.lua, &generation, &input.luau);
        // The value is worked out while the act is there: handles have names.
        let value = match &result {
            Ok(values) if !generation.is_stopped() => {
                shown::value(&self.world.lua, &generation, values)
            }
            _ => None,
        };
        let (act, stop) = generation.end();
        let Some(act) = act else {
            return Outcome::Failed(Box::new(Diagnostic::error("fault", "the act got lost")));
        };
        match stop {
            Some(Stop::Question(question)) => self.ask(input, act, *question),
            Some(Stop::Session(request)) => self.session(request),
            Some(stop) => {
                if matches!(stop, Stop::Limit(_)) {
                    let _ = self.world.lua.gc_collect();
                }
                Outcome::Failed(Box::new(self.placed(translate::stop(&stop), &input)))
            }
            None => match result {
                Err(error) => {
                    let refused = raise::host_error(&error).and_then(|host| host.refused.as_ref());
                    if refused.is_some_and(crate::rules::refusal::Refusal::overrulable) {
                        self.refused = Some(input.clone());
                    }
                    if matches!(error, mlua::Error::MemoryError(_)) {
                        let _ = self.world.lua.gc_collect();
                    }
                    Outcome::Failed(Box::new(self.placed(translate::error(&error), &input)))
                }
                Ok(_) => self.finish(input, act, value),
            },
        }
    }

    /// A diagnostic with the source line of the file or of the input it points at.
    pub(super) fn placed(&self, fault: Diagnostic, input: &Input) -> Diagnostic {
        let Some(place) = fault.place.clone() else {
            return fault;
        };
        if place.source.is_some() {
            return fault;
        }
        if place.file == prompt::CHUNK {
            return fault.source(input.luau.as_str());
        }
        match self.files.get(&place.file) {
            Some(file) => fault.source(Arc::clone(&file.text)),
            None => fault,
        }
    }

    fn ask(&mut self, mut input: Input, act: Act, question: Question) -> Outcome {
        // The script must ask the same again: what was answered belongs to those questions.
        for (n, before) in input.asked.iter().enumerate() {
            if act.asked.get(n).is_none_or(|now| {
                now.question.text != before.question.text || now.question.key != before.question.key
            }) {
                self.open = None;
                return Outcome::Failed(Box::new(unrepeatable(&before.question.text)));
            }
        }
        if input.asked.len() > act.asked.len() {
            return Outcome::Failed(Box::new(unrepeatable(&question.text)));
        }
        input.asked.clone_from(&act.asked);
        let Some(new) = self.new_lines(&act, &input.shown) else {
            self.open = None;
            return Outcome::Failed(Box::new(unrepeatable(&question.text)));
        };
        input.shown = ShownSoFar {
            facts: act.facts.clone(),
            printed: act.printed.clone(),
            notices: act.notices.clone(),
        };
        let who = question.who.map(|who| act.state.name(who));
        let asking = Asking {
            prompt: shown::question(&question, who.as_deref()),
            who,
            lines: new,
            echo: (input.guessed && input.answers.is_empty())
                .then(|| crate::table::show::visible_lines(&input.luau)),
            question,
        };
        self.open = Some((input, asking.clone()));
        Outcome::Question(Box::new(asking))
    }

    /// What an attempt has to show: facts in words, output, notices.
    fn lines(&self, act: &Act) -> Vec<Line> {
        self.new_lines(act, &ShownSoFar::default())
            .unwrap_or_default()
    }

    /// What it has to show beyond what was shown; nothing when it doesn't begin the same.
    fn new_lines(&self, act: &Act, shown: &ShownSoFar) -> Option<Vec<Line>> {
        let facts = act.facts.strip_prefix(shown.facts.as_slice())?;
        let printed = act.printed.strip_prefix(shown.printed.as_slice())?;
        let notices = act.notices.strip_prefix(shown.notices.as_slice())?;
        let mut before = self.state.clone();
        for fact in &shown.facts {
            before.apply(&fact.event).ok()?;
        }
        let mut lines: Vec<Line> = fact_lines(&before, facts, &self.world.catalog)
            .into_iter()
            .map(line_of)
            .collect();
        lines.extend(printed.iter().map(|text| Line {
            kind: Kind::Printed,
            audience: Audience::Gm,
            text: crate::table::show::visible_lines(text),
        }));
        lines.extend(
            notices
                .iter()
                .map(|text| Line::notice(crate::table::show::visible_lines(text))),
        );
        Some(lines)
    }

    fn finish(
        &mut self,
        input: Input,
        act: Act,
        value: Option<crate::script::outcome::Shown>,
    ) -> Outcome {
        if !act.reroll_faces.is_empty() {
            return Outcome::Failed(Box::new(Diagnostic::error(
                "faces",
                "the face for the die thrown again was not needed; nothing has changed",
            )));
        }
        if !act.faces.is_empty() {
            return Outcome::Failed(Box::new(Diagnostic::error(
                "faces",
                format!(
                    "more faces than dice: {} left over; nothing has changed",
                    act.faces.left()
                ),
            )));
        }
        if let Some(given) = act.answers.front() {
            let words = match &given.answer {
                Reply::Words(words) => words.clone(),
                Reply::Default => "the default".into(),
            };
            return Outcome::Failed(Box::new(Diagnostic::error(
                "answers",
                format!("the answer {words:?} was not asked for; nothing has changed"),
            )));
        }
        let lines = self.lines(&act);
        let Some(new) = self.new_lines(&act, &input.shown) else {
            self.open = None;
            return Outcome::Failed(Box::new(unrepeatable("")));
        };
        // What happened is told by the facts; a handle that comes back would say it twice.
        let quiet = new
            .iter()
            .any(|line| matches!(line.kind, Kind::Fact | Kind::Said));
        let value = value.map(|mut shown| {
            if quiet {
                shown.text.clear();
            }
            shown
        });
        let mut done = Done {
            echo: (input.guessed && input.answers.is_empty())
                .then(|| crate::table::show::visible_lines(&input.luau)),
            lines: new,
            value,
            act: None,
            follow: act.follow.clone(),
        };
        if act.facts.is_empty() {
            self.refused = None;
            if self.open.is_none() || input.answers.is_empty() {
                self.log_line(&input);
            }
            return Outcome::Done(done);
        }
        if self.open.is_some() {
            return Outcome::Failed(Box::new(Diagnostic::error(
                "question_open",
                "a question is open: answer it, or cancel it, before anything changes; reading works meanwhile",
            )));
        }
        let state = act.state.clone();
        let after = act.after.clone();
        match self.commit(input, act.facts, state, lines.clone()) {
            Ok(n) => done.act = Some(n),
            Err(fault) => return Outcome::Failed(Box::new(fault)),
        }
        for (name, args) in after {
            if let Some(native) = self.natives.iter().find(|native| native.name == name)
                && let Err(why) = (native.work)(&args)
            {
                done.lines.push(Line::notice(format!(
                    "{name} failed after the act had committed: {why}"
                )));
            }
        }
        Outcome::Done(done)
    }

    fn log_line(&mut self, input: &Input) {
        self.log.push(input.luau.clone());
    }

    /// Journal, then state, then subscribers.
    pub(super) fn commit(
        &mut self,
        input: Input,
        facts: Vec<Fact>,
        state: crate::table::state::State,
        lines: Vec<Line>,
    ) -> Result<u64, Diagnostic> {
        let n = self.next_act;
        let words: Vec<Words> = fact_lines(&self.state, &facts, &self.world.catalog);
        let title =
            crate::table::show::visible(&summary(&title_of(&input, &facts), &words)).into_owned();
        let sources = self.sources();
        if let Some(journal) = &mut self.journal {
            let faces: Vec<u32> = Vec::new();
            let answers = input
                .answers
                .iter()
                .filter_map(|given| serde_json::to_value(given).ok())
                .collect();
            let record = Record::Act(crate::table::journal::Act {
                n,
                at: (self.clock)(),
                input: input.text.clone(),
                answers,
                faces,
                sources: (sources != self.last_sources).then(|| sources.clone()),
                events: facts.clone(),
                words: std::iter::once(title.clone())
                    .chain(words.iter().map(|line| line.text.clone()))
                    .collect(),
            });
            journal.append(&record).map_err(|e| {
                Diagnostic::error(
                    "journal",
                    format!("{e}. The act is refused: nothing has changed"),
                )
            })?;
        }
        self.last_sources = sources;
        let before = std::mem::replace(&mut self.state, state);
        let facts = Arc::new(facts);
        self.log_line(&input);
        let text = input.text.clone();
        self.history.push(Entry {
            n,
            input,
            before,
            facts: Arc::clone(&facts),
            title,
        });
        self.next_act += 1;
        self.undone.clear();
        self.refused = None;
        self.snapshot();
        self.tell_history();
        let committed = Committed {
            act: n,
            input: text,
            facts,
            lines,
        };
        for told in &mut self.subscribers {
            told(&committed);
        }
        Ok(n)
    }

    fn snapshot(&mut self) {
        let (state, n) = (self.state.clone(), self.next_act - 1);
        let sources = self.last_sources.clone();
        if let Some(journal) = &mut self.journal
            && journal.due_snapshot()
        {
            // A snapshot that can't be written loses nothing: the acts are there.
            let _ = journal.append(&Record::Snapshot(crate::table::journal::Snapshot {
                n,
                sources: Some(sources),
                state,
            }));
        }
    }

    /// Facts of the program's own: a session that begins, sheets that join.
    pub(super) fn record_facts(
        &mut self,
        input: &str,
        events: Vec<Event>,
    ) -> Result<Vec<Line>, Diagnostic> {
        let mut act = Act::new(self.state.clone(), self.stream());
        for event in events {
            act.emit(event)
                .map_err(|misfit| Diagnostic::error("fault", misfit.to_string()))?;
        }
        let lines = self.lines(&act);
        let input = Input {
            text: input.to_owned(),
            luau: format!("-- {input}"),
            ..Input::default()
        };
        let state = act.state.clone();
        self.commit(input, act.facts, state, lines.clone())?;
        Ok(lines)
    }

    /// The hashes of the campaign's files.
    pub(super) fn sources(&self) -> std::collections::BTreeMap<String, String> {
        self.files
            .scripts
            .iter()
            .map(|file| (file.path.clone(), file.hash.to_hex()[..16].to_owned()))
            .collect()
    }

    /// Lets `history` in scripts read what stands.
    pub(super) fn tell_history(&self) {
        *crate::script::generation::lock(&self.world.generation.history) = self.history();
    }
}

/// A line of words, for the front.
pub(super) fn line_of(words: Words) -> Line {
    let kind = match (words.said, words.audience) {
        (true, Audience::Table) => Kind::Said,
        (true, Audience::Gm) => Kind::Told,
        (false, _) => Kind::Fact,
    };
    Line {
        kind,
        audience: words.audience,
        text: crate::table::show::visible_lines(&words.text),
    }
}

/// The act in words: a move by its name, else the input.
fn title_of(input: &Input, facts: &[Fact]) -> String {
    let used = facts.iter().find_map(|fact| match &fact.event {
        Event::Used { name, .. } => Some(format!("use {name}")),
        _ => None,
    });
    match used {
        Some(used) if input.luau.trim_start().starts_with("use(") => used,
        _ => input.text.clone(),
    }
}

fn unrepeatable(question: &str) -> Diagnostic {
    Diagnostic::error(
        "not_repeatable",
        format!(
            "the script isn't repeatable: run again with the same answers it did something else{}",
            if question.is_empty() {
                String::new()
            } else {
                format!(" before {question:?}")
            }
        ),
    )
    .help("chance comes from die, one_of and math.random; nothing is kept outside store and memory")
}

fn check(
    question: &Question,
    words: &str,
    state: &crate::table::state::State,
) -> Result<(), String> {
    if let Some(n) = question
        .key
        .strip_prefix("faces:")
        .and_then(|n| n.parse::<usize>().ok())
    {
        let mut faces = FaceQueue::parse(words).map_err(|e| e.to_string())?;
        faces.pool(n, "this throw").map_err(|e| e.to_string())?;
        return if faces.is_empty() {
            Ok(())
        } else {
            Err(format!("{n} faces are wanted, {} left over", faces.left()))
        };
    }
    answer::read(question, words, state).map(|_| ())
}

/// One identifier.
fn is_bare(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A compiler's message without the chunk's name and line.
fn strip(message: &str) -> String {
    message
        .splitn(3, ':')
        .nth(2)
        .map_or(message, str::trim)
        .to_owned()
}
