//! A try of a level by the automatic player that measures it, as pictures for a watcher. It is a real play, with a seed
//! that no play of the measurement has.

use super::board_search::EvolvedBoard;
use super::goal_candidate::GoalCandidate;
use crate::games::match3::level::{PlayedBoard, Setup, draft, goals_with_amount};
use crate::games::match3::rules::{Event, Game, Status, Swap};
use crate::generation::showing::{Showing, ShownTry};
use crate::generation::{Fact, Picture, Purpose};

/// The number of the seed of all shown tries among those of a board. The measurement has the numbers 1 and 2.
const SEED_NUMBER: u64 = 3;
/// A level with more moves than this is shown with one picture for each move.
const DETAILED_MOVES: u32 = 40;

/// A play of a board with a goal, by the player for whom the level is made. Each `number` has a play of its own. `None`
/// if the board is no level.
pub(super) fn show_try(
    setup: &Setup,
    board: &EvolvedBoard,
    goal: GoalCandidate,
    number: u32,
) -> Option<Showing> {
    let goals = goals_with_amount(setup, board.seed, goal.amount);
    let level = draft(setup, &board.genome, board.seed).ok()?;
    let level = level.with_goals(goals).with_moves(goal.moves);
    let seed = board.seed.child(SEED_NUMBER).child(number.into());
    let (mut rng, chance) = (seed.stream(Purpose::Player), seed.stream(Purpose::Play));
    let mut game = Game::new(level.board(), level.goals(), level.moves(), chance).ok()?;
    let mut film = Film::of(&game, goal.moves <= DETAILED_MOVES);
    while game.status() == Status::Playing {
        let Some(swap) = setup.player().choose(&game, &mut rng) else {
            break;
        };
        let mut events: Vec<Event> = Vec::new();
        if game.apply(swap, &mut events).is_err() {
            break;
        }
        film.add_move(swap, &events);
    }
    let succeeds = game.status() == Status::Won;
    let end = match game.moves_left().filter(|_| succeeds) {
        Some(left) => Fact::new("match3.try.won", left.to_string()),
        None => Fact::new("match3.try.lost", game.score().moves.to_string()),
    };
    Some(Showing {
        scenes: film.scenes,
        shown_try: Some(ShownTry {
            of: board.seed.0,
            succeeds,
            wanted: f64::from(setup.success) / 100.0,
            end,
        }),
    })
}

/// The pictures of a play.
struct Film {
    board: PlayedBoard,
    is_detailed: bool,
    scenes: Vec<Picture>,
}

impl Film {
    fn of(game: &Game, is_detailed: bool) -> Self {
        let board = PlayedBoard::of(game.board());
        Film {
            scenes: vec![board.picture()],
            board,
            is_detailed,
        }
    }

    fn add_scene(&mut self) {
        if let Some(last) = self.scenes.last_mut() {
            self.board.add_new_blocks(last);
        }
        self.scenes.push(self.board.picture());
    }

    /// Adds a move: the hand goes to the first block and takes it to the other one; blocks leave, and others fall, as
    /// often as the cascade has steps.
    fn add_move(&mut self, swap: Swap, events: &[Event]) {
        self.board.move_hand(swap.a(), true);
        self.add_detail();
        self.board.move_hand(swap.b(), true);
        let mut is_falling = false;
        for event in events {
            let falls = matches!(event, Event::Fell(_) | Event::Spawned(..));
            if falls && !is_falling {
                self.add_detail();
            }
            is_falling = falls;
            self.board.follow(event);
            if matches!(
                event,
                Event::Swapped(_) | Event::Settled | Event::Reshuffled(_)
            ) {
                self.add_detail();
                self.board.move_hand(swap.b(), false);
            }
        }
        if !self.is_detailed {
            self.add_scene();
        }
    }

    /// Adds a scene that is left out where each move has one picture.
    fn add_detail(&mut self) {
        if self.is_detailed {
            self.add_scene();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::match3::playtest::{BoardSearch, Calibration};
    use crate::generation::{EvolutionParameters, Form, Pick, Seed};

    /// A board with its goal candidate after the first round of its calibration.
    fn tested_board(setup: &Setup) -> (EvolvedBoard, GoalCandidate) {
        let parameters = EvolutionParameters::default();
        let boards = BoardSearch::repeat(setup, &parameters, Seed(1), Pick::Best);
        let mut boards = boards.expect("a search");
        while boards.count() == 0 {
            boards.step().expect("a board");
        }
        let mut first = boards.candidates(&[]);
        first.truncate(1);
        let mut calibration = Calibration::new(setup, first).expect("levels");
        while calibration.best().is_none() {
            let jobs = calibration.jobs(64);
            let played: Vec<_> = jobs
                .iter()
                .map(|job| (job.candidate, calibration.play(job)))
                .collect();
            calibration.end_round(played);
        }
        let (_, goal, board) = calibration.best().expect("it was played");
        (board.clone(), goal)
    }

    #[test]
    fn a_try_is_a_play_of_its_own_that_ends_as_it_says() {
        let setup = Setup::default();
        let (board, goal) = tested_board(&setup);
        let tries: Vec<Showing> = (0..12)
            .map(|number| show_try(&setup, &board, goal, number).expect("a level"))
            .collect();
        let again = show_try(&setup, &board, goal, 3);
        assert_eq!(again.as_ref(), Some(&tries[3]), "it is the same each time");
        assert!(tries.iter().any(|one| one.scenes != tries[0].scenes));
        for one in &tries {
            let shown_try = one.shown_try.as_ref().expect("it is a try");
            let value: u32 = shown_try.end.value.parse().expect("a number");
            match shown_try.succeeds {
                true => assert!(shown_try.end.key == "match3.try.won" && value < goal.moves),
                false => assert!(shown_try.end.key == "match3.try.lost" && value <= goal.moves),
            }
            let moves = match shown_try.succeeds {
                true => goal.moves - value,
                false => value,
            };
            assert!(one.scenes.len() > moves as usize);
        }
    }

    #[test]
    fn scenes_have_ascending_keys_full_boards_at_rest_and_one_hand() {
        let setup = Setup::default();
        let (board, goal) = tested_board(&setup);
        let showing = show_try(&setup, &board, goal, 0).expect("a level");
        let hands = |picture: &Picture| {
            let hand = Form::Sprite("match3/ghost_hand");
            picture.shapes.iter().filter(|one| one.form == hand).count()
        };
        for (at, picture) in showing.scenes.iter().enumerate() {
            let is_ascending = picture.shapes.is_sorted_by(|one, next| one.key < next.key);
            assert!(is_ascending, "scene {at}");
            assert_eq!(hands(picture), usize::from(at > 0), "scene {at}");
        }
        // After a whole play the board is as full as before it.
        let blocks = |picture: &Picture| {
            let blocks = picture.shapes.iter().filter(|one| {
                matches!(one.form, Form::Sprite(name) if name.starts_with("match3/block"))
                    && !matches!(one.form, Form::Sprite(name) if name.contains("blocked"))
            });
            blocks.filter(|one| one.size > 0.0).count()
        };
        let (first, last) = (
            &showing.scenes[0],
            &showing.scenes[showing.scenes.len() - 1],
        );
        assert!(blocks(last) >= blocks(first) && blocks(first) > 0);
    }
}
