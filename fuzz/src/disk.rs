//! A disk with one file on it that can only be read.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use storybeat::table::journal::{Disk, DiskFile};

/// Its bytes.
#[derive(Debug)]
pub struct OneFile(pub Vec<u8>);

/// Nothing is ever open for writing.
#[derive(Debug)]
pub struct Never;

fn no<T>() -> io::Result<T> {
    Err(io::ErrorKind::ReadOnlyFilesystem.into())
}

impl Disk for OneFile {
    type File = Never;

    fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
        Ok(self.0.clone())
    }
    fn create_new(&self, _: &Path) -> io::Result<Never> {
        no()
    }
    fn open(&self, _: &Path) -> io::Result<Never> {
        no()
    }
    fn rename(&self, _: &Path, _: &Path) -> io::Result<()> {
        no()
    }
    fn remove(&self, _: &Path) -> io::Result<()> {
        no()
    }
    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        no()
    }
    fn names(&self, _: &Path) -> io::Result<Vec<OsString>> {
        Ok(Vec::new())
    }
    fn still_there(&self, _: &Path, _: &Never, _: u64) -> io::Result<bool> {
        Ok(true)
    }
}

impl DiskFile for Never {
    fn write_at(&mut self, _: u64, _: &[u8]) -> io::Result<usize> {
        no()
    }
    fn sync(&mut self) -> io::Result<()> {
        no()
    }
    fn set_len(&mut self, _: u64) -> io::Result<()> {
        no()
    }
}
