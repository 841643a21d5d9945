//! The engines, each in the tiers that callgrind knows: the columns of the record.

use placemat::Isa;

/// An engine in a tier.
pub(crate) struct Column {
    pub(crate) engine: &'static str,
    /// Its name for the tier, or nothing if it chooses one itself.
    pub(crate) tier: &'static str,
    /// The tiers of placemat that it is a peer of, as indexes of [`TIERS`].
    peer_of: &'static [usize],
}

/// The tiers of placemat, the best first; they are the first columns.
pub(crate) const TIERS: [&str; 3] = ["avx2", "sse4.1", "scalar"];

const fn ours(tier: &'static str) -> Column {
    Column { engine: "placemat", tier, peer_of: &[] }
}

const fn peer(engine: &'static str, tier: &'static str, peer_of: &'static [usize]) -> Column {
    Column { engine, tier, peer_of }
}

/// The columns of the record. Engines that choose a tier themselves find AVX2; those that have no vectors, or
/// only SSE2, are peers in lesser tiers too.
pub(crate) const COLUMNS: &[Column] = &[
    ours(TIERS[0]),
    ours(TIERS[1]),
    ours(TIERS[2]),
    peer("simdutf", "haswell", &[0]),
    peer("simdutf", "westmere", &[1]),
    peer("simdutf", "fallback", &[2]),
    peer("std", "", &[0, 1, 2]),
    peer("encoding_rs", "", &[0, 1]),
    peer("simdutf8", "", &[0]),
    peer("smoothutf8", "", &[0, 1, 2]),
    peer("bytecount", "", &[0]),
    peer("simd_cesu8", "", &[0]),
    peer("cesu8", "", &[0, 1, 2]),
    peer("line-index", "", &[0, 1, 2]),
    peer("ropey", "", &[0, 1, 2]),
];

/// The columns of the table on NEON. simdutf has only one tier there.
pub(crate) const NEON_COLUMNS: &[Column] = &[
    ours("neon"),
    ours("scalar"),
    peer("simdutf", "", &[]),
    peer("encoding_rs", "", &[]),
    peer("simdutf8", "", &[]),
    peer("std", "", &[]),
];

impl Column {
    pub(crate) fn name(&self) -> String {
        if self.tier.is_empty() { self.engine.to_owned() } else { format!("{} {}", self.engine, self.tier) }
    }

    pub(crate) fn is_ours(&self) -> bool {
        self.engine == "placemat"
    }

    /// Returns `true` if the CPU can run it.
    pub(crate) fn is_here(&self) -> bool {
        let needed = match self.tier {
            "" | "fallback" => return true,
            "haswell" => "avx2",
            "westmere" => "sse4.1",
            tier => tier,
        };
        Isa::available().any(|isa| isa.name() == needed)
    }

    /// Returns the environment variable that chooses the tier.
    pub(crate) fn variable(&self) -> Option<&'static str> {
        match self.engine {
            "placemat" => Some("PLACEMAT_ISA"),
            "simdutf" => Some("SIMDUTF_FORCE_IMPLEMENTATION"),
            _ => None,
        }
    }

    /// Returns `true` if it is a peer of this tier in the operation. encoding_rs validates from 64 bytes on
    /// with AVX2.
    pub(crate) fn is_peer(&self, tier: usize, operation: &str, bytes: usize) -> bool {
        let by_avx2 = self.engine == "encoding_rs"
            && ["validate-utf-8", "utf-8-lossy"].contains(&operation)
            && bytes >= 64;
        self.peer_of.contains(&tier) && (tier == 0 || !by_avx2)
    }
}

/// Returns the names of the peers' packages.
pub(crate) fn packages() -> impl Iterator<Item = &'static str> {
    let mut last = "";
    COLUMNS.iter().map(|column| column.engine).filter(move |&name| {
        let is_new = name != last;
        last = name;
        is_new && name != "placemat" && name != "std"
    })
}

/// Returns the name and version of a package in the text of a Cargo.lock.
pub(crate) fn version_in(lock: &str, name: &str) -> Option<String> {
    let rest = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?.1;
    Some(format!("{name} {}", rest.split_once('"')?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_tiers_are_the_first_columns_and_all_differ() {
        for (i, tier) in TIERS.into_iter().enumerate() {
            assert_eq!((COLUMNS[i].engine, COLUMNS[i].tier), ("placemat", tier));
        }
        let names: std::collections::BTreeSet<_> = COLUMNS.iter().map(Column::name).collect();
        assert_eq!(names.len(), COLUMNS.len());
    }

    #[test]
    fn every_peer_has_a_version() {
        let lock = std::fs::read_to_string(crate::cargo::root().join("Cargo.lock")).unwrap();
        for name in packages() {
            assert!(version_in(&lock, name).is_some(), "{name}");
        }
        assert_eq!(version_in("name = \"a\"\nversion = \"1.2\"\n", "a"), Some("a 1.2".to_owned()));
    }

    #[test]
    fn encoding_rs_is_no_peer_where_it_uses_better_instructions() {
        let column = COLUMNS.iter().find(|column| column.engine == "encoding_rs").unwrap();
        assert!(column.is_peer(1, "validate-utf-8", 63) && column.is_peer(1, "utf-8-to-utf-16", 64));
        assert!(!column.is_peer(1, "validate-utf-8", 64) && column.is_peer(0, "validate-utf-8", 64));
        assert!(!column.is_peer(2, "validate-utf-8", 1));
    }
}
