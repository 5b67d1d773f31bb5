//! `generate`: puzzles made to measure, on all cores, in order.

use crate::Exit;
use crate::args::{Generate, Global, Puzzle, Target, Variant};
use crate::shell::draw::{self, counted};
use crate::shell::failure::Failure;
use crate::shell::input;
use crate::shell::ordered_queue::{InOrder, OrderedQueue};
use crate::shell::output::{Output, remark};
use crate::shell::pictures::{self, Pictures};
use crate::shell::{memory, progress, status_line};
use gridwright::formats::Format;
use gridwright::generate::{Generated, Generator, Outcome, Walls};
use gridwright::view::{Document, GeneratedView};
use gridwright::{Limits, Spec, Stopped};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::SystemTime;

pub fn run(global: &Global, args: &Generate, output: &mut Output) -> Result<Exit, Failure> {
    progress::catch_interrupts();
    let spec = spec(global, args, output)?;
    // Refused before a file is touched or a thread is started.
    let mut generator = Generator::new(spec.clone())?;
    memory::allow(memory::USUAL);
    generator.limit(&limits(global, args));
    expect_writable(args, &mut generator)?;
    if let Some(drawing) = args.form.to.filter(|to| global.json && !matches!(to, Target::Format(_))) {
        let name = drawing.name();
        return Err(Failure::Message(format!("--json holds puzzles in a format, '{name}' is a drawing")));
    }
    if let Some(note) = generator.note() {
        remark(&note);
    }
    let mut pictures =
        pictures::divert(global, &args.form, &args.destination, ("puzzle", args.count), output)?;
    let seed = args.seed.unwrap_or_else(some_seed);
    let template = "{bar:40} {pos} of {len}, {elapsed}, {eta} to go";
    let bar = status_line::bar(Some(args.count), template, !output.is_terminal);
    let workers = progress::workers(args.jobs).min(usize::try_from(args.count).unwrap_or(usize::MAX));
    let queue = Queue::new(vec![(); AHEAD]);
    let in_files = pictures.is_some();
    let mut printer = Printer { global, args, spec: &spec, seed, in_files, printed: 0, missed: 0 };
    let result = std::thread::scope(|scope| {
        scope.spawn(|| number_puzzles(&queue, args.count));
        for _ in 0..workers {
            scope.spawn(|| make_puzzles(&queue, global, args, &spec, seed));
        }
        let result = take_puzzles(&queue, |number, outcome| {
            let text = printer.text(number, outcome, output)?;
            bar.inc(1);
            match &mut pictures {
                Some(pictures) if !text.is_empty() => pictures.write(number + 1, &text),
                _ => output.text(&text).and_then(|()| output.breathe()),
            }
        });
        queue.abandon();
        result
    });
    bar.finish_and_clear();
    result?;
    pictures.map_or(Ok(()), Pictures::finish)?;
    if args.seed.is_none() && !progress::interrupted() {
        output.advise(format!("--seed {seed} gives the same again"));
    }
    if progress::interrupted() {
        output.cut_short(&format!("interrupted after {}", counted(printer.printed, "puzzle")))?;
        return Ok(Exit::Unknown);
    }
    Ok(if printer.missed > 0 { Exit::Unknown } else { Exit::Yes })
}

/// Refuses a format that cannot hold boards of the genre or of this size and kind, as a first board tells.
fn expect_writable(args: &Generate, generator: &mut Generator) -> Result<(), Failure> {
    let Some(Target::Format(format)) = args.form.to else { return Ok(()) };
    if matches!(format, Format::Native | Format::Json) {
        return Ok(());
    }
    let Some(puzzle) = generator.sample() else { return Ok(()) };
    puzzle.to_text(format)?;
    Ok(())
}

/// A seed that is another one every time.
pub fn some_seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::from(since.subsec_nanos()) ^ (since.as_secs() % 1_000_000)
}

/// What the command line asks for.
fn spec(global: &Global, args: &Generate, output: &mut Output) -> Result<Spec, Failure> {
    let example = match &args.like {
        None => None,
        Some(input) => {
            let asked = Global { genre: global.genre.or(args.genre), ..global.clone() };
            let puzzle = Puzzle { input: Some(input.clone()), variant: Variant::default() };
            Some(input::read(&asked, &puzzle, output)?.puzzle)
        }
    };
    let pattern = args.pattern.as_deref().map(|path| input::pattern(path, None)).transpose()?;
    let genre = args.genre.or(example.as_ref().map(gridwright::Puzzle::genre));
    let genre = genre.ok_or_else(|| Failure::Message("which genre?".to_string()))?;
    let trimmed = |names: &[String]| names.iter().map(|name| name.trim().to_string()).collect();
    let wish = Spec {
        symmetry: args.symmetry,
        wrapping: args.wrapping,
        walls: args.walls.map(Walls::Percent).or(args.wall_count.map(Walls::Number)),
        motif: args.motif,
        region_size: args.region_size,
        stars: args.stars,
        minimal: args.minimal,
        clues: args.clues,
        pattern,
        difficulty: args.difficulty,
        min: args.min,
        max: args.max,
        techniques: (!args.techniques.is_empty()).then(|| trimmed(&args.techniques)),
        require: trimmed(&args.require),
        several: args.several,
        ..Spec::new(genre)
    };
    let size = args.size.map_or((None, None), |(cols, rows)| (Some(rows), Some(cols)));
    match example {
        Some(example) => {
            let limits = Limits::default().cancel(progress::stop_from_now(global));
            Ok(wish.with_example(size, &example, &limits)?)
        }
        None => Ok(wish.sized(size)),
    }
}

