//! Installs each package into a clean place and runs it there.

use super::{BUILD, DEBIAN_LIB, EXAMPLES, OUT, VERSION, emptied, package};
use crate::{output, printed, run};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The course's board; it has one solution.
const BOARD: &str = "7x7:b1f2iB2g1Bi2fBb";
/// The module that the wheel installs.
const NATIVE: &str = "gridwright/_native.abi3.so";
/// A program of a student, with a mistake in it if it gets an argument.
const STUDENT: &str = "#include <stdio.h>\n#include <game.h>\n#include <game_aux.h>\n#include <game_tools.h>\n\
    int main(int argc, char **argv) {\n    (void)argv;\n    game g = game_default();\n    printf(\"%u\\n\", game_nb_solutions(g));\n\
    if (argc > 1) game_play_move(g, 0, 2, S_LIGHTBULB);\n    bool solved = game_solve(g);\n    game_print(g);\n    game_delete(g);\n\
    return !solved;\n}\n";

/// Everything that is in dist/.
pub fn all() -> Result<(), String> {
    println!("$ (cd {OUT}; sha256sum --check SHA256SUMS)");
    let mut sums = Command::new("sha256sum");
    finish(sums.args(["--check", "--quiet", "SHA256SUMS"]).current_dir(OUT))?;
    let root = Path::new(BUILD).join("clean");
    emptied(&root)?;
    let root = root.canonicalize().map_err(|error| error.to_string())?;
    // The command has the page inside, compressed.
    no_paths(&package::files(Path::new("web/dist"))?)?;
    archive(&root.join("archive"))?;
    debian(&root.join("debian"))?;
    python(&root.join("python"))?;
    npm(&root.join("npm"))
}

/// What a command prints, without anything of our environment but the path.
fn finish(command: &mut Command) -> Result<String, String> {
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let [said, told] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    if output.status.success() {
        Ok(said)
    } else {
        Err(format!("failed ({}): {command:?}\n{said}{told}", output.status))
    }
}

fn expect(what: &str, condition: bool) -> Result<(), String> {
    if !condition {
        return Err(format!("not so: {what}"));
    }
    println!("ok: {what}");
    Ok(())
}

/// A command that was installed: it answers, is linked with nothing, and serves its page.
fn command(program: &Path) -> Result<(), String> {
    let name = program.display();
    let version = finish(Command::new(program).arg("--version"))?;
    expect(&format!("{name} --version prints {VERSION}"), version.trim() == format!("gridwright {VERSION}"))?;
    let count = finish(Command::new(program).args(["count", BOARD]))?;
    expect(&format!("{name} counts"), count.trim() == "1")?;
    // Either way of saying it: that of glibc, and that of musl.
    let linked = Command::new("ldd").arg(program).output().map_err(|error| format!("ldd: {error}"))?;
    let linked = [linked.stdout, linked.stderr].concat();
    let linked = String::from_utf8_lossy(&linked);
    expect(
        &format!("{name} is static"),
        linked.contains("statically linked") || linked.contains("not a dynamic"),
    )?;
    page(program)
}

