//! Ids, moves and files.

use std::fs;
use std::time::SystemTime;

use bevy::tasks::block_on;
use evolvarium::games::match3::Match3;
use evolvarium::generation::{Crossover, EvolutionParameters, Pick, Scheme, Seed, Selection};
use evolvarium::session::record::SavedMoveError;
use evolvarium::session::store::{self, StoreError};
use evolvarium::session::{Autosave, Difficulty, FileReport, GameId, Origin, Rules, Session};
use proptest::prelude::*;

/// A game of adding numbers that may not pass 100.
#[derive(Debug)]
struct Adding;

#[derive(Debug, thiserror::Error)]
#[error("{0} is too much")]
struct TooMuch(u32);

impl Rules for Adding {
    type State = u32;
    type Move = u32;
    type MoveError = TooMuch;
    type Events = u32;

    fn apply(sum: &mut u32, add: &u32) -> Result<u32, TooMuch> {
        if *sum + add > 100 {
            return Err(TooMuch(*add));
        }
        *sum += add;
        Ok(*sum)
    }
}

#[test]
fn undo_and_redo_go_all_the_way_and_a_new_move_forgets_the_undone() {
    let mut session = Session::<Adding>::new(0);
    for add in [1, 2, 4, 8] {
        session.play(add).expect("below 100");
    }
    assert!(session.play(90).is_err());
    assert_eq!((*session.state(), session.moves().len()), (15, 4));
    for left in [7, 3, 1, 0, 0] {
        session.undo();
        assert_eq!(*session.state(), left);
    }
    assert!(!session.can_undo() && session.can_redo());
    session.redo();
    session.redo();
    assert_eq!((*session.state(), session.moves()), (3, &[1, 2][..]));
    session.play(10).expect("below 100");
    assert!(!session.can_redo());
    session.restart();
    assert_eq!(*session.state(), 0);
    session.redo();
    session.redo();
    session.redo();
    assert_eq!(*session.state(), 13);
}

/// Makes a session from its moves again.
fn replay(moves: Vec<u32>, made: usize) -> Result<Session<Adding>, SavedMoveError> {
    let no_work = |_: &u32, _: &u32| None::<std::future::Ready<()>>;
    block_on(Session::replay(0, moves, made, no_work))
}

#[test]
fn a_saved_session_comes_back_with_its_undone_moves_and_a_false_move_is_named() {
    let mut session = Session::<Adding>::new(0);
    for add in [5, 6, 7] {
        session.play(add).expect("below 100");
    }
    session.undo();
    let mut moves = session.all_moves().to_vec();
    let made = session.moves().len();
    let mut back = replay(moves.clone(), made).expect("its own moves");
    assert_eq!(*back.state(), 11);
    back.redo();
    assert_eq!(*back.state(), 18);
    moves[1] = 1_000;
    let error = replay(moves, made).expect_err("too much");
    assert_eq!(
        error.to_string(),
        "move 2 of the saved game cannot be made: 1000 is too much"
    );
}

fn any_id() -> impl Strategy<Value = GameId> {
    let parameters = (
        2u32..=2_000,
        0u32..=1,
        0u32..=500,
        any::<[bool; 2]>(),
        1u32..1_000_000,
        0u8..=16,
    );
    let pick = prop_oneof![
        Just(Pick::Best),
        any::<u32>().prop_map(Pick::BestAt),
        any::<(u32, u32)>().prop_map(|(g, m)| Pick::Member(g, m)),
    ];
    (parameters, pick, any::<u64>()).prop_map(|(parameters, pick, seed)| {
        let (population, elitism, thousandths, [point, one], generations, size) = parameters;
        // An id with the individual itself needs no pick.
        let is_changed = seed % 5 == 0;
        GameId {
            game: "match3".to_owned(),
            version: (seed % 3 > 0).then_some((seed % 3) as u32),
            setup: "9x9c6-p500".to_owned(),
            parameters: EvolutionParameters {
                population,
                elitism,
                mutation: f64::from(thousandths) / 1_000.0,
                crossover: if point {
                    Crossover::OnePoint
                } else {
                    Crossover::Uniform
                },
                scheme: if one {
                    Scheme::OnePopulation
                } else {
                    Scheme::TwoPopulations
                },
                selection: if size < 2 {
                    Selection::Roulette
                } else {
                    Selection::Tournament(size)
                },
                generations,
                ..EvolutionParameters::default()
            },
            seed: Seed(seed),
            pick: if is_changed { Pick::Best } else { pick },
            genome: is_changed.then(|| "12x9e2c1.5x5e0c0_0.1.2".to_owned()),
        }
    })
}

