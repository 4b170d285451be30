//! An attempt: the input is run on a copy. A question that has no answer ends it, and it runs again with one more.

use std::sync::Arc;

use super::{Ground, Input, Runtime, ShownSoFar, shown};
use crate::rules::question::Question;
use crate::script::answer;
use crate::script::diagnostic::{Diagnostic, Place};
use crate::script::generation::lock;
use crate::script::outcome::{Asking, Done, Kind, Line, Outcome};
use crate::script::prompt;
use crate::script::raise;
use crate::script::record::When;
use crate::script::stock;
use crate::script::stop::Stop;
use crate::script::translate;
use crate::table::act::{Act, Cause, Given, Reply};
use crate::table::dice::{DiceState, DiceStream};
use crate::table::event::{Audience, Fact};
use crate::table::faces::FaceQueue;
use crate::table::state::State;
use crate::table::words::{Words, lines as fact_lines};

impl Runtime {
    /// Runs an input: Luau, or words. Nothing has changed unless it goes through whole.
    pub fn eval(&mut self, text: &str) -> Outcome {
        let text = text.trim();
        if text.is_empty() {
            return Outcome::Done(Done::default());
        }
        if text.len() > prompt::LONGEST {
            return Outcome::Failed(Box::new(Diagnostic::error(
                "limit",
                format!(
                    "an input is {} KB at most; what is longer goes into a file of the campaign",
                    prompt::LONGEST >> 10
                ),
            )));
        }
        self.catch_up();
        let outcome = self.read_and_run(text, Vec::new());
        self.with_late(outcome)
    }

    /// What was put off is told with the next thing that is shown.
    fn with_late(&mut self, mut outcome: Outcome) -> Outcome {
        let lines = match &mut outcome {
            Outcome::Done(done) => &mut done.lines,
            Outcome::Question(asking) => &mut asking.lines,
            Outcome::Failed(_) => return outcome,
        };
        lines.splice(0..0, self.late.drain(..));
        outcome
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
        if input.unread {
            let outcome = self.answer_name(input, asking, reply);
            return self.with_late(outcome);
        }
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
        let outcome = match self.attempt(input) {
            Outcome::Failed(fault) if fault.code == "faces" => {
                self.open = Some((before, open));
                Outcome::Failed(fault)
            }
            outcome => outcome,
        };
        self.catch_up();
        self.with_late(outcome)
    }

    /// The dice stream where this state stands in it.
    pub(super) fn stream(&self, state: &State) -> DiceStream {
        let stream = DiceStream::from_seed(&self.seed, state.session.number);
        DiceStream::from_state(DiceState {
            position: state.dice,
            ..stream.state()
        })
    }

    /// The state an input is run on.
    pub(super) fn ground(&self, ground: Ground) -> State {
        match (ground, self.history.last()) {
            (Ground::InsteadOfLast, Some(last)) => last.before.clone(),
            // Ids that undone acts used up stay used up: the file of the last session is not asked again.
            (Ground::NewSession(number), _) => State {
                last_id: self.state.last_id.max(self.highest_id),
                ..super::boundary::left_over(&self.state, number)
            },
            _ => self.state.clone(),
        }
    }

    /// An act on this state. Its new ids are higher than any that was ever given out.
    pub(super) fn act_on(&self, ground: &State) -> Act {
        let mut act = Act::new(ground.clone(), self.stream(ground));
        act.state.last_id = act.state.last_id.max(self.highest_id);
        act
    }

    /// Runs an input, and sees that the scripts don't sit on their memory afterwards.
    pub(super) fn attempt(&mut self, input: Input) -> Outcome {
        let outcome = self.attempt_once(input);
        self.let_go(outcome)
    }

