//! What a puzzle to be made should be like.

use super::{Maker, Motif, Pattern, SpecError, Symmetry};
use crate::grid::Grid;
use crate::puzzle::Genre;
use crate::rating::{Level, Rating};

/// What a puzzle to be made should be like.
///
/// ```
/// use gridwright::{Spec, registry};
/// use gridwright::generate::Symmetry;
/// let spec = Spec::new(registry::ALL[0]).square(10).symmetry(Symmetry::Rot4).minimal();
/// assert_eq!((spec.rows, spec.walls), (10, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Its genre.
    pub genre: &'static Genre,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Its symmetry; by default the one usual for the genre.
    pub symmetry: Option<Symmetry>,
    /// Whether rows and columns wrap round.
    pub wrapping: bool,
    /// How many walls it should have.
    pub walls: Option<Walls>,
    /// The shape that most of its walls come in; by default they stand alone.
    pub motif: Option<Motif>,
    /// The sizes its regions or areas may have, from and to.
    pub region_size: Option<(usize, usize)>,
    /// The stars of every row, column and region; by default as many as boards of this size mostly have.
    pub stars: Option<usize>,
    /// Whether every clue must be needed. Where the clues themselves lie symmetrically, whether each set of clues that
    /// go together is.
    pub minimal: bool,
    /// How many clues it should have, if it needs no more; by default nearly as few as it needs.
    pub clues: Option<usize>,
    /// What is fixed: walls, the places of givens, regions or areas, whichever of these the genre begins with.
    pub pattern: Option<Pattern>,
    /// How hard it should be, in a word.
    pub difficulty: Option<Level>,
    /// The least rating; not together with [`Spec::difficulty`].
    pub min: Option<Rating>,
    /// The greatest rating; not together with [`Spec::difficulty`].
    pub max: Option<Rating>,
    /// The names of techniques that suffice, besides trivial deductions; upper and lower case are the same.
    pub techniques: Option<Vec<String>>,
    /// The names of techniques each of which is needed: all named techniques, or those of [`Spec::techniques`], solve the puzzle,
    /// and without one of these they do not.
    pub require: Vec<String>,
    /// Whether it may have several solutions.
    pub several: bool,
}

/// How many walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walls {
    /// On about this percentage of the cells.
    Percent(u32),
    /// Exactly this many.
    Number(usize),
}

/// The rows and columns of a board for which no size is given.
const USUAL_SIDE: usize = 9;

impl Spec {
    /// A puzzle of a genre, 9x9 and otherwise as is usual.
    pub fn new(genre: &'static Genre) -> Spec {
        Spec {
            genre,
            rows: USUAL_SIDE,
            cols: USUAL_SIDE,
            symmetry: None,
            wrapping: false,
            walls: None,
            motif: None,
            region_size: None,
            stars: None,
            minimal: false,
            clues: None,
            pattern: None,
            difficulty: None,
            min: None,
            max: None,
            techniques: None,
            require: Vec::new(),
            several: false,
        }
    }

    /// With this many rows.
    pub fn rows(self, rows: usize) -> Spec {
        Spec { rows, ..self }
    }

    /// With this many columns.
    pub fn cols(self, cols: usize) -> Spec {
        Spec { cols, ..self }
    }

    /// With as many rows as columns.
    pub fn square(self, side: usize) -> Spec {
        self.rows(side).cols(side)
    }

    /// With a symmetry.
    pub fn symmetry(self, symmetry: Symmetry) -> Spec {
        Spec { symmetry: Some(symmetry), ..self }
    }

    /// To a pattern, with its size.
    pub fn pattern(self, pattern: Pattern) -> Spec {
        let grid = pattern.grid();
        Spec { pattern: Some(pattern), ..self.rows(grid.rows()).cols(grid.cols()) }
    }

    /// As hard as a word says.
    pub fn difficulty(self, level: Level) -> Spec {
        Spec { difficulty: Some(level), ..self }
    }

    /// Without a clue that could be left out.
    pub fn minimal(self) -> Spec {
        Spec { minimal: true, ..self }
    }

    /// The board's rectangle, once the spec is checked.
    ///
    /// # Panics
    /// When there is no such rectangle.
    pub fn grid(&self) -> Grid {
        Grid::new(self.rows, self.cols).expect("the size was checked").with_wrapping(self.wrapping)
    }

    /// Whether the puzzle should take hardly more than one rule at a time.
    pub(crate) fn is_easy(&self) -> bool {
        const EASY: Rating = Rating::from_hundredths(300);
        self.difficulty == Some(Level::Easy) || self.max.is_some_and(|most| most <= EASY)
    }

