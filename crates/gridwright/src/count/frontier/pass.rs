//! The forward pass: all states of one cut after the other, each with the number of ways to get there.

use super::layer::{Layer, Table, hash};
use super::moves::Moves;
use super::plan::Plan;
use crate::count::budget::{Budget, Stopped};

/// Moves that are under way at once, so that memory is waited for only once.
const BATCH: usize = 32;

/// Receives every move from a state to one of the next cut, in order of the states before it.
pub(super) trait Witness {
    fn moved(&mut self, from: u32, choice: u32, to: u32);
}

/// Nobody looks.
pub(super) struct Nobody;

impl Witness for Nobody {
    fn moved(&mut self, _: u32, _: u32, _: u32) {}
}

struct Pending<const K: usize> {
    key: [u64; K],
    hash: u64,
    /// Where in its chunk the state stands that it comes from.
    offset: usize,
    from: u32,
    choice: u32,
}

/// The number of ways through a plan, as words, the lowest first.
pub(super) fn count(plan: &Plan, budget: &mut Budget) -> Result<Vec<u64>, Stopped> {
    match plan.words {
        1 => run::<1>(plan, budget),
        2 => run::<2>(plan, budget),
        3 => run::<3>(plan, budget),
        4 => run::<4>(plan, budget),
        5..=8 => run::<8>(plan, budget),
        _ => run::<16>(plan, budget),
    }
}

fn run<const K: usize>(plan: &Plan, budget: &mut Budget) -> Result<Vec<u64>, Stopped> {
    let mut layer = beginning::<K>();
    for step in &plan.steps {
        layer = advance(&mut Moves::new(step), layer, &mut Nobody, 0, budget)?;
    }
    Ok(match layer.chunks.first() {
        Some(chunk) => chunk[K..].to_vec(),
        None => vec![0],
    })
}

/// The one state in which nothing is decided.
pub(super) fn beginning<const K: usize>() -> Layer<K> {
    let mut table = Table::new(1);
    table.add([0; K], hash(&[0; K]), &[1]);
    table.layer
}

/// All states after a step. `held` is memory that is in use elsewhere.
pub(super) fn advance<const K: usize>(
    moves: &mut Moves<'_, K>,
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
        let states = chunk.len() / stride;
        let most = states * 4;
        if table.is_full() {
            return Err(Stopped::Memory);
        }
        if held + left + table.bytes_with(most) + moves.bytes() > budget.memory {
            moves.clear();
            if held + left + table.bytes_with(states) > budget.memory {
                return Err(Stopped::Memory);
            }
        }
        let mut steps = 0;
        for offset in (0..chunk.len()).step_by(stride) {
            let key: [u64; K] = chunk[offset..offset + K].try_into().expect("a key is K words");
            let before = batch.len();
            moves.for_each(&key, |choice, next| {
                batch.push(Pending { key: next, hash: hash(&next), offset, from, choice });
            });
            steps += 1 + (batch.len() - before) as u64;
            if batch.len() >= BATCH {
                finish(&mut batch, &chunk, stride, &mut table, witness);
            }
            from += 1;
        }
        finish(&mut batch, &chunk, stride, &mut table, witness);
        left -= chunk.capacity() * 8;
        budget.use_steps(steps)?;
    }
    Ok(table.layer)
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
