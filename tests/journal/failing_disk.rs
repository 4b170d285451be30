//! A disk in memory that counts its calls, fails where it is told to, and knows what a power cut would leave.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use storybeat::table::journal::{Disk, DiskFile};

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// An error; nothing was done.
    Refuse,
    /// An error, though it was done: half of it for a write (that many bytes), all of it for others.
    DoneButError(usize),
    /// A write that says truly that it wrote only so many bytes. Other calls: as if nothing was wrong.
    Short(usize),
    /// From this call on all calls fail: the process is as good as dead. A write gets so many bytes out first.
    Dead(usize),
}

#[derive(Clone, Debug, Default)]
struct Content {
    now: Vec<u8>,
    synced: Vec<u8>,
}

#[derive(Debug, Default)]
struct World {
    files: BTreeMap<PathBuf, Rc<RefCell<Content>>>,
    calls: Vec<String>,
    plan: BTreeMap<usize, Fault>,
    dead: bool,
}

#[derive(Clone, Debug, Default)]
pub struct MemDisk(Rc<RefCell<World>>);

#[derive(Debug)]
pub struct MemFile {
    world: Rc<RefCell<World>>,
    content: Rc<RefCell<Content>>,
}

impl MemDisk {
    /// The call with this number (from 0) will fail like this.
    pub fn plan(&self, call: usize, fault: Fault) {
        self.0.borrow_mut().plan.insert(call, fault);
    }

    /// No more faults.
    pub fn mend(&self) {
        let mut world = self.0.borrow_mut();
        world.plan.clear();
        world.dead = false;
    }

    /// The calls so far.
    pub fn calls(&self) -> Vec<String> {
        self.0.borrow().calls.clone()
    }

    pub fn put(&self, path: &Path, bytes: &[u8]) {
        let content = Content {
            now: bytes.to_vec(),
            synced: bytes.to_vec(),
        };
        self.0
            .borrow_mut()
            .files
            .insert(path.to_owned(), Rc::new(RefCell::new(content)));
    }

    pub fn contents(&self, path: &Path) -> Option<Vec<u8>> {
        Some(self.0.borrow().files.get(path)?.borrow().now.clone())
    }

    pub fn paths(&self) -> Vec<String> {
        let world = self.0.borrow();
        world
            .files
            .keys()
            .map(|path| path.display().to_string())
            .collect()
    }

    /// What a power cut now could leave in this file: everything between what is surely there and what was asked for.
    pub fn after_power_cut(&self, path: &Path) -> Vec<Vec<u8>> {
        let world = self.0.borrow();
        let Some(content) = world.files.get(path) else {
            return Vec::new();
        };
        let Content { now, synced } = &*content.borrow();
        let (short, long) = if now.len() < synced.len() {
            (now, synced)
        } else {
            (synced, now)
        };
        assert!(
            long.starts_with(short),
            "a journal only ever grows or is cut"
        );
        (short.len()..=long.len())
            .map(|len| long[..len].to_vec())
            .collect()
    }
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::StorageFull, "no space left on device")
}

impl World {
    /// Notes a call and says how it goes: `Ok(None)` as asked; `Ok(Some(k))` after `k` bytes; an error after `k` bytes or all.
    fn call(&mut self, what: String) -> Result<Option<usize>, (usize, io::Error)> {
        let number = self.calls.len();
        self.calls.push(what);
        if self.dead {
            return Err((0, broken()));
        }
        match self.plan.get(&number) {
            None => Ok(None),
            Some(Fault::Refuse) => Err((0, broken())),
            Some(Fault::DoneButError(bytes)) => Err((*bytes, broken())),
            Some(Fault::Short(bytes)) => Ok(Some(*bytes)),
            Some(Fault::Dead(bytes)) => {
                self.dead = true;
                Err((*bytes, broken()))
            }
        }
    }
}

