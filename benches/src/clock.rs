//! Processor time: a busy machine does not stretch it as it does the time of day.

use std::time::Duration;

/// Time this thread has run.
pub fn thread() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists on every system this is built for, and `time` is a valid place for the answer.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(status, 0, "the clock of a thread can be read");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Time all ended child processes have run, theirs and the system's on their behalf.
pub fn children() -> Duration {
    // SAFETY: all bit patterns of this plain struct are valid, and it is filled by the call.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        assert_eq!(
            libc::getrusage(libc::RUSAGE_CHILDREN, &mut usage),
            0,
            "the usage of children can be read"
        );
        usage
    };
    let duration = |time: libc::timeval| Duration::new(time.tv_sec as u64, time.tv_usec as u32 * 1000);
    duration(usage.ru_utime) + duration(usage.ru_stime)
}
