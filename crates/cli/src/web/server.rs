//! A few files over HTTP, to this computer alone. Requests name a file of the list or get nothing: no path is ever looked up
//! on the disk.

use miniz_oxide::inflate::decompress_to_vec_zlib;
use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A name and the compressed (zlib) content.
pub type File = (&'static str, &'static [u8]);

/// The name of the game that the page is to open.
const GAME: &str = "game.txt";

/// The longest request that is read, the longest that it may take, and how many are answered at once.
const MOST_BYTES: usize = 16 << 10;
const MOST_TIME: Duration = Duration::from_secs(10);
const MOST_AT_ONCE: usize = 64;

/// The page's own policy, and that no other page may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// What is served.
pub struct Server {
    site: &'static [File],
    game: Option<String>,
    port: u16,
}

struct Reply {
    status: &'static str,
    kind: &'static str,
    is_compressed: bool,
    body: Vec<u8>,
}

impl Server {
    /// Of a site, with the game it is to open, on a port.
    pub fn new(site: &'static [File], game: Option<String>, port: u16) -> Server {
        Server { site, game, port }
    }

    /// Answers until the program ends.
    pub fn serve(self, listener: &TcpListener) {
        let (server, busy) = (Arc::new(self), Arc::new(AtomicUsize::new(0)));
        for stream in listener.incoming().flatten() {
            // Who comes when all are busy is let go, and asks again.
            if busy.fetch_add(1, Ordering::Relaxed) >= MOST_AT_ONCE {
                busy.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let (server, busy) = (Arc::clone(&server), Arc::clone(&busy));
            std::thread::spawn(move || {
                // A browser that has gone away needs no answer.
                let _ = server.answer(stream);
                busy.fetch_sub(1, Ordering::Relaxed);
            });
        }
    }

    fn answer(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(MOST_TIME))?;
        stream.set_write_timeout(Some(MOST_TIME))?;
        let Some(head) = read_head(&mut stream)? else { return Ok(()) };
        let is_head = head.starts_with("HEAD ");
        let Reply { status, kind, is_compressed, body } = self.reply(&head);
        let encoding = if is_compressed { "Content-Encoding: deflate\r\n" } else { "" };
        let answer = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{encoding}Content-Security-Policy: {POLICY}\r\n\
             X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
             Vary: Accept-Encoding\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(answer.as_bytes())?;
        if is_head { Ok(()) } else { stream.write_all(&body) }
    }

    fn reply(&self, head: &str) -> Reply {
        let mut lines = head.lines();
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let header = |name: &str| {
            let found = head.lines().skip(1).filter_map(|line| line.split_once(':'));
            found.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim()).next()
        };
        // A name of another site that leads here must not make this page that site's own.
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        if !hosts.iter().any(|host| header("host") == Some(host)) {
            return refusal("421 Misdirected Request");
        }
        if method != "GET" && method != "HEAD" {
            return refusal("405 Method Not Allowed");
        }
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let name = match path.strip_prefix('/') {
            Some("") => "index.html",
            Some(name) => name,
            None => return refusal("400 Bad Request"),
        };
        if let Some(game) = self.game.as_ref().filter(|_| name == GAME) {
            return Reply {
                status: "200 OK",
                kind: kind(name),
                is_compressed: false,
                body: game.clone().into_bytes(),
            };
        }
        let Some((_, content)) = self.site.iter().find(|(file, _)| *file == name) else {
            return refusal("404 Not Found");
        };
        let is_compressed = header("accept-encoding").is_some_and(|list| list.contains("deflate"));
        let body = match is_compressed {
            true => Cow::Borrowed(*content),
            false => Cow::Owned(decompress_to_vec_zlib(content).unwrap_or_default()),
        };
        Reply { status: "200 OK", kind: kind(name), is_compressed, body: body.into_owned() }
    }
}

fn refusal(status: &'static str) -> Reply {
    Reply { status, kind: "text/plain; charset=utf-8", is_compressed: false, body: status.into() }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// The first lines of a request; nothing if it is none or too long.
fn read_head(stream: &mut TcpStream) -> io::Result<Option<String>> {
    let mut read = Vec::new();
    let mut part = [0; 1024];
    loop {
        let length = stream.read(&mut part)?;
        read.extend_from_slice(&part[..length]);
        if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
            return Ok(String::from_utf8(read[..end].to_vec()).ok());
        }
        if length == 0 || read.len() > MOST_BYTES {
            return Ok(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    /// A site of two files; the content of the second is `body {}`.
    fn serve(game: Option<&str>) -> u16 {
        let packed = |text: &str| -> &'static [u8] {
            Box::leak(miniz_oxide::deflate::compress_to_vec_zlib(text.as_bytes(), 6).into_boxed_slice())
        };
        let site = vec![("index.html", packed("<!doctype html>")), ("assets/a.css", packed("body {}"))];
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Server::new(Box::leak(site.into_boxed_slice()), game.map(str::to_string), port);
        std::thread::spawn(move || server.serve(&listener));
        port
    }

    fn ask(port: u16, request: &str) -> String {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        // The server may close the connection before it has read everything.
        let _ = stream.write_all(request.as_bytes());
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(port: u16, target: &str) -> String {
        ask(port, &format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"))
    }

    #[test]
    fn files_of_the_site_are_served_with_a_strict_policy() {
        let port = serve(None);
        let index = get(port, "/?x#y");
        assert!(index.starts_with(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 15\r\n"
        ));
        assert!(index.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"));
        assert!(index.ends_with("\r\n\r\n<!doctype html>"));
        assert!(get(port, "/assets/a.css").ends_with("\r\n\r\nbody {}"));
        let packed = ask(
            port,
            &format!("GET / HTTP/1.1\r\nhost: localhost:{port}\r\nAccept-Encoding: gzip, deflate\r\n\r\n"),
        );
        assert!(packed.contains("Content-Encoding: deflate") && !packed.contains("doctype"));
        let head = ask(port, &format!("HEAD / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"));
        assert!(head.contains("Content-Length: 15") && head.ends_with("\r\n\r\n"));
    }

    #[test]
    fn a_game_is_served_where_there_is_one() {
        assert!(get(serve(Some("7x7:a")), "/game.txt").ends_with("\r\n\r\n7x7:a"));
        assert!(get(serve(None), "/game.txt").starts_with("HTTP/1.1 404"));
    }

    #[test]
    fn nothing_else_is_served() {
        let port = serve(None);
        let outside = [
            "/../Cargo.toml",
            "/%2e%2e/Cargo.toml",
            "//etc/passwd",
            "/assets/../../Cargo.toml",
            "/assets/",
            "/etc/passwd",
        ];
        for target in outside {
            assert!(get(port, target).starts_with("HTTP/1.1 404"), "{target}");
        }
        assert!(get(port, "http://elsewhere/").starts_with("HTTP/1.1 400"));
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "get", ""] {
            let answer = ask(port, &format!("{method} / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"));
            assert!(answer.starts_with("HTTP/1.1 405"), "{method}");
        }
        for host in ["evil.example", "127.0.0.1", "127.0.0.1:1", ""] {
            let answer = ask(port, &format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
            assert!(answer.starts_with("HTTP/1.1 421"), "{host}");
        }
        assert!(ask(port, "GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 421"));
        assert_eq!(ask(port, &"x".repeat(MOST_BYTES + 2048)), "", "an endless line");
        assert_eq!(ask(port, "\u{fffd}\r\n\r"), "", "it ends too early");
        assert!(get(port, "/").starts_with("HTTP/1.1 200"), "it lives on");
    }
}