/// Ends a process when the check ends, however it ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The page that is inside the command.
fn page(program: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{} web: {error}", program.display());
    let mut serve = Command::new(program);
    serve.args(["web", BOARD, "--no-open", "--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut serving = Running(serve.spawn().map_err(failed)?);
    let mut address = String::new();
    if let Some(output) = serving.0.stdout.take() {
        BufReader::new(output).read_line(&mut address).map_err(failed)?;
    }
    let host = address.trim().trim_start_matches("http://").split('/').next().unwrap_or_default();
    let mut stream = TcpStream::connect(host).map_err(failed)?;
    stream
        .write_all(format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())
        .map_err(failed)?;
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).map_err(failed)?;
    let is_page = reply.starts_with(b"HTTP/1.1 200") && reply.len() > 500;
    expect(&format!("{} web serves the page", program.display()), is_page)
}

fn archive(root: &Path) -> Result<(), String> {
    emptied(root)?;
    let name = format!("gridwright-{VERSION}-x86_64-linux");
    run(&format!("tar --extract --file {OUT}/{name}.tar.gz --directory {}", root.display()))?;
    let root = root.join(name);
    command(&root.join("bin/gridwright"))?;
    let files = package::files(&root)?;
    let pages = files.iter().filter(|path| path.extension().is_some_and(|e| e == "1")).count();
    expect(&format!("{pages} man pages, one of them that of 'emulsion play'"), {
        root.join("share/man/man1/gridwright-emulsion-play.1").exists()
    })?;
    no_paths(&files)
}

/// No file may name a folder of the machine that it was built on.
fn no_paths(files: &[PathBuf]) -> Result<(), String> {
    let here = std::env::current_dir().map_err(|error| error.to_string())?.display().to_string();
    for place in [here].into_iter().chain(crate::cargo_home()) {
        for file in files.iter().filter(|file| file.is_file()) {
            let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
            if bytes.windows(place.len()).any(|window| window == place.as_bytes()) {
                return Err(format!("{} names {place}", file.display()));
            }
        }
    }
    expect("no file names a folder of this machine", true)
}

/// Both packages in a root of their own, of which dpkg knows only the C library of this system.
fn debian(root: &Path) -> Result<(), String> {
    emptied(root)?;
    let dpkg = root.join("var/lib/dpkg");
    for folder in ["info", "updates", "triggers"] {
        fs::create_dir_all(dpkg.join(folder)).map_err(|error| error.to_string())?;
    }
    let known = printed("dpkg-query --status libc6 libgcc-s1")?;
    fs::write(dpkg.join("status"), known + "\n").map_err(|error| error.to_string())?;
    for name in ["libc6", "libgcc-s1"] {
        fs::write(dpkg.join(format!("info/{name}:amd64.list")), "").map_err(|error| error.to_string())?;
    }
    let place = root.display();
    run(&format!(
        "dpkg --root={place} --force-not-root --log={place}/dpkg.log --install {OUT}/gridwright_{VERSION}_amd64.deb \
         {OUT}/libgridwright-dev_{VERSION}_amd64.deb"
    ))?;
    command(&root.join("usr/bin/gridwright"))?;
    no_paths(&package::files(&root.join("usr"))?)?;
    for program in ["game_solve", "game_text", "game_random"] {
        let told = output(&format!("{place}/usr/bin/{program} a b c d e f")).err().unwrap_or_default();
        expect(&format!("{program} says how it is used"), told.contains("Usage: "))?;
    }
    let lib = root.join("usr").join(DEBIAN_LIB);
    let compiled = |source: &Path, library: &str, options: &[&str]| -> Result<PathBuf, String> {
        let mut flags = Command::new("pkg-config");
        flags.args(["--cflags", "--libs", library]);
        let output =
            flags.env("PKG_CONFIG_SYSROOT_DIR", root).env("PKG_CONFIG_LIBDIR", lib.join("pkgconfig"));
        let output = output.output().map_err(|error| format!("pkg-config: {error}"))?;
        let flags = String::from_utf8_lossy(&output.stdout).into_owned();
        let program = root.join("program");
        let compiler = if source.extension().is_some_and(|e| e == "cpp") { "c++" } else { "cc" };
        // pkg-config leaves out the folders of the system, which are not this root's.
        let mut command = Command::new(compiler);
        command.arg("-I").arg(root.join("usr/include")).arg(source).args(options);
        finish(command.arg("-L").arg(&lib).args(flags.split_whitespace()).arg("-o").arg(&program))?;
        Ok(program)
    };
    // `finish` clears the environment, so the folder of libraries is told by a program of its own.
    let run_it = |program: &Path, arguments: &[&str]| {
        let mut command = Command::new("env");
        finish(command.arg(format!("LD_LIBRARY_PATH={}", lib.display())).arg(program).args(arguments))
    };
    let student = root.join("student.c");
    fs::write(&student, STUDENT).map_err(|error| error.to_string())?;
    let strict = ["-std=c99", "-Wall", "-Wextra", "-Werror"];
    let program = compiled(&student, "game", &strict)?;
    for arguments in [&[][..], &["wrong"]] {
        let said = run_it(&program, arguments)?;
        expect(
            "a student's program runs with libgame",
            said.starts_with("1\n   0123456\n") && said.contains("0 |*.1*...|"),
        )?;
    }
    let examples = root.join("usr/share/doc/libgridwright-dev/examples");
    for example in EXAMPLES {
        let source = examples.join(example);
        let said = match example.ends_with(".py") {
            true => run_it(Path::new("python3"), &[&source.display().to_string()])?,
            false => run_it(&compiled(&source, "gridwright", &[])?, &[BOARD])?,
        };
        expect(
            &format!("the example {example} runs"),
            said.contains("\"schema\":1") || said.contains("479001600"),
        )?;
    }
    Ok(())
}

/// The wheel in an environment of its own, and the sources built and installed in another one.
fn python(root: &Path) -> Result<(), String> {
    let packed = package::files(Path::new(OUT))?;
    for (number, ending) in [".whl", ".tar.gz"].into_iter().enumerate() {
        let is_python = |path: &&PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.ends_with(ending) && name.starts_with("gridwright-") && !name.contains("linux.tar")
        };
        let file = packed.iter().find(is_python).ok_or(format!("no {ending} in {OUT}"))?;
        let (file, folder) = (file.display(), root.join(number.to_string()).display().to_string());
        run(&format!("python3 -m venv --clear {folder}"))?;
        // Building the sources fetches maturin, as anywhere else; what cargo has built before is used again.
        let target =
            std::path::absolute(Path::new(BUILD).join("sdist")).map_err(|error| error.to_string())?;
        crate::run_with(
            &format!("{folder}/bin/python -m pip install --quiet --no-deps {file}"),
            &[("CARGO_TARGET_DIR", &target.display().to_string())],
        )?;
        let program =
            format!("import gridwright as gw; print(gw.Puzzle.parse('{BOARD}').count(), gw.__version__)");
        let said = finish(
            Command::new(format!("{folder}/bin/python")).args(["-I", "-c", &program]).current_dir(root),
        )?;
        expect(&format!("{file} runs"), said.trim() == format!("1 {VERSION}"))?;
        if ending == ".whl" {
            let installed = package::files(&Path::new(&folder).join("lib"))?;
            no_paths(&installed.into_iter().filter(|path| path.ends_with(NATIVE)).collect::<Vec<_>>())?;
        }
    }
    Ok(())
}

