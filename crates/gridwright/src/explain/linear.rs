//! A small linear program: by how much must some inequalities be relaxed until they can all be kept?
//!
//! Every variable lies between 0 and 1, and inequality `k` is `a_k x <= b_k + cost_k t`. The least `t` is looked for. If it
//! is above zero, the inequalities clash, and adding them up with the multipliers of the solution shows it; the sum of
//! multipliers times costs is the least possible. Bounds are kept by the well-known trick of turning a variable round
//! (`1 - x`) when it reaches 1, so that what is outside the basis is always 0.

/// Below this a number is zero. The coefficients are small integers.
const EPSILON: f64 = 1e-7;
/// After this many pivots without progress, the rule that cannot cycle takes over.
const PATIENCE: usize = 40;

/// Inequalities over `width` variables, dense.
#[derive(Clone, Debug, Default)]
pub(super) struct Inequalities {
    width: usize,
    /// Row by row.
    coefficients: Vec<f64>,
    bounds: Vec<f64>,
}

impl Inequalities {
    pub fn new(width: usize) -> Inequalities {
        Inequalities { width, ..Inequalities::default() }
    }

    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Adds "the sum of these terms is at most `bound`".
    pub fn add(&mut self, terms: impl Iterator<Item = (usize, i64)>, bound: i64) {
        let start = self.coefficients.len();
        self.coefficients.resize(start + self.width, 0.0);
        terms.for_each(|(variable, weight)| self.coefficients[start + variable] += weight as f64);
        self.bounds.push(bound as f64);
    }

    /// What becomes of them, perhaps with one variable set to 1. It is found soon if they are kept with all variables at 0,
    /// or nearly. `costs` has a positive number for each inequality. A clash may go unnoticed if it is enough to relax them by
    /// less than `least`.
    pub fn clash(&self, variable: Option<usize>, costs: &[f64], least: f64, most_pivots: usize) -> Outcome {
        let mut tableau = Tableau::new(self, variable, costs);
        tableau.run(least, most_pivots)
    }
}

/// What the program comes to.
#[derive(Clone, Debug)]
pub(super) enum Outcome {
    /// The inequalities can be kept, by these values.
    Kept(Vec<f64>),
    /// Added up with these multipliers, the inequalities clash.
    Clash(Vec<f64>),
    /// Too many pivots, or a clash that is too slight.
    Unknown,
}

/// What is in the basis as a function of what is not. Variables are numbered `0..width`, then `t`, then the slacks.
struct Tableau {
    width: usize,
    /// Basic rows by other columns; the column of the variable that is set to 1 stays zero.
    cells: Vec<f64>,
    /// The values of what is in the basis.
    values: Vec<f64>,
    basis: Vec<usize>,
    outside: Vec<usize>,
    /// By variable: whether `1 - x` stands for it.
    is_turned: Vec<bool>,
    set: Option<usize>,
    relaxation: usize,
}

impl Tableau {
    fn new(inequalities: &Inequalities, set: Option<usize>, costs: &[f64]) -> Tableau {
        let (given, height) = (inequalities.width, inequalities.len());
        let width = given + 1;
        let mut cells = vec![0.0; width * height];
        let mut values = inequalities.bounds.clone();
        for row in 0..height {
            let own = &mut cells[row * width..(row + 1) * width];
            own[..given].copy_from_slice(&inequalities.coefficients[row * given..(row + 1) * given]);
            if let Some(set) = set {
                values[row] -= std::mem::take(&mut own[set]);
            }
            own[given] = -costs[row];
        }
        Tableau {
            width,
            cells,
            values,
            basis: (0..height).map(|row| width + row).collect(),
            outside: (0..width).collect(),
            is_turned: vec![false; given],
            set,
            relaxation: given,
        }
    }

