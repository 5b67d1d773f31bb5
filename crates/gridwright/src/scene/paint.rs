//! How characters are coloured.

use super::{Glyph, Ground, Ink, Share, Tile};
use std::fmt::Write;

/// Colours of the 256-colour palette that keep their contrast on dark and on light terminals, and apart for
/// colour-blind eyes (after Okabe and Ito). Wherever a background is set, so is the foreground.
pub(super) mod palette {
    pub const INK: u8 = 16;
    pub const PAPER: u8 = 231;
    pub const WALL: u8 = 240;
    pub const AREA: u8 = 250;
    pub const LIT: u8 = 229;
    pub const ERROR: u8 = 208;
    pub const HINT: u8 = 117;
    pub const NEAR: u8 = 157;
    pub const ENTERED: u8 = 32;
    pub const ENTERED_ON_LIGHT: u8 = 19;
    pub const WRONG: u8 = 166;
    pub const FAINT: u8 = 244;
    /// By how deep the branch is.
    pub const TRIED: [u8; 3] = [169, 36, 178];
    pub const TRIED_ON_LIGHT: [u8; 3] = [90, 22, 94];
    /// Shades of blue, from rare to always.
    pub const HEAT: [u8; 5] = [195, 153, 111, 68, 25];

    /// The nearest of the sixteen colours that every terminal has; `None` where the terminal's own does best.
    pub fn basic(colour: u8) -> Option<u8> {
        Some(match colour {
            INK => 0,
            PAPER => 15,
            WALL => 8,
            AREA => 7,
            LIT => 11,
            ERROR => 9,
            HINT => 14,
            NEAR => 10,
            ENTERED => 12,
            ENTERED_ON_LIGHT => 4,
            WRONG => 9,
            169 => 13,
            36 => 6,
            178 => 3,
            90 => 5,
            22 => 2,
            94 => 1,
            195 | 153 => 14,
            111 | 68 => 12,
            25 => 4,
            _ => return None,
        })
    }
}

/// How a character is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Paint {
    /// The colour of the character in the palette of 256, unless it is the terminal's own.
    pub fore: Option<u8>,
    /// The colour behind it.
    pub back: Option<u8>,
    /// Whether it stands out.
    pub bold: bool,
}

/// A character and its colours.
pub type Pixel = (char, Paint);

impl Paint {
    pub(super) fn fore(colour: u8) -> Paint {
        Paint { fore: Some(colour), ..Paint::default() }
    }

    /// With the sixteen colours that every terminal has.
    pub fn basic(self) -> Paint {
        Paint {
            fore: self.fore.and_then(palette::basic),
            back: self.back.and_then(palette::basic),
            bold: self.bold,
        }
    }

    /// For a share; `None` where it is nothing.
    pub(super) fn of_share(share: Share) -> Option<Paint> {
        let level = share.level().checked_sub(1)? as usize;
        let fore = if level < 3 { palette::INK } else { palette::PAPER };
        Some(Paint { fore: Some(fore), back: Some(palette::HEAT[level]), bold: false })
    }

    /// For what stands in a tile.
    pub(super) fn of(tile: &Tile) -> Paint {
        if let Some(paint) = tile.share().and_then(Paint::of_share).filter(|_| !tile.error) {
            return paint;
        }
        let back = match tile.ground {
            _ if tile.error => Some(palette::ERROR),
            _ if tile.hint => Some(palette::HINT),
            Ground::Open | Ground::Lit | Ground::Area if tile.near => Some(palette::NEAR),
            Ground::Lit => Some(palette::LIT),
            Ground::Wall => Some(palette::WALL),
            Ground::Area => Some(palette::AREA),
            Ground::Open | Ground::Absent => None,
        };
        let fore = match (tile.ink, back) {
            _ if tile.ground == Ground::Absent => Some(palette::FAINT),
            (_, Some(palette::WALL)) => Some(palette::PAPER),
            // Few terminals have a blue that can be read on their red.
            (_, Some(palette::ERROR)) => Some(palette::INK),
            (Ink::Given, Some(_)) => Some(palette::INK),
            (Ink::Given, None) => None,
            (ink, back) => Some(Paint::entered(ink, back.is_some())),
        };
        Paint { fore, back, bold: tile.ink == Ink::Given || tile.glyph == Glyph::Bulb }
    }

    /// The colour of what a player entered, perhaps on something light.
    pub(super) fn entered(ink: Ink, on_light: bool) -> u8 {
        match (ink, on_light) {
            (Ink::Tried(depth), false) => palette::TRIED[(depth.max(1) as usize - 1) % 3],
            (Ink::Tried(depth), true) => palette::TRIED_ON_LIGHT[(depth.max(1) as usize - 1) % 3],
            (_, false) => palette::ENTERED,
            (_, true) => palette::ENTERED_ON_LIGHT,
        }
    }

    pub(super) fn write_start(self, out: &mut String) {
        let mut separator = "\x1b[";
        let mut code = |code: std::fmt::Arguments<'_>| {
            let _ = write!(out, "{separator}{code}");
            separator = ";";
        };
        if self.bold {
            code(format_args!("1"));
        }
        if let Some(colour) = self.fore {
            code(format_args!("38;5;{colour}"));
        }
        if let Some(colour) = self.back {
            code(format_args!("48;5;{colour}"));
        }
        out.push('m');
    }
}
