//! The sweeps in `build/vectors/`, each compared with its hash in `vectors/sweeps.toml`.

use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The hashes of all sweeps, one sweep a line, so that hosts without a parser of TOML can read it by lines.
pub const LIST: &str = "vectors/sweeps.toml";
/// The folder of the generated sweeps.
const FOLDER: &str = "build/vectors";

/// A line of [`LIST`].
#[derive(Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The name of the file without `.json`.
    pub name: String,
    /// How many cases it has.
    pub cases: usize,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: String,
}

/// The SHA-256 of a text in hexadecimal digits.
fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}"); // a `String` takes all
        digits
    })
}

impl Sweep {
    /// The line for a text.
    pub fn of(name: &str, text: &str) -> Sweep {
        // A case is one line, and its id comes first.
        let cases = text.lines().filter(|line| line.starts_with("{\"id\":")).count();
        Sweep { name: name.to_owned(), cases, sha256: sha256(text) }
    }

    /// The line of [`LIST`].
    pub fn line(&self) -> String {
        format!("{} = {{ cases = {}, sha256 = \"{}\" }}\n", self.name, self.cases, self.sha256)
    }

    fn parse(line: &str) -> Option<Sweep> {
        let (name, rest) = line.split_once(" = { cases = ")?;
        let (cases, rest) = rest.split_once(", sha256 = \"")?;
        let sha256 = rest.strip_suffix("\" }").filter(|digits| digits.len() == 64)?;
        Some(Sweep { name: name.to_owned(), cases: cases.parse().ok()?, sha256: sha256.to_owned() })
    }
}

/// The sweeps of [`LIST`].
pub fn list() -> Result<Vec<Sweep>, String> {
    let text = read(&root().join(LIST))?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| Sweep::parse(line).ok_or_else(|| format!("{LIST}: not a sweep: {line}"))).collect()
}

/// Name and text of each sweep, generated in memory. Fails with the name and both hashes if one differs from [`LIST`].
pub fn generated() -> Result<Vec<(String, String)>, String> {
    let texts = crate::sweeps()?.iter().map(|file| (file.name.to_owned(), file.text())).collect();
    compare(&list()?, &texts)?;
    Ok(texts)
}

/// Name and text of each sweep: read from `build/vectors/`, or generated and written there if one of them is missing or
/// has another hash.
pub fn kept() -> Result<Vec<(String, String)>, String> {
    let path = |name: &str| root().join(FOLDER).join(format!("{name}.json"));
    let fresh = |sweep: &Sweep| {
        let text = fs::read_to_string(path(&sweep.name)).ok()?;
        (sha256(&text) == sweep.sha256).then(|| (sweep.name.clone(), text))
    };
    if let Some(texts) = list()?.iter().map(fresh).collect() {
        return Ok(texts);
    }
    let texts = generated()?;
    for (name, text) in &texts {
        replace(&path(name), text)?;
    }
    Ok(texts)
}

/// Name and text of every file of vectors: those in `vectors/`, and the sweeps.
pub fn texts() -> Result<Vec<(String, String)>, String> {
    let folder = root().join("vectors");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut texts = kept()?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            texts.push((name, read(&path)?));
        }
    }
    texts.sort();
    Ok(texts)
}

/// Says which sweeps differ from the list.
fn compare(list: &[Sweep], texts: &Vec<(String, String)>) -> Result<(), String> {
    let mut differences = Vec::new();
    for (name, text) in texts {
        let made = Sweep::of(name, text);
        match list.iter().find(|sweep| sweep.name == *name) {
            Some(sweep) if *sweep == made => {}
            Some(sweep) => differences.push(format!(
                "{name}: {LIST} has {} cases with sha256 {}, the reference generates {} with {}",
                sweep.cases, sweep.sha256, made.cases, made.sha256
            )),
            None => differences.push(format!("{name}: {LIST} does not list it")),
        }
    }
    let gone = list.iter().filter(|sweep| texts.iter().all(|(name, _)| *name != sweep.name));
    differences.extend(gone.map(|sweep| format!("{}: {LIST} lists it, and nothing generates it", sweep.name)));
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!("{}\nafter an intended change run: cargo run -p stringmill-gen -- vectors", differences.join("\n")))
}

/// Writes a file by renaming a temporary one, because several tests may write it at a time.
fn replace(path: &Path, text: &str) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    let unique = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos());
    let temporary = path.with_extension(format!("{unique}.part"));
    fs::create_dir_all(root().join(FOLDER)).map_err(failed)?;
    fs::write(&temporary, text).map_err(failed)?;
    fs::rename(&temporary, path).map_err(failed)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The folder of this crate.
const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

/// The root of the repository.
fn root() -> PathBuf {
    // tools/sweeps is two folders deep.
    Path::new(PACKAGE).ancestors().nth(2).unwrap_or(Path::new(".")).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<(String, String)> {
        vec![("a_sweep".to_owned(), text.to_owned())]
    }

    #[test]
    fn lines_come_back_as_sweeps() {
        let sweep = Sweep::of("a_sweep", "{\n{\"id\":1}\n{\"id\":2}\n}\n");
        assert_eq!(sweep.cases, 2);
        assert_eq!(Sweep::parse(sweep.line().trim_end()), Some(sweep));
        assert_eq!(Sweep::parse("a_sweep = { cases = 2, sha256 = \"00\" }"), None);
    }

    #[test]
    fn a_changed_sweep_is_named_with_both_hashes() {
        let listed = Sweep::of("a_sweep", "{\"id\":1}\n");
        let hashes = [listed.sha256.clone(), Sweep::of("", "{\"id\":2}\n").sha256];
        let list = [listed];
        assert_eq!(compare(&list, &texts("{\"id\":1}\n")), Ok(()));
        let said = compare(&list, &texts("{\"id\":2}\n")).unwrap_err();
        assert!(said.starts_with("a_sweep: ") && hashes.iter().all(|hash| said.contains(hash)), "{said}");
        assert!(compare(&[], &texts("")).unwrap_err().contains("does not list it"));
        assert!(compare(&list, &Vec::new()).unwrap_err().contains("nothing generates it"));
    }

    /// The reference generates what the list says, whatever lies in `build/vectors/`.
    #[test]
    fn the_reference_generates_the_listed_sweeps() {
        assert_eq!(generated().map(|texts| texts.len()), list().map(|sweeps| sweeps.len()));
    }
}
