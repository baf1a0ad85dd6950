//! The file of a plot, which an experiment writes beside its report.

use std::io::Write;
use std::path::PathBuf;

use atomic_write_file::AtomicWriteFile;

use super::CommandError;
use crate::plot::Plot;
use crate::shell::theme::plot::plot_colours;

/// A file that is open for a plot. Until the plot is written, an older file in its place stays as it is.
pub struct PlotFile {
    path: PathBuf,
    file: AtomicWriteFile,
}

impl PlotFile {
    /// Opens the chosen file, or the usual one: the name of the experiment with `.svg` in this folder. It is opened
    /// before the work, so that a file that cannot be written is found out early.
    pub fn open(chosen: Option<&PathBuf>, experiment: &str) -> Result<Self, CommandError> {
        let path = chosen.cloned();
        let path = path.unwrap_or_else(|| PathBuf::from(experiment).with_extension("svg"));
        // A file that takes the place of a folder would be refused only at the end.
        let opened = match path.is_dir() {
            true => Err(std::io::ErrorKind::IsADirectory.into()),
            false => AtomicWriteFile::open(&path),
        };
        match opened {
            Ok(file) => Ok(PlotFile { path, file }),
            Err(why) => Err(CommandError::unwritable(&path, &why)),
        }
    }

    /// Writes the plot; returns the line that names the file.
    pub fn write(mut self, plot: &Plot) -> Result<String, CommandError> {
        let svg = plot.svg(&plot_colours()).map_err(CommandError::failed)?;
        let written = self.file.write_all(svg.as_bytes());
        let written = written.and_then(|()| self.file.commit());
        written.map_err(|why| CommandError::unwritable(&self.path, &why))?;
        Ok(format!("plot: {}", self.path.display()))
    }
}
