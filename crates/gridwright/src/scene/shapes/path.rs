//! The paths of pictures as segments.

use super::{Point, Segment};

/// Path data as we write it: `M m L l h v C Q q z`.
pub(super) fn segments(data: &str) -> Vec<Segment> {
    let mut segments = Vec::new();
    let (mut at, mut start) = ((0.0, 0.0), (0.0, 0.0));
    let mut rest = data;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
        let numbers = numbers(&rest[1..end]);
        let from = if command.is_ascii_lowercase() { at } else { (0.0, 0.0) };
        let points: Vec<Point> =
            numbers.chunks_exact(2).map(|pair| (from.0 + pair[0], from.1 + pair[1])).collect();
        let segment = match (command, &numbers[..], &points[..]) {
            ('M' | 'm', _, [to]) => {
                start = *to;
                Segment::Move(*to)
            }
            ('L' | 'l', _, [to]) => Segment::Line(*to),
            ('h', [by], _) => Segment::Line((at.0 + by, at.1)),
            ('v', [by], _) => Segment::Line((at.0, at.1 + by)),
            ('C', _, [one, two, to]) => Segment::Curve(*one, *two, *to),
            ('Q' | 'q', _, [one, to]) => {
                let third =
                    |end: Point| (end.0 + (one.0 - end.0) * 2.0 / 3.0, end.1 + (one.1 - end.1) * 2.0 / 3.0);
                Segment::Curve(third(at), third(*to), *to)
            }
            ('z', [], _) => Segment::Close,
            _ => unreachable!("our paths have no '{}'", &rest[..end]),
        };
        at = match segment {
            Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to) => to,
            Segment::Close => start,
        };
        segments.push(segment);
        rest = &rest[end..];
    }
    segments
}

/// Numbers with nothing between them where the next one has a sign.
fn numbers(text: &str) -> Vec<f32> {
    let signed = text.replace('-', " -");
    signed.split_whitespace().map(|number| number.parse().expect("our paths hold numbers")).collect()
}

/// A circle of four curves.
pub(super) fn circle((x, y): Point, radius: f32) -> Vec<Segment> {
    // How far the control points of a quarter are from its ends.
    let far = 0.5523 * radius;
    let quarter = |(dx, dy): Point, (ex, ey): Point| {
        let (one, two) = (
            (dx * radius + ex * far, dy * radius + ey * far),
            (ex * radius + dx * far, ey * radius + dy * far),
        );
        let at = |point: Point| (x + point.0, y + point.1);
        Segment::Curve(at(one), at(two), at((ex * radius, ey * radius)))
    };
    let (right, down, left, up) = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0));
    vec![
        Segment::Move((x + radius, y)),
        quarter(right, down),
        quarter(down, left),
        quarter(left, up),
        quarter(up, right),
        Segment::Close,
    ]
}

/// How far the lines of a hatch are apart, along a side.
const HATCH: usize = 5;

/// Lines from the lower left to the upper right of rectangles, which are given as paths.
pub(super) fn hatched(rectangles: &[Segment]) -> Vec<Segment> {
    let mut lines = Vec::new();
    for rectangle in rectangles.split(|segment| *segment == Segment::Close) {
        let [Segment::Move((left, top)), Segment::Line((right, _)), Segment::Line((_, bottom)), ..] =
            *rectangle
        else {
            continue;
        };
        let (width, height) = (right - left, bottom - top);
        for along in (0..(width + height) as usize).step_by(HATCH).skip(1) {
            let along = along as f32;
            lines.push(Segment::Move((left + (along - height).max(0.0), top + along.min(height))));
            lines.push(Segment::Line((left + along.min(width), top + (along - width).max(0.0))));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_they_are_written() {
        use Segment::*;
        assert_eq!(
            segments("M1 2h3v-1zm.5-.5l1 1Q3 3 6 0"),
            [
                Move((1.0, 2.0)),
                Line((4.0, 2.0)),
                Line((4.0, 1.0)),
                Close,
                Move((1.5, 1.5)),
                Line((2.5, 2.5)),
                Curve((2.8333333, 2.8333333), (4.0, 2.0), (6.0, 0.0)),
            ]
        );
        let hatch = hatched(&segments("M0 0h10v10h-10z"));
        assert_eq!(
            hatch,
            [5, 10, 15]
                .map(|along| {
                    let along = along as f32;
                    [
                        Move(((along - 10.0).max(0.0), along.min(10.0))),
                        Line((along.min(10.0), (along - 10.0).max(0.0))),
                    ]
                })
                .concat()
        );
    }
}
