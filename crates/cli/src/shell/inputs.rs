//! Which files this command reads, so that none of them is written over.

use std::fs::{File, Metadata};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// What tells a file from all others, however it is called.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = std::path::PathBuf;

static READ: Mutex<Vec<Identity>> = Mutex::new(Vec::new());

/// Remembers that a file is read.
pub fn note(path: &Path, file: &File) {
    if let Some(identity) = file.metadata().ok().and_then(|there| identity(path, &there)) {
        READ.lock().unwrap_or_else(PoisonError::into_inner).push(identity);
    }
}

/// Forgets what was read: a game may be written back to where it came from, if the player insists.
pub fn release() {
    READ.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

/// Whether a path leads to a file that is read, or to the one that standard input comes from.
pub fn contains(path: &Path) -> bool {
    let Some(identity) = path.metadata().ok().and_then(|there| identity(path, &there)) else { return false };
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.contains(&identity) || standard_input() == Some(identity)
}

/// Devices and pipes may be read from and written to at once.
#[cfg(unix)]
fn identity(_: &Path, there: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    there.is_file().then(|| (there.dev(), there.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path, there: &Metadata) -> Option<Identity> {
    path.canonicalize().ok().filter(|_| there.is_file())
}

#[cfg(unix)]
fn standard_input() -> Option<Identity> {
    use std::os::fd::AsFd;
    let file = File::from(std::io::stdin().as_fd().try_clone_to_owned().ok()?);
    identity(Path::new("-"), &file.metadata().ok()?)
}

#[cfg(not(unix))]
fn standard_input() -> Option<Identity> {
    None
}

/// Whether two names lead to one file, whether it is there yet or not.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let unmade =
            || Some(directory.unwrap_or(Path::new(".")).canonicalize().ok()?.join(path.file_name()?));
        path.canonicalize().ok().or_else(unmade)
    };
    place(one).is_some_and(|one| Some(one) == place(other))
}
