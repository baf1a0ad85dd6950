//! Heredity: enemies that wounded the hero or live breed, and the children train against a double of the hero.

use std::sync::Arc;

use bevy::tasks::{AsyncComputeTaskPool, TaskPool};
use evolvarium::games::dungeon::enemies::problem::fitness_of;
use evolvarium::games::dungeon::heredity::breeding::PLACES;
use evolvarium::games::dungeon::heredity::{
    Breeding, ChildBreed, Deeds, EnemyWithDeeds, Heirs, Learners, Learning,
};
use evolvarium::games::dungeon::players::{HeroDouble, ReferencePlayer};
use evolvarium::games::dungeon::rules::{
    Adaptation, Armour, Breed, Consumable, EnemyKind, Roster, Weapon, for_strength,
};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::generation::Seed;
use evolvarium::session::Difficulty;

/// One breed of each kind, as they are shipped.
fn shipped() -> Roster {
    for_strength(&Setup::default().roster(), 5)
}

fn of_kind(kind: EnemyKind) -> Arc<Breed> {
    let found = shipped().into_iter().find(|breed| breed.kind == kind);
    found.expect("all kinds are shipped")
}

fn double() -> HeroDouble {
    HeroDouble {
        habits: ReferencePlayer::Careful.habits(),
        weapon: Weapon::Sword,
        armour: Armour::Leather,
        belt: [Some(Consumable::Potion), None, None, None],
        items: [None; 6],
        boons: [None; 11],
        max_life: 24,
        on_ground: false,
    }
}

/// The deeds of an enemy that has dealt this damage, and that has met the hero if it is left alive.
fn wounded(damage: u32, left_alive: u32) -> Deeds {
    Deeds {
        damage,
        left_alive,
        met_alive: left_alive,
        count: 1,
        ..Deeds::default()
    }
}

fn breeding(parents: Vec<(Arc<Breed>, Deeds)>, learners: Learners, seed: u64) -> Breeding {
    let all = parents.into_iter();
    let individuals = all.map(|(breed, deeds)| EnemyWithDeeds { breed, deeds });
    let individuals = individuals.collect();
    Breeding::new(individuals, &shipped(), double(), 5, learners, Seed(seed))
}

fn bred(parents: Vec<(Arc<Breed>, Deeds)>, seed: u64) -> Heirs {
    breeding(parents, Learners::MostMerit, seed).finish_now()
}

fn places(heirs: &Heirs) -> Vec<(EnemyKind, u32)> {
    let families = heirs.families.iter();
    families
        .map(|family| (family.kind, family.places))
        .collect()
}

#[test]
fn merit_is_twice_the_damage_and_more_for_the_living_who_met_the_hero() {
    assert_eq!(wounded(5, 0).merit(), 10);
    assert_eq!(wounded(5, 1).merit(), 13);
    let unseen = Deeds {
        left_alive: 1,
        count: 1,
        ..Deeds::default()
    };
    assert_eq!(unseen.merit(), 1);
    let mut both = unseen;
    both += wounded(5, 1);
    assert_eq!((both.merit(), both.count), (10 + 3 + 1, 2));
    // The enemy that met the hero is dead, and the enemy that lives has not met the hero.
    let mut fallen = unseen;
    fallen += wounded(5, 0);
    assert_eq!(fallen.merit(), 10 + 1);
}

#[test]
fn the_kind_that_wounded_most_gets_most_places() {
    let guard = of_kind(EnemyKind::Guard);
    let parents = vec![
        (Arc::clone(&guard), wounded(12, 1)),
        (guard, wounded(8, 0)),
        (of_kind(EnemyKind::Hunter), wounded(0, 0)),
    ];
    let heirs = bred(parents, 3);
    // The merits are 0, 43, 0 and 0. Each kind has a place, and the guards have the other four.
    assert_eq!(
        places(&heirs),
        [
            (EnemyKind::Hunter, 1),
            (EnemyKind::Guard, 5),
            (EnemyKind::Coward, 1),
            (EnemyKind::Ambusher, 1),
        ]
    );
    let roster = heirs.roster();
    assert_eq!(roster.len(), PLACES as usize);
    let guards = roster.iter().filter(|one| one.kind == EnemyKind::Guard);
    assert_eq!(guards.count(), 5);
    let family = &heirs.families[1];
    assert_eq!((family.deeds.damage, family.deeds.count), (20, 2));
    // The bodies are those of the next dungeon.
    assert!(roster.iter().all(|breed| breed.strength == 5));
}

#[test]
fn the_children_of_a_family_take_turns_at_its_places() {
    let mut heirs = bred(vec![(of_kind(EnemyKind::Guard), wounded(12, 1))], 3);
    let family = &mut heirs.families[1];
    let first = family.children[0].clone();
    let mut second = first.clone();
    second.breed = of_kind(EnemyKind::Hunter);
    let mut shares = |children: &[&ChildBreed], places| {
        family.children = children.iter().map(|child| (*child).clone()).collect();
        family.places = places;
        let shares = family.placed_children();
        let shares = shares.map(|child| (child.breed.kind, family.places_of(child)));
        shares.collect::<Vec<_>>()
    };
    let (guard, hunter) = (EnemyKind::Guard, EnemyKind::Hunter);
    assert_eq!(shares(&[&first], 3), [(guard, 3)]);
    assert_eq!(shares(&[&first, &second], 1), [(guard, 1)]);
    assert_eq!(shares(&[&first, &second], 4), [(guard, 2), (hunter, 2)]);
    assert_eq!(shares(&[&first, &second], 5), [(guard, 3), (hunter, 2)]);
}

