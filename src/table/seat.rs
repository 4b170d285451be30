//! What a command needs besides the rules: the state, the definitions, a pen for facts, the GM's leave.

use std::sync::Arc;

use super::catalog::Catalog;
use super::event::Event;
use super::state::State;
use crate::rules::chair::Chair;
use crate::rules::refusal::{Halt, Refusal};
use crate::rules::step::{Contribution, Step};

/// The outcome of a command at a seat: a value, a refusal by the rules, or the seat's own stop.
pub type Done<T, S> = Result<T, Halt<<S as Chair>::Stop>>;

/// A [`Chair`] with a table in front of it.
pub trait Seat: Chair {
    /// The state as it is now; a clone is cheap.
    fn state(&self) -> State;
    /// The definitions of the running world.
    fn catalog(&self) -> Arc<Catalog>;
    /// Writes a fact and applies it.
    ///
    /// # Errors
    /// The seat's stop, when a limit is reached.
    fn emit(&mut self, event: Event) -> Result<(), Self::Stop>;
    /// A refusal by the rules: gives way where the GM has ruled so (`because`), and records it.
    ///
    /// # Errors
    /// The refusal, when the GM hasn't ruled, or may not.
    fn refuse(&mut self, refusal: Refusal) -> Result<(), Halt<Self::Stop>>;
    /// Shuffles codes with the table's generator.
    ///
    /// # Errors
    /// The seat's stop.
    fn shuffle(&mut self, codes: &mut [String]) -> Result<(), Self::Stop>;
    /// The contributions to a step once more, as they were given: nobody is asked or charged again.
    ///
    /// # Errors
    /// The seat's stop.
    fn modifiers_again(&mut self, step: Step) -> Result<Vec<Contribution>, Self::Stop>;
    /// The cost of a move now: a script may work it out. `foe` is whose move it is.
    ///
    /// # Errors
    /// The seat's stop.
    fn call_cost(
        &mut self,
        foe: crate::rules::ids::Thing,
        run: super::catalog::FnId,
    ) -> Result<i64, Self::Stop>;
    /// Whether a move may be used (`when`), or a target chosen (`only`): nothing, or why not.
    ///
    /// # Errors
    /// The seat's stop.
    fn call_test(
        &mut self,
        run: super::catalog::FnId,
        args: &[crate::rules::ids::Thing],
    ) -> Result<Option<String>, Self::Stop>;
}
