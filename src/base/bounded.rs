//! Lists of files whose length has a bound, so that no file can fill the memory with what would be refused afterwards.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// Reads a list of at most `MOST` items; for `#[serde(deserialize_with = "at_most::<9, _, _>")]`. A longer list is an
/// error.
pub fn at_most<'de, const MOST: usize, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<T>, D::Error> {
    from.deserialize_seq(List::<MOST, T>(PhantomData))
}

struct List<const MOST: usize, T>(PhantomData<T>);

impl<'de, const MOST: usize, T: Deserialize<'de>> Visitor<'de> for List<MOST, T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MOST}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            if list.len() == MOST {
                return Err(A::Error::custom(format_args!(
                    "the list has more than {MOST} items"
                )));
            }
            list.push(item);
        }
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Three(#[serde(deserialize_with = "at_most::<3, _, _>")] Vec<u8>);

    #[test]
    fn a_list_is_read_up_to_its_bound_and_refused_beyond_it() {
        let read = |text| ron::from_str::<Three>(text).map_err(|why| why.to_string());
        assert_eq!(read("([])"), Ok(Three(vec![])));
        assert_eq!(read("([1, 2, 3])"), Ok(Three(vec![1, 2, 3])));
        let why = read("([1, 2, 3, 4])").expect_err("four items");
        assert!(why.contains("more than 3 items"), "{why}");
    }
}
