//! The chair and the seat of a script world: dice from the queue or the stream, answers or questions, house rules,
//! contributions of whatever is in force.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use mlua::{MultiValue, Value};

use super::effects::Context;
use super::generation::{Asking, lock};
use super::limits::Limits;
use super::raise;
use super::react::{self, PutOff};
use super::stop::{Fail, Stop, bad};
use super::verbs::Call;
use super::{answer, points, steps};
use crate::rules::chair::{Chair, Point, Throw, ThrowWhy};
use crate::rules::ids::Thing;
use crate::rules::numbers::Face;
use crate::rules::question::{Answer, Question, QuestionKind};
use crate::rules::refusal::{Halt, Refusal};
use crate::rules::step::{Contribution, Step};
use crate::table::act::{Asked, Reply};
use crate::table::catalog::{Catalog, FnId};
use crate::table::event::Event;
use crate::table::faces::FaceQueue;
use crate::table::seat::Seat;
use crate::table::state::State;

/// The seat that commands work at.
pub struct LuaSeat<'a> {
    call: Call<'a>,
    put_off: Vec<PutOff>,
    given: BTreeMap<&'static str, Vec<Contribution>>,
    preview: bool,
}

impl<'a> LuaSeat<'a> {
    /// A seat for one command.
    #[must_use]
    pub fn new(call: Call<'a>) -> Self {
        Self {
            call,
            put_off: Vec::new(),
            given: BTreeMap::new(),
            preview: false,
        }
    }

    /// A seat that only looks: nobody is asked, charged or claimed, so what has such terms adds nothing.
    #[must_use]
    pub fn preview(call: Call<'a>) -> Self {
        Self {
            preview: true,
            ..Self::new(call)
        }
    }

    /// Does it only look?
    #[must_use]
    pub fn is_preview(&self) -> bool {
        self.preview
    }

    /// What hooks want done after the command.
    pub fn put_off(&mut self) -> Vec<PutOff> {
        std::mem::take(&mut self.put_off)
    }

    /// Puts a part off until the command's facts stand.
    pub fn later(&mut self, what: crate::table::catalog::Do, event: Context) {
        self.put_off.push(PutOff { what, event });
    }

    /// A failure of a script or a wrong call, as a stop of this command.
    fn fail(&self, fail: Fail) -> Stop {
        match fail {
            Fail::Stop(stop) => stop,
            fail => Stop::Raise(raise::raise(self.call.lua, self.call.generation, fail)),
        }
    }

    fn asked_faces(&mut self, throw: &Throw<'_>) -> Result<Option<Vec<Face>>, Stop> {
        let n = usize::from(throw.dice);
        let who = throw.who;
        let text = format!(
            "{}: the face{}? (Enter: the program rolls)",
            throw.spelled(),
            if n == 1 { "" } else { "s" }
        );
        let question = Question {
            key: format!("faces:{n}"),
            who,
            text,
            kind: QuestionKind::Text,
            default: Answer::Text(String::new()),
        };
        let Answer::Text(words) = self.ask(question)? else {
            return Ok(None);
        };
        if words.trim().is_empty() {
            return Ok(None);
        }
        let mut queue =
            FaceQueue::parse(&words).map_err(|e| self.fail(bad("faces", e.to_string())))?;
        let faces = queue
            .pool(n, &throw.spelled())
            .map_err(|e| self.fail(bad("faces", e.to_string())))?;
        if !queue.is_empty() {
            return Err(self.fail(bad("faces", queue.too_many())));
        }
        Ok(faces)
    }
}

