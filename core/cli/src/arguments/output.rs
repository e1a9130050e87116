//! Where a command writes, and in which form: the options `--output`, `--in-place`, `--check` and `--compress`.

use crate::codec::format::Compression;
use crate::input::source::Source;
use crate::output::destination::Destination;
use crate::output::target::replaceable;
use crate::report::failure::{Failure, errno};
use crate::report::visible::visible;
use crate::system::bytes_of;
use clap::{Args, ValueEnum};
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The option of commands that write one stream.
#[derive(Args, Clone, Debug)]
pub(crate) struct OutputArguments {
    /// Write to FILE instead of standard output; - is standard output
    ///
    /// FILE is replaced, by a rename, after all output is written and synced to disk; a failure leaves the old file. The
    /// new file keeps the permissions and the access ACL of the old one, and its owner and group if the process may set
    /// them. A pipe or a device, such as /dev/stderr, is written as the output comes.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Compress the output [default: by the name of the output file: .gz, .zst or .zstd]
    #[arg(long, value_name = "FORMAT")]
    compress: Option<CompressionChoice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CompressionChoice {
    Gzip,
    Zstd,
    None,
}

/// The options of commands that turn one file into another.
#[derive(Args, Clone, Debug)]
pub(crate) struct InPlaceArguments {
    #[command(flatten)]
    output: OutputArguments,
    /// Replace the input file, as --output does; a compressed file is compressed again
    ///
    /// A file with nothing to change is left alone. If another process changes the file meanwhile, it is left alone, with a
    /// warning and exit code 1.
    #[arg(short, long, conflicts_with = "output")]
    in_place: bool,
    /// With --in-place: keep the old file, under its name with SUFFIX at the end; -iSUFFIX says both, as in -i.bak
    #[arg(long, value_name = "SUFFIX", requires = "in_place", value_parser = suffix)]
    backup: Option<OsString>,
    /// Write nothing: name each file that would change, and exit with 1 if there are any
    #[arg(long, conflicts_with_all = ["output", "in_place", "compress"])]
    check: bool,
}

/// The end of the name of a backup.
fn suffix(text: &str) -> Result<OsString, String> {
    match text.is_empty() || text.contains('/') {
        true => Err("expected the end of a file name, as in .bak".to_owned()),
        false => Ok(text.into()),
    }
}

/// The path of the backup of a file.
fn backup_of(path: &Path, suffix: &OsStr) -> PathBuf {
    [path.as_os_str(), suffix].into_iter().collect::<OsString>().into()
}

/// Whether a path is a folder, or is written as one.
fn is_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/") || path.is_dir()
}

impl OutputArguments {
    /// Begins the output.
    pub(crate) fn destination(&self) -> Result<Destination, Failure> {
        match self.output.as_deref() {
            Some(path) => self.at(path),
            None => Destination::stdout().compressed(self.compression(None)),
        }
    }

    fn at(&self, path: &Path) -> Result<Destination, Failure> {
        Destination::plain("--output", path)?.compressed(self.compression(Compression::by_name(path)))
    }

    /// The folder that `--output` names, for a file of each input.
    fn folder(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| is_folder(path))
    }

    /// Whether one of the options is given.
    pub(crate) fn is_used(&self) -> bool {
        self.output.is_some() || self.compress.is_some()
    }

    /// The format of the output; `default` if no option chooses it.
    fn compression(&self, default: Option<Compression>) -> Option<Compression> {
        match self.compress {
            Some(CompressionChoice::Gzip) => Some(Compression::Gzip),
            Some(CompressionChoice::Zstd) => Some(Compression::Zstd),
            Some(CompressionChoice::None) => None,
            None => default,
        }
    }
}

impl InPlaceArguments {
    /// Refuses an input that --in-place cannot replace, before it is opened: to open a pipe is to wait for its writer.
    pub(crate) fn allows(&self, input: Option<&Path>) -> Result<(), Failure> {
        match input {
            Some(path) if self.in_place && path != Path::new("-") => replaceable("--in-place", path).map(drop),
            _ => Ok(()),
        }
    }

    /// The path of the output, if the arguments name one.
    pub(crate) fn path<'p>(&'p self, inputs: &'p [PathBuf]) -> Option<&'p Path> {
        match inputs {
            [input] if self.in_place || self.check => Some(input),
            _ => self.output.output.as_deref(),
        }
    }

    /// Refuses several inputs whose outputs would be one, or destroy each other.
    pub(crate) fn allows_all(&self, inputs: &[PathBuf]) -> Result<(), Failure> {
        if inputs.len() < 2 {
            return Ok(());
        }
        let folder = self.output.folder();
        if !self.in_place && !self.check && folder.is_none() {
            return Err(Failure::Usage(
                "several files require --in-place, --check, or --output with a folder".to_owned(),
            ));
        }
        let mut outputs = HashSet::new();
        for input in inputs {
            let output = if folder.is_some() { file_name(input)? } else { input };
            let backup = self.backup.as_deref().map(|suffix| backup_of(input, suffix));
            for place in [Some(output.to_owned()), backup].into_iter().flatten() {
                let name = visible(bytes_of(&place));
                if !outputs.insert(place) {
                    return Err(Failure::Usage(format!("two of the files would be written to one place: {name}")));
                }
            }
        }
        Ok(())
    }

    /// Begins the output; `input` is the input file, if the arguments name one, and `source` is open on it.
    pub(crate) fn destination(&self, input: Option<&Path>, source: &Source) -> Result<Destination, Failure> {
        let input = input.filter(|path| *path != Path::new("-"));
        let named = |option| input.ok_or_else(|| Failure::Usage(format!("{option} requires the name of one file")));
        if self.check {
            return Ok(Destination::compared(named("--check")?, source.again()?));
        }
        if self.in_place {
            let path = named("--in-place")?;
            let compression = self.output.compression(source.compression());
            let old_text = if compression == source.compression() { Some(source.again()?) } else { None };
            let destination = Destination::in_place(
                path,
                source.look()?,
                old_text,
                self.backup.as_deref().map(|suffix| backup_of(path, suffix)),
            )?;
            return destination.compressed(compression);
        }
        match self.output.folder() {
            Some(folder) => {
                let path = folder.join(file_name(named("--output with a folder")?)?);
                std::fs::create_dir_all(folder)
                    .map_err(|error| Failure::io("make the folder", folder, errno(&error)))?;
                let destination = self.output.at(&path)?;
                destination.spares("--output", source.id(), source.name())?;
                Ok(destination)
            }
            None => self.output.destination(),
        }
    }
}

/// The last part of a path, which a folder gets.
fn file_name(path: &Path) -> Result<&Path, Failure> {
    let refused = || Failure::Usage(format!("{} is not the name of a file", visible(bytes_of(path))));
    path.file_name().map(Path::new).ok_or_else(refused)
}
