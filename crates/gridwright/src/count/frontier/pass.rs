//! The forward pass: all states of one cut after the other, each with the number of ways to get there.

use super::layer::{Layer, Table, hash};
use super::moves::Moves;
use super::outlook::{Outlook, Sight};
use super::plan::Plan;
use crate::count::budget::Budget;
use gridwright_base::Stopped;

/// Moves that are under way at once, so that memory is waited for only once.
const BATCH: usize = 32;

/// Below this many states, looking ahead does not pay.
const MIN_FORESIGHT: usize = if cfg!(test) { 3 } else { 1 << 13 };

/// Receives every move from a state to one of the next cut, in order of the states before it.
pub(super) trait Witness {
    fn moved(&mut self, from: u32, choice: u32, to: u32);

    /// The memory it takes.
    fn bytes(&self) -> usize;
}

/// Ignores all moves.
pub(super) struct Nobody;

impl Witness for Nobody {
    fn moved(&mut self, _: u32, _: u32, _: u32) {}

    fn bytes(&self) -> usize {
        0
    }
}

struct Pending<const K: usize> {
    key: [u64; K],
    hash: u64,
    /// The index in its chunk of the state it comes from.
    offset: usize,
    from: u32,
    choice: u32,
}

/// The number of ways through a plan, as words, the lowest first.
pub(super) fn count(plan: &Plan, budget: &mut Budget) -> Result<Vec<u64>, Stopped> {
    match plan.words {
        1 => count_with::<1>(plan, budget),
        2 => count_with::<2>(plan, budget),
        3 => count_with::<3>(plan, budget),
        4 => count_with::<4>(plan, budget),
        5..=8 => count_with::<8>(plan, budget),
        _ => count_with::<16>(plan, budget),
    }
}

fn count_with<const K: usize>(plan: &Plan, budget: &mut Budget) -> Result<Vec<u64>, Stopped> {
    let mut pass = Pass::<K>::new(plan, &[1]);
    for step in 0..plan.steps.len() {
        pass.advance(step, &mut Nobody, 0, budget)?;
    }
    Ok(pass.layer.chunks.first().map_or(vec![0], |chunk| chunk[K..].to_vec()))
}

/// The states at the cut that has been reached.
pub(super) struct Pass<'p, const K: usize> {
    plan: &'p Plan,
    layer: Layer<K>,
}

