//! Reading a run in the theatre: explanations at a click, the story at its end, the last run beside it, and families.

use std::path::Path;
use std::time::Duration;

use bevy::a11y::AccessibilityRequested;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::ui_widgets::{Activate, Button};
use evolvarium::generation::Seed;
use evolvarium::shell::games::ActiveGame;
use evolvarium::shell::screen::Screen;
use evolvarium::shell::settings::{Settings, TheatrePace};
use evolvarium::shell::table::new_game::FixedSeed;
use evolvarium::shell::theatre::{self, Show};
use evolvarium::shell::theme::tooltip::Tooltip;
use evolvarium::shell::words::Words;

use crate::fitting::is_shown;
use crate::harness::{
    app, card, fix_frame_time, is_said, is_text_shown, open_window, press_text, screen, until,
};
use crate::keys::press;
use crate::theatre::{
    choose_late_seed, finish_run, open_theatre, set_up_long_run, shown_generation, texts,
};

/// The game in the theatre, at the end of a run that took some generations.
pub fn app_at_end_of_run(folder: &Path) -> App {
    let mut app = app(folder);
    app.update();
    choose_late_seed(&mut app, 3);
    // The story takes the place of the chart only many frames after the last view. The pause before that view lasts as
    // many frames as the painting of the view before it did.
    let frame = Duration::from_millis(5);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
    open_theatre(&mut app);
    finish_run(&mut app);
    until(&mut app, "the end in view", |world| {
        is_said(world, "the best is 0 from the target")
    });
    app
}

/// Opens the page of the winner's family.
pub fn open_family_tree(app: &mut App) {
    press_text(app, "Family tree");
    until(app, "the family", |world| {
        is_said(world, "of the 20 founders are among its ancestors")
    });
}

/// The text with this beginning.
pub fn text_of(app: &mut App, start: &str) -> String {
    let texts = texts(app.world_mut());
    let found = texts.into_iter().find(|text| text.starts_with(start));
    found.unwrap_or_else(|| panic!("nothing begins with {start}"))
}

#[test]
fn a_click_explains_a_fact_a_curve_and_an_individual_until_escape() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_at_end_of_run(folder.path());
    let fact = text_of(&mut app, "Swap potential: ");
    press_text(&mut app, &fact);
    let value = fact.rsplit(' ').next().expect("a number").to_owned();
    let explained = text_of(&mut app, "Patterns of four cells");
    assert!(
        explained.contains(&format!("It has {value}; 488 ± ")),
        "{explained}"
    );
    press_text(&mut app, "— •  Playable: best, median, middle half");
    assert!(!is_said(app.world_mut(), "Patterns of four cells"));
    let explained = text_of(&mut app, "In generation ");
    assert!(
        explained.contains("the best has distance 0 (thick line)"),
        "{explained}"
    );
    assert!(
        explained.contains("Each • is one individual, from "),
        "{explained}"
    );
    // The tooltip explains the fault that makes individuals unplayable.
    let mut tooltips = app.world_mut().query::<&Tooltip>();
    let mut tooltips = tooltips.iter(app.world());
    let is_fault = |tooltip: &Tooltip| tooltip.text(app.world()).contains("No block can ever land");
    assert!(tooltips.any(is_fault));
    // The flags are explained in the legend, and a screen reader gets them with the chart.
    let flags = texts(app.world_mut()).into_iter();
    let flags = flags
        .filter(|text| text.contains("◀| Record"))
        .collect::<Vec<_>>();
    assert_eq!(flags.len(), 1, "{flags:?}");
    press_text(&mut app, &flags[0]);
    let explained = text_of(&mut app, "Flags mark the moments");
    assert!(explained.contains("with distance 0."), "{explained}");
    app.world().resource::<AccessibilityRequested>().set(true);
    app.update();
    let mut names = app.world_mut().query::<&AccessibleLabel>();
    let chart = names.iter(app.world()).find(|name| {
        let is_chart = name.0.contains("the best is 0 from the target");
        is_chart && name.0.contains("the last in generation ")
    });
    let name = &chart.expect("the chart is named").0;
    assert!(name.contains("All of them lie between "), "{name}");
    press_text(&mut app, "The winner");
    until(&mut app, "the number of children", |world| {
        is_text_shown(world, "Children: ")
    });
    let explained = text_of(&mut app, "Rank 1 of ");
    assert!(explained.contains("distance 0") && explained.contains("Children: "));
    assert!(explained.contains("Born in "), "{explained}");
    press(&mut app, KeyCode::Escape);
    assert!(!is_said(app.world_mut(), "Rank 1 of "));
    assert_eq!(screen(app.world()), Screen::Theatre);
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the setup", |world| {
        screen(world) == Screen::Setup
    });
}

