//! The `gridwright` command: a thin shell over the library, without a rule and without a parser of its own.

mod args;
mod commands;
mod play;
mod shell;
mod web;

use args::{Cli, Command};
use commands::{
    batch, check, clues, compare, count, drill, emulsion, explain, generate, hint, info, marginals, rate,
    sample, sheet, show, solve,
};
use shell::failure::Failure;
use shell::output::Output;
use std::process::ExitCode;

/// What the exit code says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Exit {
    /// Yes: solved, equal.
    Yes = 0,
    /// No: unsolvable, wrong, not unique when asked, different.
    No = 1,
    /// Bad usage or input.
    Bad = 2,
    /// Not known: the budget ended.
    Unknown = 3,
    /// Neither right nor wrong yet: something is missing.
    Unfinished = 4,
    /// Not known because of Ctrl-C.
    Interrupted = 130,
}

fn main() -> ExitCode {
    let cli = args::parse();
    shell::output::set_quiet(cli.global.quiet);
    let mut output = Output::new(&cli.global);
    shell::progress::start_clock(&cli.global);
    let result = run(&cli, &mut output).and_then(|exit| output.finish().map(|()| exit));
    let exit = match result {
        Ok(Exit::Unknown) if shell::progress::interrupted() => Exit::Interrupted,
        Ok(exit) => exit,
        Err(Failure::OutputClosed) => Exit::Yes,
        Err(failure) => {
            output.restore();
            failure.report(&cli.global, &mut output);
            Exit::Bad
        }
    };
    ExitCode::from(exit as u8)
}

fn run(cli: &Cli, output: &mut Output) -> Result<Exit, Failure> {
    let global = &cli.global;
    let Some(command) = &cli.command else {
        let is_played = play::is_possible(output) && !global.json;
        return if is_played { play::menu(global, output) } else { info::welcome(global, output) };
    };
    match command {
        Command::Solve(args) => solve::run(global, args, output),
        Command::Count(args) if args.atoms => marginals::run(global, args, output),
        Command::Count(args) => count::count(global, args, output),
        Command::Sample(args) => sample::run(global, args, output),
        Command::Common(args) => count::common(global, args, output),
        Command::Explain(args) => explain::run(global, args, output),
        Command::Hint(args) => hint::run(global, args, output),
        Command::Rate(args) => rate::run(global, args, output),
        Command::Generate(args) => generate::run(global, args, output),
        Command::Clues(args) => clues::clues(global, args, output),
        Command::Minimise(args) => clues::minimise(global, args, output),
        Command::Clash(args) => clues::clash(global, args, output),
        Command::Distinguish(args) => clues::distinguish(global, args, output),
        Command::Complete(args) => clues::complete(global, args, output),
        Command::Play(args) => play::run(global, args, output),
        Command::Web(args) => web::run(global, args, output),
        Command::Check(args) => check::run(global, args, output),
        Command::Compare(args) => compare::run(global, args, output),
        Command::Show(args) => show::show(global, args, output),
        Command::Convert(args) => show::convert(global, args, output),
        Command::Sheet(args) => sheet::run(global, args, output),
        Command::Batch(args) => batch::run(global, args, output),
        Command::Emulsion { command } => emulsion::run(global, command, output),
        Command::Genres => info::genres(global, output),
        Command::Techniques(args) => drill::techniques(global, args, output),
        Command::Drill(args) => drill::drill(global, args, output),
        Command::Rules(args) => info::rules(global, args, output),
        Command::Completions { shell } => info::completions(global, *shell, output),
        Command::Man { command } => info::man(global, command, output),
    }
}
