//! `web`: the page, served to this computer and opened in its browser.

mod server;

use crate::Exit;
use crate::args::{Global, Web};
use crate::shell::failure::Failure;
use crate::shell::input;
use crate::shell::output::{Output, remark};
use server::{File, Server};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};

/// The files of the page, compressed (zlib).
#[cfg(feature = "page")]
const SITE: &[File] = include!(concat!(env!("OUT_DIR"), "/site.rs"));
#[cfg(not(feature = "page"))]
const SITE: &[File] = &[];

const NO_PAGE: &str = "this gridwright was built without the page: in a clone of the project, 'cargo xtask web --open' \
                       builds it and opens it";

pub fn run(global: &Global, args: &Web, output: &mut Output) -> Result<Exit, Failure> {
    if SITE.is_empty() {
        return Err(Failure::Message(NO_PAGE.to_string()));
    }
    let game = match &args.input {
        Some(name) => Some(input::session(global, name, &args.variant)?.record()?),
        None => None,
    };
    let start = if game.is_some() { "#/play?served" } else { "" };
    let cannot = |error| Failure::Message(format!("cannot serve the page on port {}: {error}", args.port));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(cannot)?;
    let port = listener.local_addr().map_err(cannot)?.port();
    let address = format!("http://127.0.0.1:{port}/{start}");
    output.lines(&address)?;
    output.flush()?;
    remark("the page is served to this computer alone; Ctrl-C ends it");
    if !args.no_open && !open(&address) {
        remark("no browser could be started: open the address yourself");
    }
    Server::new(SITE, game, port).serve(&listener);
    Ok(Exit::Yes)
}

/// Has the system open an address in the browser.
fn open(address: &str) -> bool {
    let (program, arguments): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}