impl<'p, const K: usize> Pass<'p, K> {
    /// The one state in which nothing is decided, with a count of as many words as are kept at first.
    pub fn new(plan: &'p Plan, count: &[u64]) -> Pass<'p, K> {
        let mut table = Table::new(count.len());
        table.add([0; K], hash(&[0; K]), count);
        Pass { plan, layer: table.layer }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.layer.len()
    }

    /// Takes a step. `held` is memory that is in use elsewhere.
    pub fn advance(
        &mut self,
        step: usize,
        witness: &mut impl Witness,
        held: usize,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        let layer = std::mem::replace(&mut self.layer, Layer::new(0));
        let (moves, foresight) = (&mut Moves::new(&self.plan.steps[step]), self.foresight(step, &layer));
        self.layer = match &foresight {
            Foresight::None => advance(moves, |key| Some(*key), layer, witness, held, budget)?,
            Foresight::One(outlook) => advance(moves, |key| outlook.tidy(key), layer, witness, held, budget)?,
            Foresight::Two(outlook) => advance(moves, |key| outlook.tidy(key), layer, witness, held, budget)?,
            Foresight::Four(outlook) => {
                advance(moves, |key| outlook.tidy(key), layer, witness, held, budget)?
            }
        };
        Ok(())
    }

    /// Looks ahead where many states are dead ends.
    fn foresight(&self, step: usize, layer: &Layer<K>) -> Foresight {
        if layer.len() < MIN_FORESIGHT {
            return Foresight::None;
        }
        let cut = self.plan.records.cut(step);
        let sight = Sight::new(&cut);
        let rules = &self.plan.records.rules;
        match sight.words() {
            0 => Foresight::None,
            1 => sampled(Outlook::new(rules, &cut, &sight), layer).map_or(Foresight::None, Foresight::One),
            2 => sampled(Outlook::new(rules, &cut, &sight), layer).map_or(Foresight::None, Foresight::Two),
            _ => sampled(Outlook::new(rules, &cut, &sight), layer).map_or(Foresight::None, Foresight::Four),
        }
    }
}

enum Foresight {
    None,
    One(Outlook<1>),
    Two(Outlook<2>),
    Four(Outlook<4>),
}

/// The outlook, if it shows enough dead ends among some states.
fn sampled<const K: usize, const W: usize>(outlook: Outlook<W>, layer: &Layer<K>) -> Option<Outlook<W>> {
    let stride = layer.stride();
    let (mut seen, mut dead) = (0, 0);
    for chunk in &layer.chunks {
        for entry in chunk.chunks_exact(stride).step_by(1 + layer.len() / 256) {
            let key = entry[..K].try_into().expect("a key is K words");
            seen += 1;
            dead += usize::from(outlook.tidy::<K>(key).is_none());
        }
    }
    (cfg!(test) || dead * 3 >= seen).then_some(outlook)
}

/// All states after a step. `held` is memory that is in use elsewhere.
pub(super) fn advance<const K: usize>(
    moves: &mut Moves<'_, K>,
    tidy: impl Fn(&[u64; K]) -> Option<[u64; K]>,
    mut layer: Layer<K>,
    witness: &mut impl Witness,
    held: usize,
    budget: &mut Budget,
) -> Result<Layer<K>, Stopped> {
    let mut table = Table::<K>::new(layer.limbs);
    let stride = layer.stride();
    let mut from = 0;
    let mut batch: Vec<Pending<K>> = Vec::with_capacity(3 * BATCH);
    let mut left: usize = layer.chunks.iter().map(|chunk| chunk.capacity() * 8).sum();
    for chunk in layer.chunks.drain(..) {
        if table.is_full() {
            return Err(Stopped::Memory);
        }
        let mut steps = 0;
        for offset in (0..chunk.len()).step_by(stride) {
            let key: [u64; K] = chunk[offset..offset + K].try_into().expect("a key is K words");
            let Some(key) = tidy(&key) else {
                from += 1;
                continue;
            };
            let before = batch.len();
            moves.for_each(&key, |choice, next| {
                batch.push(Pending { key: next, hash: hash(&next), offset, from, choice });
            });
            steps += 1 + (batch.len() - before) as u64;
            if batch.len() >= BATCH {
                let others = held + left + witness.bytes();
                fit(&table, batch.len(), moves, others, budget.memory)?;
                finish(&mut batch, &chunk, stride, &mut table, witness);
            }
            from += 1;
        }
        fit(&table, batch.len(), moves, held + left + witness.bytes(), budget.memory)?;
        finish(&mut batch, &chunk, stride, &mut table, witness);
        left -= chunk.capacity() * 8;
        budget.use_steps(steps)?;
    }
    Ok(table.layer)
}

/// Stops where there is no memory for more states beside what `others` take; forgets moves to make room.
fn fit<const K: usize>(
    table: &Table<K>,
    more: usize,
    moves: &mut Moves<'_, K>,
    others: usize,
    memory: usize,
) -> Result<(), Stopped> {
    let room = memory.checked_sub(others + table.bytes_with(more)).ok_or(Stopped::Memory)?;
    if moves.bytes() > room.min(memory / 8) {
        moves.clear();
    }
    Ok(())
}

fn finish<const K: usize>(
    batch: &mut Vec<Pending<K>>,
    chunk: &[u64],
    stride: usize,
    table: &mut Table<K>,
    witness: &mut impl Witness,
) {
    if table.layer.len() > 1 << 12 {
        let mut found = [0; 3 * BATCH];
        for (place, pending) in found.iter_mut().zip(&*batch) {
            *place = table.touch(pending.hash);
        }
        let read = found.iter().take(batch.len()).fold(0, |read, found| read ^ table.touch_state(*found));
        std::hint::black_box(read);
    }
    for pending in batch.drain(..) {
        let count = &chunk[pending.offset + K..pending.offset + stride];
        let to = table.add(pending.key, pending.hash, count);
        witness.moved(pending.from, pending.choice, to);
    }
}