#[test]
fn a_run_tells_its_story_at_its_end_and_its_course_stands_beside_the_next_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    // However slow the frames are, the run has not ended when its first view is there.
    set_up_long_run(&mut app, 30);
    open_theatre(&mut app);
    assert!(is_said(
        app.world_mut(),
        "The story is told when the run has ended."
    ));
    finish_run(&mut app);
    until(&mut app, "the story", |world| {
        is_text_shown(world, "It began with 20 individuals drawn at random")
    });
    let end = text_of(&mut app, "The end: target met");
    assert!(end.contains("founders."), "{end}");
    until(&mut app, "the last generation", |world| {
        let last = shown_generation(world).unwrap_or_default();
        is_said(world, &format!("in generation {last} after"))
    });
    // The first line goes to the founders.
    let began = text_of(&mut app, "It began with 20");
    press_text(&mut app, &began);
    until(&mut app, "the founders", |world| {
        shown_generation(world) == Some(0)
    });
    assert!(!is_said(app.world_mut(), "Last run: "));
    let card = card(&app, "match3");
    (card.evolve)(app.world_mut()).expect("the usual setup is valid");
    until(&mut app, "the last run beside it", |world| {
        is_said(world, "Last run: ")
    });
}

/// The buttons over the flags of the curve, from left to right, with what they tell.
fn flags(world: &mut World) -> Vec<(Entity, String)> {
    let mut buttons = world.query_filtered::<(Entity, &Tooltip), With<Button>>();
    let world: &World = world;
    let told = buttons.iter(world).filter_map(|(button, tooltip)| {
        let text = tooltip.text(world);
        let is_flag = is_shown(world, button) && marked_generation(&text).is_some();
        is_flag.then_some((button, text))
    });
    told.collect()
}

/// The last generation that the words of a flag name: the one that it marks.
fn marked_generation(text: &str) -> Option<u32> {
    let (_, after) = text.rsplit_once("eneration ")?;
    let digits = after
        .split(|letter: char| !letter.is_ascii_digit())
        .next()?;
    digits.parse().ok()
}

#[test]
fn a_flag_on_the_curve_tells_what_it_marks_and_leads_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_at_end_of_run(folder.path());
    // Without a window the chart has no size, and no room for flags.
    open_window(&mut app);
    // Once the story is known, which is not shown yet, the words of a flag stay the same.
    until(&mut app, "the flags and the story", |world| {
        !flags(world).is_empty() && is_said(world, "It began with 20 individuals")
    });
    let planted = flags(app.world_mut());
    assert!((1..=6).contains(&planted.len()), "{planted:?}");
    let generations: Vec<Option<u32>> = planted
        .iter()
        .map(|(_, text)| marked_generation(text))
        .collect();
    assert!(generations.is_sorted(), "{planted:?}");
    let (entity, text) = planted[0].clone();
    app.world_mut().trigger(Activate { entity });
    app.update();
    assert!(is_text_shown(app.world_mut(), &text), "{text}");
    until(&mut app, "its generation", |world| {
        shown_generation(world) == marked_generation(&text)
    });
}

#[test]
fn a_run_that_has_waited_does_not_stand_beside_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_at_end_of_run(folder.path());
    press(&mut app, KeyCode::Escape);
    until(&mut app, "the setup", |world| {
        screen(world) == Screen::Setup
    });
    press_text(&mut app, "Back to the run");
    until(&mut app, "the end in view again", |world| {
        screen(world) == Screen::Theatre && is_said(world, "the best is 0 from the target")
    });
    app.update();
    assert!(!is_said(app.world_mut(), "Last run: "));
}

