//! The time of day, as a text; a host or a test may give its own.

use std::sync::Arc;
use std::time::SystemTime;

/// Gives the time now, as text for the journal.
pub type Clock = Arc<dyn Fn() -> String + Send + Sync>;

/// The machine's clock, in UTC.
#[must_use]
pub fn system() -> Clock {
    Arc::new(|| humantime::format_rfc3339_seconds(SystemTime::now()).to_string())
}
