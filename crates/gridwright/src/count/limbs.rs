//! Sums of numbers of many words, the lowest first.

/// Adds `more` to `sum`, which has at least as many words; whether a carry is left over.
pub(crate) fn add(sum: &mut [u64], more: &[u64]) -> bool {
    let mut carry = false;
    let (low, high) = sum.split_at_mut(more.len());
    for (word, more) in low.iter_mut().zip(more) {
        let (partial, first) = word.overflowing_add(*more);
        let (whole, second) = partial.overflowing_add(u64::from(carry));
        *word = whole;
        carry = first || second;
    }
    for word in high {
        if !carry {
            break;
        }
        (*word, carry) = word.overflowing_add(1);
    }
    carry
}

/// Subtracts `less`, which is not greater.
pub(crate) fn subtract(number: &mut [u64], less: &[u64]) {
    let mut borrow = false;
    for (i, word) in number.iter_mut().enumerate() {
        let less = less.get(i).copied().unwrap_or(0);
        let (partial, first) = word.overflowing_sub(less);
        let (whole, second) = partial.overflowing_sub(u64::from(borrow));
        *word = whole;
        borrow = first || second;
    }
    debug_assert!(!borrow);
}

/// Whether `a` is less than `b`; they may have different numbers of words.
pub(crate) fn is_less(a: &[u64], b: &[u64]) -> bool {
    let word = |number: &[u64], i: usize| number.get(i).copied().unwrap_or(0);
    for i in (0..a.len().max(b.len())).rev() {
        if word(a, i) != word(b, i) {
            return word(a, i) < word(b, i);
        }
    }
    false
}

/// Adds a product to `sum`, which has room for it.
pub(crate) fn add_product(sum: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, &x) in a.iter().enumerate().filter(|(_, x)| **x > 0) {
        let mut carry = 0u128;
        for (j, &y) in b.iter().enumerate() {
            let whole = u128::from(x) * u128::from(y) + u128::from(sum[i + j]) + carry;
            sum[i + j] = whole as u64;
            carry = whole >> 64;
        }
        let overflowed = add(&mut sum[i + b.len()..], &[carry as u64]);
        debug_assert!(!overflowed);
    }
}

/// A random number below `bound`, all equally likely; `None` where there is none.
pub(crate) fn below(bound: &[u64], random: &mut gridwright_base::random::Random) -> Option<Vec<u64>> {
    let top = bound.iter().rposition(|word| *word > 0)?;
    let mask = u64::MAX >> bound[top].leading_zeros();
    loop {
        let mut number: Vec<u64> = (0..=top).map(|_| random.bits()).collect();
        number[top] &= mask;
        if is_less(&number, bound) {
            return Some(number);
        }
    }
}
