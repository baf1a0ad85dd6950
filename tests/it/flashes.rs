//! Nothing flashes more than guidelines allow: each game is evolved, played with the fastest animations until it ends
//! or for a while, and filmed frame by frame. The tour fails if the evolution does not end or the game does not begin.

use crate::window::run_tour;

#[test]
fn no_screen_flashes_more_than_three_times_within_a_second() {
    let folder = tempfile::tempdir().expect("a folder");
    let (has_succeeded, log) = run_tour("--flashes", folder.path());
    let path = folder.path().join("flashes.txt");
    let report = std::fs::read_to_string(path).expect("the measurement is written");
    assert!(has_succeeded, "{report}{log}");
    let frames: Vec<usize> = report
        .lines()
        .filter_map(|line| {
            line.split_once(": ")?
                .1
                .split_once(" frames")?
                .0
                .parse()
                .ok()
        })
        .collect();
    // The steps of a game take sixteen seconds in all, even if no run has to be awaited, so that nothing was left out.
    assert_eq!(frames.len(), 4, "{report}");
    assert!(frames.iter().all(|frames| *frames > 16 * 20), "{report}");
}
