//! Installs the C libraries with their headers and pkg-config files. The tests of both crates install with this, too.

use std::fs;
use std::io;
use std::path::Path;

/// Copies what cargo built into `built`, from the sources in `crates`, to `prefix`: lib, lib/pkgconfig and include.
pub fn install(crates: &Path, built: &Path, prefix: &Path) -> io::Result<()> {
    let (lib, include) = (prefix.join("lib"), prefix.join("include"));
    fs::create_dir_all(lib.join("pkgconfig"))?;
    fs::create_dir_all(&include)?;
    fs::copy(built.join("libgame.so"), lib.join("libgame.so"))?;
    fs::copy(built.join("libgame.a"), lib.join("libgame.a"))?;
    // The name that programs remember, and the name that the linker looks for.
    fs::copy(built.join("libgridwright_c.so"), lib.join("libgridwright.so.0"))?;
    let _ = fs::remove_file(lib.join("libgridwright.so"));
    std::os::unix::fs::symlink("libgridwright.so.0", lib.join("libgridwright.so"))?;
    fs::copy(built.join("libgridwright_c.a"), lib.join("libgridwright.a"))?;
    for (folder, name) in [("capi", "gridwright"), ("libgame", "game")] {
        for header in fs::read_dir(crates.join(folder).join("include"))? {
            let header = header?;
            fs::copy(header.path(), include.join(header.file_name()))?;
        }
        let text = fs::read_to_string(crates.join(folder).join(format!("{name}.pc.in")))?;
        let text = text.replace("@PREFIX@", &prefix.display().to_string());
        let text = text.replace("@VERSION@", env!("CARGO_PKG_VERSION"));
        fs::write(lib.join("pkgconfig").join(format!("{name}.pc")), text)?;
    }
    Ok(())
}
