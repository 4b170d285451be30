//! Notices that the files of a campaign have changed, however an editor saves them.
//!
//! The system tells of events in the folder; they only wake us. After 150 ms of quiet the folder is
//! scanned, and only a sum that differs is a change. So a file that is merely read, a save that changes
//! nothing, and the hundred events of a checkout are no report, no report, and one.
//!
//! Folders are watched, not files: an editor that saves by renaming leaves a watched file dead. Links
//! aren't followed, since what is outside the campaign is no part of it.
//!
//! Where the system can't tell (network drives, some containers) `poll` looks every 200 ms instead. It
//! compares scans of its own: the library's polling would read journals and `.git` as well.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, CreateKind, EventKind, ModifyKind};
use notify::{Config, Event, RecommendedWatcher, RecursiveMode, Watcher};

use crate::script::diagnostic::Diagnostic;
use crate::script::folder::{self, Files, Hash};

/// How long nothing may happen before the folder is scanned.
const QUIET: Duration = Duration::from_millis(150);
/// The longest wait for quiet: something that writes all the time must not hide the rest.
const PATIENCE: Duration = Duration::from_secs(2);
/// How often polling looks, and how often a folder that is gone is looked for.
const POLL: Duration = Duration::from_millis(200);
/// How often the folder itself is looked for: when one above it is moved, nobody tells.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// A running watch. It ends when this is dropped, and reports nothing afterwards.
#[derive(Debug)]
pub struct Watch {
    signals: Sender<Signal>,
    thread: Option<JoinHandle<()>>,
}

/// What wakes the watching thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Signal {
    /// A file may have changed.
    Content,
    /// Folders may have come, gone or moved: they need to be watched anew.
    Folders,
    Stop,
}

impl Watch {
    /// Watches the campaign in `root`. `on_change` is called on the watch's own thread after each
    /// change, and is to be quick: send a message and scan elsewhere.
    ///
    /// Start the watch, then scan: what changes from here on is reported.
    ///
    /// # Errors
    /// When the system can't watch the folder. Polling has no such errors.
    pub fn start(
        root: &Path,
        poll: bool,
        on_change: impl Fn() + Send + 'static,
    ) -> Result<Watch, Diagnostic> {
        let (signals, received) = mpsc::channel();
        let mut eyes = if poll {
            None
        } else {
            Some(Eyes::open(root, signals.clone())?)
        };
        if let Some(eyes) = &mut eyes {
            eyes.look_at(root)
                .map_err(|error| cannot_watch(root, &error))?;
        }
        let mut watching = Watching {
            root: root.to_owned(),
            eyes,
            known: Files::scan(root).hash,
            received,
        };
        let thread = thread::Builder::new()
            .name("watch".to_owned())
            .spawn(move || watching.run(&on_change))
            .map_err(|error| {
                Diagnostic::error("watch.start", format!("no thread for watching: {error}"))
            })?;
        Ok(Watch {
            signals,
            thread: Some(thread),
        })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // Both fail only if the thread is gone already.
        let _ = self.signals.send(Signal::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn cannot_watch(root: &Path, error: &notify::Error) -> Diagnostic {
    Diagnostic::error(
        "watch.start",
        format!("{} can't be watched: {error}", root.display()),
    )
    .help("start with --poll: it looks at the files instead of waiting to be told")
}

/// The system's watch, and whether it can be trusted.
struct Eyes {
    watcher: RecommendedWatcher,
    /// The folder it is on; none if it is gone or couldn't be watched.
    on: Option<Identity>,
    /// The path that was given to the system: where the folder really is, since a link itself tells of nothing.
    at: Arc<Mutex<PathBuf>>,
}

impl Eyes {
    fn open(root: &Path, signals: Sender<Signal>) -> Result<Eyes, Diagnostic> {
        let at = Arc::new(Mutex::new(root.to_owned()));
        let base = Arc::clone(&at);
        let tell = move |event: notify::Result<Event>| {
            let signal = match event {
                Ok(event) => {
                    let base = base.lock().unwrap_or_else(PoisonError::into_inner).clone();
                    signal(&base, &event)
                }
                Err(_) => Some(Signal::Folders),
            };
            if let Some(signal) = signal {
                // Fails only when nobody watches any more.
                let _ = signals.send(signal);
            }
        };
        let config = Config::default().with_follow_symlinks(false);
        let watcher =
            RecommendedWatcher::new(tell, config).map_err(|error| cannot_watch(root, &error))?;
        Ok(Eyes {
            watcher,
            on: None,
            at,
        })
    }

    /// Watches the folder and all in it, from the beginning. What happened before shows in a scan
    /// afterwards; what happens from now on is told.
    fn look_at(&mut self, root: &Path) -> notify::Result<()> {
        let real = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        let before = {
            let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *at, real.clone())
        };
        // Fails when it wasn't watched, or is gone.
        let _ = self.watcher.unwatch(&before);
        let on = identity(root);
        self.on = None;
        self.watcher.watch(&real, RecursiveMode::Recursive)?;
        self.on = on;
        Ok(())
    }
}

/// What an event means to us, if anything.
fn signal(root: &Path, event: &Event) -> Option<Signal> {
    let ours = |path: &PathBuf| path.strip_prefix(root).map_or(true, is_ours);
    if !event.paths.is_empty() && !event.paths.iter().any(ours) {
        return None;
    }
    if event.need_rescan() {
        return Some(Signal::Folders);
    }
    match event.kind {
        // Reading is no change; our own scan would wake us for ever.
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => Some(Signal::Content),
        EventKind::Access(_) => None,
        EventKind::Create(CreateKind::File) => Some(Signal::Content),
        EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Metadata(_)) => Some(Signal::Content),
        _ => Some(Signal::Folders),
    }
}

/// Whether a path inside the campaign can matter: the journal grows with every act.
fn is_ours(inside: &Path) -> bool {
    let name = |part: std::path::Component| part.as_os_str().to_str().is_none_or(folder::wanted);
    !inside.starts_with("sessions") && inside.components().all(name)
}

struct Watching {
    root: PathBuf,
    /// None: polling.
    eyes: Option<Eyes>,
    /// The sum that was reported last, or found at the start.
    known: Hash,
    received: Receiver<Signal>,
}

impl Watching {
    fn run(&mut self, on_change: &impl Fn()) {
        while let Some(changed) = self.wait() {
            if changed {
                on_change();
            }
        }
    }

