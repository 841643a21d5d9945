//! All of the project's own vectors.

use placemat_conformance::{Score, VECTORS, run_vectors};

#[test]
fn all_vectors_pass() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut score = Score::new(&mut out, &mut err);
    run_vectors(&[VECTORS.into()], &mut score).unwrap();
    let (status, cases) = (score.status(), score.cases());
    assert_eq!((status, cases), (0, (13631, 0)), "{}", String::from_utf8_lossy(&[out, err].concat()));
}
