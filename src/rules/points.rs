//! The list of rule points, for `rules.points()`, completion and docs.

use super::chair::Point;

/// One rule point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointRecord {
    /// Name in `override.NAME`.
    pub name: &'static str,
    /// What it computes.
    pub meaning: &'static str,
}

const fn record<P: Point>() -> PointRecord {
    PointRecord {
        name: P::NAME,
        meaning: P::MEANING,
    }
}

/// Every rule point, in the order in which a roll, a hit and a scene meet them.
pub const POINTS: &[PointRecord] = &[
    record::<super::pool_size::PoolSize>(),
    record::<super::position::FinalPosition>(),
    record::<super::reading::Successes>(),
    record::<super::outcome::OutcomeMatrix>(),
    record::<super::boons::BoonsEarned>(),
    record::<super::armor::ConvertArmor>(),
    record::<super::fatigue::Overflow>(),
    record::<super::foe_hit::ResilienceLoss>(),
    record::<super::moves::MoveCost>(),
    record::<super::timers::ProgressTicks>(),
    record::<super::beats::Settlement>(),
    record::<super::travel::LegSize>(),
    record::<super::supply::Daily>(),
];
