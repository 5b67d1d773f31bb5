//! The functions of gridwright.h.

use crate::handle::{Failure, Handle, Token};
use gridwright::ask::{self, Question};
use gridwright::view::{Document, FailureView};
use gridwright::{Limits, ParseError};
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::{null, null_mut};
use std::time::Duration;

/// `GW_ABI_VERSION` of the header.
pub const ABI_VERSION: u32 = 0;

/// `gw_error` of the header.
#[repr(C)]
pub struct GwError {
    line: u32,
    column: u32,
    message: [c_char; 504],
}

/// A text from C; where it is not UTF-8, why.
///
/// # Safety
/// The pointer is NULL or a C string that outlives the text.
unsafe fn text<'a>(what: &str, pointer: *const c_char) -> Result<&'a str, Failure> {
    // SAFETY: what the caller vouches for.
    unsafe { optional_text(pointer) }?.ok_or_else(|| Failure::new(format!("{what} is NULL")))
}

/// The same where NULL stands for no text.
///
/// # Safety
/// As for [`text`].
unsafe fn optional_text<'a>(pointer: *const c_char) -> Result<Option<&'a str>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: it is not NULL, so the caller says that it is a C string.
    let bytes = unsafe { CStr::from_ptr(pointer) }.to_bytes();
    str::from_utf8(bytes).map(Some).map_err(|error| {
        let known = String::from_utf8_lossy(bytes);
        let error =
            ParseError { at: Some(error.valid_up_to()), ..ParseError::whole("the text is not UTF-8") };
        Failure::of_input(&error, &known)
    })
}

/// A text for C. Texts of ours have no NUL, as what we read has none; a JSON string could not hold one either.
fn handed_out(text: String) -> Result<*mut c_char, Failure> {
    CString::new(text).map(CString::into_raw).map_err(|_| Failure::new("the text has a NUL"))
}

/// A failure as an answer.
fn refusal(failure: Failure) -> String {
    Document::new(FailureView::new(None, failure)).to_json()
}

/// Fills in an error: as much of the message as there is room for, in whole characters.
///
/// # Safety
/// `error` is NULL or can be written.
unsafe fn report(error: *mut GwError, failure: &Failure) {
    let mut filled = GwError { line: place(failure.line), column: place(failure.column), message: [0; 504] };
    let room = filled.message.len() - 1;
    let end = failure.message.floor_char_boundary(room);
    for (to, from) in filled.message.iter_mut().zip(&failure.message.as_bytes()[..end]) {
        *to = *from as c_char;
    }
    if !error.is_null() {
        // SAFETY: it is not NULL, so the caller says that it can be written.
        unsafe { error.write(filled) };
    }
}

fn place(number: Option<u64>) -> u32 {
    number.map_or(0, |number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// What a function answers, which no panic leaves; NULL with an error where it fails.
///
/// # Safety
/// `error` is NULL or can be written.
unsafe fn answered<T>(error: *mut GwError, body: impl FnOnce() -> Result<*mut T, Failure>) -> *mut T {
    let outcome = catch_unwind(AssertUnwindSafe(body))
        .unwrap_or_else(|_| Err(Failure::new("internal error, please report it")));
    outcome.unwrap_or_else(|failure| {
        // SAFETY: what the caller vouches for.
        unsafe { report(error, &failure) };
        null_mut()
    })
}

/// The handle of a puzzle.
///
/// # Safety
/// The pointer is NULL or comes from this library and is not released.
unsafe fn handle<'a>(puzzle: *const Handle) -> Result<&'a Handle, Failure> {
    // SAFETY: NULL gives None, and the caller vouches for anything else.
    unsafe { puzzle.as_ref() }.ok_or_else(|| Failure::new("the puzzle is NULL"))
}

/// The limits of a call with this token.
///
/// # Safety
/// The pointer is NULL or comes from this library and is not released.
unsafe fn limits(cancel: *const Token) -> Limits {
    // SAFETY: NULL gives None, and the caller vouches for anything else.
    Token::limits(unsafe { cancel.as_ref() })
}

/// `gw_abi_version` of the header.
#[unsafe(no_mangle)]
pub extern "C" fn gw_abi_version() -> u32 {
    ABI_VERSION
}

/// `gw_version` of the header.
#[unsafe(no_mangle)]
pub extern "C" fn gw_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

fn new_token(deadline: Option<Duration>) -> *mut Token {
    catch_unwind(|| Box::into_raw(Box::new(Token::new(deadline)))).unwrap_or(null_mut())
}

/// `gw_cancel_new` of the header.
#[unsafe(no_mangle)]
pub extern "C" fn gw_cancel_new() -> *mut Token {
    new_token(None)
}

/// `gw_cancel_after` of the header.
#[unsafe(no_mangle)]
pub extern "C" fn gw_cancel_after(milliseconds: u64) -> *mut Token {
    new_token(Some(Duration::from_millis(milliseconds)))
}

/// `gw_cancel_stop` of the header.
///
/// # Safety
/// As for all functions here: handles are NULL or come from this library and are not released, texts are NULL or C
/// strings, errors are NULL or can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_cancel_stop(cancel: *const Token) {
    // SAFETY: NULL gives None, and the caller vouches for anything else.
    if let Some(token) = unsafe { cancel.as_ref() } {
        token.stop();
    }
}

/// Releases what was handed out as a box.
///
/// # Safety
/// The pointer is NULL, or `Box::into_raw` gave it and it is not used any more.
unsafe fn release<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: what the caller vouches for.
        let owned = unsafe { Box::from_raw(pointer) };
        // A panic while dropping is a fault of ours that leaves nothing to answer.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(owned)));
    }
}