    fn run(&mut self, least: f64, most_pivots: usize) -> Outcome {
        // Relax until the worst inequality is just kept: then all are.
        let relaxing = self.relaxation;
        let worst = |row: &usize| self.values[*row] / -self.cells[*row * self.width + relaxing];
        let first = (0..self.values.len()).filter(|row| self.values[*row] < -EPSILON);
        let Some(at) = first.min_by(|a, b| worst(a).total_cmp(&worst(b))) else { return self.kept() };
        self.pivot(at, relaxing);
        let mut idle = 0;
        for _ in 0..most_pivots {
            let Some(column) = self.entering(at, idle > PATIENCE) else { return self.clash(at) };
            let (step, row) = self.leaving(column, at, idle > PATIENCE);
            idle = if step > EPSILON { 0 } else { idle + 1 };
            match row {
                None => self.turn_outside(column),
                Some(row) => {
                    if self.cells[row * self.width + column] < 0.0 {
                        self.turn_inside(row);
                    }
                    self.pivot(row, column);
                    if row == at {
                        return self.kept();
                    }
                }
            }
            if self.values[at] <= EPSILON {
                return self.kept();
            }
            if self.values[at] < least {
                return Outcome::Unknown;
            }
        }
        Outcome::Unknown
    }

    /// The column whose growth lowers the relaxation most.
    fn entering(&self, at: usize, is_careful: bool) -> Option<usize> {
        let row = &self.cells[at * self.width..(at + 1) * self.width];
        let lowers = (0..self.width).filter(|column| row[*column] > EPSILON);
        if is_careful {
            return lowers.min_by_key(|column| self.outside[*column]);
        }
        lowers.max_by(|a, b| row[*a].total_cmp(&row[*b]).then(self.outside[*b].cmp(&self.outside[*a])))
    }

    /// How far the column can grow, and which row stops it; none if its own bound does.
    fn leaving(&self, column: usize, at: usize, is_careful: bool) -> (f64, Option<usize>) {
        let mut best: (f64, Option<usize>) = (self.most(self.outside[column]), None);
        for row in 0..self.values.len() {
            let slope = self.cells[row * self.width + column];
            let room = if slope > EPSILON {
                self.values[row] / slope
            } else if slope < -EPSILON && self.most(self.basis[row]).is_finite() {
                (self.values[row] - self.most(self.basis[row])) / slope
            } else {
                continue;
            };
            let room = room.max(0.0);
            let is_better = match best.1 {
                _ if room < best.0 - EPSILON => true,
                _ if room > best.0 + EPSILON => false,
                None => true,
                // The end of the relaxation is the end of the work.
                Some(_) if row == at => true,
                Some(other) if other == at => false,
                Some(other) if is_careful => self.basis[row] < self.basis[other],
                Some(other) => slope.abs() > self.cells[other * self.width + column].abs() + EPSILON,
            };
            if is_better {
                best = (room, Some(row));
            }
        }
        best
    }

    /// The upper bound of a variable.
    fn most(&self, variable: usize) -> f64 {
        if variable < self.relaxation { 1.0 } else { f64::INFINITY }
    }

    /// Moves what is outside the basis from 0 to 1, and calls that 0.
    fn turn_outside(&mut self, column: usize) {
        for row in 0..self.values.len() {
            let cell = &mut self.cells[row * self.width + column];
            self.values[row] -= *cell;
            *cell = -*cell;
        }
        self.is_turned[self.outside[column]] ^= true;
    }

    /// Turns what is in the basis round.
    fn turn_inside(&mut self, row: usize) {
        self.cells[row * self.width..(row + 1) * self.width].iter_mut().for_each(|cell| *cell = -*cell);
        self.values[row] = 1.0 - self.values[row];
        self.is_turned[self.basis[row]] ^= true;
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let width = self.width;
        let pivot = self.cells[row * width + column];
        let mut own = self.cells[row * width..(row + 1) * width].to_vec();
        own.iter_mut().for_each(|cell| *cell /= pivot);
        own[column] = 1.0 / pivot;
        let value = self.values[row] / pivot;
        for (other, cells) in self.cells.chunks_exact_mut(width).enumerate() {
            let factor = cells[column];
            if other == row || factor == 0.0 {
                continue;
            }
            cells[column] = 0.0;
            for (cell, own) in cells.iter_mut().zip(&own) {
                *cell -= factor * own;
            }
            self.values[other] -= factor * value;
        }
        self.cells[row * width..(row + 1) * width].copy_from_slice(&own);
        self.values[row] = value;
        std::mem::swap(&mut self.basis[row], &mut self.outside[column]);
    }