/// The limits of a puzzle that is begun now.
fn limits(global: &Global, args: &Generate) -> Limits {
    Limits::default().steps(u64::from(args.tries)).cancel(progress::stop_from_now(global))
}

/// How far the threads may be ahead of what is printed.
const AHEAD: usize = 1000;

/// Numbers of puzzles, and what came of them.
type Queue = OrderedQueue<(), u64, Outcome>;

/// Hands in the numbers of the puzzles to make.
fn number_puzzles(queue: &Queue, count: u64) {
    let (mut numbers, mut tokens) = (Vec::new(), Vec::new());
    for number in 0..count {
        if tokens.is_empty() {
            tokens = queue.exchange(&mut numbers);
        }
        // Without tokens the queue is closed.
        if tokens.pop().is_none() {
            return;
        }
        numbers.push(number);
    }
    queue.hand_in(&mut numbers);
    queue.close();
}

/// For a thread: makes puzzles until there are enough.
fn make_puzzles(queue: &Queue, global: &Global, args: &Generate, spec: &Spec, seed: u64) {
    let Ok(mut generator) = Generator::new(spec.clone()) else {
        queue.abandon();
        return;
    };
    generator.limit(&limits(global, args));
    let mut answered = None;
    while let Some(number) = queue.next(answered.take()) {
        if global.timeout.is_some() {
            generator.limit(&limits(global, args));
        }
        let made = catch_unwind(AssertUnwindSafe(|| generator.make(seed, number)));
        match made {
            Ok(outcome) => answered = Some((number, outcome)),
            Err(panic) => {
                // Nobody waits for what will not come.
                queue.answer(number, Outcome::Stopped(Stopped::Cancelled));
                queue.abandon();
                resume_unwind(panic);
            }
        }
    }
}

/// Hands over what is finished, in order; when interrupted, all that is finished by then.
fn take_puzzles(
    queue: &Queue,
    mut each: impl FnMut(u64, &Outcome) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut order = InOrder::new();
    while let Some(answers) = queue.answers(Vec::new()) {
        order.add(answers);
        if progress::interrupted() {
            return order.rest().try_for_each(|(number, outcome)| each(number, &outcome));
        }
        let mut tokens = Vec::new();
        while let Some((number, outcome)) = order.next() {
            each(number, &outcome)?;
            tokens.push(());
        }
        queue.give_back(&mut tokens);
    }
    Ok(())
}

/// Puts puzzles into words.
struct Printer<'a> {
    global: &'a Global,
    args: &'a Generate,
    spec: &'a Spec,
    seed: u64,
    /// Whether each has a file of its own.
    in_files: bool,
    printed: u64,
    missed: u64,
}

impl Printer<'_> {
    fn text(&mut self, number: u64, outcome: &Outcome, output: &mut Output) -> Result<String, Failure> {
        let made = match outcome {
            Outcome::Stopped(Stopped::Cancelled) => return Ok(String::new()),
            Outcome::Stopped(why) => {
                self.missed += 1;
                remark(&format!("puzzle {}: {why}", number + 1));
                None
            }
            Outcome::NotFound(failed) => {
                self.missed += 1;
                remark(&format!("puzzle {}: {}", number + 1, failed.in_words(self.spec)));
                None
            }
            Outcome::Found(made) => Some(made),
        };
        if self.global.json {
            self.printed += u64::from(made.is_some());
            let format = match self.args.form.to {
                Some(Target::Format(format)) => format,
                _ => Format::Json,
            };
            let view = GeneratedView::new(self.spec, self.seed, number, format, outcome)?;
            return Ok(Document::new(view).to_json() + "\n");
        }
        let Some(made) = made else { return Ok(String::new()) };
        let text = self.puzzle(made, output)?;
        // Boards of several lines are set apart.
        let is_apart = self.printed > 0 && !self.in_files && text.trim_end().contains('\n');
        self.printed += 1;
        Ok(if is_apart { format!("\n{text}") } else { text })
    }

    fn puzzle(&self, made: &Generated, output: &mut Output) -> Result<String, Failure> {
        let puzzle = &made.puzzle;
        let text = match (self.args.form.to, &self.args.destination.output) {
            (Some(Target::Format(format)), _) => puzzle.to_text(format)?,
            (None, Some(_)) => puzzle.to_text(Format::Native)?,
            _ => draw::drawing(puzzle, &puzzle.scene(&puzzle.blank()), &self.args.form, output)?,
        };
        Ok(if text.ends_with('\n') { text } else { text + "\n" })
    }
}