#[test]
fn the_family_tree_goes_to_an_ancestor_and_back_to_the_founders() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_at_end_of_run(folder.path());
    open_family_tree(&mut app);
    let born = |app: &mut App| -> u32 {
        let told = texts(app.world_mut())
            .into_iter()
            .find(|text| text.starts_with("Born in generation") && text.contains("lived until"));
        let told = told.expect("a relative is told of");
        let number = told
            .split([' ', ','])
            .nth(3)
            .and_then(|word| word.parse().ok());
        number.unwrap_or_else(|| panic!("{told}"))
    };
    let mut generation = born(&mut app);
    assert!(generation > 0);
    // Each step goes to a parent, and the last one is a founder.
    while generation > 0 {
        press_text(&mut app, "To parent 1");
        until(&mut app, "the parent", |world| {
            let texts = texts(world);
            let told = format!("Born in generation {generation},");
            !texts.iter().any(|text| text.starts_with(&told)) && is_said(world, "children.")
        });
        let parent = born(&mut app);
        assert!(parent < generation);
        generation = parent;
        until(&mut app, "its generation", |world| {
            shown_generation(world) == Some(generation)
        });
    }
    assert!(is_said(app.world_mut(), "a founder, drawn at random"));
    press(&mut app, KeyCode::Escape);
    assert_eq!(screen(app.world()), Screen::Theatre);
    assert_eq!(shown_generation(app.world_mut()), Some(0));
    assert!(!is_said(app.world_mut(), "its ancestors"));
    // The founder stays selected in the theatre, also when the view of its generation is painted.
    until(&mut app, "its view", |world| {
        !world.resource::<Show>().is_moving(true)
    });
    app.update();
    assert!(texts(app.world_mut()).iter().any(|text| text == "Selected"));
}

#[test]
fn buttons_go_to_any_relative_and_enlarge_the_family_tree() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app_at_end_of_run(folder.path());
    open_family_tree(&mut app);
    let told = |app: &mut App| text_of(app, "Born in generation");
    let first = told(&mut app);
    press_text(&mut app, "Previous relative");
    app.update();
    // The individual before stands in an earlier generation, and is not shown yet.
    let before = told(&mut app);
    assert_ne!(before, first);
    assert!(!is_said(app.world_mut(), "are among its ancestors"));
    press_text(&mut app, "Next relative");
    app.update();
    press_text(&mut app, "Previous relative");
    app.update();
    assert_eq!(told(&mut app), before);
    press_text(&mut app, "Go there");
    until(&mut app, "the relative in the middle", |world| {
        texts(world)
            .iter()
            .any(|text| text.starts_with(&before) && text.len() > before.len())
    });
}

#[test]
fn buttons_choose_and_lock_a_single_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    open_theatre(&mut app);
    press_text(&mut app, "Intervene");
    until(&mut app, "the parts", |world| {
        is_said(world, "Or choose a part here.") && is_said(world, "Swap potential: ")
    });
    press_text(&mut app, "Next part");
    until(&mut app, "the first part", |world| {
        is_said(world, "Part 1 of ")
    });
    press_text(&mut app, "Next part");
    until(&mut app, "the second part", |world| {
        is_said(world, "Part 2 of ")
    });
    press_text(&mut app, "Lock this part");
    until(&mut app, "the lock", |world| {
        is_said(world, "Locked parts: ") && is_said(world, "It is locked.")
    });
    press_text(&mut app, "Previous part");
    until(&mut app, "the first part", |world| {
        is_said(world, "Part 1 of ") && !is_said(world, "It is locked.")
    });
    press_text(&mut app, "Next part");
    until(&mut app, "the second part", |world| {
        is_said(world, "It is locked.")
    });
    press_text(&mut app, "Unlock this part");
    until(&mut app, "no lock", |world| {
        !is_said(world, "Locked parts: ")
    });
    press(&mut app, KeyCode::Escape);
    assert!(!is_said(app.world_mut(), "Or choose a part here."));
    assert_eq!(screen(app.world()), Screen::Theatre);
}

#[test]
fn the_story_and_the_families_of_a_run_are_told() {
    // A run of match-3 has a second part after its end, which other tests watch.
    for key in ["hexxagon", "tic-tac-toe", "dungeon"] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut app = app(folder.path());
        app.update();
        app.world_mut().resource_mut::<ActiveGame>().0 = Some(key);
        let card = card(&app, key);
        (card.evolve)(app.world_mut()).expect("the usual setup is valid");
        until(&mut app, "the theatre", |world| {
            screen(world) == Screen::Theatre
        });
        until(&mut app, "a view", |world| is_said(world, "median"));
        finish_run(&mut app);
        until(&mut app, "the story", |world| {
            is_said(world, "It began with")
        });
        // The parents of the last generation are looked up after its end.
        until(&mut app, "the parents", |world| {
            is_text_shown(world, "Family tree")
        });
        press_text(&mut app, "Family tree");
        until(&mut app, "the family", |world| {
            is_said(world, "among its ancestors")
        });
    }
}