    fn attempt_once(&mut self, input: Input) -> Outcome {
        let generation = Arc::clone(&self.world.generation);
        let ground = self.ground(input.ground);
        let mut act = self.act_on(&ground);
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
            with: None,
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
        let variables = prompt::kept(&generation);
        let faults = lock(&generation.faults).clone();
        generation.begin(Some(act), self.manner);
        let result = match input.ground {
            Ground::NewSession(number) => {
                super::boundary::start(&self.world.lua, &generation, number, &self.seed)
            }
            Ground::Closing => super::boundary::close(&self.world.lua, &generation),
            Ground::Table | Ground::InsteadOfLast => {
                prompt::run(&self.world.lua, &generation, &input.luau)
            }
        };
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
        let limit = matches!(stop, Some(Stop::Limit(_)));
        // At a stop nobody has come back from what was being done.
        let doing = if stop.is_some() {
            act.doing()
        } else {
            act.failing.clone()
        };
        let told = |fault: Diagnostic| doing.iter().fold(fault, |fault, words| fault.doing(words));
        let outcome = match stop {
            Some(Stop::Question(question)) => self.ask(input, act, *question, &ground),
            Some(Stop::Session(request)) => return self.session(request),
            Some(stop) => {
                let fault = translate::stop_at(&stop, generation.stopped_at());
                Outcome::Failed(Box::new(told(self.placed(fault, &input))))
            }
            None => match result {
                Err(error) => {
                    let refused = raise::host_error(&error).and_then(|host| host.refused.as_ref());
                    if refused.is_some_and(crate::rules::refusal::Refusal::overrulable) {
                        self.refused = Some(input.clone());
                    }
                    Outcome::Failed(Box::new(told(
                        self.placed(translate::error(&error), &input),
                    )))
                }
                Ok(_) => self.finish(input, act, value, ground),
            },
        };
        if !matches!(outcome, Outcome::Done(_)) {
            // Of an attempt that doesn't stand nothing is left, at the prompt either. What ran into a limit stays muted.
            prompt::put_back(&variables);
            if !limit {
                *lock(&generation.faults) = faults;
            }
        }
        outcome
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
            None => match stock::source(&place.file) {
                Some(file) => fault.source(file.text),
                None => fault,
            },
        }
    }

    fn ask(&mut self, mut input: Input, act: Act, question: Question, ground: &State) -> Outcome {
        if self.open.is_some() {
            return question_open();
        }
        if let Some(other) = asked_otherwise(&input.asked, &act, Some(&question)) {
            return self.unrepeatable(&input, &other, &act);
        }
        let Some(new) = self.news(&input, &act, ground) else {
            return self.unrepeatable(&input, &question.text, &act);
        };
        input.asked = act
            .asked
            .iter()
            .map(|asked| asked.question.clone())
            .chain([question.clone()])
            .collect();
        input.reloaded = false;
        let who = question.who.map(|who| act.state.name(who));
        input.shown = ShownSoFar {
            facts: act.facts,
            printed: act.printed,
            notices: act.notices,
        };
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

    /// What an attempt has to show that wasn't shown; nothing, when it did something else than the attempt before.
    fn news(&self, input: &Input, act: &Act, ground: &State) -> Option<Vec<Line>> {
        let shown = &input.shown;
        let facts = act.facts.strip_prefix(shown.facts.as_slice())?;
        let printed = act.printed.strip_prefix(shown.printed.as_slice())?;
        let notices = act.notices.strip_prefix(shown.notices.as_slice())?;
        let mut before = ground.clone();
        for fact in &shown.facts {
            before.apply(&fact.event).ok()?;
        }
        Some(self.lines(&before, facts, printed, notices))
    }

    /// Facts in words, output, notices.
    pub(super) fn lines(
        &self,
        before: &State,
        facts: &[Fact],
        printed: &[String],
        notices: &[String],
    ) -> Vec<Line> {
        let mut lines: Vec<Line> = fact_lines(before, facts, &self.world.catalog)
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
        lines
    }

    fn finish(
        &mut self,
        mut input: Input,
        act: Act,
        value: Option<crate::script::outcome::Shown>,
        ground: State,
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
                format!("{}; nothing has changed", act.faces.too_many()),
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
        if let Some(other) = asked_otherwise(&input.asked, &act, None) {
            return self.unrepeatable(&input, &other, &act);
        }
        let Some(new) = self.news(&input, &act, &ground) else {
            return self.unrepeatable(&input, "", &act);
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
            follow: act.follow,
        };
        let effects = act.after;
        let last = self.history.last().map(|last| last.title.clone());
        let instead = last.filter(|_| input.ground == Ground::InsteadOfLast);
        if self.open.is_some() && !(act.facts.is_empty() && effects.is_empty()) {
            return question_open();
        }
        if act.facts.is_empty() {
            self.refused = None;
            if effects.is_empty() {
                without_effect(&input, &mut done);
            }
            self.run_effects(&effects, &mut done);
            if self.open.is_none() || input.answers.is_empty() {
                self.log_line(&input);
                self.note_names(&input);
            }
            return match instead {
                Some(title) => self.instead(&title, done),
                None => Outcome::Done(done),
            };
        }
        input.thrown = act.thrown;
        let boundary = input.ground;
        let mut state = act.state;
        // Ids that weren't used are free again.
        if state.last_id <= self.highest_id {
            state.last_id = ground.last_id;
        }
        let lines = self.lines(&ground, &act.facts, &act.printed, &act.notices);
        match self.commit(input, act.facts, ground, state, lines) {
            Ok(n) => done.act = Some(n),
            Err(fault) => return Outcome::Failed(Box::new(fault)),
        }
        match boundary {
            Ground::Closing => done.lines.extend(self.recap()),
            Ground::NewSession(_) => done.lines.extend(self.left_by_the_last()),
            Ground::Table | Ground::InsteadOfLast => {}
        }
        self.run_effects(&effects, &mut done);
        match instead {
            Some(title) => self.instead(&title, done),
            None => Outcome::Done(done),
        }
    }
}

