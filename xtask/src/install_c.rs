//! Installs the C libraries with their headers and pkg-config files. The tests of both crates install with this, too.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A library: the folder of its crate, the name of the crate's archive, and its own name.
pub struct Library {
    folder: &'static str,
    pub archive: &'static str,
    name: &'static str,
}

pub const LIBRARIES: [Library; 2] = [
    Library { folder: "capi", archive: "libgridwright_c.a", name: "gridwright" },
    Library { folder: "libgame", archive: "libgame.a", name: "game" },
];

/// Where everything goes.
pub struct Layout {
    /// Where the files are written.
    pub root: PathBuf,
    /// Where they will be found, which pkg-config files tell.
    pub prefix: PathBuf,
    /// The folder of libraries below both.
    pub lib: &'static str,
}

impl Layout {
    /// Below a prefix, in `lib`, `lib/pkgconfig` and `include`.
    pub fn below(prefix: &Path) -> Layout {
        Layout { root: prefix.to_path_buf(), prefix: prefix.to_path_buf(), lib: "lib" }
    }
}

/// Installs what cargo built into `built`, from the sources in `crates`. With `strip`, shared libraries have no names for
/// debuggers.
pub fn install(crates: &Path, built: &Path, layout: &Layout, strip: bool) -> io::Result<()> {
    let (lib, include) = (layout.root.join(layout.lib), layout.root.join("include"));
    fs::create_dir_all(lib.join("pkgconfig"))?;
    fs::create_dir_all(&include)?;
    for library in &LIBRARIES {
        let (folder, name) = (crates.join(library.folder), library.name);
        let headers = copy_headers(&folder.join("include"), &include)?;
        let archive = lib.join(format!("lib{name}.a"));
        pack(&built.join(library.archive), &headers, &archive, strip)?;
        // The name that programs remember says the version of the interface; the linker looks for the name without.
        let shared = format!("lib{name}.so.0");
        link(&archive, &folder.join(format!("{name}.map")), &lib.join(&shared), strip)?;
        let plain = lib.join(format!("lib{name}.so"));
        let _ = fs::remove_file(&plain);
        std::os::unix::fs::symlink(&shared, plain)?;
        let text = fs::read_to_string(folder.join(format!("{name}.pc.in")))?;
        let text = text.replace("@PREFIX@", &layout.prefix.display().to_string());
        let text = text.replace("@LIB@", layout.lib).replace("@VERSION@", env!("CARGO_PKG_VERSION"));
        fs::write(lib.join("pkgconfig").join(format!("{name}.pc")), text)?;
    }
    Ok(())
}

/// Copies headers; the functions that they declare.
fn copy_headers(from: &Path, to: &Path) -> io::Result<Vec<String>> {
    let mut functions = Vec::new();
    for header in fs::read_dir(from)? {
        let header = header?;
        fs::copy(header.path(), to.join(header.file_name()))?;
        functions.extend(declared(&fs::read_to_string(header.path())?));
    }
    functions.sort();
    Ok(functions)
}

/// The functions that a header declares, each on a line of its own.
pub fn declared(header: &str) -> Vec<String> {
    let is_function = |line: &&str| line.ends_with(");") && !line.starts_with([' ', '/', '#', '*']);
    let before = header.lines().filter(is_function).filter_map(|line| line.split('(').next());
    before.filter_map(|text| text.rsplit([' ', '*']).next()).map(str::to_string).collect()
}

/// Makes one object of an archive of Rust's, with what the functions need, and with no other name that a program could see:
/// so both libraries go into one program, and no name of theirs meets one of the program's.
fn pack(archive: &Path, functions: &[String], packed: &Path, strip: bool) -> io::Result<()> {
    let (object, names) = (packed.with_extension("o"), packed.with_extension("names"));
    let mut command = Command::new("ld");
    command.args(["-r", "--gc-sections"]).args(strip.then_some("--strip-debug"));
    for function in functions {
        command.args(["-u", function]);
    }
    command.arg("-o").arg(&object).arg("--whole-archive").arg(archive);
    finished(command)?;
    fs::write(&names, functions.join("\n"))?;
    let mut command = Command::new("objcopy");
    // Code of LLVM that only Rust's own tools could use.
    command.args(["--remove-section=.llvmbc", "--remove-section=.llvmcmd"]);
    command.arg(format!("--keep-global-symbols={}", names.display())).arg(&object);
    finished(command)?;
    let _ = fs::remove_file(packed);
    let mut command = Command::new("ar");
    command.arg("rcsD").arg(packed).arg(&object);
    finished(command)?;
    fs::remove_file(object)?;
    fs::remove_file(names)
}

/// Makes a shared library of an archive. Cargo could make one too, but its list of exported symbols cannot be combined with
/// versions.
fn link(archive: &Path, map: &Path, shared: &Path, strip: bool) -> io::Result<()> {
    let name = shared.file_name().unwrap_or_default().display();
    let mut command = Command::new("cc");
    command.arg("-shared").arg(format!("-Wl,-soname,{name}"));
    command.arg(format!("-Wl,--version-script={}", map.display()));
    command.args(["-Wl,--gc-sections", "-Wl,-z,relro,-z,now", "-Wl,-z,defs", "-Wl,--build-id=none"]);
    command.args(strip.then_some("-Wl,--strip-all"));
    command.arg("-Wl,--whole-archive").arg(archive).arg("-Wl,--no-whole-archive");
    command.args(["-lpthread", "-ldl", "-lm", "-o"]).arg(shared);
    finished(command)
}

/// Runs a command; what it complains of is the error.
fn finished(mut command: Command) -> io::Result<()> {
    let name = command.get_program().display().to_string();
    let output = command.output().map_err(|error| {
        io::Error::new(error.kind(), format!("{name}: {error}; this needs a C compiler: apt-get install gcc"))
    })?;
    if output.status.success() {
        return Ok(());
    }
    Err(io::Error::other(format!("{name}: {}", String::from_utf8_lossy(&output.stderr))))
}
