//! The one way in which files are written: each appears when it is complete, and nothing is lost on the way.
//!
//! What is written goes to a new file of its own beside the target. It is flushed to the disk before it takes the target's name.
//! A target that is being read is refused, and one that exists already unless the user insists.

use crate::shell::failure::Failure;
use crate::shell::inputs;
use std::collections::VecDeque;
use std::fmt;
use std::fs::{self, File, Metadata, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What happens to a file that exists already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It is kept, and the error message names what would replace it.
    Kept {
        unless: &'static str,
    },
    Replaced,
}

/// How many files are being written that nobody can see yet.
static INCOMPLETE: AtomicUsize = AtomicUsize::new(0);

/// Whether some file is being written that nobody can see yet.
pub fn is_any_incomplete() -> bool {
    INCOMPLETE.load(Ordering::Relaxed) > 0
}

/// How much is collected before it is written.
const BUFFER: usize = 1 << 16;

/// An output file that appears only when it is complete. An existing target that is not an ordinary
/// file (a device, a pipe) is written to directly.
pub struct Pending {
    /// As the user calls it.
    name: PathBuf,
    /// Where it will be, links followed.
    target: PathBuf,
    existing: Existing,
    temporary: Option<PathBuf>,
    /// Whether it has begun as a temporary file.
    is_hidden: bool,
    file: File,
    buffer: Vec<u8>,
    /// How long the file was after each finished piece that is still in the buffer.
    pieces: VecDeque<u64>,
    /// How many bytes are in the file, and how many of those are of finished pieces.
    written: u64,
    finished: u64,
}

impl Pending {
    pub fn create(name: &Path, existing: Existing) -> Result<Pending, Failure> {
        if name == Path::new("-") {
            return Err(message("expected the name of a file to write, found '-'".to_string()));
        }
        // A link stays one: what it leads to is replaced.
        let target = match name.canonicalize() {
            Ok(target) => target,
            Err(_) if name.is_symlink() && !name.exists() => {
                return Err(message(format!("'{}' is a link that leads nowhere", name.display())));
            }
            Err(_) => name.to_path_buf(),
        };
        let there = target.metadata().ok();
        match &there {
            Some(there) if there.is_dir() => {
                return Err(message(format!("'{}' is a directory, expected a file", name.display())));
            }
            Some(_) if inputs::contains(&target) => {
                let name = name.display();
                return Err(message(format!("'{name}' is being read: name another file to write to")));
            }
            Some(there) if there.is_file() => {
                if let Existing::Kept { unless } = existing {
                    return Err(message(format!(
                        "'{}' exists already: {unless} overwrites it",
                        name.display()
                    )));
                }
            }
            _ => {}
        }
        outlive_limits();
        let opened = match there {
            Some(there) if !there.is_file() => {
                OpenOptions::new().write(true).open(&target).map(|file| (None, file))
            }
            there => temporary_beside(&target, there).map(|(path, file)| (Some(path), file)),
        };
        let (temporary, file) = opened.map_err(|error| cannot(name, error))?;
        INCOMPLETE.fetch_add(usize::from(temporary.is_some()), Ordering::Relaxed);
        Ok(Pending {
            name: name.to_path_buf(),
            target,
            existing,
            is_hidden: temporary.is_some(),
            temporary,
            file,
            buffer: Vec::new(),
            pieces: VecDeque::new(),
            written: 0,
            finished: 0,
        })
    }

