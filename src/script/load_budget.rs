//! What a whole load may use up: the steps of one act, shared by all scripts. Half of it is kept for all in equal shares,
//! so that no script is stopped for what others did; the other half is for whoever needs more, first come, first served.

use std::time::{Duration, Instant};

use super::generation::Generation;
use super::limits::Limits;

/// The budget of a load.
pub struct Budget {
    /// Ticks that are left.
    fuel: u64,
    /// Time that is left.
    time: Duration,
    /// The share of each script.
    share: (u64, Duration),
    /// Scripts that are still to come.
    to_come: u32,
    begun: Instant,
}

impl Budget {
    /// For so many scripts.
    #[must_use]
    pub fn new(limits: &Limits, scripts: usize) -> Budget {
        let scripts = u32::try_from(scripts).unwrap_or(u32::MAX).max(1);
        Budget {
            fuel: limits.fuel,
            time: limits.load_time(),
            share: (
                limits.fuel / 2 / u64::from(scripts),
                limits.load_time() / 2 / scripts,
            ),
            to_come: scripts,
            begun: Instant::now(),
        }
    }

    /// Gives the next script what it may use: all that is left but the shares of those behind it.
    pub fn next(&mut self, generation: &Generation) {
        self.to_come = self.to_come.saturating_sub(1);
        let kept = (
            self.share.0 * u64::from(self.to_come),
            self.share.1 * self.to_come,
        );
        self.begun = Instant::now();
        generation.rearm_with(
            self.fuel.saturating_sub(kept.0).max(self.share.0),
            self.time.saturating_sub(kept.1).max(self.share.1),
        );
    }

    /// Takes off what it used.
    pub fn took(&mut self, generation: &Generation) {
        self.fuel = self.fuel.saturating_sub(generation.spent());
        self.time = self.time.saturating_sub(self.begun.elapsed());
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// What each of `n` scripts gets when each takes what `takes` says, at most what it is given.
    fn given(n: usize, takes: impl Fn(usize) -> u64) -> Vec<u64> {
        let limits = Limits {
            fuel: 10_000,
            ..Limits::default()
        };
        let generation = Generation::new(limits.clone(), Arc::new(AtomicBool::new(false)));
        let mut budget = Budget::new(&limits, n);
        (0..n)
            .map(|one| {
                budget.next(&generation);
                let given = generation.fuel_left();
                let _ = generation.charge(takes(one).min(given.saturating_sub(1)));
                budget.took(&generation);
                given
            })
            .collect()
    }

    #[test]
    fn who_comes_last_has_its_share_whatever_the_first_took() {
        assert_eq!(given(1, |_| 0), [10_000]);
        let greedy = given(10, |_| u64::MAX);
        assert_eq!(greedy[0], 5_500);
        assert!(
            greedy[1..].iter().all(|n| (500..=510).contains(n)),
            "{greedy:?}"
        );
        let frugal = given(10, |_| 1);
        assert!(frugal.iter().all(|n| *n >= 5_500), "{frugal:?}");
    }

    #[test]
    fn a_hundred_loops_take_no_more_than_one() {
        let greedy = given(100, |_| u64::MAX);
        assert!(
            greedy.iter().sum::<u64>() <= 10_000 + 100 * 51,
            "{greedy:?}"
        );
        assert_eq!(greedy[99], 50.max(greedy[99].min(149)));
    }
}
