//! The words of the command line.

use std::path::PathBuf;

/// `[--quick] [--record MACHINE] [--peers FOLDER] [--report CSV] [--pictures] [--texts FOLDER] [WORD...]`
#[derive(Default)]
pub(crate) struct Words {
    /// Every subject runs once and the outputs are compared; nothing is timed.
    pub(crate) quick: bool,
    /// The name of this machine, for a record.
    pub(crate) record: Option<String>,
    /// The folder of the libraries of peers, from `tools/run bench`.
    pub(crate) peers: PathBuf,
    /// A record whose picture and verdicts are to be written again.
    pub(crate) report: Option<PathBuf>,
    /// The same for every record.
    pub(crate) pictures: bool,
    /// The folder for texts of the runners of other languages.
    pub(crate) texts: Option<PathBuf>,
    /// The chosen cases; with `texts`, contents.
    pub(crate) chosen: Vec<String>,
}

impl Words {
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut words = Words::default();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--quick" => words.quick = true,
                "--pictures" => words.pictures = true,
                "--record" => words.record = Some(machine(value()?)?),
                "--peers" => words.peers = value()?.into(),
                "--report" => words.report = Some(value()?.into()),
                "--texts" => words.texts = Some(value()?.into()),
                option if option.starts_with('-') && option.len() > 1 => return Err(format!("what is {option}?")),
                _ => words.chosen.push(argument),
            }
        }
        Ok(words)
    }
}

/// A name that can be that of a folder in `bench/records/`, and of none elsewhere.
fn machine(name: String) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !name.is_empty() && name.bytes().all(fits) {
        Ok(name)
    } else {
        Err(format!("'{name}' is no name of a machine: letters, digits, - and _"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Words, String> {
        Words::parse(line.split_whitespace().map(String::from))
    }

    #[test]
    fn a_record_goes_nowhere_else() {
        assert_eq!(parsed("--record some-machine").unwrap().record.as_deref(), Some("some-machine"));
        for name in [".", "..", "/tmp", "a/b"] {
            assert!(parsed(&format!("--record {name}")).is_err(), "{name}");
        }
        assert!(parsed("--quick json_escape").unwrap().quick);
        assert!(parsed("--record").is_err());
        assert!(parsed("--fast").is_err());
    }
}
