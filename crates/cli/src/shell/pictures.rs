//! Pictures in a directory, one file each, numbered. Those of an earlier run never mix with new ones.

use crate::args::{Destination, Form, Global, Target};
use crate::shell::atomic_file::{Existing, make_directory, write_file};
use crate::shell::failure::Failure;
use crate::shell::inputs;
use crate::shell::output::Output;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// How wide numbers are where nobody knows how many there will be.
const WIDTH: usize = 6;

/// A directory that pictures are written to.
pub struct Pictures {
    directory: PathBuf,
    /// How files are called, before the number.
    stem: &'static str,
    width: usize,
    existing: Existing,
    /// The pictures of an earlier run that no new one has replaced.
    old: BTreeSet<PathBuf>,
}

impl Pictures {
    /// Makes the directory where there is none. One that has such pictures already is refused unless the user insists,
    /// and one where the input is called like a picture always.
    pub fn open(directory: &Path, stem: &'static str, existing: Existing) -> Result<Pictures, Failure> {
        let old = old_pictures(directory, stem);
        if let Some(input) = old.iter().find(|path| inputs::contains(path)) {
            let message = format!("'{}' is being read: name another directory to write to", input.display());
            return Err(Failure::Message(message));
        }
        if let (Some(first), Existing::Kept { unless }) = (old.first(), existing) {
            let first = first.display();
            let message = format!("'{first}' exists already: {unless} replaces the pictures there");
            return Err(Failure::Message(message));
        }
        make_directory(directory)?;
        Ok(Pictures { directory: directory.to_path_buf(), stem, width: WIDTH, existing, old })
    }

    /// Makes all numbers as wide as the greatest.
    pub fn up_to(self, greatest: u64) -> Pictures {
        Pictures { width: greatest.to_string().len(), ..self }
    }

    pub fn write(&mut self, number: u64, picture: &str) -> Result<(), Failure> {
        let name = format!("{}-{number:0width$}.svg", self.stem, width = self.width);
        let path = self.directory.join(name);
        // Nobody named the file that such a link leads to.
        if self.old.contains(&path) && path.is_symlink() {
            delete(&path)?;
        }
        write_file(&path, picture, self.existing)?;
        self.old.remove(&path);
        Ok(())
    }

    /// Deletes what is left of an earlier run.
    pub fn finish(self) -> Result<(), Failure> {
        self.old.iter().try_for_each(|path| delete(path))
    }
}

fn delete(path: &Path) -> Result<(), Failure> {
    let cannot = |error| Failure::Message(format!("cannot delete '{}': {error}", path.display()));
    std::fs::remove_file(path).map_err(cannot)
}

/// Gets ready to print up to `most` boards where the user wants them: pictures one by one in a directory, or else one board
/// after the other in the output. A single picture is a file, unless a directory is named.
pub fn divert(
    global: &Global,
    form: &Form,
    destination: &Destination,
    (stem, most): (&'static str, u64),
    output: &mut Output,
) -> Result<Option<Pictures>, Failure> {
    let directory = destination.output.as_deref();
    let is_several = most > 1 || directory.is_some_and(Path::is_dir);
    if form.to != Some(Target::Svg) || global.json || !is_several {
        output.divert(destination, global)?;
        return Ok(None);
    }
    let Some(directory) = directory else {
        return Err(Failure::Message("several pictures need a directory: add -o DIR".to_string()));
    };
    let pictures = Pictures::open(directory, stem, destination.overwrite.existing())?;
    Ok(Some(if most == u64::MAX { pictures } else { pictures.up_to(most) }))
}

/// The pictures of an earlier run.
fn old_pictures(directory: &Path, stem: &str) -> BTreeSet<PathBuf> {
    let is_picture = |path: &PathBuf| {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let number = name
            .strip_prefix(stem)
            .and_then(|name| name.strip_prefix('-'))
            .and_then(|name| name.strip_suffix(".svg"));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    };
    let entries = std::fs::read_dir(directory).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_picture).collect()
}
