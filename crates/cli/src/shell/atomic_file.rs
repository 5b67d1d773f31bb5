//! An output file that appears only when it is complete, and what happens to it when the work is interrupted.

use crate::shell::failure::Failure;
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// An output file that appears only when it is complete. An existing target that is not an ordinary
/// file (a device, a pipe) is written to directly.
pub struct Pending {
    path: PathBuf,
    temporary: Option<PathBuf>,
    file: BufWriter<File>,
}

impl Pending {
    pub fn create(path: &Path) -> Result<Pending, Failure> {
        let cannot =
            |error: io::Error| Failure::Message(format!("cannot write '{}': {error}", path.display()));
        if path == Path::new("-") {
            return Err(Failure::Message("expected the name of a file to write, found '-'".to_string()));
        }
        // A link stays one: what it leads to is replaced.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let temporary = match (path.metadata(), path.file_name()) {
            (Ok(there), _) if !there.is_file() => None,
            (_, None) => return Err(cannot(io::ErrorKind::InvalidFilename.into())),
            (_, Some(name)) => {
                let name = format!(".{}.{}.part", name.to_string_lossy(), std::process::id());
                Some(path.with_file_name(name))
            }
        };
        let file = match &temporary {
            None => OpenOptions::new().write(true).open(&path),
            Some(temporary) => File::create(temporary),
        };
        let file = BufWriter::new(file.map_err(cannot)?);
        Ok(Pending { path, temporary, file })
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::Message(format!("cannot write '{}': {error}", self.path.display()))
    }

    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.file.write_all(text.as_bytes()).map_err(|error| self.failed(&error))
    }

    /// Lets the complete file appear under its name.
    pub fn publish(mut self) -> Result<(), Failure> {
        let path = self.path.clone();
        self.move_to(&path)
    }

    /// Lets the incomplete file appear beside its name and tells where; `None` where it went elsewhere at once.
    pub fn keep(mut self) -> Result<Option<PathBuf>, Failure> {
        let mut name = self.path.clone().into_os_string();
        name.push(".part");
        let path = PathBuf::from(name);
        let is_ordinary = self.temporary.is_some();
        self.move_to(&path)?;
        Ok(is_ordinary.then_some(path))
    }

    fn move_to(&mut self, path: &Path) -> Result<(), Failure> {
        let flushed = self.file.flush();
        let moved = flushed.and_then(|()| match &self.temporary {
            None => Ok(()),
            Some(temporary) => std::fs::rename(temporary, path),
        });
        moved.map_err(|error| self.failed(&error))?;
        self.temporary = None;
        Ok(())
    }
}

/// Refuses to write over what is read.
pub fn refuse_input(written: &Path, input: &OsStr) -> Result<(), Failure> {
    if is_same_file(written, Path::new(input)) {
        let name = written.display();
        return Err(Failure::Message(format!("'{name}' is being read: name another file to write to")));
    }
    Ok(())
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

/// Writes a whole file.
pub fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    let mut file = Pending::create(path)?;
    file.write(text)?;
    file.publish()
}

impl Drop for Pending {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = std::fs::remove_file(temporary);
        }
    }
}