#[test]
fn equal_merits_share_the_places() {
    let parents = EnemyKind::ALL.map(|kind| (of_kind(kind), wounded(4, 0)));
    let heirs = bred(parents.to_vec(), 4);
    assert!(places(&heirs).iter().all(|(_, places)| *places == 2));
}

#[test]
fn where_all_kinds_learn_a_kind_left_alive_gets_more_places_than_when_it_was_killed() {
    // There are three enemies of each kind: those of one kind are left alive, and all others died without a blow.
    let places_of = |left_alive: Option<EnemyKind>| {
        let each = EnemyKind::ALL.map(|kind| {
            let deeds = wounded(0, u32::from(Some(kind) == left_alive));
            vec![(of_kind(kind), deeds); 3]
        });
        places(&breeding(each.concat(), Learners::All, 5).finish_now())
    };
    let all_killed = places_of(None);
    let given = |places: &[(EnemyKind, u32)]| -> u32 { places.iter().map(|(_, one)| one).sum() };
    assert_eq!(given(&all_killed), PLACES);
    for (at, kind) in EnemyKind::ALL.into_iter().enumerate() {
        let places = places_of(Some(kind));
        assert_eq!(given(&places), PLACES);
        assert!(
            places[at].1 > all_killed[at].1,
            "{kind}: {places:?} instead of {all_killed:?}"
        );
    }
}

#[test]
fn of_two_programs_of_a_kind_the_one_that_wounded_is_the_parent() {
    let guards = Setup::default().roster();
    let mut guards = guards.iter().filter(|breed| breed.kind == EnemyKind::Guard);
    let pair = [guards.next(), guards.next()].map(|one| Arc::clone(one.expect("two are shipped")));
    assert_ne!(pair[0].program, pair[1].program);
    for (idle, fierce) in [(0, 1), (1, 0)] {
        let (idle, fierce) = (&pair[idle], &pair[fierce]);
        let parents = vec![
            (Arc::clone(idle), wounded(0, 0)),
            (Arc::clone(fierce), wounded(5, 0)),
            (Arc::clone(idle), wounded(0, 0)),
        ];
        let heirs = breeding(parents, Learners::All, 3).finish_now();
        let family = heirs.family(EnemyKind::Guard).expect("guards");
        assert_eq!(&family.parent, fierce);
        let all = &family.individuals;
        assert_eq!((&all[0].breed, all[0].deeds.damage), (fierce, 5));
        // Enemies without deeds have no children.
        let breeds: Vec<bool> = all.iter().map(|one| one.breeds_among(all)).collect();
        assert_eq!(breeds, [true, false, false]);
    }
}

#[test]
fn two_breeds_of_children_take_turns_and_the_one_that_does_more_breeds_next() {
    let parents = EnemyKind::ALL.map(|kind| (of_kind(kind), wounded(4, 1)));
    let mut of_two = 0;
    let mut next = Vec::new();
    let heirs = breeding(parents.to_vec(), Learners::All, 7).finish_now();
    for family in &heirs.families {
        let breeds: Vec<&Arc<Breed>> = family.heirs().collect();
        assert_eq!(breeds.len(), family.places as usize);
        if let [first, second] = &family.children[..] {
            of_two += 1;
            assert_ne!(first.breed.program, second.breed.program);
            for (at, breed) in breeds.into_iter().enumerate() {
                assert_eq!(breed, [&first.breed, &second.breed][at % 2]);
            }
            next.push((Arc::clone(&first.breed), wounded(0, 0)));
            next.push((Arc::clone(&second.breed), wounded(3, 0)));
        }
    }
    assert!(
        of_two >= 2,
        "{of_two} of 4 kinds have two breeds of children"
    );
    let grandchildren = breeding(next.clone(), Learners::All, 8).finish_now();
    for pair in next.chunks(2) {
        let second = &pair[1].0;
        let family = grandchildren.family(second.kind).expect("a family");
        assert_eq!(&family.parent, second, "the one that wounded");
    }
}

#[test]
fn the_same_deeds_give_the_same_children_at_once_or_in_slices() {
    let parents = || vec![(of_kind(EnemyKind::Hunter), wounded(9, 1))];
    let breeding = |seed| breeding(parents(), Learners::MostMerit, seed);
    let roster = breeding(8).finish_now().roster();
    assert_eq!(breeding(8).finish_now().roster(), roster);
    // The kinds are bred beside each other.
    AsyncComputeTaskPool::get_or_init(TaskPool::new);
    let in_slices = bevy::tasks::block_on(async { breeding(8).finish().await });
    assert_eq!(in_slices.roster(), roster);
    let others = (9..14).map(|seed| breeding(seed).finish_now().roster());
    assert!(others.into_iter().any(|other| other != roster));
}

