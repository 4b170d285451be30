//! What a script may use up in one attempt. On by default, in one place.

use std::time::Duration;

/// Limits of a world and of one attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Ticks of the interpreter (loop turns, calls): the same verdict on every machine. All scripts together have as
    /// many to load.
    pub fuel: u64,
    /// The clock behind the fuel.
    pub time: Duration,
    /// Memory of a world, in bytes.
    pub memory: usize,
    /// How deep the host may call scripts that call the host.
    pub depth: u32,
    /// Facts of one act.
    pub facts: usize,
    /// Timers at the table.
    pub timers: usize,
    /// Foes at the table.
    pub foes: usize,
    /// Units at the table.
    pub units: usize,
    /// Bytes of the session log.
    pub notes: usize,
    /// Once-per-period ledgers that scripts keep.
    pub claims: usize,
    /// Position steps that wait for somebody's next roll.
    pub steps: usize,
    /// Bytes that one script's store, or one thing's memory, may hold.
    pub store: usize,
    /// Bytes of all stores and memories.
    pub all_stores: usize,
    /// Bytes printed in one act.
    pub printed: usize,
}

impl Limits {
    /// The clock behind the fuel of a whole load, which reads files and compiles them besides.
    #[must_use]
    pub fn load_time(&self) -> Duration {
        self.time * 2
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fuel: 10_000_000,
            time: Duration::from_secs(5),
            memory: 256 << 20,
            depth: 32,
            facts: 10_000,
            timers: 200,
            foes: 200,
            units: 200,
            notes: 1 << 20,
            claims: 2_000,
            steps: 100,
            store: 64 << 10,
            all_stores: 1 << 20,
            printed: 256 << 10,
        }
    }
}