/// `gw_cancel_free` of the header.
///
/// # Safety
/// See [`gw_cancel_stop`]; the handle is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_cancel_free(cancel: *mut Token) {
    // SAFETY: tokens are handed out as boxes, and the caller gives this one back.
    unsafe { release(cancel) }
}

/// `gw_puzzle_free` of the header.
///
/// # Safety
/// See [`gw_cancel_stop`]; the handle is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_puzzle_free(puzzle: *mut Handle) {
    // SAFETY: puzzles are handed out as boxes, and the caller gives this one back.
    unsafe { release(puzzle) }
}

/// `gw_free` of the header.
///
/// # Safety
/// The text is NULL, or this library returned it and it is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: texts are handed out by `CString::into_raw`, and the caller gives this one back.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// `gw_ask` of the header.
///
/// # Safety
/// See [`gw_cancel_stop`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_ask(question: *const c_char, cancel: *const Token) -> *mut c_char {
    if question.is_null() {
        return null_mut();
    }
    // SAFETY: what the caller vouches for; there is no error to write.
    unsafe {
        answered(null_mut(), || {
            let limits = limits(cancel);
            let ask = || text("the question", question).map(|question| ask::ask(question, &limits));
            let answer = catch_unwind(AssertUnwindSafe(ask))
                .unwrap_or_else(|_| Err(Failure::new("internal error, please report it")));
            handed_out(answer.unwrap_or_else(refusal))
        })
    }
}

/// `gw_parse` of the header.
///
/// # Safety
/// See [`gw_cancel_stop`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_parse(text: *const c_char, error: *mut GwError) -> *mut Handle {
    // SAFETY: what the caller vouches for.
    unsafe { gw_parse_as(text, null(), null(), error) }
}

/// `gw_parse_as` of the header.
///
/// # Safety
/// See [`gw_cancel_stop`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_parse_as(
    puzzle: *const c_char,
    format: *const c_char,
    genre: *const c_char,
    error: *mut GwError,
) -> *mut Handle {
    // SAFETY: what the caller vouches for.
    unsafe {
        answered(error, || {
            let (format, genre) = (optional_text(format)?, optional_text(genre)?);
            Handle::parse(text("the text", puzzle)?, format, genre)
                .map(|handle| Box::into_raw(Box::new(handle)))
        })
    }
}

/// `gw_generate` of the header.
///
/// # Safety
/// See [`gw_cancel_stop`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_generate(
    spec: *const c_char,
    cancel: *const Token,
    error: *mut GwError,
) -> *mut Handle {
    // SAFETY: what the caller vouches for.
    unsafe {
        answered(error, || {
            let made = Handle::generate(text("the spec", spec)?, &limits(cancel))?;
            Ok(Box::into_raw(Box::new(made)))
        })
    }
}

/// Functions that ask something about a puzzle.
macro_rules! questions {
    ($($(#[$doc:meta])+ $name:ident($($argument:ident: $type:ty)?): $ask:expr;)+) => {$(
        $(#[$doc])+
        ///
        /// # Safety
        /// See [`gw_cancel_stop`].
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            puzzle: *const Handle,
            $($argument: $type,)?
            cancel: *const Token,
            error: *mut GwError,
        ) -> *mut c_char {
            let ask: fn(&Handle, &Limits, $($type)?) -> Result<String, Failure> = $ask;
            // SAFETY: what the caller vouches for.
            unsafe { answered(error, || handed_out(ask(handle(puzzle)?, &limits(cancel), $($argument)?)?)) }
        }
    )+};
}

questions! {
    /// `gw_status` of the header.
    gw_status(): |puzzle, limits| puzzle.ask(Question::Status, limits);
    /// `gw_solve` of the header.
    gw_solve(): |puzzle, limits| puzzle.ask(Question::First, limits);
    /// `gw_solutions` of the header.
    gw_solutions(most: usize): |puzzle, limits, most| {
        puzzle.ask(|subject| Question::Solutions { subject, limit: Some(most) }, limits)
    };
    /// `gw_common` of the header.
    gw_common(): |puzzle, limits| puzzle.ask(Question::Common, limits);
    /// `gw_rate` of the header.
    gw_rate(): |puzzle, limits| puzzle.ask(Question::Rate, limits);
    /// `gw_explain` of the header.
    gw_explain(): |puzzle, limits| puzzle.ask(Question::Explain, limits);
    /// `gw_check` of the header.
    gw_check(deep: bool): |puzzle, limits, deep| {
        puzzle.ask(|subject| Question::Check { subject, deep }, limits)
    };
    /// `gw_hint` of the header.
    gw_hint(stage: u32): |puzzle, limits, stage| puzzle.hint(stage, limits);
    /// `gw_count` of the header.
    gw_count(): |puzzle, limits| puzzle.count(limits);
}

/// `gw_write` of the header.
///
/// # Safety
/// See [`gw_cancel_stop`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_write(
    puzzle: *const Handle,
    format: *const c_char,
    error: *mut GwError,
) -> *mut c_char {
    // SAFETY: what the caller vouches for.
    unsafe { answered(error, || handed_out(handle(puzzle)?.write(text("the format", format)?)?)) }
}

/// `gw_svg` of the header.
///
/// # Safety
/// See [`gw_cancel_stop`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_svg(puzzle: *const Handle, error: *mut GwError) -> *mut c_char {
    // SAFETY: what the caller vouches for.
    unsafe { answered(error, || handed_out(handle(puzzle)?.svg()?)) }
}
