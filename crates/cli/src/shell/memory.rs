//! How much memory the program may use. What the system says is looked at beside the accounts that counting keeps of its
//! tables: they are exact, but leave out everything else.

use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What a command may use unless the user says otherwise.
pub const USUAL: usize = 1 << 30;
/// What work may use in any case: memory that was given back is not always given back to the system.
const ROOM: usize = 64 << 20;
/// How often the system is asked.
const ASKED_EVERY: Duration = Duration::from_millis(5);

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static ALLOWED: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Allows the program this many bytes in all, or a quarter more than it has in use by now where that is more; how many of
/// them are left.
pub fn allow(bytes: usize) -> usize {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::thread::spawn(|| {
            loop {
                IN_USE.store(in_use(), Ordering::Relaxed);
                std::thread::sleep(ASKED_EVERY);
            }
        });
    });
    let in_use = in_use();
    let allowed = bytes.max(in_use.saturating_add(bytes / 4));
    ALLOWED.store(allowed, Ordering::Relaxed);
    // What keeps accounts ends first: they are a little too low.
    (allowed - in_use) / 8 * 7
}

/// Tells, of work that begins now, whether too much is in use.
pub fn is_too_much() -> impl Fn() -> bool + Send + Sync + 'static {
    let most = ALLOWED.load(Ordering::Relaxed).max(IN_USE.load(Ordering::Relaxed).saturating_add(ROOM));
    move || IN_USE.load(Ordering::Relaxed) > most
}

/// Bytes in use, or 0 where the system does not tell.
fn in_use() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = resident.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok());
    kilobytes.unwrap_or(0) << 10
}
