//! Numbers of any size that cost little while they are small.

use num_bigint::BigUint;
use std::ops::{AddAssign, MulAssign};

/// A number of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    Small(u128),
    /// Above what the small form holds.
    Large(BigUint),
}

impl Number {
    pub const ZERO: Number = Number::Small(0);
    pub const ONE: Number = Number::Small(1);

    pub fn power_of_two(exponent: u32) -> Number {
        if exponent < 128 {
            Number::Small(1 << exponent)
        } else {
            Number::Large(BigUint::from(1u32) << exponent)
        }
    }

    pub fn is_zero(&self) -> bool {
        *self == Number::ZERO
    }

    pub fn into_big(self) -> BigUint {
        match self {
            Number::Small(small) => small.into(),
            Number::Large(large) => large,
        }
    }

    /// Calls `push` with the number's 64-bit digits, the lowest first and at least one.
    pub fn for_each_digit(&self, mut push: impl FnMut(u64)) {
        match self {
            Number::Small(small) => {
                push(*small as u64);
                if *small >> 64 != 0 {
                    push((small >> 64) as u64);
                }
            }
            Number::Large(large) => large.iter_u64_digits().for_each(push),
        }
    }

    pub fn from_digits(digits: &[u64]) -> Number {
        match *digits {
            [low] => Number::Small(low.into()),
            [low, high] => Number::Small(u128::from(high) << 64 | u128::from(low)),
            _ => Number::Large(BigUint::new(
                digits.iter().flat_map(|&digit| [digit as u32, (digit >> 32) as u32]).collect(),
            )),
        }
    }
}

impl AddAssign<&Number> for Number {
    fn add_assign(&mut self, other: &Number) {
        *self = match (&*self, other) {
            (Number::Small(a), Number::Small(b)) => match a.checked_add(*b) {
                Some(sum) => Number::Small(sum),
                None => Number::Large(BigUint::from(*a) + *b),
            },
            (Number::Large(large), Number::Small(small)) | (Number::Small(small), Number::Large(large)) => {
                Number::Large(large + *small)
            }
            (Number::Large(a), Number::Large(b)) => Number::Large(a + b),
        };
    }
}

impl MulAssign<&Number> for Number {
    fn mul_assign(&mut self, other: &Number) {
        *self = match (&*self, other) {
            (Number::Small(0), _) | (_, Number::Small(0)) => Number::ZERO,
            (Number::Small(a), Number::Small(b)) => match a.checked_mul(*b) {
                Some(product) => Number::Small(product),
                None => Number::Large(BigUint::from(*a) * *b),
            },
            (Number::Large(large), Number::Small(small)) | (Number::Small(small), Number::Large(large)) => {
                Number::Large(large * *small)
            }
            (Number::Large(a), Number::Large(b)) => Number::Large(a * b),
        };
    }
}
