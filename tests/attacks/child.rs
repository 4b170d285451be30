//! The program itself as a child: what it says, how it ends, and how long it works. Work is measured, not waited for: on a
//! busy machine the clock says nothing.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::table::reads_well;

/// The longest that one input works, the start of the program with it.
const WORK: Duration = Duration::from_secs(3);
/// However busy the machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// What a run of the program came to.
#[derive(Debug)]
pub struct Ran {
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// The exit code.
    pub code: i32,
    /// What it worked.
    pub work: Duration,
}

impl Ran {
    /// It works less than it may, and yet its time was over: the machine is busy with other things. That is an end too,
    /// before whatever else would have come.
    pub fn out_of_time(&self) -> bool {
        self.err.contains("ran longer than") || self.err.contains("ran too long")
    }

    /// Both outputs.
    pub fn said(&self) -> String {
        format!("{}\n{}", self.out, self.err)
    }
}

/// Runs the program with this on its standard input. It ends by itself, in time, without a panic, and all that it writes
/// is fit for a terminal.
pub fn run(args: &[&str], folder: &Path, input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_storybeat"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = input.to_owned();
    // It may be gone before it has read all.
    let writer = thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let out = reader(child.stdout.take().unwrap());
    let err = reader(child.stderr.take().unwrap());
    let (status, work) = end(&mut child, input);
    writer.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
    let (out, err) = (text(out.join().unwrap()), text(err.join().unwrap()));
    reads_well("standard output", &out);
    reads_well("standard error", &err);
    let code = status.code();
    assert!(
        matches!(code, Some(0 | 1)),
        "it ends by {status}: {input}\n{err}"
    );
    Ran {
        out,
        err,
        code: code.unwrap(),
        work,
    }
}

fn reader(mut from: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        bytes
    })
}

/// Waits for its end; ends it when it works for too long.
fn end(child: &mut Child, input: &str) -> (ExitStatus, Duration) {
    let begun = Instant::now();
    let mut work = Duration::ZERO;
    loop {
        let over = match seen(child.id()) {
            // What has ended but wasn't waited for still says what it worked.
            Some((worked, ended)) => {
                work = worked;
                ended
            }
            None => child.try_wait().unwrap().is_some(),
        };
        if over {
            return (child.wait().unwrap(), work);
        }
        if work > WORK || begun.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            panic!(
                "it works {work:?} and doesn't end: {}",
                input.chars().take(300).collect::<String>()
            );
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// What a process has worked, and whether it has ended; nothing where the system doesn't say.
fn seen(id: u32) -> Option<(Duration, bool)> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name stands in brackets and may hold anything.
    let rest: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| rest.get(at)?.parse::<u64>().ok();
    let work = Duration::from_millis(10 * (ticks(11)? + ticks(12)?));
    Some((work, matches!(rest.first(), Some(&"Z" | &"X"))))
}

/// Puts files into a folder.
pub fn unpack(folder: &Path, files: &BTreeMap<String, String>) {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// The files of a folder, but those of sessions.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(here) = folders.pop() {
        for entry in fs::read_dir(here).unwrap() {
            let path = entry.unwrap().path();
            let name = path
                .strip_prefix(folder)
                .unwrap()
                .to_string_lossy()
                .into_owned();
            if name == "sessions" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                all.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    all
}