impl Chair for LuaSeat<'_> {
    type Stop = Stop;

    fn throw(&mut self, throw: Throw<'_>) -> Result<Vec<Face>, Stop> {
        let generation = Arc::clone(self.call.generation);
        if generation.reading.load(Relaxed) > 0 {
            return Err(self.fail(bad(
                "reading",
                "dice can't be thrown here: modify, override, when, only and cost only read",
            )));
        }
        generation.charge(4)?;
        let n = usize::from(throw.dice);
        let again = matches!(
            throw.why,
            ThrowWhy::PositionReroll { .. }
                | ThrowWhy::BoonReroll { .. }
                | ThrowWhy::GrantedReroll { .. }
        );
        let noted = |faces: Vec<Face>| {
            generation.act(|act| act.thrown.note(act.own_faces, again, &faces))?;
            Ok(faces)
        };
        let given = generation.act(|act| match throw.why {
            // `reroll all = 7 3 2`: the faces of the real dice.
            ThrowWhy::WholeReroll if act.reroll_faces.len() >= n && n > 0 => {
                Ok(Some(act.reroll_faces.drain(..n).collect()))
            }
            _ if again => {
                let by_hand = match throw.why {
                    ThrowWhy::BoonReroll { .. } => act.reroll_faces.pop_front(),
                    _ => None,
                };
                Ok(act.faces.again().or(by_hand).map(|face| vec![face]))
            }
            _ => act.faces.pool(n, &throw.spelled()),
        })?;
        if let Some(faces) = given.map_err(|e| self.fail(bad("faces", e.to_string())))? {
            return noted(faces);
        }
        if generation.manner().dice
            && throw.sides == 10
            && let Some(faces) = self.asked_faces(&throw)?
        {
            return noted(faces);
        }
        let sides = NonZeroU32::new(u32::from(throw.sides)).unwrap_or(NonZeroU32::MIN);
        let (faces, old, new) = generation.act(|act| {
            let old = act.stream.position();
            let faces: Vec<u32> = (0..n).map(|_| act.stream.die(sides)).collect();
            (faces, old, act.stream.position())
        })?;
        self.emit(Event::Threw { old, new })?;
        let faces: Result<Vec<Face>, Stop> = faces
            .into_iter()
            .map(|n| Face::new(i64::from(n)).map_err(|e| Stop::Fault(e.to_string())))
            .collect();
        noted(faces?)
    }

    fn ask(&mut self, question: Question) -> Result<Answer, Stop> {
        let generation = Arc::clone(self.call.generation);
        if generation.reading.load(Relaxed) > 0 {
            return Err(self.fail(bad("reading", "a question can't be asked here: modify, override, when, only and cost only read (use asks = …)")));
        }
        generation.charge(16)?;
        let place = raise::frames(self.call.lua)
            .into_iter()
            .next()
            .and_then(|frame| Some((frame.file, frame.line?)));
        let reply = generation.act(|act| {
            act.asked_at = place;
            act.take_answer(&question.key)
        })?;
        let (given, by_default) = match reply {
            Some(Reply::Words(words)) => {
                let state = generation.act(|act| act.state.clone())?;
                let given = answer::read(&question, &words, &state).map_err(|why| {
                    self.fail(bad(
                        "answer",
                        format!("{:?} doesn't answer {:?}: {why}", words, question.text),
                    ))
                })?;
                (given, false)
            }
            Some(Reply::Default) => (question.default.clone(), false),
            None if generation.manner().asking == Asking::Ask => {
                return Err(Stop::Question(Box::new(question)));
            }
            None => (question.default.clone(), true),
        };
        generation.act(|act| {
            if by_default && !question.key.starts_with("faces:") {
                act.notices.push(format!(
                    "asked: {} (default: {})",
                    question.text,
                    answer::shown(&given)
                ));
            }
            act.asked.push(Asked {
                question,
                answer: given.clone(),
                by_default,
            });
        })?;
        Ok(given)
    }

    fn point<P: Point>(&mut self, input: P::In) -> Result<P::Out, Stop> {
        let catalog = self.call.generation.catalog();
        if !catalog.overrides.iter().any(|one| one.name == P::NAME) {
            return Ok(P::book(&input));
        }
        points::overridden::<P>(&self.call, &catalog, &input).map_err(|fail| self.fail(fail))
    }

    fn modifiers(&mut self, step: Step) -> Result<Vec<Contribution>, Stop> {
        let name = step.name();
        let call = self.call;
        let contributions =
            steps::contributions(&call, self, &step).map_err(|fail| self.fail(fail))?;
        self.given
            .entry(name)
            .or_default()
            .extend(contributions.iter().cloned());
        Ok(contributions)
    }
}

/// What grows act by act, and has no room for one more.
fn full(limits: &Limits, state: &State, event: &Event) -> Option<String> {
    match event {
        Event::Claimed { key, .. }
            if state.claims.len() >= limits.claims && !state.claims.contains_key(key) =>
        {
            let most = limits.claims;
            Some(format!(
                "a table keeps {most} once-per-period claims at most"
            ))
        }
        Event::Stepped { who, .. } => {
            let waiting = state.pc(who.id).map_or(0, |pc| pc.body.next.len());
            let most = limits.steps;
            (waiting >= most).then(|| {
                let name = state.name(*who);
                format!("{most} Position steps wait for {name}'s next roll: more is no use")
            })
        }
        _ => None,
    }
}

