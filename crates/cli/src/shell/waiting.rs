//! Texts that wait until all before them are written: in memory while they are short, else in a file without a name.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

/// Puts texts in order, each with a note.
pub struct Waiting<Note> {
    texts: BTreeMap<u64, (Note, Kept)>,
    next: u64,
    /// Bytes of text in memory, and how many there may be.
    bytes: usize,
    most: usize,
    spill: Option<Spill>,
}

enum Kept {
    Here(String),
    There { at: u64, length: usize },
}

/// A file for what does not fit.
struct Spill {
    file: File,
    /// Its name, where the system does not let go of that while the file is open.
    path: Option<PathBuf>,
    length: u64,
    texts: usize,
}

impl<Note> Waiting<Note> {
    /// With at most this many bytes of text in memory.
    pub fn new(most: usize) -> Waiting<Note> {
        Waiting { texts: BTreeMap::new(), next: 0, bytes: 0, most, spill: None }
    }

    /// Whether the text with this place is the next, and may pass those that wait: it need not be taken in.
    pub fn lets_pass(&mut self, place: u64) -> bool {
        let is_next = place == self.next;
        self.next += u64::from(is_next);
        is_next
    }

    /// How many texts wait.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Takes in the text with this place among all texts, from 0.
    pub fn add(&mut self, place: u64, note: Note, text: String) -> io::Result<()> {
        debug_assert!(place > self.next);
        let kept = if self.bytes + text.len() <= self.most {
            self.bytes += text.len();
            Kept::Here(text)
        } else {
            let spill = match &mut self.spill {
                Some(spill) => spill,
                none => none.insert(Spill::new()?),
            };
            Kept::There { at: spill.push(&text)?, length: text.len() }
        };
        self.texts.insert(place, (note, kept));
        Ok(())
    }

    /// The next text in order, if it is there.
    pub fn next(&mut self) -> io::Result<Option<(Note, String)>> {
        let Some((note, kept)) = self.texts.remove(&self.next) else { return Ok(None) };
        self.next += 1;
        Ok(Some((note, self.fetch(kept)?)))
    }

    /// The first of the texts that are there, whatever is missing before it.
    pub fn first(&mut self) -> io::Result<Option<(Note, String)>> {
        let Some((place, (note, kept))) = self.texts.pop_first() else { return Ok(None) };
        self.next = place + 1;
        Ok(Some((note, self.fetch(kept)?)))
    }

    fn fetch(&mut self, kept: Kept) -> io::Result<String> {
        match (kept, &mut self.spill) {
            (Kept::Here(text), _) => {
                self.bytes -= text.len();
                Ok(text)
            }
            (Kept::There { at, length }, Some(spill)) => spill.take(at, length),
            (Kept::There { .. }, None) => unreachable!("what is there is in the file"),
        }
    }
}

impl Spill {
    fn new() -> io::Result<Spill> {
        loop {
            let number = RandomState::new().build_hasher().finish();
            let path = std::env::temp_dir().join(format!(".gridwright-{number:016x}.waiting"));
            let mut options = OpenOptions::new();
            options.read(true).write(true).create_new(true);
            #[cfg(unix)]
            {
                use std::os::unix::fs::OpenOptionsExt;
                options.mode(0o600);
            }
            match options.open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(file) => {
                    // Without a name it is gone with the program, however that ends.
                    let path = fs::remove_file(&path).is_err().then_some(path);
                    return Ok(Spill { file, path, length: 0, texts: 0 });
                }
            }
        }
    }

    /// Appends a text and returns its place.
    fn push(&mut self, text: &str) -> io::Result<u64> {
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(text.as_bytes())?;
        self.length += text.len() as u64;
        self.texts += 1;
        Ok(self.length - text.len() as u64)
    }

    /// Reads a text for the last time.
    fn take(&mut self, at: u64, length: usize) -> io::Result<String> {
        let mut bytes = vec![0; length];
        self.file.seek(SeekFrom::Start(at))?;
        self.file.read_exact(&mut bytes)?;
        self.texts -= 1;
        if self.texts == 0 {
            self.file.set_len(0)?;
            self.length = 0;
        }
        String::from_utf8(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}

impl Drop for Spill {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_out_in_order_from_memory_and_file() {
        for most in [0, 10, 1000] {
            let mut waiting = Waiting::new(most);
            let mut found = Vec::new();
            // 7 and 29 are slow.
            let places = (0..60u64).filter(|place| ![7, 29].contains(place)).chain([7, 29]);
            for place in places {
                if waiting.lets_pass(place) {
                    found.push((place, format!("text {place}")));
                } else {
                    waiting.add(place, place, format!("text {place}")).unwrap();
                }
                assert!(waiting.bytes <= most, "{}", waiting.bytes);
                while let Some((note, text)) = waiting.next().unwrap() {
                    found.push((note, text));
                }
            }
            assert_eq!(found, (0..60).map(|place| (place, format!("text {place}"))).collect::<Vec<_>>());
            assert_eq!((waiting.next, waiting.len(), waiting.bytes), (60, 0, 0));
            if let Some(spill) = &waiting.spill {
                assert_eq!((spill.texts, spill.length), (0, 0));
                assert_eq!(spill.file.metadata().unwrap().len(), 0);
            }
            assert_eq!(waiting.spill.is_some(), most < 1000);
        }
    }

    #[test]
    fn what_is_there_comes_out_with_gaps() {
        let mut waiting = Waiting::new(3);
        for place in [4, 1, 9, 2] {
            waiting.add(place, (), place.to_string()).unwrap();
            assert!(!waiting.lets_pass(place));
        }
        let rest: Vec<String> =
            std::iter::from_fn(|| waiting.first().unwrap()).map(|(_, text)| text).collect();
        assert_eq!(rest, ["1", "2", "4", "9"]);
    }
}
