//! What can be typed behind `storybeat`.

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::table::seed::Seed;

/// Plays encounters of Fate's Edge: rolls, foes with move menus, timers, decks, and scripts that change while they run.
///
/// Without a command it opens the prompt. DIR is a campaign: a folder with a campaign.yaml.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "storybeat",
    version,
    override_usage = "storybeat [OPTIONS] [DIR]\n       storybeat [OPTIONS] COMMAND [ARGS]"
)]
pub struct Args {
    /// The campaign's folder. Left out: the current one, else the campaign that comes with the program
    pub dir: Option<PathBuf>,

    #[command(subcommand)]
    pub command: Option<Command>,

    /// One JSON object for each input, on standard output
    #[arg(long, global = true)]
    pub json: bool,

    /// No colours, and ASCII signs only
    #[arg(long, global = true)]
    pub plain: bool,

    /// As --plain, and the terminal itself reads each line: nothing is drawn twice, so that a screen reader can follow. A
    /// line that ends in a Tab lists what may stand there
    #[arg(long, global = true)]
    pub linear: bool,

    /// Look at the files five times a second, where the system doesn't tell of changes (network drives)
    #[arg(long, global = true)]
    pub poll: bool,

    /// Play on a fresh table and write nothing down
    #[arg(long, global = true)]
    pub no_journal: bool,

    /// The text the dice are seeded with, for the same dice every time
    #[arg(long, global = true, value_name = "TEXT", value_parser = seed, allow_hyphen_values = true)]
    pub seed: Option<Seed>,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Open the prompt; without a terminal, take an input from each line
    Repl {
        /// The campaign's folder
        dir: Option<PathBuf>,
    },
    /// Play a file as if it were typed: Luau statements (.luau, .lua), or words, an input a line
    Run {
        /// The file
        file: PathBuf,
        /// The campaign's folder
        dir: Option<PathBuf>,
    },
    /// Begin a campaign in a new folder: two characters, a foe, a test, types for the editor
    New {
        /// The new folder
        dir: PathBuf,
    },
    /// Read a campaign and say what is wrong with it, without playing
    Check {
        /// The campaign's folder
        dir: Option<PathBuf>,
    },
    /// Run the campaign's tests
    Test {
        /// The campaign's folder
        dir: Option<PathBuf>,
        /// Only the test of this name
        #[arg(long, value_name = "NAME")]
        only: Option<String>,
    },
    /// Write something of the campaign to a new file
    #[command(subcommand)]
    Export(Export),
    /// Print the types of the script API, for editors, or write them to a file
    Types {
        /// The file; left out: standard output
        file: Option<PathBuf>,
        /// The reference for people in their place, as Markdown
        #[arg(long)]
        docs: bool,
        /// What the stock library has in their place, as Markdown
        #[arg(long, conflicts_with = "docs")]
        stock: bool,
        /// Write nothing: say whether the file is up to date
        #[arg(long, requires = "file")]
        check: bool,
    },
}

/// What to write.
#[derive(Clone, Debug, Subcommand)]
pub enum Export {
    /// A session as a story, in Markdown
    Story {
        /// The campaign's folder
        dir: Option<PathBuf>,
        /// Its number; left out: the last one
        #[arg(long, value_name = "N")]
        session: Option<u32>,
        /// Only what the table saw
        #[arg(long)]
        players: bool,
        /// The file, a new one, or - for standard output; left out: story-session-N.md in the campaign
        #[arg(long, value_name = "FILE")]
        to: Option<PathBuf>,
    },
}

impl Args {
    /// Reads the program's arguments.
    pub fn read() -> Result<Args, clap::Error> {
        Args::try_parse()?.checked()
    }

    /// `storybeat DIR test` names a folder in the wrong place.
    fn checked(self) -> Result<Args, clap::Error> {
        match (&self.dir, &self.command) {
            (Some(dir), Some(_)) => {
                let message = format!("the folder comes behind the command: {}", dir.display());
                Err(Args::command().error(ErrorKind::ArgumentConflict, message))
            }
            _ => Ok(self),
        }
    }
}

fn seed(text: &str) -> Result<Seed, String> {
    Seed::text(text).map_err(|error| error.to_string())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
mod tests {
    use super::*;

    fn parse(args: &str) -> Result<Args, clap::Error> {
        Args::try_parse_from(args.split(' '))?.checked()
    }

    #[test]
    fn the_definition_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn flags_stand_anywhere_a_folder_behind_its_command() {
        let args = parse("storybeat scripts --plain --seed -7").unwrap();
        assert_eq!(args.dir, Some("scripts".into()));
        assert!(args.plain && args.command.is_none());
        assert_eq!(args.seed.unwrap().as_str(), "-7");
        let args = parse("storybeat --json test scripts --only x --no-journal").unwrap();
        assert!(args.json && args.no_journal);
        assert!(matches!(
            args.command,
            Some(Command::Test {
                dir: Some(_),
                only: Some(_)
            })
        ));
        assert!(matches!(
            parse("storybeat run a.luau").unwrap().command,
            Some(Command::Run { dir: None, .. })
        ));
        assert_eq!(
            parse("storybeat scripts test").unwrap_err().kind(),
            ErrorKind::ArgumentConflict
        );
        assert_eq!(
            parse("storybeat --seed=").unwrap_err().kind(),
            ErrorKind::ValueValidation
        );
    }
}