    /// Adds a text. If it ends its line, it is a piece that is worth keeping should the work be cut short after it.
    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.write_bytes(text.as_bytes())
    }

    /// The same with what is no text.
    pub fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.buffer.extend_from_slice(bytes);
        if bytes.ends_with(b"\n") {
            self.pieces.push_back(self.written + self.buffer.len() as u64);
        }
        if self.buffer.len() < BUFFER { Ok(()) } else { self.flush() }
    }

    /// Writes what was collected. Where that is impossible, what was finished before is kept.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.drain().map_err(|error| self.cut_short(cannot(&self.name, error)))
    }

    fn drain(&mut self) -> io::Result<()> {
        let (mut done, mut result) = (0, Ok(()));
        while done < self.buffer.len() && result.is_ok() {
            match self.file.write(&self.buffer[done..]) {
                Ok(0) => result = Err(ErrorKind::WriteZero.into()),
                Ok(more) => done += more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => result = Err(error),
            }
        }
        self.buffer.drain(..done);
        self.written += done as u64;
        while self.pieces.front().is_some_and(|end| *end <= self.written) {
            self.finished = self.pieces.pop_front().unwrap_or_default();
        }
        result
    }

    /// Lets the complete file appear under its name.
    pub fn publish(mut self) -> Result<(), Failure> {
        self.flush()?;
        let Some(temporary) = self.temporary.clone() else { return Ok(()) };
        let moved = self.file.sync_all().and_then(|()| match self.existing {
            Existing::Replaced => fs::rename(&temporary, &self.target),
            Existing::Kept { .. } => take_free_name(&temporary, &self.target),
        });
        if let Err(error) = moved {
            return Err(self.cut_short(cannot(&self.name, error)));
        }
        self.temporary = None;
        sync_directory(&self.target);
        Ok(())
    }

    /// Lets what is finished of an incomplete file appear beside its name, and tells where; `None` where nothing is
    /// finished, or where it went elsewhere at once.
    pub fn keep(mut self) -> Result<Option<PathBuf>, Failure> {
        self.flush()?;
        self.keep_finished().map_err(|error| cannot(&self.name, error))
    }

    fn keep_finished(&mut self) -> io::Result<Option<PathBuf>> {
        self.buffer.clear();
        self.pieces.clear();
        let Some(temporary) = self.temporary.clone().filter(|_| self.finished > 0) else { return Ok(None) };
        self.file.set_len(self.finished)?;
        self.file.sync_all()?;
        // What is there already was kept for someone.
        for number in 1.. {
            let path = part_name(&self.target, number);
            match take_free_name(&temporary, &path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    self.temporary = None;
                    sync_directory(&self.target);
                    return Ok(Some(path));
                }
            }
        }
        Ok(None)
    }

    /// Keeps what is finished after a failure, and says so.
    fn cut_short(&mut self, failure: Failure) -> Failure {
        match self.keep_finished() {
            Ok(Some(path)) => message(format!("{}; {}", failure.in_a_line(), Kept(&path))),
            _ => failure,
        }
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
        INCOMPLETE.fetch_sub(usize::from(self.is_hidden), Ordering::Relaxed);
    }
}

/// What the first, the second, … incomplete version of a file is called.
pub fn part_name(target: &Path, number: u32) -> PathBuf {
    let mut path = target.as_os_str().to_os_string();
    path.push(if number == 1 { ".part".to_string() } else { format!(".part-{number}") });
    path.into()
}

/// Says where something was kept.
pub struct Kept<'a>(pub &'a Path);

impl fmt::Display for Kept<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "what is finished is in '{}'", self.0.display())
    }
}

/// Writes a whole file.
pub fn write_file(path: &Path, text: &str, existing: Existing) -> Result<(), Failure> {
    let mut file = Pending::create(path, existing)?;
    file.write(text)?;
    file.publish()
}

/// Makes a directory where there is none.
pub fn make_directory(path: &Path) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Err(message("expected the name of a directory to write to, found '-'".to_string()));
    }
    if path.exists() && !path.is_dir() {
        return Err(message(format!("'{}' is a file, expected a directory", path.display())));
    }
    fs::create_dir_all(path).map_err(|error| message(format!("cannot make '{}': {error}", path.display())))
}

fn message(text: String) -> Failure {
    Failure::Message(text)
}

fn cannot(name: &Path, error: io::Error) -> Failure {
    message(format!("cannot write '{}': {error}", name.display()))
}

/// A new file beside another, under a name that nobody can guess; with the owner and the mode of the one that it will
/// replace.
fn temporary_beside(target: &Path, replaced: Option<Metadata>) -> io::Result<(PathBuf, File)> {
    if target.file_name().is_none() {
        return Err(ErrorKind::InvalidFilename.into());
    }
    loop {
        let number = RandomState::new().build_hasher().finish();
        let path = target.with_file_name(format!(".gridwright-{number:016x}.part"));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if replaced.is_some() {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        match options.open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => {
                if let Some(replaced) = replaced {
                    // Only some users may give files away.
                    #[cfg(unix)]
                    {
                        use std::os::unix::fs::{MetadataExt, fchown};
                        let _ = fchown(&file, Some(replaced.uid()), Some(replaced.gid()));
                    }
                    if let Err(error) = file.set_permissions(replaced.permissions()) {
                        let _ = fs::remove_file(&path);
                        return Err(error);
                    }
                }
                return Ok((path, file));
            }
        }
    }
}

/// Moves a file to a name that nothing has yet, or fails with [`ErrorKind::AlreadyExists`].
pub fn take_free_name(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // Some file systems have no links: the name is taken with an empty file.
        Err(_) => {
            File::create_new(to)?;
            fs::rename(from, to).inspect_err(|_| drop(fs::remove_file(to)))
        }
    }
}

/// A name is safe only once its directory is; some systems cannot open one.
fn sync_directory(file: &Path) {
    let directory = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(directory).and_then(|directory| directory.sync_all());
}

/// Where the size of files is limited, writing fails instead of ending the program.
fn outlive_limits() {
    #[cfg(unix)]
    {
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| {
            let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Default::default());
        });
    }
}