impl MemDisk {
    /// A call that is done or not.
    fn whole<T>(
        &self,
        what: &str,
        path: &Path,
        doing: impl FnOnce(&mut World) -> io::Result<T>,
    ) -> io::Result<T> {
        let mut world = self.0.borrow_mut();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match world.call(format!("{what} {name}")) {
            Ok(_) => doing(&mut world),
            Err((done, error)) => {
                if done > 0 {
                    let _ = doing(&mut world);
                }
                Err(error)
            }
        }
    }

    fn file(&self, content: &Rc<RefCell<Content>>) -> MemFile {
        MemFile {
            world: self.0.clone(),
            content: content.clone(),
        }
    }
}

fn missing() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Disk for MemDisk {
    type File = MemFile;

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.whole("read", path, |world| {
            Ok(world
                .files
                .get(path)
                .ok_or_else(missing)?
                .borrow()
                .now
                .clone())
        })
    }

    fn create_new(&self, path: &Path) -> io::Result<MemFile> {
        let content = self.whole("create", path, |world| {
            if world.files.contains_key(path) {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            Ok(world.files.entry(path.to_owned()).or_default().clone())
        })?;
        Ok(self.file(&content))
    }

    fn open(&self, path: &Path) -> io::Result<MemFile> {
        let content = self.whole("open", path, |world| {
            world.files.get(path).cloned().ok_or_else(missing)
        })?;
        Ok(self.file(&content))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.whole("rename", from, |world| {
            let content = world.files.remove(from).ok_or_else(missing)?;
            world.files.insert(to.to_owned(), content);
            Ok(())
        })
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.whole("remove", path, |world| {
            world.files.remove(path).map(drop).ok_or_else(missing)
        })
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.whole("sync folder", folder, |_| Ok(()))
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        self.whole("names", folder, |world| {
            let inside = world
                .files
                .keys()
                .filter(|path| path.parent() == Some(folder));
            Ok(inside
                .map(|path| path.file_name().unwrap().to_owned())
                .collect())
        })
    }

    fn still_there(&self, path: &Path, file: &MemFile, len: u64) -> io::Result<bool> {
        self.whole("look at", path, |world| {
            Ok(world.files.get(path).is_some_and(|content| {
                Rc::ptr_eq(content, &file.content) && content.borrow().now.len() as u64 == len
            }))
        })
    }
}

impl DiskFile for MemFile {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<usize> {
        let verdict = self
            .world
            .borrow_mut()
            .call(format!("write {}", bytes.len()));
        let (count, result) = match verdict {
            Ok(None) => (bytes.len(), Ok(bytes.len())),
            Ok(Some(short)) => (short.min(bytes.len()), Ok(short.min(bytes.len()))),
            Err((done, error)) => (done.min(bytes.len()), Err(error)),
        };
        let now = &mut self.content.borrow_mut().now;
        let offset = offset as usize;
        assert!(offset <= now.len(), "a hole in the file");
        let overlap = count.min(now.len() - offset);
        now[offset..offset + overlap].copy_from_slice(&bytes[..overlap]);
        now.extend_from_slice(&bytes[overlap..count]);
        result
    }

    fn sync(&mut self) -> io::Result<()> {
        let verdict = self.world.borrow_mut().call("sync".to_owned());
        let content = &mut *self.content.borrow_mut();
        let done = match &verdict {
            Ok(_) => true,
            Err((done, _)) => *done > 0,
        };
        if done {
            content.synced.clone_from(&content.now);
        }
        verdict.map(drop).map_err(|(_, error)| error)
    }

    fn set_len(&mut self, len: u64) -> io::Result<()> {
        let verdict = self.world.borrow_mut().call(format!("cut to {len}"));
        let done = match &verdict {
            Ok(_) => true,
            Err((done, _)) => *done > 0,
        };
        if done {
            self.content.borrow_mut().now.truncate(len as usize);
        }
        verdict.map(drop).map_err(|(_, error)| error)
    }
}
