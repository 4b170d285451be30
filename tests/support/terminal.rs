//! The program in a real pseudo-terminal, driven by keys, read as a screen.

use std::io::Write;
use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use expectrl::Session;
use expectrl::process::Termios;
use expectrl::session::OsSession;

/// Longest wait for something to appear.
const PATIENCE: Duration = Duration::from_secs(20);

/// A terminal of 24 rows with the program in it.
pub struct Terminal {
    session: OsSession,
    screen: vt100::Parser,
    /// All that was written to the terminal, control signs too.
    pub written: Vec<u8>,
}

impl Terminal {
    /// Starts the program in a folder, with these arguments and variables.
    pub fn start(here: &Path, columns: u16, args: &[&str], vars: &[(&str, &str)]) -> Terminal {
        let mut command = Command::new("sh");
        // It starts once its terminal has the size that it is to find.
        command.args(["-c", "read go; exec \"$0\" \"$@\""]);
        command
            .arg(env!("CARGO_BIN_EXE_storybeat"))
            .args(args)
            .current_dir(here);
        command
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .env_remove("COLUMNS");
        vars.iter().for_each(|(name, value)| {
            command.env(name, value);
        });
        let mut session = Session::spawn(command).unwrap();
        session
            .get_process_mut()
            .set_window_size(columns, 24)
            .unwrap();
        let _ = session.get_process_mut().set_echo(false);
        session.write_all(b"\n").unwrap();
        session.flush().unwrap();
        Terminal {
            session,
            screen: vt100::Parser::new(size(24), size(columns), 0),
            written: Vec::new(),
        }
    }

    /// The terminal itself shows what is typed, as it does for programs that catch no keys.
    pub fn echoes(&mut self) {
        self.session.get_process_mut().set_echo(true).unwrap();
    }

    /// Presses keys.
    pub fn keys(&mut self, keys: &str) {
        self.session.write_all(keys.as_bytes()).unwrap();
        self.session.flush().unwrap();
    }

    /// Makes the terminal another width.
    pub fn resize(&mut self, columns: u16) {
        let process = self.session.get_process_mut();
        process.set_window_size(columns, 24).unwrap();
        self.screen.screen_mut().set_size(size(24), size(columns));
    }

    /// Reads what has been written so far. False: the program is gone.
    fn read(&mut self) -> bool {
        let mut buffer = [0; 4096];
        loop {
            match self.session.try_read(&mut buffer) {
                Ok(0) => return false,
                Ok(count) => {
                    self.screen.process(&buffer[..count]);
                    self.written.extend_from_slice(&buffer[..count]);
                }
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return true,
                Err(_) => return false,
            }
        }
    }

    /// The screen as text, without blank lines at its end.
    pub fn screen(&self) -> String {
        let text = self.screen.screen().contents();
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n").trim_end().to_owned()
    }

    /// Whether anything on the screen has a colour or weight.
    pub fn is_coloured(&self) -> bool {
        let screen = self.screen.screen();
        let (rows, columns) = screen.size();
        let mut cells =
            (0..rows.get()).flat_map(|row| (0..columns.get()).map(move |column| (row, column)));
        cells.any(|(row, column)| {
            let cell = screen.cell(row, column).unwrap();
            cell.fgcolor() != vt100::Color::Default || cell.bold() || cell.dim()
        })
    }

    /// Waits until the screen is as wanted.
    pub fn wait(&mut self, what: &str, wanted: impl Fn(&str) -> bool) {
        let begin = Instant::now();
        loop {
            let alive = self.read();
            if wanted(&self.screen()) {
                return;
            }
            assert!(alive, "the program ended before: {what}\n{}", self.screen());
            assert!(
                begin.elapsed() < PATIENCE,
                "never seen: {what}\n{}",
                self.screen()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the last line of the screen ends so.
    pub fn wait_end(&mut self, end: &str) {
        let wanted = end.trim_end().to_owned();
        self.wait(end, |screen| screen.ends_with(&wanted));
    }

    /// Waits for the end of the program, and gives its exit code.
    pub fn wait_exit(&mut self) -> i32 {
        let begin = Instant::now();
        while self.read() {
            assert!(
                begin.elapsed() < PATIENCE,
                "it doesn't end\n{}",
                self.screen()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        match self.session.get_process().wait().unwrap() {
            expectrl::process::unix::WaitStatus::Exited(_, code) => code,
            status => panic!("ended by {status:?}"),
        }
    }
}

fn size(count: u16) -> NonZero<u16> {
    NonZero::new(count).unwrap()
}
