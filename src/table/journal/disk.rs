//! The disk as the journal needs it: few calls, each of which can fail, so that a test can make each of them fail.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// Where files live. [`RealDisk`] is the computer's; tests bring one that fails on purpose.
pub trait Disk {
    /// A file open for writing.
    type File: DiskFile;

    /// The whole contents.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// A new, empty file; an error where there is one already.
    fn create_new(&self, path: &Path) -> io::Result<Self::File>;
    /// A file that is there, for writing.
    fn open(&self, path: &Path) -> io::Result<Self::File>;
    /// Puts `from` in the place of `to`, at once.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Makes names in a folder (new, renamed, removed files) outlast a power cut.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
    /// The names in a folder, in any order.
    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>>;
    /// Does the path still lead to this open file, `len` bytes long? False when somebody moved, replaced or changed it.
    fn still_there(&self, path: &Path, file: &Self::File, len: u64) -> io::Result<bool>;
}

/// A file open for writing.
pub trait DiskFile {
    /// Writes some of the bytes at that offset and says how many.
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<usize>;
    /// Waits until contents and length are on the disk.
    fn sync(&mut self) -> io::Result<()>;
    /// Cuts the file to that length.
    fn set_len(&mut self, len: u64) -> io::Result<()>;

    /// Writes all of the bytes at that offset.
    fn write_all_at(&mut self, mut offset: u64, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.write_at(offset, bytes) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => {
                    offset += count as u64;
                    bytes = bytes.get(count..).unwrap_or_default();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// The computer's own disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    type File = File;

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn create_new(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(path)
    }

    fn open(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).open(path)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    #[cfg(unix)]
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    // Other systems can't open a folder as a file; there a rename is as lasting as they make it.
    #[cfg(not(unix))]
    fn sync_folder(&self, _folder: &Path) -> io::Result<()> {
        Ok(())
    }

    fn names(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        fs::read_dir(folder)?
            .map(|entry| Ok(entry?.file_name()))
            .collect()
    }

    fn still_there(&self, path: &Path, file: &File, len: u64) -> io::Result<bool> {
        let named = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            named => named?,
        };
        Ok(named.len() == len && same_file(&named, &file.metadata()?))
    }
}

#[cfg(unix)]
fn same_file(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn same_file(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    a.len() == b.len()
}

impl DiskFile for File {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<usize> {
        self.seek(SeekFrom::Start(offset))?;
        self.write(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn set_len(&mut self, len: u64) -> io::Result<()> {
        File::set_len(self, len)
    }
}

/// The folder a file is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A name beside the file: its own with something added.
pub(super) fn beside(path: &Path, added: &str) -> std::path::PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(added);
    path.with_file_name(name)
}

/// What [`write_whole`] did.
pub(super) struct Placed<F> {
    /// The file, open.
    pub(super) file: F,
    /// Set when the name may not outlast a power cut.
    pub(super) unsure: Option<io::Error>,
}

/// Puts a file with these contents at the path, in place of what was there: whole or not at all.
pub(super) fn write_whole<D: Disk>(
    disk: &D,
    path: &Path,
    bytes: &[u8],
) -> io::Result<Placed<D::File>> {
    let fresh = beside(path, ".new");
    remove_if_there(disk, &fresh)?;
    let placed = disk.create_new(&fresh).and_then(|mut file| {
        file.write_all_at(0, bytes)?;
        file.sync()?;
        disk.rename(&fresh, path)?;
        Ok(file)
    });
    match placed {
        Ok(file) => Ok(Placed {
            file,
            unsure: disk.sync_folder(folder_of(path)).err(),
        }),
        Err(error) => {
            // What is left over even so is removed before the next attempt.
            let _ = disk.remove(&fresh);
            Err(error)
        }
    }
}

/// Removes a file; that there is none is fine. Says whether there was one.
pub(super) fn remove_if_there(disk: &impl Disk, path: &Path) -> io::Result<bool> {
    match disk.remove(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