/// Lets frames of a twentieth of a second go by for some seconds.
fn wait_seconds(app: &mut App, seconds: u32) {
    (0..20 * seconds).for_each(|_| app.update());
}

fn wait_for_tip(app: &mut App) {
    until(app, "a tip", |world| theatre::shown_tip(world).is_some());
}

fn runs_with_tips(app: &App) -> u32 {
    app.world().resource::<Settings>().runs_with_tips
}

#[test]
fn a_new_player_is_told_one_thing_after_the_other_until_something_is_clicked() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    choose_late_seed(&mut app, 3);
    fix_frame_time(&mut app);
    open_theatre(&mut app);
    assert!(
        theatre::shown_tip(app.world()).is_none(),
        "the run is seen first"
    );
    wait_for_tip(&mut app);
    let mut told = Vec::new();
    for _ in 0..4 {
        let tip = theatre::shown_tip(app.world()).expect("a tip");
        let words = app.world().resource::<Words>().get(tip);
        assert!(is_text_shown(app.world_mut(), &words), "{words}");
        assert!(!is_text_shown(app.world_mut(), "Click anything"), "{words}");
        assert!(!told.contains(&tip), "{tip} is told twice");
        told.push(tip);
        // Each tip stays for eight seconds, or for five if something happens in the run.
        let mut frames = 0;
        while theatre::shown_tip(app.world()) == Some(tip) {
            app.update();
            frames += 1;
            assert!(frames < 200, "{tip} stays");
        }
        assert!(told.len() == 1 || frames >= 99, "{tip}: {frames} frames");
    }
    assert!(told.contains(&"match3.tip.board"), "{told:?}");
    assert_eq!(runs_with_tips(&app), 1);
    press_text(&mut app, "The winner");
    app.update();
    assert_eq!(theatre::shown_tip(app.world()), None);
    until(&mut app, "what was clicked", |world| {
        is_text_shown(world, "Rank 1 of ")
    });
    wait_seconds(&mut app, 10);
    assert_eq!(theatre::shown_tip(app.world()), None);
}

#[test]
fn a_player_who_knows_the_theatre_is_told_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    app.world_mut().resource_mut::<Settings>().runs_with_tips = 5;
    open_theatre(&mut app);
    fix_frame_time(&mut app);
    wait_seconds(&mut app, 12);
    assert_eq!(theatre::shown_tip(app.world()), None);
    assert!(is_text_shown(app.world_mut(), "Click anything"));
    // A fixed seed means that pictures are to be the same each time, so there are no tips.
    app.world_mut().resource_mut::<Settings>().runs_with_tips = 0;
    app.insert_resource(FixedSeed(Seed(1)));
    wait_seconds(&mut app, 12);
    assert_eq!(theatre::shown_tip(app.world()), None);
    assert_eq!(runs_with_tips(&app), 0);
}

#[test]
fn a_new_player_is_told_of_the_first_children_when_they_come_and_once_in_each_run() {
    const CHILDREN: Option<&str> = Some("theatre.tip.parents");
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    // A generation takes five seconds.
    app.world_mut().resource_mut::<Settings>().theatre_pace = TheatrePace::Slow;
    // Children come again and again, in case other tips take the turns of the first ones.
    set_up_long_run(&mut app, 30);
    fix_frame_time(&mut app);
    for run in 1..=2 {
        open_theatre(&mut app);
        until(&mut app, "the first children", |world| {
            theatre::shown_tip(world) == CHILDREN
        });
        assert!(shown_generation(app.world_mut()) > Some(0));
        let words = app.world().resource::<Words>().get("theatre.tip.parents");
        assert!(is_text_shown(app.world_mut(), &words));
        until(&mut app, "something else", |world| {
            theatre::shown_tip(world) != CHILDREN
        });
        for _ in 0..400 {
            app.update();
            assert_ne!(theatre::shown_tip(app.world()), CHILDREN);
        }
        assert_eq!(runs_with_tips(&app), run);
    }
}

#[test]
fn tips_can_be_switched_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    choose_late_seed(&mut app, 3);
    fix_frame_time(&mut app);
    open_theatre(&mut app);
    wait_for_tip(&mut app);
    app.world_mut().resource_mut::<Settings>().theatre_tips = false;
    wait_seconds(&mut app, 12);
    assert_eq!(theatre::shown_tip(app.world()), None);
    assert!(is_text_shown(app.world_mut(), "Click anything"));
}
