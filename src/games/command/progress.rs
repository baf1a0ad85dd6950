//! The progress bar of work that takes a while, on standard error.

use indicatif::{ProgressBar, ProgressStyle};

/// Makes the bar for `count` pieces of work, which `what` names in the plural.
pub fn progress_bar(count: u64, what: &str) -> ProgressBar {
    ProgressBar::new(count).with_style(style(what))
}

fn style(what: &str) -> ProgressStyle {
    let template = format!("{{bar:40}} {{pos}}/{{len}} {what}  {{elapsed}}, {{eta}} to go");
    ProgressStyle::with_template(&template).expect("the template is valid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_counts_up_to_its_length() {
        let bar = progress_bar(3, "games");
        bar.inc(2);
        assert_eq!((bar.position(), bar.length()), (2, Some(3)));
    }
}
