//! Scripts that hoard. What an act leaves behind in the script world is nobody's state: when little of the memory is
//! left for the next act, the same files are loaded into a fresh world. Nothing of the table changes.

use std::sync::Arc;

use super::Runtime;
use crate::script::diagnostic::Diagnostic;
use crate::script::generation::lock;
use crate::script::outcome::{Line, Outcome};
use crate::script::prompt;
use crate::script::world::{Faults, World};

impl Runtime {
    /// Frees what an act has left behind, and says so if that took a fresh world.
    pub(super) fn let_go(&mut self, outcome: Outcome) -> Outcome {
        let enough = self.limits.memory / 4;
        if self.world.lua.used_memory() < enough {
            return outcome;
        }
        // Garbage counts until it is collected, and Luau doesn't hurry.
        let _ = self.world.lua.gc_collect();
        let _ = self.world.lua.gc_collect();
        if self.world.lua.used_memory() < enough {
            return outcome;
        }
        let words = match self.renew() {
            Ok(()) => {
                "the scripts held on to much memory after the act: they were loaded anew, and the prompt's functions \
                 and large tables are gone"
                    .to_owned()
            }
            Err(faults) => format!(
                "the scripts hold on to much memory, and loading them anew fails: {}",
                faults
                    .first()
                    .map(Diagnostic::to_line)
                    .unwrap_or_default()
            ),
        };
        match outcome {
            Outcome::Done(mut done) => {
                done.lines.push(Line::notice(words));
                Outcome::Done(done)
            }
            Outcome::Failed(fault) => Outcome::Failed(Box::new(fault.help(words))),
            question => question,
        }
    }

    /// A fresh world of the same files.
    fn renew(&mut self) -> Result<(), Vec<Diagnostic>> {
        let old = Arc::clone(&self.world.generation);
        let world = World::build(
            &self.files,
            &self.setting,
            &self.limits,
            Arc::clone(&self.interrupt),
            &self.natives,
            Faults::LeaveOut,
            false,
        )?;
        let (variables, _) = prompt::variables(&old);
        let _ = prompt::restore(&world.lua, &world.generation, &variables);
        *lock(&world.generation.menu) = lock(&old.menu).clone();
        // The same files give the same numbers: whoever was muted stays so.
        *lock(&world.generation.faults) = lock(&old.faults).clone();
        self.world = world;
        self.tell_history();
        Ok(())
    }
}
