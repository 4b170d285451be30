//! The program: reads its arguments, hands over.

use std::process::ExitCode;

fn main() -> ExitCode {
    storybeat::cli::main()
}
