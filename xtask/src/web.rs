//! The page: its modules of WebAssembly, its script and styles, and its tests in a browser.

use super::{compile, output, run};
use std::path::Path;
use std::process::Command;

/// The modules: features of the crate, which are the names that the page imports, and the profiles they are compiled with.
const MODULES: [(&str, &str); 4] =
    [("board", "web-board"), ("tasks", "web"), ("paper", "web-board"), ("emulsion", "web-emulsion")];

/// Builds the page into `web/dist`.
pub fn build() -> Result<(), String> {
    run("rustup target add wasm32-unknown-unknown")?;
    install()?;
    for (module, profile) in MODULES {
        let line = format!(
            "cargo build --package gridwright-web --profile {profile} --target wasm32-unknown-unknown --locked \
             --no-default-features --features {module}"
        );
        compile(&line, &[])?;
        let compiled = format!("target/wasm32-unknown-unknown/{profile}/gridwright_web.wasm");
        run(&format!(
            "cargo run --quiet --locked --manifest-path web/bindgen/Cargo.toml --target-dir target/bindgen -- \
             {compiled} web/src/wasm/{module} {module}"
        ))?;
    }
    in_web("node node_modules/typescript/bin/tsc --noEmit")?;
    in_web("node node_modules/vite/bin/vite.js build --logLevel warn")?;
    in_web("node tests/sizes.mjs")
}

/// Builds the page and opens it in a browser.
pub fn open() -> Result<(), String> {
    build()?;
    in_web("node node_modules/vite/bin/vite.js preview --open --host 127.0.0.1")
}

/// Tests the built page in Chromium.
pub fn test() -> Result<(), String> {
    if !Path::new("/usr/bin/chromium").exists() && std::env::var_os("CHROMIUM").is_none() {
        run("apt-get -o DPkg::Lock::Timeout=300 update -qq")?;
        run(
            "apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends chromium fonts-dejavu-core",
        )?;
    }
    let folder = std::fs::read_dir("web/tests").map_err(|e| format!("web/tests: {e}"))?;
    let names = folder.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut tests: Vec<String> = names.filter(|name| name.ends_with(".test.mjs")).collect();
    tests.sort();
    let tests = tests.iter().map(|name| format!("tests/{name}")).collect::<Vec<_>>().join(" ");
    in_web(&format!("node --test --test-concurrency=1 --test-timeout=2700000 {tests}"))
}

/// Installs what the page is built with.
fn install() -> Result<(), String> {
    let how = "the page needs Node.js 20 or newer with npm: install it from your system's packages (Debian: apt-get install \
               nodejs npm) or from nodejs.org";
    output("node --version").map_err(|_| how.to_string())?;
    output("npm --version").map_err(|_| how.to_string())?;
    let installed = std::fs::read("web/node_modules/.installed").unwrap_or_default();
    let wanted = std::fs::read("web/package-lock.json").map_err(|e| format!("web/package-lock.json: {e}"))?;
    if installed != wanted {
        in_web("npm ci --no-audit --no-fund")?;
        std::fs::write("web/node_modules/.installed", wanted)
            .map_err(|e| format!("web/node_modules: {e}"))?;
    }
    Ok(())
}

fn in_web(line: &str) -> Result<(), String> {
    println!("$ (cd web; {line})");
    let mut words = line.split_whitespace();
    let program = words.next().unwrap_or_default();
    let status = Command::new(program).args(words).current_dir("web").status();
    let status = status.map_err(|e| format!("{program}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("failed ({status}): {line}")) }
}
