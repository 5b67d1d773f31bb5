//! A row of the registry: a genre with all its parts.

use super::maker::Maker;
pub use crate::count::Enumeration;
use crate::frames::{self, Encode, Format, Layer, Readers};
use crate::model::{Atom, Board, Model};
use crate::printed::{About, PrintedBoard, own};
use crate::scene::{self, Draw};
pub use crate::solve::Status;
use crate::words::{self, Technique, Words};
use gridwright_base::{Cancel, Stopped};
use std::fmt;
use std::ops::Deref;

/// A genre: what it is called and about, and the parts that draw, write, explain, make and solve its boards.
pub struct Genre {
    /// What it is called and about.
    pub about: &'static About,
    /// How it is drawn.
    pub draw: Part<dyn Draw>,
    /// How it is put into words.
    pub words: Part<dyn Words>,
    /// What players call steps, the most telling names first.
    pub techniques: &'static [Technique],
    /// What the hardness of a step compares with, where players know a scale.
    pub hardness_note: Option<&'static str>,
    /// How it is written.
    pub encode: Part<dyn Encode>,
    /// The formats it can be written to, besides native and JSON.
    pub writes: &'static [Format],
    /// How each format's inside is read.
    pub readers: Readers,
    /// What is printed on its boards, for changing it.
    pub layers: &'static [Layer],
    /// How its puzzles are made, where they can be.
    pub maker: Option<&'static dyn Maker>,
    /// Whether a rating is the hardness of the hardest step, and not the work that a board takes.
    pub is_rated_by_hardest: bool,
    /// How much work a board is, where the genre has a better measure than rounds of rules.
    pub measure: Option<Part<dyn Measure>>,
    /// How often each technique occurs, measured once: [`Survey`](crate::drill::Survey) as JSON.
    pub survey: Option<&'static str>,
    /// A faster way than the engine's to the solutions of some of its boards.
    pub fast: Option<Part<dyn FastSolver>>,
    /// The order in which a course teaches solving, where there is one.
    pub trace: Option<Trace>,
}

/// A board seen as one of the parts of its genre.
pub type Part<T> = fn(&dyn PrintedBoard) -> &T;

/// The entries in the order in which a course teaches solving, or `None` where the board has no solution.
pub type Trace = fn(&dyn PrintedBoard) -> Option<Vec<Atom>>;

/// A solver of a genre's own, for boards on which it beats the engine.
pub trait FastSolver: PrintedBoard {
    /// Whether no solution agrees with what is known, one, or several, with the one or any two. `None` says nothing:
    /// ask the engine.
    fn fast_status(&self, known: Option<&Board>) -> Option<Status>;

    /// Counts the solutions that agree with what is known one by one. `None` where that is no faster than the engine.
    fn enumeration(&self, known: Option<&Board>) -> Option<Box<dyn Enumeration>>;
}

/// A genre's own measure of work.
pub trait Measure: PrintedBoard {
    /// The work of finding what all solutions of the board share, in quarters of a unit; `None` if it is more than `most`.
    /// The same however the board lies and its symbols are named.
    fn work(&self, model: &Model, shared: &Board, most: u64, cancel: &Cancel)
    -> Result<Option<u64>, Stopped>;
}

impl Genre {
    /// A genre with the parts that every one has; add the others with struct update syntax.
    pub(crate) const fn new<B: Draw + Words + Encode>(about: &'static About, readers: Readers) -> Genre {
        Genre {
            about,
            draw: scene::draw::<B>,
            words: words::words::<B>,
            techniques: &[],
            hardness_note: None,
            encode: frames::encode::<B>,
            writes: &[],
            readers,
            layers: &[],
            maker: None,
            is_rated_by_hardest: false,
            measure: None,
            survey: None,
            fast: None,
            trace: None,
        }
    }

    /// A board as something that the genre solves faster than the engine, for [`Genre::fast`].
    pub(crate) fn fast_solver<B: FastSolver>(board: &dyn PrintedBoard) -> &dyn FastSolver {
        own::<B>(board)
    }

    /// A board as something that the genre measures, for [`Genre::measure`].
    pub(crate) fn measured<B: Measure>(board: &dyn PrintedBoard) -> &dyn Measure {
        own::<B>(board)
    }

    /// The formats it can be written to.
    pub fn written(&self) -> Vec<Format> {
        [Format::Native, Format::Json].into_iter().chain(self.writes.iter().copied()).collect()
    }

    /// Whether a JSON key means something to the genre.
    pub fn knows_json_key(&self, key: &str) -> bool {
        self.readers.json_keys.contains(&key) || self.options.iter().any(|option| option.key == key)
    }
}

impl Deref for Genre {
    type Target = About;

    fn deref(&self) -> &About {
        self.about
    }
}

impl fmt::Debug for Genre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Genre({})", self.id)
    }
}

/// Its id, which [`str::parse`] reads again.
impl fmt::Display for Genre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id)
    }
}

impl PartialEq for Genre {
    fn eq(&self, other: &Genre) -> bool {
        self.id == other.id
    }
}

impl Eq for Genre {}
