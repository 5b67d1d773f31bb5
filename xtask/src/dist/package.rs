//! Folders of files to hand out, and the archives that are made of them.

use super::{BUILD, OUT, VERSION, emptied};
use crate::{printed, run};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Files as they will be installed.
pub struct Tree {
    /// The folder they are in.
    pub root: PathBuf,
}

impl Tree {
    /// An empty one.
    pub fn new(name: &str) -> Result<Tree, String> {
        let root = Path::new(BUILD).join("trees").join(name);
        emptied(&root)?;
        Ok(Tree { root })
    }

    /// Adds a text.
    pub fn file(&self, path: &str, text: &str) -> Result<(), String> {
        let path = self.root.join(path);
        let folder = path.parent().unwrap_or(&self.root);
        let failed = |error| format!("{}: {error}", path.display());
        fs::create_dir_all(folder).and_then(|()| fs::write(&path, text)).map_err(failed)
    }

    /// Adds a copy of a file.
    pub fn copy(&self, from: impl AsRef<Path>, path: &str) -> Result<(), String> {
        self.file(path, "")?;
        let from = from.as_ref();
        fs::copy(from, self.root.join(path)).map(drop).map_err(|error| format!("{}: {error}", from.display()))
    }
}

/// All files below a folder, sorted.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() && !path.is_symlink() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Gives files the modes that they have everywhere, whatever the mask of this machine.
fn set_modes(folder: &Path) -> Result<(), String> {
    let set = |path: &Path, mode| {
        let failed = |error| format!("{}: {error}", path.display());
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(failed)
    };
    set(folder, 0o755)?;
    for entry in fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_symlink() {
            continue;
        } else if path.is_dir() {
            set_modes(&path)?;
        } else {
            let is_program = path.parent().is_some_and(|folder| folder.ends_with("bin"));
            set(&path, if is_program { 0o755 } else { 0o644 })?;
        }
    }
    Ok(())
}

/// Packs a tree as `NAME.tar.gz` with one folder NAME in it.
pub fn archive(tree: &Tree, name: &str, epoch: &str) -> Result<(), String> {
    set_modes(&tree.root)?;
    let tar = format!("{OUT}/{name}.tar");
    run(&format!(
        "tar --create --file {tar} --directory {} --sort=name --format=gnu --owner=0 --group=0 --numeric-owner \
         --mtime=@{epoch} --transform=s,^\\.,{name}, .",
        tree.root.display()
    ))?;
    run(&format!("gzip --no-name --best {tar}"))
}

/// A package of Debian.
pub struct Deb {
    pub name: &'static str,
    pub section: &'static str,
    pub depends: String,
    pub summary: &'static str,
    pub description: &'static str,
    /// What goes to /usr.
    pub usr: PathBuf,
}

impl Deb {
    /// Packs it.
    pub fn pack(&self, epoch: &str) -> Result<(), String> {
        let tree = Tree::new(&format!("{}.deb", self.name))?;
        run(&format!("cp --archive {} {}/usr", self.usr.display(), tree.root.display()))?;
        // Debian compresses man pages, and keeps the licence in a file of this name.
        let usr = tree.root.join("usr");
        let man = usr.join("share/man");
        if man.exists() {
            run(&format!("gzip --no-name --best --recursive {}", man.display()))?;
        }
        let doc = format!("usr/share/doc/{}", self.name);
        let copyright = ["LICENSE-MIT", "LICENSE-APACHE"].map(fs::read_to_string);
        let [mit, apache] = copyright.map(|text| text.unwrap_or_default());
        tree.file(&format!("{doc}/copyright"), &format!("License: MIT or Apache-2.0\n\n{mit}\n\n{apache}"))?;
        set_modes(&tree.root)?;
        let size: u64 =
            files(&usr)?.iter().filter_map(|path| Some(path.symlink_metadata().ok()?.len())).sum();
        let depends =
            if self.depends.is_empty() { String::new() } else { format!("Depends: {}\n", self.depends) };
        let control = format!(
            "Package: {}\nVersion: {VERSION}\nArchitecture: amd64\nMaintainer: The Gridwright developers <gridwright@localhost>\n\
             Installed-Size: {}\n{depends}Section: {}\nPriority: optional\nDescription: {}\n {}\n",
            self.name,
            size.div_ceil(1024),
            self.section,
            self.summary,
            self.description
        );
        tree.file("DEBIAN/control", &control)?;
        let line = format!(
            "dpkg-deb --root-owner-group -Zxz --build {} {OUT}/{}_{VERSION}_amd64.deb",
            tree.root.display(),
            self.name
        );
        crate::run_with(&line, &[("SOURCE_DATE_EPOCH", epoch)])
    }
}

/// The version of the C library that these need.
pub fn needed_glibc(libraries: &[PathBuf]) -> Result<String, String> {
    let mut newest = (0, 0);
    for library in libraries {
        let symbols = printed(&format!("objdump --dynamic-syms {}", library.display()))?;
        let versions = symbols.split("GLIBC_").skip(1).filter_map(|rest| {
            let version: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
            let (major, minor) = version.split_once('.')?;
            Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
        });
        newest = versions.fold(newest, |newest: (u32, u32), version| newest.max(version));
    }
    Ok(format!("{}.{}", newest.0, newest.1))
}

/// Writes the checksums of everything.
pub fn sums() -> Result<(), String> {
    let mut lines = String::new();
    for file in files(Path::new(OUT))? {
        let sum = printed(&format!("sha256sum {}", file.display()))?;
        let sum = sum.split_whitespace().next().unwrap_or_default();
        lines += &format!("{sum}  {}\n", file.file_name().unwrap_or_default().display());
    }
    fs::write(format!("{OUT}/SHA256SUMS"), lines).map_err(|error| format!("{OUT}/SHA256SUMS: {error}"))
}
