//! The card about the heirs of a dungeon: every enemy with its deeds, and both trees of the programs before and after,
//! with signs where they differ.

use bevy::input::ButtonState;
use bevy::prelude::*;
use evolvarium::games::dungeon::Table;
use evolvarium::games::dungeon::descent::{Descent, DescentStatus};
use evolvarium::games::dungeon::enemies::node_names::name_of_node;
use evolvarium::games::dungeon::enemies::tree_difference::text_of;
use evolvarium::games::dungeon::heredity::{EnemyLineage, Heirs};
use evolvarium::games::dungeon::players::{Player, ReferencePlayer};
use evolvarium::games::dungeon::rules::Move;
use evolvarium::games::dungeon::rules::program::TreeKind;
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::generation::{EvolutionParameters, Pick, Seed};
use evolvarium::shell::input::prompts::Device;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::words::{Language, Words};

use crate::dungeon_app::{game, table};
use crate::fitting::is_shown;
use crate::harness::{fix_frame_time, is_said, is_text_shown, press_text, written};
use crate::keys::{connect_pad, move_key, move_stick, press};

const SETUP: &str = "d2f2r8s9e3c1l0h2";

/// The moves of the careful player into the second dungeon of a descent; `None` if the hero dies on the way, or no
/// child has another program than its parent.
fn way_down(seed: u64) -> Option<Vec<Move>> {
    let setup: Setup = SETUP.parse().expect("a setup");
    let descent = Descent::new(
        &setup,
        &EvolutionParameters::default(),
        Seed(seed),
        Pick::Best,
    );
    let mut descent = descent.expect("a dungeon");
    let (mut player, mut moves) = (ReferencePlayer::Careful.player(), Vec::new());
    while descent.status() == DescentStatus::Descending && descent.depth() == 1 {
        let made = player.choose(&descent.game).expect("the game goes on");
        descent.make(made, &mut Vec::new()).expect("a legal move");
        moves.push(made);
    }
    let heirs = descent.heirs()?;
    heirs.families.iter().any(has_learnt).then_some(moves)
}

fn has_learnt(family: &EnemyLineage) -> bool {
    let mut children = family.placed_children();
    children.any(|child| family.has_learnt(child))
}

/// A game whose hero has just come into a dungeon of children with programs of their own.
fn among_heirs(folder: &std::path::Path) -> App {
    let (seed, moves) = (1..40)
        .find_map(|seed| Some((seed, way_down(seed)?)))
        .expect("somebody learns");
    let mut app = game(folder, &format!("dungeon:{SETUP}#{}", Seed(seed)));
    for made in moves {
        let played = app.world_mut().resource_mut::<Table>().play(made);
        played.expect("a legal move");
    }
    assert_eq!(table(&app).state().depth(), 2);
    app.update();
    app
}

fn heirs(app: &App) -> std::sync::Arc<Heirs> {
    let heirs = table(app).state().heirs();
    std::sync::Arc::clone(heirs.expect("the enemies are children"))
}

/// A text of several pieces on the screen: its caption, and each piece with its colour.
type InPieces = (String, Vec<(String, Color)>);

/// The texts of several pieces that are seen.
fn texts_in_pieces(app: &mut App) -> Vec<InPieces> {
    let world = app.world_mut();
    let mut texts = world.query::<(Entity, &Text, &Children)>();
    let found: Vec<_> = texts.iter(world).collect();
    let shown = found
        .into_iter()
        .filter(|(entity, ..)| is_shown(world, *entity));
    let pieces = |children: &Children| -> Vec<(String, Color)> {
        let spans = children.iter().filter_map(|child| {
            let span = world.get::<TextSpan>(child)?;
            Some((span.0.clone(), world.get::<TextColor>(child)?.0))
        });
        spans.filter(|(text, _)| !text.is_empty()).collect()
    };
    let texts = shown.map(|(_, text, children)| (written(text), pieces(children)));
    texts.filter(|(_, pieces)| !pieces.is_empty()).collect()
}

fn whole(pieces: &[(String, Color)]) -> String {
    pieces.iter().map(|(text, _)| text.as_str()).collect()
}