    /// Waits for the next thing that may be a change, and says whether it is one. None: the end.
    fn wait(&mut self) -> Option<bool> {
        let wait = if self.is_told() { HEARTBEAT } else { POLL };
        match self.received.recv_timeout(wait) {
            Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => None,
            Ok(signal) => {
                let folders = self.quiet(signal)?;
                self.look(folders)
            }
            Err(RecvTimeoutError::Timeout) if self.is_told() => Some(false),
            Err(RecvTimeoutError::Timeout) => self.look(true),
        }
    }

    /// Whether the system tells of changes: its watch is on the folder that is there.
    fn is_told(&self) -> bool {
        let on = self.eyes.as_ref().and_then(|eyes| eyes.on);
        on.is_some() && on == identity(&self.root)
    }

    /// Waits for quiet. Says whether folders changed meanwhile. None: the end.
    fn quiet(&self, first: Signal) -> Option<bool> {
        let begin = Instant::now();
        let mut folders = first == Signal::Folders;
        while begin.elapsed() < PATIENCE {
            match self.received.recv_timeout(QUIET) {
                Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => return None,
                Ok(signal) => folders |= signal == Signal::Folders,
                Err(RecvTimeoutError::Timeout) => break,
            }
        }
        Some(folders)
    }

    /// Watches anew where needed, scans, and says whether the sum is a new one. None: the end.
    fn look(&mut self, folders: bool) -> Option<bool> {
        let anew = folders || !self.is_told();
        if let Some(eyes) = self.eyes.as_mut().filter(|_| anew) {
            // While it fails, the folder is polled.
            let _ = eyes.look_at(&self.root);
        }
        let mut sum = Files::scan(&self.root).hash;
        if self.is_told() || sum == self.known {
            return Some(self.is_new(sum));
        }
        // Nobody told us when the writing ends: wait until two looks agree.
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            match self.received.recv_timeout(QUIET) {
                Ok(Signal::Stop) | Err(RecvTimeoutError::Disconnected) => return None,
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            }
            let again = Files::scan(&self.root).hash;
            if again == sum {
                break;
            }
            sum = again;
        }
        Some(self.is_new(sum))
    }