impl Seat for LuaSeat<'_> {
    fn state(&self) -> State {
        self.call
            .generation
            .act(|act| act.state.clone())
            .unwrap_or_default()
    }

    fn catalog(&self) -> Arc<Catalog> {
        self.call.generation.catalog()
    }

    fn emit(&mut self, event: Event) -> Result<(), Stop> {
        let generation = self.call.generation;
        let full = generation.act(|act| full(&generation.limits, &act.state, &event))?;
        if let Some(why) = full {
            return Err(Stop::Limit(why));
        }
        let most = generation.limits.facts;
        let (n, result) = generation.act(|act| (act.facts.len(), act.emit(event)))?;
        if n >= most {
            return Err(Stop::Limit(format!(
                "one act may change at most {most} things: is something setting itself off?"
            )));
        }
        result.map_err(|misfit| Stop::Fault(misfit.to_string()))
    }

    fn refuse(&mut self, refusal: Refusal) -> Result<(), Halt<Stop>> {
        let because = self.call.generation.act(|act| act.because.clone())?;
        match because {
            Some(because) if refusal.overrulable() => {
                self.emit(Event::Overruled {
                    refusal: refusal.to_string(),
                    because,
                })?;
                Ok(())
            }
            _ => Err(Halt::Refused(refusal)),
        }
    }

    fn shuffle(&mut self, codes: &mut [String]) -> Result<(), Stop> {
        let (old, new) = self.call.generation.act(|act| {
            let old = act.stream.position();
            for last in (1..codes.len()).rev() {
                let sides = u32::try_from(last + 1)
                    .ok()
                    .and_then(NonZeroU32::new)
                    .unwrap_or(NonZeroU32::MIN);
                codes.swap(last, act.stream.die(sides) as usize - 1);
            }
            (old, act.stream.position())
        })?;
        if old != new {
            self.emit(Event::Threw { old, new })?;
        }
        Ok(())
    }

    fn modifiers_again(&mut self, step: Step) -> Result<Vec<Contribution>, Stop> {
        Ok(self.given.get(step.name()).cloned().unwrap_or_default())
    }

    fn call_cost(&mut self, foe: Thing, run: FnId) -> Result<i64, Stop> {
        let result = react::call_reading(
            &self.call,
            run,
            MultiValue::from_iter([super::handle::to_lua(foe)]),
        )?;
        let value = result.front().cloned().unwrap_or(Value::Nil);
        match super::args::whole(&value).filter(|n| (1..=7).contains(n)) {
            Some(n) => Ok(n),
            None => {
                let place = self
                    .call
                    .generation
                    .function(run)
                    .map(|r| r.place.clone())
                    .unwrap_or_default();
                Err(self.fail(bad(
                    "result",
                    format!(
                        "cost at {}:{} gives {}: a cost is a whole number from 1 to 7",
                        place.file,
                        place.line,
                        super::args::shown(&value)
                    ),
                )))
            }
        }
    }

    fn call_test(&mut self, run: FnId, args: &[Thing]) -> Result<Option<String>, Stop> {
        let args = args
            .iter()
            .map(|thing| super::handle::to_lua(*thing))
            .collect();
        let result = react::call_reading(&self.call, run, args)?;
        let why = result.get(1).and_then(super::args::text);
        match result.front() {
            Some(Value::Boolean(true)) => Ok(None),
            Some(Value::Boolean(false) | Value::Nil) | None => {
                Ok(Some(why.unwrap_or_else(|| "not now".into())))
            }
            Some(other) => {
                let place = self
                    .call
                    .generation
                    .function(run)
                    .map(|r| r.place.clone())
                    .unwrap_or_default();
                Err(self.fail(bad(
                    "result",
                    format!(
                        "the test at {}:{} gives true or false and why, not {}",
                        place.file,
                        place.line,
                        super::args::shown(other)
                    ),
                )))
            }
        }
    }
}

/// The menu last shown, for numbers at the prompt.
pub fn menu(call: &Call<'_>) -> Vec<super::menu::Entry> {
    lock(&call.generation.menu).clone()
}
