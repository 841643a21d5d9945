//! Files that the screens of the documentation show, for the tests and for `cargo xtask screenshots`.

/// A directory with an export from Oracle, a letter from old Windows, a valid page, and a log that was cut
/// off.
pub(crate) const TREE: &[(&str, &[u8])] = &[
    ("site/export.csv", b"id,text\n7,thumbs up \xED\xA0\xBD\xED\xB1\x8D\n"),
    ("site/index.html", b"<p>na\xC3\xAFve caf\xC3\xA9\n"),
    ("site/letter.txt", b"Dear Ren\xE9,\nthe caf\xE9 is closed.\n"),
    ("site/server.log", b"10:31 user=Zo\xC3\xAB from=Z\xC3\xBCrich\n10:32 user=Ren\xC3"),
];

/// Text that was encoded twice.
pub(crate) const MENU: &[u8] = "CafÃ© au lait, crÃ¨me brÃ»lÃ©e\n".as_bytes();
