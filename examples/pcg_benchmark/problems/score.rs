//! The score of a set: the contents that pass for quality, for their controls, and for diversity.

use super::{Content, Controls, Problem};

/// The values of a set, one for each content.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The quality of each content.
    pub quality: Vec<f64>,
    /// The degree to which each content meets its controls.
    pub control: Vec<f64>,
    /// The difference of each content from the others, as the original gives it out.
    pub diversity: Vec<f64>,
    /// Whether each content is left in the set after the contents that are most similar to others have been taken out.
    unique: Vec<bool>,
}

impl Score {
    /// The number of contents that pass for quality.
    pub fn feasible(&self) -> usize {
        passed(&self.quality)
    }

    /// The number of contents that meet their controls.
    pub fn controlled(&self) -> usize {
        passed(&self.control)
    }

    /// The number of contents that pass for diversity.
    pub fn unique(&self) -> usize {
        passed(&self.diversity)
    }

    /// The number of contents that pass for all three. Here a content is unique if it is itself left over, whatever
    /// place the original gives its value.
    pub fn all_three(&self) -> usize {
        let each = self.quality.iter().zip(&self.control).zip(&self.unique);
        each.filter(|((q, c), unique)| **q >= 1.0 && **c >= 1.0 && **unique)
            .count()
    }
}

fn passed(values: &[f64]) -> usize {
    values.iter().filter(|&&value| value >= 1.0).count()
}

/// The score of a set. Content `i` is meant to meet controls `i`.
pub fn score<P: Problem>(problem: &P, contents: &[Content], controls: &[Controls]) -> Score {
    let infos: Vec<P::Info> = contents.iter().map(|c| problem.info(c)).collect();
    let quality = infos.iter().map(|info| problem.quality(info)).collect();
    let pairs = infos.iter().zip(controls);
    let control = pairs.map(|(info, c)| problem.control(info, c)).collect();
    let alike = |a: &P::Info, b: &P::Info| 1.0 - problem.diversity(a, b);
    let row = |a: &P::Info| infos.iter().map(|b| alike(a, b)).collect();
    let similarity: Vec<Vec<f64>> = infos.iter().map(row).collect();
    let (diversity, unique) = diversity(&similarity);
    Score {
        quality,
        control,
        diversity,
        unique,
    }
}

/// The diversity of each content, and whether it is left over. As long as some content is similar to others, the most
/// similar one is taken out, and its diversity is 1 minus its mean similarity to the others. The contents that are left
/// over have diversity 1.
///
/// The original collects the values from the last one taken out to the first, each at the content's place in the whole
/// set. If several contents are taken out, values thus get to the places of other contents. The number of passing
/// values stays right.
fn diversity(similarity: &[Vec<f64>]) -> (Vec<f64>, Vec<bool>) {
    let mut left: Vec<usize> = (0..similarity.len()).collect();
    let mut taken = Vec::new();
    while let Some((at, sum)) = most_similar(similarity, &left) {
        let row = &similarity[left[at]];
        let amount = left.iter().filter(|&&j| row[j] > 0.0).count();
        let value = (1.0 - (sum - 1.0) / amount as f64).clamp(0.0, 1.0);
        taken.push((left.remove(at), value));
    }
    let mut unique = vec![false; similarity.len()];
    left.iter().for_each(|&index| unique[index] = true);
    let mut values = vec![1.0; left.len()];
    for (index, value) in taken.into_iter().rev() {
        values.insert(index.min(values.len()), value);
    }
    (values, unique)
}

/// The place in `left` of the content with the greatest sum of similarities to all that are left, and that sum; `None`
/// if no content is similar to another than itself.
fn most_similar(similarity: &[Vec<f64>], left: &[usize]) -> Option<(usize, f64)> {
    let mut row = Vec::with_capacity(left.len());
    let mut most: Option<(usize, f64)> = None;
    for (at, &i) in left.iter().enumerate() {
        row.clear();
        row.extend(left.iter().map(|&j| similarity[i][j]));
        let sum = pairwise_sum(&row);
        if most.is_none_or(|(_, best)| sum > best) {
            most = Some((at, sum));
        }
    }
    most.filter(|(_, sum)| *sum > 1.0)
}

/// A sum in the order in which numpy adds, so that of two contents that are nearly as similar to the others the same
/// one is taken out.
fn pairwise_sum(values: &[f64]) -> f64 {
    const LANES: usize = 8;
    if values.len() > 128 {
        let half = values.len() / 2;
        let (first, second) = values.split_at(half - half % LANES);
        return pairwise_sum(first) + pairwise_sum(second);
    }
    let (whole, rest) = values.as_chunks::<LANES>();
    let Some((&first, others)) = whole.split_first() else {
        return rest.iter().fold(0.0, |sum, value| sum + value);
    };
    let mut lanes = first;
    for chunk in others {
        lanes.iter_mut().zip(chunk).for_each(|(sum, v)| *sum += v);
    }
    let [a, b, c, d, e, f, g, h] = lanes;
    let sum = ((a + b) + (c + d)) + ((e + f) + (g + h));
    rest.iter().fold(sum, |sum, value| sum + value)
}