    fn is_new(&mut self, sum: Hash) -> bool {
        std::mem::replace(&mut self.known, sum) != sum
    }
}

/// What tells a folder from another one at the same path.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(root: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    root.metadata().ok().map(|data| (data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn identity(root: &Path) -> Option<Identity> {
    let data = root.metadata().ok()?;
    let made = data
        .created()
        .ok()
        .and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    Some((
        0,
        made.map_or(0, |time| u64::try_from(time.as_nanos()).unwrap_or(0)),
    ))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use notify::event::{DataChange, Flag, MetadataKind, RemoveKind, RenameMode};

    use super::*;

    #[test]
    fn reading_never_wakes_us() {
        for access in [
            AccessKind::Any,
            AccessKind::Read,
            AccessKind::Open(AccessMode::Any),
            AccessKind::Close(AccessMode::Read),
        ] {
            let event = Event::new(EventKind::Access(access)).add_path("/c/ogre.luau".into());
            assert_eq!(signal(Path::new("/c"), &event), None, "{access:?}");
        }
    }

    #[test]
    fn what_wakes_us_and_how() {
        let cases = [
            (
                EventKind::Access(AccessKind::Close(AccessMode::Write)),
                Signal::Content,
            ),
            (EventKind::Create(CreateKind::File), Signal::Content),
            (EventKind::Create(CreateKind::Folder), Signal::Folders),
            (
                EventKind::Modify(ModifyKind::Data(DataChange::Any)),
                Signal::Content,
            ),
            (
                EventKind::Modify(ModifyKind::Metadata(MetadataKind::Any)),
                Signal::Content,
            ),
            (
                EventKind::Modify(ModifyKind::Name(RenameMode::From)),
                Signal::Folders,
            ),
            (EventKind::Remove(RemoveKind::Folder), Signal::Folders),
            (EventKind::Any, Signal::Folders),
        ];
        for (kind, woken) in cases {
            let event = Event::new(kind).add_path("/c/a/ogre.luau".into());
            assert_eq!(signal(Path::new("/c"), &event), Some(woken), "{kind:?}");
        }
        let lost = Event::new(EventKind::Other).set_flag(Flag::Rescan);
        assert_eq!(
            signal(Path::new("/c"), &lost),
            Some(Signal::Folders),
            "events were lost"
        );
    }

    #[test]
    fn what_is_no_part_of_the_campaign_is_ignored() {
        for (path, ours) in [
            ("/c", true),
            ("/c/a/b.luau", true),
            ("/c/a/sessions/b.luau", true),
            ("/c/sessions/1.jsonl", false),
            ("/c/.git/index", false),
            ("/c/a/.b.swp", false),
            ("/c/a/b.luau~", false),
        ] {
            let event = Event::new(EventKind::Modify(ModifyKind::Any)).add_path(path.into());
            assert_eq!(signal(Path::new("/c"), &event).is_some(), ours, "{path}");
        }
    }

    /// After the folder was made anew, the system tells of saves again: no polling for ever.
    #[test]
    fn a_new_folder_at_the_old_path_is_watched_again() {
        let dir = tempfile::TempDir::new().unwrap();
        let root = dir.path().join("campaign");
        std::fs::create_dir(&root).unwrap();
        let (signals, received) = mpsc::channel();
        let mut eyes = Eyes::open(&root, signals).unwrap();
        eyes.look_at(&root).unwrap();
        let known = Files::scan(&root).hash;
        let mut watching = Watching {
            root: root.clone(),
            eyes: Some(eyes),
            known,
            received,
        };
        assert!(watching.is_told());
        std::fs::rename(&root, dir.path().join("old")).unwrap();
        assert!(!watching.is_told());
        std::fs::create_dir(&root).unwrap();
        std::fs::write(root.join("ogre.luau"), "1").unwrap();
        assert_eq!(watching.look(true), Some(true));
        assert!(watching.is_told());
        while watching.received.try_recv().is_ok() {}
        std::fs::write(root.join("ogre.luau"), "2").unwrap();
        assert!(
            watching
                .received
                .recv_timeout(Duration::from_secs(5))
                .is_ok()
        );
    }
}
