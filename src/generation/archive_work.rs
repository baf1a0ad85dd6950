//! The making of an archive's generations in pieces on Bevy's task pools. A pause takes effect between two pieces. The
//! rest of the generation is made later, with the same results, because the batch does not change meanwhile and each
//! individual has a random stream of its own.

use std::time::{Duration, Instant};

use super::archive::{Archive, ArchiveProblem, GenomeOf};
use super::archive_batch::{Batch, Outcome};
use super::measure::Axes;
use super::pools::run_pieces;
use super::watch::RunControl;
use crate::base::{PanicError, catch_panic};

/// The time that a piece of work for the pools should take.
const PIECE: Duration = Duration::from_millis(2);

/// An archive with the generation that is being made.
pub(super) struct ArchiveWork<P: ArchiveProblem> {
    pub(super) archive: Archive<P>,
    /// `None` between two generations.
    begun: Option<BegunGeneration<P>>,
}

/// A generation that is being made.
struct BegunGeneration<P: ArchiveProblem> {
    batch: Batch<P>,
    /// The first individuals of the batch, with the numbers of their measurements.
    made: Vec<(Outcome<GenomeOf<P>>, u32)>,
}

impl<P: ArchiveProblem> ArchiveWork<P> {
    pub(super) fn new(archive: Archive<P>) -> Self {
        ArchiveWork {
            archive,
            begun: None,
        }
    }

    /// Whether a generation is being made.
    pub(super) fn has_begun(&self) -> bool {
        self.begun.is_some()
    }

    /// Begins the next generation, which fills the map with these axes.
    pub(super) fn begin(&mut self, axes: Axes) {
        self.archive.set_axes(axes);
        self.begun = Some(BegunGeneration {
            batch: self.archive.next_batch(),
            made: Vec::new(),
        });
    }

    /// Makes the rest of the generation that was begun, and returns its number; `None` if a pause came before its end.
    pub(super) async fn finish(&mut self, control: &RunControl) -> Result<Option<u32>, PanicError> {
        let size = self.archive.batch_size();
        if let Some(begun) = &mut self.begun {
            begun.make_rest(size, control).await?;
        }
        // The batch is given up before its outcomes are inserted, so that the archive alone holds its elites.
        let made = self.begun.take_if(|begun| begun.made.len() >= size);
        let Some(made) = made.map(|begun| begun.made) else {
            return Ok(None);
        };
        let generation = self.archive.generation();
        catch_panic(|| self.archive.insert(made))?;
        Ok(Some(generation))
    }
}

impl<P: ArchiveProblem> BegunGeneration<P> {
    /// Makes the individuals up to `size`, or until a pause. A piece is longer where individuals are cheap.
    async fn make_rest(&mut self, size: usize, control: &RunControl) -> Result<(), PanicError> {
        let (batch, made) = (&self.batch, &mut self.made);
        let (first, started) = (made.len(), Instant::now());
        made.extend(catch_panic(|| batch.reproduce(first..first + 1))?);
        let each = started.elapsed().as_nanos().max(1);
        let piece = (PIECE.as_nanos() / each).clamp(1, size.div_ceil(4) as u128) as usize;
        let starts = (first + 1..size).step_by(piece);
        let pieces = starts.take_while(|_| !control.should_stop()).map(|start| {
            let (batch, end) = (batch.clone(), (start + piece).min(size));
            async move { catch_panic(|| batch.reproduce(start..end)) }
        });
        let mut all = Vec::new();
        run_pieces(pieces, |piece| all.push(piece)).await;
        for piece in all {
            made.extend(piece?);
        }
        Ok(())
    }
}