/// The package for Node.js in an empty folder: its example runs, and TypeScript accepts a program.
fn npm(root: &Path) -> Result<(), String> {
    emptied(root)?;
    let file = Path::new(OUT).join(format!("gridwright-{VERSION}.tgz"));
    let file = file.canonicalize().map_err(|error| format!("{}: {error}", file.display()))?;
    fs::write(root.join("package.json"), "{\"private\":true,\"type\":\"module\"}\n")
        .map_err(|e| e.to_string())?;
    finish(
        Command::new("npm")
            .args(["install", "--offline", "--no-audit", "--no-fund"])
            .arg(file)
            .current_dir(root),
    )?;
    let example = root.join("node_modules/gridwright/example.mjs");
    no_paths(&package::files(&root.join("node_modules/gridwright"))?)?;
    let typed = fs::read_to_string(&example).map_err(|error| error.to_string())?;
    fs::write(root.join("example.mts"), typed).map_err(|error| error.to_string())?;
    let said = finish(Command::new("node").arg(example).current_dir(root))?;
    expect(
        "the example of the package for Node.js runs",
        said.starts_with("unique\n") && said.contains("479001600"),
    )?;
    let tsc =
        Path::new("web/node_modules/typescript/bin/tsc").canonicalize().map_err(|error| error.to_string())?;
    let options = [
        "--strict",
        "--noEmit",
        "--module",
        "nodenext",
        "--target",
        "es2022",
        "--lib",
        "es2022,dom",
        "example.mts",
    ];
    finish(Command::new("node").arg(tsc).args(options).current_dir(root))?;
    expect("the example has the right types", true)
}