/// The result of a breeding belongs to the meaning of an id: a change of the result needs a higher version of the ids.
#[test]
fn a_breeding_has_the_pinned_result() {
    let parents = EnemyKind::ALL.map(|kind| (of_kind(kind), wounded(4, 1)));
    let heirs = breeding(parents.to_vec(), Learners::All, 7).finish_now();
    let children = heirs.families.iter().flat_map(|family| &family.children);
    let found: Vec<String> = children
        .map(|child| format!("{} {:.3}", child.breed, child.figures.harm))
        .collect();
    let pinned = [
        "h5bkjdmk.eoq.f 37.315",
        "h5bljbkjdmk.eoq.f 36.574",
        "g5cjl.eoq.f 56.296",
        "g5cjl.eaoeoqq.f 56.296",
        "c5cjm.ugpoeon.f 46.204",
        "c5cjm.eon.f 46.019",
        "a5bljwjk.hoy.f 72.778",
        "a5bljk.hoy.f 72.778",
    ];
    assert_eq!(found, pinned);
    assert!(places(&heirs).iter().all(|(_, places)| *places == 2));
}

#[test]
fn where_one_kind_learns_it_is_the_one_with_the_most_merit_and_the_others_stay_as_they_were() {
    let of_kind = |kind| Arc::new(of_kind(kind).with(Some(Adaptation::Fangs)));
    let mut learnt = 0;
    for (seed, best) in EnemyKind::ALL.into_iter().enumerate() {
        let parents = EnemyKind::ALL.map(|kind| {
            let damage = if kind == best { 5 } else { 4 };
            (of_kind(kind), wounded(damage, 1))
        });
        for family in bred(parents.to_vec(), seed as u64).families {
            if family.kind == best {
                let has_learnt = |child| family.has_learnt(child) || family.has_adapted(child);
                learnt += usize::from(family.children.iter().any(has_learnt));
                continue;
            }
            let [child] = &family.children[..] else {
                panic!("{} of {}", family.children.len(), family.kind);
            };
            let (is, was) = (&child.breed, of_kind(family.kind));
            assert_eq!((&is.program, is.adaptation), (&was.program, was.adaptation));
            assert_eq!(is.strength, 5, "the body is that of the next dungeon");
            assert_eq!(child.figures.harm, family.before.harm);
        }
    }
    assert!(learnt >= 2, "{learnt} of 4 have learnt");
    // Without any merit no kind learns.
    let parents = EnemyKind::ALL.map(|kind| (of_kind(kind), wounded(0, 0)));
    for family in bred(parents.to_vec(), 9).families {
        assert_eq!(family.children.len(), 1);
        assert!(!family.has_learnt(&family.children[0]));
    }
}

/// The fitness by which a breed must be better than the parent to stand before it, and may be worse to stand beside it.
const MARGIN: f64 = 2.0;

#[test]
fn the_first_child_has_changed_only_if_it_is_clearly_better_and_the_second_one_is_hardly_worse() {
    let mut learnt = 0;
    for seed in 0..8 {
        let parents = EnemyKind::ALL.map(|kind| (of_kind(kind), wounded(4, 1)));
        let heirs = breeding(parents.to_vec(), Learners::All, seed).finish_now();
        for family in heirs.families {
            assert!((1..=2).contains(&family.children.len()));
            let of_parent = fitness_of(&family.parent.program, family.before.harm);
            for (place, child) in family.children.iter().enumerate() {
                assert_eq!(family.kind, child.breed.kind);
                if family.has_learnt(child) || family.has_adapted(child) {
                    let least = match place {
                        0 => of_parent + MARGIN,
                        _ => of_parent - MARGIN,
                    };
                    let fitness = fitness_of(&child.breed.program, child.figures.harm);
                    assert!(
                        fitness >= least,
                        "place {place}: {fitness:.2}, the parent {of_parent:.2}"
                    );
                } else {
                    assert_eq!(family.parent.program, child.breed.program);
                    assert!(family.gains(child).is_empty());
                }
            }
            learnt += usize::from(family.has_learnt(&family.children[0]));
        }
    }
    assert!(learnt >= 4, "{learnt} of 32 have learnt");
}

#[test]
fn the_id_says_which_kinds_learn() {
    for difficulty in Difficulty::ALL {
        let setup = Setup::of(difficulty);
        assert_eq!(setup.learning, Learning::AllKinds);
        let fixed = setup.to_string();
        let fixed = fixed.trim_end_matches("h2");
        for (learning, letters) in Learning::ALL.into_iter().zip(["", "h", "h2"]) {
            let setup = Setup {
                learning,
                ..setup.clone()
            };
            assert_eq!(setup.to_string(), format!("{fixed}{letters}"));
            assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup));
        }
        assert!(format!("{fixed}h1").parse::<Setup>().is_err());
    }
    let arena = Setup::arena(of_kind(EnemyKind::Guard));
    assert_eq!(arena.learning, Learning::Off);
    assert_eq!(arena.to_string().parse::<Setup>(), Ok(arena));
}
