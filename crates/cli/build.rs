//! Puts the built page into the program, compressed, where the feature `page` asks for it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "page")]
    page::embed();
}

#[cfg(feature = "page")]
mod page {
    use std::path::{Path, PathBuf};
    use std::{env, fs};

    /// Writes `site.rs`: the files of the page by name, each compressed.
    pub fn embed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        list(&folder, "", &mut files);
        assert!(
            files.iter().any(|(name, _)| name == "index.html"),
            "the feature 'page' puts web/dist into the program, which is not there: run 'cargo xtask web' first"
        );
        files.sort();
        let out = PathBuf::from(env::var_os("OUT_DIR").expect("Cargo names the folder"));
        let mut source = String::from("&[\n");
        for (number, (name, path)) in files.iter().enumerate() {
            let content = fs::read(path).expect("the file was listed");
            let compressed = miniz_oxide::deflate::compress_to_vec_zlib(&content, 9);
            let kept = out.join(format!("page{number}.z"));
            fs::write(&kept, compressed).expect("Cargo's folder can be written");
            source += &format!("    ({name:?}, include_bytes!({kept:?})),\n");
        }
        fs::write(out.join("site.rs"), source + "]\n").expect("Cargo's folder can be written");
    }

    /// All files below a folder, with their paths from the first one.
    fn list(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                list(&entry.path(), &format!("{name}/"), files);
            } else {
                files.push((name, entry.path()));
            }
        }
    }
}
