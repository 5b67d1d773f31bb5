//! How wide text is, so that lines can be broken and centred before anybody knows the font: that of Inter.

/// The widths of the printable ASCII characters in thousandths of the size: regular, bold.
const WIDTHS: [[u16; 95]; 2] = [
    [
        281, 288, 466, 633, 642, 982, 644, 300, 365, 365, 501, 662, 288, 460, 288, 360, 631, 407, 610, 618,
        646, 593, 620, 566, 619, 620, 288, 302, 662, 662, 662, 511, 966, 690, 654, 730, 722, 601, 590, 746,
        743, 269, 571, 672, 565, 903, 753, 765, 639, 765, 644, 642, 646, 744, 690, 985, 682, 679, 629, 365,
        360, 365, 471, 456, 323, 562, 612, 571, 612, 583, 370, 613, 591, 242, 242, 549, 242, 876, 591, 600,
        612, 612, 376, 528, 327, 591, 562, 818, 546, 562, 552, 426, 333, 426, 662,
    ],
    [
        252, 321, 523, 644, 650, 1004, 663, 326, 373, 373, 540, 673, 319, 465, 319, 379, 660, 423, 623, 636,
        666, 612, 640, 576, 640, 640, 319, 329, 673, 673, 673, 543, 999, 728, 659, 737, 722, 605, 588, 749,
        746, 277, 580, 703, 565, 922, 759, 769, 645, 773, 652, 650, 660, 736, 728, 1020, 720, 713, 652, 373,
        379, 373, 481, 469, 351, 574, 624, 583, 624, 591, 389, 625, 612, 262, 262, 569, 262, 900, 612, 609,
        624, 624, 397, 549, 353, 612, 587, 839, 569, 588, 566, 455, 359, 455, 673,
    ],
];

/// What other characters are taken to have.
const USUAL: u16 = 620;

/// The width of a text of this size.
///
/// ```
/// use gridwright::sheet::text_width;
/// assert!(text_width("wide", 10.0, true) > text_width("thin", 10.0, false));
/// ```
pub fn text_width(text: &str, size: f32, bold: bool) -> f32 {
    let widths = &WIDTHS[usize::from(bold)];
    let width =
        |c: char| (c as usize).checked_sub(0x20).and_then(|at| widths.get(at)).copied().unwrap_or(USUAL);
    text.chars().map(|c| f32::from(width(c))).sum::<f32>() * size / 1000.0
}

/// A text in lines of at most this width; words that are wider have lines of their own.
pub(super) fn wrapped(text: &str, size: f32, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size, false) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}