    fn kept(&self) -> Outcome {
        let mut values = vec![0.0; self.relaxation];
        for (value, variable) in self.values.iter().zip(&self.basis) {
            if let Some(own) = values.get_mut(*variable) {
                *own = *value;
            }
        }
        for (value, is_turned) in values.iter_mut().zip(&self.is_turned) {
            *value = if *is_turned { 1.0 - *value } else { *value };
        }
        if let Some(set) = self.set {
            values[set] = 1.0;
        }
        Outcome::Kept(values)
    }

    /// The multipliers stand where the slacks do, in the row of the relaxation.
    fn clash(&self, at: usize) -> Outcome {
        let mut multipliers = vec![0.0; self.values.len()];
        let row = &self.cells[at * self.width..(at + 1) * self.width];
        for (cell, variable) in row.iter().zip(&self.outside) {
            if *variable > self.relaxation {
                multipliers[*variable - self.width] = if *cell < -EPSILON { -*cell } else { 0.0 };
            }
        }
        Outcome::Clash(multipliers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::random::Random;

    /// Whether some values of 0 and 1 keep all inequalities.
    fn can_be_kept(rows: &[(Vec<i64>, i64)], width: usize, set: Option<usize>) -> bool {
        (0..1u32 << width).filter(|board| set.is_none_or(|set| board >> set & 1 == 1)).any(|board| {
            rows.iter().all(|(row, bound)| {
                (0..width).filter(|at| board >> at & 1 == 1).map(|at| row[at]).sum::<i64>() <= *bound
            })
        })
    }

    #[test]
    fn a_clash_adds_up_and_what_is_kept_is_kept() {
        let random = &mut Random(0x5eed_add5);
        let (mut kept, mut clashes, mut slight) = (0, 0, 0);
        for _ in 0..5_000 {
            let width = 1 + random.below(7) as usize;
            let mut inequalities = Inequalities::new(width);
            let rows: Vec<(Vec<i64>, i64)> = (0..1 + random.below(8))
                .map(|_| {
                    let row = (0..width).map(|_| i64::from(random.below(4)) - 1).map(|weight| weight.min(1));
                    (row.collect(), i64::from(random.below(5)) - 2)
                })
                .collect();
            for (row, bound) in &rows {
                inequalities.add(row.iter().copied().enumerate(), *bound);
            }
            let set = Some(random.below(width as u32) as usize).filter(|_| random.below(3) > 0);
            let costs: Vec<f64> = rows.iter().map(|_| 1.0 + f64::from(random.below(3))).collect();
            match inequalities.clash(set, &costs, 0.0, 1_000) {
                Outcome::Kept(values) => {
                    kept += 1;
                    assert!(values.iter().all(|value| (-1e-6..=1.0 + 1e-6).contains(value)));
                    assert!(set.is_none_or(|set| values[set] == 1.0));
                    for (row, bound) in &rows {
                        let sum: f64 =
                            row.iter().zip(&values).map(|(weight, value)| *weight as f64 * value).sum();
                        assert!(sum <= *bound as f64 + 1e-6, "{rows:?} {values:?}");
                    }
                }
                Outcome::Clash(multipliers) => {
                    clashes += 1;
                    assert!(!can_be_kept(&rows, width, set), "{rows:?}");
                    let weight = |at: usize| -> f64 {
                        rows.iter().zip(&multipliers).map(|((row, _), times)| row[at] as f64 * times).sum()
                    };
                    let least: f64 = (0..width)
                        .map(|at| if set == Some(at) { weight(at) } else { weight(at).min(0.0) })
                        .sum();
                    let bound: f64 =
                        rows.iter().zip(&multipliers).map(|((_, bound), times)| *bound as f64 * times).sum();
                    assert!(least > bound + 1e-6, "{rows:?} {multipliers:?}");
                    let price: f64 = costs.iter().zip(&multipliers).map(|(cost, times)| cost * times).sum();
                    let again =
                        |share: f64| inequalities.clash(set, &costs, share * (least - bound) / price, 1_000);
                    assert!(matches!(again(0.99), Outcome::Clash(_)), "{rows:?} {multipliers:?}");
                    assert!(!matches!(again(1.01), Outcome::Kept(_)), "{rows:?} {multipliers:?}");
                    slight += usize::from(matches!(again(1.01), Outcome::Unknown));
                }
                Outcome::Unknown => panic!("too many pivots: {rows:?}"),
            }
        }
        assert!(kept > 500 && clashes > 500 && slight > 100, "{kept} {clashes} {slight}");
    }
}
