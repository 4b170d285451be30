//! The journal: a session as a file of JSON Lines, one whole record a line.
//!
//! What is here: [`Journal`] (create, open, append, strike), [`read`] for looking without touching,
//! [`continue_from_snapshot`] for going on after damage, the [`Lock`] of a campaign, and its session files
//! ([`list`], [`latest`], [`next_number`]). The journal doesn't know what a fact or a state is: both are types of the caller.
//!
//! What is not here: applying facts, undo, when to take a snapshot, what the records mean. The caller takes a
//! [`Lock`] before it writes; times are texts it gives.
//!
//! # The file
//!
//! ```text
//! {"sum":"<16 hex digits>","rec":{"header":{"format":1,"session":3,"seed":"owl","campaign":"Bridge at Dusk","started":"…"}}}
//! {"sum":"<16 hex digits>","rec":{"act":{"n":1,"at":"…","input":"roll …","events":[…],"words":["…"]}}}
//! {"sum":"<16 hex digits>","rec":{"undo":{"n":1}}}
//! ```
//!
//! `sum` is blake3 over the previous line's sum and the bytes of `rec`, cut to 64 bits. The chain notices a flipped
//! byte anywhere, and a line that was dropped, doubled or moved. It guards against accidents, not against a forger.
//! A line counts when its sum holds; what stands after the last line feed without a good sum is a write that was cut off.
//!
//! # What is promised
//!
//! - `append` returned Ok: the record is on the disk. It returned an error: the file is as it was before, with one exception.
//! - The exception: the write failed *and* the file could not be cut back. Then the journal is closed for writing
//!   ([`JournalError::Stuck`]), and the file may hold that one refused record, whole or torn; opening it again settles which.
//! - After a crash the file holds every record that was reported, and at most one more: the one under way.
//! - A torn end is cut only after its bytes are safe in a file beside it. Damage elsewhere is never cut.
//! - A file that can't be understood is never written to.

mod damage;
mod disk;
mod error;
mod first_line;
mod folder;
mod line;
mod lines;
mod lock;
mod opened;
mod order;
mod record;
mod rescue;
mod scan;
mod strike;
mod writer;

pub use damage::{MiddleDamage, Why};
pub use disk::{Disk, DiskFile, RealDisk};
pub use error::JournalError;
pub use folder::{SessionFile, latest, list, next_number, session_path, sessions_folder};
pub use lock::{Holder, Lock};
pub use opened::{Found, Note, Opened, TornTail, read, read_on};
pub use record::{Act, Continues, FORMAT, Header, Record, Snapshot, Sources, Stored};
pub use rescue::{Continued, continue_from_snapshot, continue_from_snapshot_on};
pub use strike::{Struck, before_act};
pub use writer::{Journal, SNAPSHOT_EVERY};
