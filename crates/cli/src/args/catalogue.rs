//! The commands in groups, and what the help says of each besides its options.

use super::{files, make, play, solve, study};
use crate::commands::emulsion;
use crate::shell::output::wrapped;
use clap::Command;

/// What the help says of a command besides its options.
pub struct About {
    /// The words that lead to it, such as `emulsion play`.
    pub path: &'static str,
    /// The shared options that mean something to it: of the others it knows nothing.
    pub takes: &'static [&'static str],
    /// Command lines that can be run as they are, where there are such files.
    pub examples: &'static [&'static str],
}

/// Options of commands that only print something.
pub const NOTHING: &[&str] = &["json"];
/// Options of commands that read puzzles.
pub const READ: &[&str] = &["json", "from", "genre"];
/// Options of commands that also search.
pub const SEARCHED: &[&str] = &["json", "from", "genre", "steps"];
/// Options of `play`, and of no command at all.
pub const PLAYED: &[&str] = &["from", "genre"];

/// The options that are listed wherever they mean something.
pub const SHARED: [&str; 4] = ["json", "from", "genre", "steps"];

/// The commands, group by group.
const GROUPS: [(&str, &[About]); 6] = [
    ("Solve", solve::COMMANDS),
    ("Study", study::COMMANDS),
    ("Make", make::COMMANDS),
    ("Play", play::COMMANDS),
    ("Files", files::COMMANDS),
    ("The program itself", PROGRAM),
];

const PROGRAM: &[About] = &[
    About {
        path: "completions",
        takes: NOTHING,
        examples: &["gridwright completions bash > gridwright.bash"],
    },
    About {
        path: "man",
        takes: NOTHING,
        examples: &["gridwright man solve > gridwright-solve.1", "gridwright man emulsion play"],
    },
];

/// What is known of every command, also within others.
pub fn all() -> impl Iterator<Item = &'static About> {
    GROUPS.into_iter().flat_map(|(_, commands)| commands).chain(emulsion::args::COMMANDS)
}

/// What is known of a command.
pub fn find(path: &str) -> Option<&'static About> {
    all().find(|about| about.path == path)
}

/// The help of the whole program: the commands under the headings of their groups.
pub fn template(root: &Command, columns: Option<usize>) -> String {
    let header = root.get_styles().get_header();
    let heading = |text: &str| format!("{header}{text}:{header:#}\n");
    let name = root.get_styles().get_literal();
    let width = root.get_subcommands().map(|command| command.get_name().len()).max().unwrap_or(0);
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_string();
    for (group, commands) in GROUPS {
        text += &format!("\n{}", heading(group));
        for command in commands.iter().filter_map(|about| root.find_subcommand(about.path)) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let line = format!("  {:width$}  {about}", command.get_name());
            let line = wrapped(&line, width + 4, columns);
            text += &line.replacen(command.get_name(), &format!("{name}{}{name:#}", command.get_name()), 1);
        }
    }
    text + &format!("\n{}{{options}}{{after-help}}", heading("Options"))
}

/// Every command with its examples, and without the shared options that mean nothing to it.
pub fn described(root: Command) -> Command {
    let shared: Vec<clap::Arg> = SHARED
        .into_iter()
        .filter_map(|name| root.get_arguments().find(|arg| arg.get_id() == name).cloned())
        .collect();
    subcommands(root, "", &shared)
}

fn subcommands(command: Command, path: &str, shared: &[clap::Arg]) -> Command {
    command.mut_subcommands(|command| {
        let path = format!("{path} {}", command.get_name()).trim_start().to_string();
        let command = match find(&path) {
            Some(about) => described_by(command, about, shared),
            None => command,
        };
        subcommands(command, &path, shared)
    })
}

fn described_by(command: Command, about: &About, shared: &[clap::Arg]) -> Command {
    let is_ignored = |arg: &clap::Arg| !about.takes.contains(&arg.get_id().as_str());
    let options: Vec<clap::Arg> = shared.iter().map(|arg| arg.clone().hide(is_ignored(arg))).collect();
    let examples: String = about.examples.iter().map(|line| format!("\n  {line}")).collect();
    let heading = if about.examples.len() == 1 { "Example" } else { "Examples" };
    let header = command.get_styles().get_header();
    let mut help = format!("{header}{heading}:{header:#}{examples}");
    if let Some(words) = command.get_after_help() {
        help = format!("{}\n\n{help}", words.ansi());
    }
    command.args(options).after_help(clap::builder::StyledStr::from(help))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths of all commands that do something.
    fn leaves(command: &Command, path: &str) -> Vec<String> {
        let within = command.get_subcommands().filter(|command| command.get_name() != "help");
        within
            .flat_map(|command| {
                let path = format!("{path} {}", command.get_name()).trim_start().to_string();
                let below = leaves(command, &path);
                if below.is_empty() { vec![path] } else { below }
            })
            .collect()
    }

    #[test]
    fn every_command_is_in_exactly_one_group_and_has_examples() {
        let root = crate::args::command();
        let in_groups = |name: &str| {
            GROUPS.iter().flat_map(|(_, commands)| *commands).filter(|about| about.path == name).count()
        };
        for command in root.get_subcommands() {
            assert_eq!(in_groups(command.get_name()), 1, "{}", command.get_name());
        }
        for path in leaves(&root, "") {
            assert_eq!(all().filter(|about| about.path == path).count(), 1, "{path}");
            assert!((1..=3).contains(&find(&path).unwrap().examples.len()), "{path}");
        }
        for about in all() {
            let mut words = about.path.split(' ');
            let found = words.try_fold(&root, |command, word| command.find_subcommand(word));
            assert!(found.is_some(), "there is no command '{}'", about.path);
            assert!(about.takes.iter().all(|option| SHARED.contains(option)), "{}", about.path);
        }
    }
}
