//! The steps through the values of a parameter.

use super::*;

#[test]
fn a_step_leads_up_or_down_from_any_value() {
    const VALUES: &[u32] = &[10, 20, 50, 100];
    for (value, step, reached) in [
        (20, 1, 50),
        (20, -1, 10),
        (20, 2, 100),
        // Values that are not in the list.
        (30, 1, 50),
        (30, -1, 20),
        (5, -1, 5),
        (5, 1, 10),
        (300, 1, 300),
        (300, -1, 100),
        // The ends of the list.
        (100, 1, 100),
        (10, -1, 10),
    ] {
        assert_eq!(
            step_in_list(VALUES, value, step),
            reached,
            "{step} from {value}"
        );
    }
}

#[test]
fn a_typed_number_counts_as_it_is_within_the_range_of_its_parameter() {
    let typed = |name: &str, number: f64| {
        let mut parameters = EvolutionParameters::default();
        let parameter = PARAMETERS.iter().find(|one| one.name == name);
        let parameter = parameter.expect("it is listed");
        (parameter.change)(&mut parameters, NumberChange::To(number));
        parameters.check().expect("it is allowed");
        parameters
    };
    assert_eq!(typed("settings.population", 37.0).population, 37);
    assert_eq!(typed("settings.population", 1.0).population, 2);
    assert_eq!(typed("settings.population", 20_000.0).population, 10_000);
    assert_eq!(typed("settings.mutation", 2.5).mutation, 0.025);
    assert_eq!(typed("settings.mutation", 99.0).mutation, 0.5);
    assert_eq!(typed("settings.generations", 0.0).generations, 1);
    assert_eq!(typed("settings.generations", 1_234.0).generations, 1_234);
    assert_eq!(typed("settings.stagnation", 33.0).stagnation, 33);
    assert_eq!(typed("settings.time", 2.5).milliseconds, 2_500);
    assert_eq!(typed("settings.time", 4_000.0).milliseconds, 3_600_000);
    assert_eq!(typed("settings.elitism", 9.0).elitism, 9);
    // Elites are at most half of the population.
    let most = EvolutionParameters::default().population / 2;
    assert_eq!(typed("settings.elitism", 90.0).elitism, most.min(90));
    // A smaller population has fewer elites.
    assert_eq!(typed("settings.population", 3.0).elitism, 1);
}
