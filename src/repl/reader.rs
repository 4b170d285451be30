//! Where lines come from: a line editor that draws, or the terminal itself.

use std::sync::Arc;

use rustyline::config::Configurer;
use rustyline::history::MemHistory;
use rustyline::{ColorMode, CompletionType, Config, Editor};

use super::desk::Desk;
use super::helper::Helper;
use super::history;
use super::linear::Linear;
use super::look::Look;
use super::voice::Voice;

/// Reads lines.
pub enum Reader {
    /// With completion, hints, colours, lines typed before.
    Drawn(Box<Editor<Helper, MemHistory>>),
    /// Nothing drawn twice.
    Linear(Linear),
}

impl Reader {
    /// A reader for the desk's terminal.
    ///
    /// # Errors
    /// When the terminal can't be used.
    pub fn open(look: Look, desk: &Desk, voice: &Arc<Voice>) -> rustyline::Result<Self> {
        if look.linear {
            return Ok(Reader::Linear(Linear::start(desk.clone(), voice.clone())?));
        }
        let mut editor = editor(look)?;
        editor.set_helper(Some(Helper::new(desk.clone(), look)));
        // A terminal without cursor keys has none; then a report simply stands in the middle of the line.
        if let Ok(printer) = editor.create_external_printer() {
            let _ = voice.print_above(printer);
        }
        Ok(Reader::Drawn(Box::new(editor)))
    }

    /// Reads an input behind a prompt.
    ///
    /// # Errors
    /// Ctrl-C, Ctrl-D, a terminal that is gone.
    pub fn readline(&mut self, prompt: &str, columns: usize) -> rustyline::Result<String> {
        match self {
            Reader::Drawn(editor) => {
                if let Some(helper) = editor.helper() {
                    helper.set_room(columns, crate::table::show::width(prompt));
                }
                editor.readline(prompt)
            }
            Reader::Linear(linear) => linear.readline(prompt),
        }
    }

    /// The columns of the terminal, where lines are folded.
    pub fn columns(&mut self) -> Option<usize> {
        match self {
            Reader::Drawn(editor) => {
                let size = editor.dimensions();
                Some(size.map_or(80, |(columns, _)| usize::from(columns)))
            }
            Reader::Linear(_) => None,
        }
    }

    /// Takes in what was typed.
    pub fn add(&mut self, line: &str) {
        if let Reader::Drawn(editor) = self {
            // Memory takes every line.
            let _ = editor.add_history_entry(line);
        }
    }

    /// Forgets what was typed.
    pub fn forget(&mut self) {
        if let Reader::Drawn(editor) = self {
            // Memory forgets every line.
            let _ = editor.clear_history();
        }
    }
}

fn editor(look: Look) -> rustyline::Result<Editor<Helper, MemHistory>> {
    let mut config = Config::builder()
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .bracketed_paste(true)
        .auto_add_history(false)
        .max_history_size(history::LONGEST)?
        .build();
    config.set_color_mode(if look.color {
        ColorMode::Enabled
    } else {
        ColorMode::Disabled
    });
    let memory = MemHistory::with_config(&config);
    Editor::with_history(config, memory)
}
