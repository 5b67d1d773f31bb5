//! `sheet`: puzzles on paper.

use super::batch::source::Source;
use crate::Exit;
use crate::args::{Global, Sheet as Arguments};
use crate::shell::atomic_file::Pending;
use crate::shell::draw::counted;
use crate::shell::failure::Failure;
use crate::shell::output::{Output, remark};
use crate::shell::{input, memory, progress};
use gridwright::Reading;
use gridwright::sheet::{Entry, Sheet, Solutions, Style, page_count};
use gridwright::view::SheetView;
use std::ffi::OsStr;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What a file is written as.
#[derive(Clone, Copy)]
enum Encoding {
    Pdf,
    Svg,
    Png,
}

pub fn run(global: &Global, args: &Arguments, output: &mut Output) -> Result<Exit, Failure> {
    let target = target(global, args)?;
    if let Some(c) = gridwright_paper::missing(&args.title) {
        return Err(Failure::Message(format!(
            "the title holds '{c}', which the font of sheets does not have"
        )));
    }
    let readings = readings(global, args, output)?;
    let style = style(args);
    let pages = page_count(readings.len(), &style);
    // Before all the work, so that none is lost where it cannot be written.
    let files = target.map(|(path, encoding)| files(path, encoding, pages, args)).transpose()?;
    let mut entries = Vec::new();
    let pulse = progress::pulse();
    let limits = pulse.limits(global, "solving").memory(memory::allow(memory::USUAL));
    for reading in &readings {
        entries.push(Entry::new(&reading.puzzle, &style, &limits));
        pulse.found_one();
        if progress::interrupted() {
            drop(pulse);
            remark("interrupted: nothing is written");
            return Ok(Exit::Unknown);
        }
    }
    drop(pulse);
    let sheet = Sheet::new(&entries, &style);
    debug_assert_eq!(sheet.pages.len(), pages);
    if let (Some(files), Some((_, encoding))) = (files, target) {
        write(&sheet, files, encoding, args.dots)?;
    }
    if global.json {
        output.document(SheetView::new(&sheet, &entries, target.is_none()))?;
    } else {
        remark(&format!("{} on {}", counted(entries.len(), "puzzle"), counted(pages, "page")));
    }
    Ok(verdict(&entries, &style))
}

fn style(args: &Arguments) -> Style {
    let usual = Style::usual(args.large_print);
    Style {
        paper: args.paper,
        per_page: args.per_page.map_or(usual.per_page, usize::from),
        title: args.title.clone(),
        rules: !args.no_rules,
        difficulty: !args.no_difficulty,
        solutions: args.solutions,
        ink_saving: args.ink_saving,
        ..usual
    }
}

/// Tells which puzzles have not one solution.
fn verdict(entries: &[Entry], style: &Style) -> Exit {
    let mut exit = Exit::Yes;
    for (number, entry) in (1..).zip(entries).filter(|_| style.solutions != Solutions::None) {
        if let Err(why) = &entry.solution {
            remark(&format!("puzzle {number}: {why}"));
            exit = match exit {
                Exit::No => Exit::No,
                _ if why.is_known() => Exit::No,
                _ => Exit::Unknown,
            };
        }
    }
    exit
}

/// The file to write and what it is written as.
fn target<'a>(global: &Global, args: &'a Arguments) -> Result<Option<(&'a Path, Encoding)>, Failure> {
    let expected = "a file that ends in .pdf, .svg or .png";
    let Some(path) = args.output.as_deref() else {
        return match global.json {
            true => Ok(None),
            false => Err(Failure::Message(format!("-o is missing: expected {expected}"))),
        };
    };
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
    let encoding = match ending.as_str() {
        "pdf" => Encoding::Pdf,
        "svg" => Encoding::Svg,
        "png" => Encoding::Png,
        _ => return Err(Failure::Message(format!("'{}' is not {expected}", path.display()))),
    };
    Ok(Some((path, encoding)))
}

/// All puzzles. If some have errors, it prints those of all of them before it fails.
fn readings(global: &Global, args: &Arguments, output: &mut Output) -> Result<Vec<Reading>, Failure> {
    let inputs: Vec<Option<&OsStr>> = match args.inputs.is_empty() {
        true => vec![None],
        false => args.inputs.iter().map(|input| Some(input.as_os_str())).collect(),
    };
    let (mut readings, mut failures) = (Vec::new(), Vec::new());
    for input in inputs {
        let all =
            input::read_all(global, input, &args.variant, split).unwrap_or_else(|failure| vec![Err(failure)]);
        for result in all {
            match result {
                Ok(mut reading) => {
                    std::mem::take(&mut reading.warnings)
                        .into_iter()
                        .for_each(|warning| output.warn(warning));
                    readings.push(reading);
                }
                Err(failure) => failures.push(failure),
            }
        }
    }
    let Some(last) = failures.pop() else { return Ok(readings) };
    failures.iter().for_each(|failure| {
        failure.tell(global);
    });
    Err(last)
}

/// Where the puzzles of a text are.
fn split(text: &str) -> Result<Vec<Range<usize>>, Failure> {
    let mut source = Source::new(text.as_bytes(), true);
    let mut pieces = Vec::new();
    while let Some(piece) =
        source.next(Vec::new(), || {}).map_err(|error| Failure::Message(error.to_string()))?
    {
        if let Some(fault) = piece.fault {
            return Err(Failure::Message(fault));
        }
        let end = piece.position as usize;
        pieces.push(end - piece.bytes.len()..end);
    }
    Ok(pieces)
}

/// The files to write: one, or one for each page.
fn files(path: &Path, encoding: Encoding, pages: usize, args: &Arguments) -> Result<Vec<Pending>, Failure> {
    let existing = args.overwrite.existing();
    if pages == 1 || matches!(encoding, Encoding::Pdf) {
        return Ok(vec![Pending::create(path, existing)?]);
    }
    let (stem, ending) = (path.file_stem().unwrap_or_default(), path.extension().unwrap_or_default());
    let width = pages.to_string().len();
    let name = |page: usize| -> PathBuf {
        let [stem, ending] = [stem, ending].map(|part| part.to_string_lossy());
        path.with_file_name(format!("{stem}-{page:0width$}.{ending}"))
    };
    (1..=pages).map(|page| Pending::create(&name(page), existing)).collect()
}

/// Writes all files before any of them appears.
fn write(sheet: &Sheet, mut files: Vec<Pending>, encoding: Encoding, dots: u32) -> Result<(), Failure> {
    match encoding {
        Encoding::Pdf => files[0].write_bytes(&gridwright_paper::pdf(sheet))?,
        Encoding::Svg => {
            for (file, page) in files.iter_mut().zip(&sheet.pages) {
                file.write(&sheet.svg(page))?;
            }
        }
        Encoding::Png => {
            for (file, page) in files.iter_mut().zip(&sheet.pages) {
                file.write_bytes(&gridwright_paper::png(sheet, page, dots))?;
            }
        }
    }
    files.into_iter().try_for_each(Pending::publish)
}
