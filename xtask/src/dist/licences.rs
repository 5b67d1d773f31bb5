//! The licences of everything that is linked into what we hand out.

use crate::printed;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What is handed out, and for which target.
const ROOTS: [(&str, &str); 4] = [
    ("gridwright-cli", super::STATIC),
    ("gridwright-libgame", super::STATIC),
    ("gridwright-capi", super::SHARED),
    ("gridwright-web", "wasm32-unknown-unknown"),
];

const HEAD: &str = "Gridwright's programs and libraries contain parts of the packages below, under the licences that follow.

Besides these they contain the Rust standard library (MIT or Apache 2.0; RUST-LIBRARY.html has its notices), and
programs for Linux the C library musl (MIT; copyright 2005-2020 Rich Felker and others).
";

/// The licences of all packages, each text once.
pub fn third_party() -> Result<String, String> {
    let mut packages = BTreeMap::new();
    for (root, target) in ROOTS {
        let command =
            format!("cargo metadata --quiet --format-version 1 --locked --filter-platform {target}");
        let metadata = serde_json::from_str(&printed(&command)?).map_err(|e| format!("{command}: {e}"))?;
        packages.extend(linked(&metadata, root).ok_or(format!("{command}: not as expected"))?);
    }
    let mut list = String::from(HEAD);
    let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, (licence, folder)) in &packages {
        list += &format!("\n{name}: {licence}");
        for text in licence_files(Path::new(folder), name)? {
            texts.entry(text).or_default().push(name);
        }
    }
    let texts = texts.iter().map(|(text, names)| (names, text)).collect::<BTreeSet<_>>();
    let line = "-".repeat(80);
    for (names, text) in texts {
        list += &format!("\n\n{line}\n{}:\n\n{text}", names.join(", "));
    }
    Ok(list + "\n")
}

/// The packages of other people that a package is linked with: name and version, licence, and folder.
fn linked(metadata: &Value, root: &str) -> Option<BTreeMap<String, (String, String)>> {
    let packages: BTreeMap<&str, &Value> = by_id(&metadata["packages"])?;
    let nodes: BTreeMap<&str, &Value> = by_id(&metadata["resolve"]["nodes"])?;
    let is_macro = |package: &Value| package["targets"][0]["kind"][0] == "proc-macro";
    let mut open: Vec<&str> = packages.iter().filter(|(_, p)| p["name"] == root).map(|(id, _)| *id).collect();
    let mut seen = BTreeSet::new();
    let mut found = BTreeMap::new();
    while let Some(id) = open.pop() {
        let package = packages.get(id)?;
        if !seen.insert(id) || is_macro(package) {
            continue;
        }
        for dependency in nodes.get(id)?["deps"].as_array()? {
            // What only builds or tests it is not handed out.
            if dependency["dep_kinds"].as_array()?.iter().any(|kind| kind["kind"].is_null()) {
                open.push(dependency["pkg"].as_str()?);
            }
        }
        if !package["source"].is_null() {
            let name = format!("{} {}", package["name"].as_str()?, package["version"].as_str()?);
            let folder = Path::new(package["manifest_path"].as_str()?).parent()?.display().to_string();
            found.insert(name, (package["license"].as_str()?.to_string(), folder));
        }
    }
    Some(found)
}

fn by_id(list: &Value) -> Option<BTreeMap<&str, &Value>> {
    list.as_array()?.iter().map(|item| Some((item["id"].as_str()?, item))).collect()
}

fn licence_files(folder: &Path, name: &str) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let is_licence = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        path.is_file()
            && ["LICEN", "COPYING", "UNLICENSE", "NOTICE"].iter().any(|start| name.starts_with(start))
    };
    let mut paths: Vec<_> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|p| is_licence(p)).collect();
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{name} has no text of its licence in {}", folder.display()));
    }
    let read = |path: &std::path::PathBuf| fs::read(path).map_err(|e| format!("{}: {e}", path.display()));
    paths.iter().map(|path| Ok(String::from_utf8_lossy(&read(path)?).trim().replace('\r', ""))).collect()
}