impl Runtime {
    /// What host functions left for after the commit. What fails there is told, and stops nothing.
    fn run_effects(&self, effects: &[(String, Vec<serde_json::Value>)], done: &mut Done) {
        for (name, args) in effects {
            if let Some(native) = self.natives.iter().find(|native| native.name == *name)
                && let Err(why) = (native.work)(args)
            {
                let why = crate::table::show::visible_lines(&why);
                done.lines.push(Line::notice(format!(
                    "{name} failed, and the act stands: {why}"
                )));
            }
        }
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

/// The script must ask the same again: what was answered belongs to those questions. Gives the first that differs.
fn asked_otherwise(before: &[Question], act: &Act, open: Option<&Question>) -> Option<String> {
    let now: Vec<&Question> = act
        .asked
        .iter()
        .map(|asked| &asked.question)
        .chain(open)
        .collect();
    before
        .iter()
        .enumerate()
        .find(|(n, before)| {
            now.get(*n)
                .is_none_or(|now| now.text != before.text || now.key != before.key)
        })
        .map(|(_, before)| before.text.clone())
}

impl Runtime {
    /// An input whose answers belong to other questions than it asks now.
    fn unrepeatable(&self, input: &Input, question: &str, act: &Act) -> Outcome {
        let at = if question.is_empty() {
            String::new()
        } else {
            format!(" at {question:?}")
        };
        let fault = if input.reloaded {
            Diagnostic::error(
                "not_repeatable",
                format!("the files were read again meanwhile, and the new code does something else{at}; nothing has changed"),
            )
            .help("type it again, and the new code asks anew")
        } else {
            Diagnostic::error(
                "not_repeatable",
                format!("the script isn't repeatable: run again with the same answers it did something else{at}; nothing has changed"),
            )
            .help("chance comes from die, one_of and math.random; nothing is kept outside store and memory")
        };
        let fault = match &act.asked_at {
            Some((file, line)) => fault.at(Place::line(file, *line)),
            None => fault,
        };
        Outcome::Failed(Box::new(self.placed(fault, input)))
    }
}

fn question_open() -> Outcome {
    Outcome::Failed(Box::new(Diagnostic::error(
        "question_open",
        "a question is open: answer it, or cancel it, before anything changes; reading works meanwhile",
    )))
}

fn check(question: &Question, words: &str, state: &State) -> Result<(), String> {
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

/// A line of words that changed nothing says so: what was only tried, what had no effect.
fn without_effect(input: &Input, done: &mut Done) {
    if input.text == input.luau {
        return;
    }
    let verb = input.luau.split('(').next().unwrap_or("");
    let silent = done.lines.is_empty()
        && done
            .value
            .as_ref()
            .is_none_or(|value| value.text.is_empty());
    let acts = crate::script::verbs::find(verb).is_some_and(|record| record.when == When::Act);
    if verb == "what_if" {
        if let Some(value) = &mut done.value {
            value.text.push_str("\n(only tried: nothing has changed)");
        }
    } else if silent && acts {
        done.lines.push(Line::notice("nothing changes"));
    }
}