    /// Whether the puzzle has to be graded.
    pub(crate) fn asks_for_grade(&self) -> bool {
        let by_rating = self.difficulty.is_some() || (self.min, self.max) != (None, None);
        by_rating || self.techniques.is_some() || !self.require.is_empty()
    }

    /// The genre's maker, or why no puzzle of the genre can be so.
    pub(crate) fn check(&self, symmetry: Symmetry) -> Result<&'static dyn Maker, SpecError> {
        let genre = self.genre;
        let Some(maker) = genre.maker else {
            return Err(SpecError::NoMaker { genre: genre.name });
        };
        let (rows, cols, sides) = (self.rows, self.cols, maker.sides(self));
        let size = Grid::new(rows, cols).ok().filter(|_| sides.contains(&rows) && sides.contains(&cols));
        let Some(grid) = size else {
            let (least, most) = sides.into_inner();
            return Err(match rows.max(cols) > most {
                true => SpecError::TooLarge { rows, cols, most },
                false => SpecError::TooSmall { rows, cols, least },
            });
        };
        if !symmetry.suits(&grid) {
            return Err(SpecError::Symmetry { symmetry, rows, cols });
        }
        let takes = maker.takes();
        let asked = [
            (Setting::Wrapping, self.wrapping),
            (Setting::Walls, self.walls.is_some()),
            (Setting::Motif, self.motif.is_some()),
            (Setting::RegionSize, self.region_size.is_some()),
            (Setting::Stars, self.stars.is_some()),
            (Setting::Symmetry, symmetry != Symmetry::None),
            (Setting::Several, self.several),
            (Setting::Pattern, self.pattern.is_some()),
        ];
        if let Some((setting, _)) =
            asked.into_iter().find(|(setting, asked)| *asked && !takes.contains(setting))
        {
            return Err(SpecError::Setting { genre: genre.name, setting });
        }
        if let Some(pattern) = &self.pattern {
            self.check_pattern(pattern, maker, symmetry)?;
        }
        if self.minimal && self.clues.is_some() {
            return Err(SpecError::MinimalClues);
        }
        if self.difficulty.is_some() && (self.min, self.max) != (None, None) {
            return Err(SpecError::TwoDifficulties);
        }
        if let (Some(least), Some(greatest)) = (self.min, self.max)
            && least > greatest
        {
            return Err(SpecError::Ratings { least, greatest });
        }
        if let Some((least, most)) = self.region_size
            && (least == 0 || least > most)
        {
            return Err(SpecError::RegionSize { least, most });
        }
        if self.several && (self.minimal || self.asks_for_grade()) {
            return Err(SpecError::Several);
        }
        let known = |name: &&String| {
            genre.techniques.iter().any(|technique| technique.name.eq_ignore_ascii_case(name))
        };
        if let Some(unknown) = self.techniques.iter().flatten().chain(&self.require).find(|name| !known(name))
        {
            let mut known: Vec<&str> = genre.techniques.iter().map(|technique| technique.name).collect();
            known.dedup();
            return Err(SpecError::Technique { genre: genre.name, technique: unknown.clone(), known });
        }
        maker.check(self)?;
        Ok(maker)
    }

    /// Refuses a pattern of another size, and wishes about what it fixes.
    fn check_pattern(
        &self,
        pattern: &Pattern,
        maker: &dyn Maker,
        symmetry: Symmetry,
    ) -> Result<(), SpecError> {
        let Spec { rows, cols, .. } = *self;
        let size = (pattern.grid().rows(), pattern.grid().cols());
        if size != (rows, cols) {
            return Err(SpecError::PatternSize { pattern: size, rows, cols });
        }
        let is_of_clues = maker.pattern_is_of_clues();
        // On regions that are fixed, digits may still lie symmetrically.
        let is_free = maker.clues_are_symmetric() && !is_of_clues;
        let said = [
            ("walls", self.walls.is_some() || self.motif.is_some()),
            ("sizes of regions", self.region_size.is_some()),
            ("symmetry", symmetry != Symmetry::None && !is_free),
            ("places of all clues", is_of_clues && (self.minimal || self.clues.is_some())),
        ];
        match said.into_iter().find(|(_, is_said)| *is_said) {
            Some((what, _)) => Err(SpecError::Patterned { what }),
            None => Ok(()),
        }
    }
}

/// A setting that not every genre takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// [`Spec::wrapping`].
    Wrapping,
    /// [`Spec::walls`].
    Walls,
    /// [`Spec::motif`].
    Motif,
    /// [`Spec::region_size`].
    RegionSize,
    /// [`Spec::stars`].
    Stars,
    /// [`Spec::symmetry`].
    Symmetry,
    /// [`Spec::several`].
    Several,
    /// [`Spec::pattern`].
    Pattern,
}
