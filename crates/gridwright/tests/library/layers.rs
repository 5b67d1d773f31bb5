//! The layers of the library: each module imports only from those below it.
//!
//! The test walks every path `crate::…` and `super::…` in the sources, so that neither `use` lines nor paths in the middle of
//! code go up or round.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// From the ground up. Modules in one row stand beside each other and do not know each other.
const LAYERS: &[&[&str]] = &[
    &["grid", "logarithm", "proportion", "rating"],
    &["model"],
    &["printed", "solve"],
    &["count", "scene", "words"],
    &["frames"],
    &["puzzle"],
    &["genres"],
    &["registry"],
    &["formats", "explain"],
    &["clues", "compare", "generate"],
    &["drill", "verbs"],
    &["session", "edit", "sheet"],
    &["view"],
    &["ask"],
];

/// What the core of a genre, its printed board with the rules as data, may import besides its own parts.
const CORE: &[&str] = &["grid", "model", "printed", "puzzle", "genres"];

fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in directory.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file without comments and without its tests.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    // A module of tests in the file itself is its last part.
    let code = text.find("#[cfg(test)]\nmod tests {").or(text.find("#[cfg(test)]\npub(crate) mod tests {"));
    let text = &text[..code.unwrap_or(text.len())];
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

fn is_test(path: &Path) -> bool {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let in_tests = path.components().any(|part| part.as_os_str() == "tests");
    in_tests || name.ends_with("tests") || ["samples", "random", "enumerate"].contains(&name.as_str())
}

/// The names that a path begins with, which may be a group: `a` and `c` of `{a::{self, b}, c}`.
fn first_names(path: &str) -> Vec<String> {
    let name = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let Some(group) = path.strip_prefix('{') else { return vec![name(path)] };
    let (mut names, mut depth) = (vec![name(group)], 1);
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(name(&group[at + 1..])),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names.into_iter().filter(|name| !name.is_empty()).collect()
}

/// The names at the root of the library that code refers to, if its module is `depth` levels below the root.
fn names_at_root(code: &str, depth: usize) -> BTreeSet<String> {
    let to_root = "super::".repeat(depth);
    let from_root = code.split("crate::").skip(1).chain(code.split(&to_root).skip(1));
    from_root.flat_map(first_names).collect()
}

/// The modules of the library that a file imports from, by their names at the root.
fn imports(path: &Path, own: &str) -> BTreeSet<String> {
    let inside = path.strip_prefix(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    let is_folder = path.file_stem().is_some_and(|name| name == "mod");
    let mut found = names_at_root(&code(path), inside.components().count() - usize::from(is_folder));
    found.remove(own);
    found
}

/// The module at the root that a file belongs to.
fn root_module(source: &Path, path: &Path) -> String {
    let relative = path.strip_prefix(source).unwrap();
    let first = relative.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_string()
}

#[test]
fn no_import_goes_up_or_round() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layer_of = |module: &str| LAYERS.iter().position(|layer| layer.contains(&module));
    let mut paths = Vec::new();
    sources(&source, &mut paths);
    let mut wrong = Vec::new();
    for path in paths.iter().filter(|path| !is_test(path)) {
        let own = root_module(&source, path);
        if own == "lib" {
            continue;
        }
        let own_layer = layer_of(&own).unwrap_or_else(|| panic!("'{own}' has no layer"));
        for other in imports(path, &own) {
            let layer = layer_of(&other).unwrap_or_else(|| panic!("{}: what is '{other}'?", path.display()));
            if layer >= own_layer {
                wrong.push(format!("{}: {own} imports {other}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "imports that go up or round:\n{}", wrong.join("\n"));
}

#[test]
fn every_way_to_write_an_import_counts() {
    let names = |code: &str, depth| names_at_root(code, depth).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(names("use crate::view::Number;", 2), "view");
    assert_eq!(
        names("use crate::{\n    count::{self, Count},\n    view,\n};\nuse std::{fmt, io};", 1),
        "count view"
    );
    assert_eq!(names("let answer = super::super::ask::ask(question);", 2), "ask");
    assert_eq!(names("use super::kernel::Kernel;", 2), "");
}

/// The page for readers lists the same layers.
#[test]
fn the_documentation_lists_the_layers() {
    let page = include_str!("../../../../docs/architecture.md");
    let cells = page.lines().map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    let rows = cells.filter(|cells| cells.len() > 3 && cells[1].parse::<usize>().is_ok());
    let listed: Vec<BTreeSet<&str>> =
        rows.map(|cells| cells[2].split(',').map(|name| name.trim().trim_matches('`')).collect()).collect();
    let layers: Vec<BTreeSet<&str>> = LAYERS.iter().map(|layer| layer.iter().copied().collect()).collect();
    assert_eq!(listed, layers);
}

/// The data, the model and the names of a genre know nothing above the model: parts that draw, write, explain, make and
/// solve boards are files of their own.
#[test]
fn the_core_of_a_genre_knows_only_the_model() {
    let genres = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/genres");
    let mut cores = 0;
    for entry in genres.read_dir().unwrap() {
        let path = entry.unwrap().path().join("mod.rs");
        if !path.is_file() || path.parent().unwrap().ends_with("digits") {
            continue;
        }
        cores += 1;
        for other in imports(&path, "genres") {
            let is_text = other == "frames" && code(&path).contains("use crate::frames::Text;");
            assert!(CORE.contains(&other.as_str()) || is_text, "{}: imports {other}", path.display());
        }
    }
    assert_eq!(cores, gridwright::registry::ALL.len());
}

/// A short text can ask for far more memory than it takes: only `gridwright_base::json` reads JSON from outside.
#[test]
fn json_is_read_within_bounds_everywhere() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    for name in ["gridwright", "emulsion", "cli"] {
        sources(&crates.join(name).join("src"), &mut files);
    }
    let reads = |code: &str| {
        ["from_str", "from_slice", "from_reader", "Deserializer"]
            .iter()
            .any(|name| code.contains(&format!("serde_json::{name}")))
    };
    let found: Vec<_> = files.iter().filter(|path| !is_test(path) && reads(&code(path))).collect();
    // It reads again what it has just written.
    let expected = crates.join("gridwright/src/view/generate.rs");
    assert_eq!(found, [&expected]);
}
