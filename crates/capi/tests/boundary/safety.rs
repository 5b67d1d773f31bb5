//! Where unsafe code may be.

use crate::toolchain::crate_root;
use std::path::Path;

/// The boundary to C, and the module for Python, whose macros need it; that one has none of its own.
const ALLOWED: [&str; 2] = ["capi", "libgame"];

#[test]
fn all_other_crates_have_no_unsafe_code() {
    for folder in std::fs::read_dir(crate_root().join("..")).unwrap() {
        let folder = folder.unwrap();
        let name = folder.file_name().into_string().unwrap();
        let manifest = std::fs::read_to_string(folder.path().join("Cargo.toml")).unwrap();
        let is_forbidden = manifest.contains("[lints]\nworkspace = true");
        assert!(
            is_forbidden || ALLOWED.contains(&name.as_str()) || !has_unsafe(&folder.path().join("src")),
            "{name}"
        );
        if ALLOWED.contains(&name.as_str()) {
            assert!(manifest.contains("undocumented_unsafe_blocks = \"deny\""), "{name}");
            assert!(manifest.contains("unsafe_op_in_unsafe_fn = \"deny\""), "{name}");
        }
    }
}

fn has_unsafe(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => has_unsafe(&path),
            false => std::fs::read_to_string(path).unwrap().contains("unsafe "),
        }
    })
}