#[test]
fn the_card_shows_whole_programs_before_and_after_with_signs_where_they_differ() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = among_heirs(folder.path());
    press(&mut app, KeyCode::KeyF);
    app.update();
    assert!(is_text_shown(app.world_mut(), "The next generation"));
    assert_eq!(texts_in_pieces(&mut app), [], "programs are seen on demand");
    press_text(&mut app, "Show their programs");
    app.update();
    assert!(is_text_shown(
        app.world_mut(),
        "+ stands before what is new"
    ));
    let shown = texts_in_pieces(&mut app);
    let captions = [(TreeKind::Patrol, "Patrol"), (TreeKind::Attack, "Attack")];
    let mut expected = 0;
    for family in &heirs(&app).families {
        let learnt = family.placed_children();
        for child in learnt.filter(|child| family.has_learnt(child)) {
            for (kind, name) in captions {
                let trees = [&family.parent.program, &child.breed.program];
                let words = Words::of(Language::English);
                let node_name = |node| words.get(name_of_node(node));
                let [was, is] = trees.map(|program| text_of(program.tree(kind), node_name));
                let wanted = match was == is {
                    true => vec![(format!("{name}, as before:"), was, '+')],
                    false => vec![
                        (format!("{name} before:"), was, '−'),
                        (format!("{name} now:"), is, '+'),
                    ],
                };
                expected += wanted.len();
                for (caption, tree, sign) in wanted {
                    // However long it is, the whole tree is there.
                    let found = shown.iter().any(|(text, pieces)| {
                        *text == caption && whole(pieces).replace(sign, "").trim() == tree
                    });
                    assert!(found, "{caption} {tree} is not in {shown:#?}");
                }
            }
        }
    }
    assert_eq!(shown.len(), expected);
    // Marked parts have a sign and a colour of their own, and no other parts have them.
    let mut marked = 0;
    for (caption, pieces) in &shown {
        let plain = pieces.iter().filter(|(text, _)| !text.contains(['+', '−']));
        let plain = plain.filter(|(text, _)| text.trim() != "");
        let plain: Vec<Color> = plain.map(|(_, colour)| *colour).collect();
        let changed = pieces.iter().filter(|(text, _)| text.contains(['+', '−']));
        for (text, colour) in changed {
            marked += 1;
            assert!(!plain.contains(colour), "{text} of {caption}");
            assert!(!caption.ends_with("as before:"), "{text} of {caption}");
        }
        assert!(plain.windows(2).all(|pair| pair[0] == pair[1]), "{caption}");
    }
    assert!(marked > 0);
    // Another key closes the card, and is no move.
    let before = table(&app).moves().len();
    press(&mut app, KeyCode::KeyG);
    (0..3).for_each(|_| app.update());
    assert!(!is_text_shown(app.world_mut(), "The next generation"));
    assert_eq!(table(&app).moves().len(), before);
}

#[test]
fn a_key_or_a_stick_that_is_held_since_before_the_card_does_not_close_it() {
    const CARD: &str = "The next generation";
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = among_heirs(folder.path());
    let pad = connect_pad(&mut app);
    // Another gamepad lies beside it.
    connect_pad(&mut app);
    // Twenty frames are a second, and a key repeats after a third of one.
    fix_frame_time(&mut app);
    let hold = |app: &mut App, device: Device, is_held: bool| match device {
        Device::Keyboard if is_held => {
            move_key(app, KeyCode::ArrowRight, ButtonState::Pressed);
        }
        Device::Keyboard => move_key(app, KeyCode::ArrowRight, ButtonState::Released),
        Device::Gamepad => move_stick(app, pad, f32::from(u8::from(is_held)), 0.0),
    };
    for device in [Device::Keyboard, Device::Gamepad] {
        hold(&mut app, device, true);
        press(&mut app, KeyCode::KeyF);
        (0..20).for_each(|_| app.update());
        assert!(is_text_shown(app.world_mut(), CARD), "{device:?}");
        hold(&mut app, device, false);
        app.update();
        // Another push closes it.
        hold(&mut app, device, true);
        hold(&mut app, device, false);
        app.update();
        assert!(!is_text_shown(app.world_mut(), CARD), "{device:?}");
    }
}

#[test]
fn the_programs_on_the_card_are_in_the_language_that_was_chosen_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = among_heirs(folder.path());
    press(&mut app, KeyCode::KeyF);
    app.update();
    press_text(&mut app, "Show their programs");
    let programs = |app: &mut App| -> String {
        app.update();
        let shown = texts_in_pieces(app);
        shown.iter().map(|(_, pieces)| whole(pieces)).collect()
    };
    let is_latin = |text: &str| text.contains(|letter: char| letter.is_ascii_alphabetic());
    assert!(is_latin(&programs(&mut app)));
    app.world_mut().resource_mut::<Settings>().language = Language::Korean;
    (0..3).for_each(|_| app.update());
    let korean = programs(&mut app);
    assert!(!korean.is_empty() && !is_latin(&korean), "{korean}");
}

#[test]
fn the_card_tells_the_deeds_of_every_enemy_of_the_dungeon_above() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = among_heirs(folder.path());
    press(&mut app, KeyCode::KeyF);
    app.update();
    let mut all = 0;
    for family in &heirs(&app).families {
        let deeds = family.deeds;
        if deeds.count > 0 {
            let line = format!(
                "In the last dungeon: {}; {} stayed alive. Life that they took: {}. Your blows that they stopped: {}.",
                deeds.count, deeds.left_alive, deeds.damage, deeds.blocked
            );
            assert!(is_said(app.world_mut(), &line), "{line}");
        }
        all += family.individuals.len();
    }
    // One line for each of them, with what it did, and whether it lives.
    let world = app.world_mut();
    let mut texts = world.query::<(Entity, &Text)>();
    let lines: Vec<Entity> = texts
        .iter(world)
        .filter(|(_, text)| {
            let text = written(text);
            let is_of_one = text.contains("fell") || text.contains("stayed alive");
            is_of_one && !text.starts_with("In the last dungeon")
        })
        .map(|(entity, _)| entity)
        .collect();
    assert_eq!(lines.len(), all);
    assert!(all > 4, "{all}");
    assert!(lines.into_iter().all(|line| is_shown(world, line)));
}
