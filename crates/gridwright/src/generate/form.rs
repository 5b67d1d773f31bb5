//! The form for a new puzzle: the choices that a genre offers to players, and the spec they add up to.

use super::{Generator, Setting, Spec, Symmetry};
use crate::puzzle::Genre;
use crate::rating::Level;

/// Squares that people play; each genre takes what it can.
const SIDES: [usize; 12] = [4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 25];

/// The choices for a new puzzle. Whatever is chosen can be made.
///
/// ```
/// use gridwright::generate::{Field, Form};
/// use gridwright::registry;
/// let mut form = Form::new(registry::ALL[0]).expect("puzzles of it are made");
/// assert_eq!(form.fields(), [Field::Size, Field::Difficulty, Field::Symmetry, Field::Torus]);
/// form.turn(Field::Torus, 1);
/// form.turn(Field::Difficulty, 1);
/// assert_eq!((form.value(Field::Torus), form.value(Field::Difficulty)), ("yes".into(), "medium".into()));
/// assert!(form.spec().wrapping);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    spec: Spec,
    /// Rows and columns.
    sizes: Vec<(usize, usize)>,
    fields: Vec<Field>,
}

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Rows and columns.
    Size,
    /// A word for the difficulty, or any.
    Difficulty,
    /// How the board lies on itself.
    Symmetry,
    /// Whether rows and columns wrap round.
    Torus,
}

impl Field {
    const ALL: [Field; 4] = [Field::Size, Field::Difficulty, Field::Symmetry, Field::Torus];

    /// What stands before it.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Size => "Size",
            Field::Difficulty => "Difficulty",
            Field::Symmetry => "Symmetry",
            Field::Torus => "Torus",
        }
    }
}

impl Form {
    /// An easy puzzle of the usual size; `None` where the genre's puzzles are not made.
    pub fn new(genre: &'static Genre) -> Option<Form> {
        let usual = genre.maker?.usual_side().pow(2);
        let sizes = sizes(genre);
        let (rows, cols) = *sizes.iter().min_by_key(|(rows, cols)| (rows * cols).abs_diff(usual))?;
        Form::of(Spec::new(genre).rows(rows).cols(cols).difficulty(Level::Easy))
    }

    /// A form that is filled in as a spec says; `None` where no such puzzle is made.
    pub fn of(spec: Spec) -> Option<Form> {
        let maker = spec.genre.maker?;
        if !is_made(&spec) {
            return None;
        }
        let mut sizes = sizes(spec.genre);
        let own = (spec.rows, spec.cols);
        if !sizes.contains(&own) {
            let place = sizes.partition_point(|(rows, cols)| rows * cols < own.0 * own.1);
            sizes.insert(place, own);
        }
        let mut form = Form { spec, sizes, fields: Vec::new() };
        let is_offered = |field: &Field| match field {
            Field::Size => form.sizes.len() > 1,
            Field::Difficulty => true,
            Field::Symmetry => form.symmetries().len() > 1,
            Field::Torus => maker.takes().contains(&Setting::Wrapping),
        };
        let fields = Field::ALL.into_iter().filter(is_offered).collect();
        form.fields = fields;
        Some(form)
    }

    /// The rows that the genre has.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// What is chosen.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// What a row shows.
    pub fn value(&self, field: Field) -> String {
        match field {
            Field::Size => format!("{}x{}", self.spec.cols, self.spec.rows),
            Field::Difficulty => self.spec.difficulty.map_or("any", Level::name).to_string(),
            Field::Symmetry => self.symmetry().name().to_string(),
            Field::Torus => if self.spec.wrapping { "yes" } else { "no" }.to_string(),
        }
    }

    /// Goes on to the next value of a row, or back, past what does not go with the rest. A symmetry that does not suit a
    /// new size goes.
    pub fn turn(&mut self, field: Field, by: isize) {
        let spec = &self.spec;
        let specs: Vec<Spec> = match field {
            Field::Size => {
                let sized = |(rows, cols): &(usize, usize)| {
                    let sized = spec.clone().rows(*rows).cols(*cols);
                    if is_made(&sized) { sized } else { Spec { symmetry: None, ..sized } }
                };
                self.sizes.iter().map(sized).collect()
            }
            Field::Difficulty => {
                let levels = Level::ALL.into_iter().map(Some).chain([None]);
                levels.map(|level| Spec { difficulty: level, ..spec.clone() }).collect()
            }
            Field::Symmetry => {
                self.symmetries().into_iter().map(|symmetry| spec.clone().symmetry(symmetry)).collect()
            }
            Field::Torus => {
                [false, true].map(|wrapping| Spec { wrapping, ..spec.clone() }).into_iter().collect()
            }
        };
        let specs: Vec<Spec> = specs.into_iter().filter(is_made).collect();
        let shown = |spec: &Spec| Form { spec: spec.clone(), ..self.clone() }.value(field);
        let now = specs.iter().position(|spec| shown(spec) == self.value(field)).unwrap_or(0);
        if let Some(next) = specs.get(now.saturating_add_signed(by).min(specs.len().saturating_sub(1))) {
            self.spec = next.clone();
        }
    }

    fn symmetry(&self) -> Symmetry {
        let usual = self.spec.genre.maker.map_or(Symmetry::None, |maker| maker.usual_symmetry());
        self.spec.symmetry.unwrap_or(usual)
    }

    /// The symmetries that such a board may have.
    fn symmetries(&self) -> Vec<Symmetry> {
        let all = Symmetry::ALL.into_iter().map(|(symmetry, ..)| symmetry);
        all.filter(|symmetry| is_made(&self.spec.clone().symmetry(*symmetry))).collect()
    }
}

fn is_made(spec: &Spec) -> bool {
    Generator::new(spec.clone()).is_ok()
}

/// The sizes that are offered: those that the generator has a note about are left to people who ask for them.
fn sizes(genre: &'static Genre) -> Vec<(usize, usize)> {
    let is_offered = |side: &usize| {
        Generator::new(Spec::new(genre).square(*side)).is_ok_and(|generator| generator.note().is_none())
    };
    SIDES.into_iter().filter(is_offered).map(|side| (side, side)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use gridwright_base::random::Random;

    /// However the rows are turned, the form can be sent off.
    #[test]
    fn whatever_is_chosen_can_be_made() {
        let mut random = Random::new(7);
        for genre in registry::ALL.iter().filter(|genre| genre.maker.is_some()) {
            let mut form = Form::new(genre).unwrap();
            for _ in 0..200 {
                let field = form.fields()[random.index(form.fields().len())];
                form.turn(field, if random.index(2) == 0 { -1 } else { 1 });
                assert!(Generator::new(form.spec().clone()).is_ok(), "{form:?}");
                assert!(!form.value(field).is_empty());
            }
        }
    }

    #[test]
    fn a_form_begins_as_the_spec_says() {
        let spec = Spec::new(registry::ALL[0]).rows(7).cols(10).difficulty(Level::Hard);
        let mut form = Form::of(spec.clone()).unwrap();
        assert_eq!(form.spec(), &spec);
        assert_eq!(form.value(Field::Size), "10x7");
        form.turn(Field::Size, -1);
        form.turn(Field::Size, 1);
        assert_eq!(form.spec(), &spec);
        assert_eq!(Form::of(Spec::new(registry::ALL[1]).rows(7).cols(10)), None);
    }
}