proptest! {
    #[test]
    fn ids_are_written_and_read_back(id in any_id()) {
        prop_assert_eq!(id.to_string().parse::<GameId>(), Ok(id));
    }

    /// A letter of an id is another one, so that about half of the texts are ids.
    #[test]
    fn no_text_breaks_the_reading_of_ids(id in any_id(), at in any::<prop::sample::Index>(), letter in prop::char::range(' ', '~')) {
        let mut text: Vec<char> = id.to_string().chars().collect();
        let at = at.index(text.len());
        text[at] = letter;
        let text: String = text.into_iter().collect();
        if let Ok(id) = text.parse::<GameId>() {
            prop_assert_eq!(id.to_string().parse::<GameId>(), Ok(id));
        }
    }
}

#[test]
fn an_id_is_written_as_it_was_read_and_broken_ones_are_refused_with_the_reason() {
    let id: GameId = "match3:9x9c6-p500#k3f9"
        .parse()
        .expect("the id of the help");
    assert_eq!(id.to_string(), "match3:9x9c6-p500#k3f9");
    // Without a version the newest is meant, and the id of a game names it.
    let origin = Origin::<Match3>::of_id(&id).expect("it can be played");
    assert_eq!(origin.id().to_string(), "match3.2:9x9c6-p500#k3f9");
    for (text, why) in [
        (
            "match3.1:9x9c6-p500#a",
            "from an earlier version of the game",
        ),
        ("match3.3:9x9c6-p500#a", "knows formats up to 2"),
    ] {
        let error = Origin::<Match3>::parse(text).err().expect(text);
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
    for (text, part) in [
        ("", "is not a game id"),
        ("match3", "is not a game id"),
        ("match3:9x9c6-p500", "is not a game id"),
        ("match3.x:9x9c6-p500#a", "is not a game id"),
        ("match3:9x9c6-p500#!", "is not a seed"),
        ("match3:9x9c6-p500~n1#a", "population must be from 2"),
        ("match3:9x9c6-p500~q1#a", "is not a game id"),
        ("match3:9x9c6-p500#a@x", "is not a game id"),
        (
            "match3:9x9c6-p500#a@3.2=3",
            "names an individual of a run (@) or gives a genome (=), not both",
        ),
    ] {
        let error = text.parse::<GameId>().expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn files_come_back_and_broken_ones_are_set_aside_under_free_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deep/down/thing.ron");
    assert_eq!(
        store::read::<Difficulty>(&path, 1).expect("no file is no error"),
        None
    );
    store::text(&path, 1, &Difficulty::Hard)
        .and_then(|text| store::write(&path, text.as_bytes(), SystemTime::now()))
        .expect("written");
    assert_eq!(store::read(&path, 1).expect("read"), Some(Difficulty::Hard));
    let leftovers = fs::read_dir(path.parent().expect("a folder"))
        .expect("the folder exists")
        .count();
    assert_eq!(leftovers, 1, "no half-written file stays");

    for (n, broken) in [
        "(version: 1, content: Ha",
        "",
        "\u{0}\u{1}",
        "(version: 1, content: 5)",
    ]
    .into_iter()
    .enumerate()
    {
        fs::write(&path, broken).expect("written");
        let report = Autosave::default().read::<Difficulty>(&path, 1);
        let Err(FileReport::SetAside(aside)) = report else {
            panic!("{report:?}");
        };
        let text = aside.why.to_string();
        assert!(
            text.contains("thing.ron") && text.contains("line"),
            "{text}"
        );
        let kept = aside.kept.expect("the file was renamed");
        assert!(
            kept.ends_with(format!("thing.broken-{}.ron", n + 1)),
            "{}",
            kept.display()
        );
        assert_eq!(fs::read_to_string(kept).expect("kept"), broken);
        assert!(!path.exists());
    }
    fs::write(&path, "(version: 9, content: Hard)").expect("written");
    let error = store::read::<Difficulty>(&path, 1).expect_err("from the future");
    assert!(matches!(
        error,
        StoreError::Version {
            found: 9,
            known: 1,
            ..
        }
    ));
}
