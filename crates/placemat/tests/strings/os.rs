//! File names of both kinds of operating systems, on every target.

use placemat::form::{Utf8b, Wtf8};
use placemat::{CodePoint, Str, StrBuf};
use placemat_random::Random;

#[test]
fn any_bytes_of_unix_come_back() {
    let mut random = Random(41);
    for _ in 0..3000 {
        let bytes: Vec<u8> = (0..random.below(9))
            .map(|_| [b'a', b'/', 0xE2, 0x82, 0xAC, 0xED, 0xA0, 0xFF][random.below(8)])
            .collect();
        let name = Str::<Utf8b>::from_any_units(&bytes);
        assert_eq!(name.as_bytes(), bytes);
        // Nothing is lost if a name is split and joined again.
        let again: StrBuf<Utf8b> = name.split_inclusive('/').collect();
        assert_eq!(again.as_bytes(), bytes);
        // The results of `os.fsdecode` and `os.fsencode`.
        let decoded: Vec<CodePoint> = name.code_points().collect();
        assert_eq!(decoded.into_iter().collect::<StrBuf<Utf8b>>().as_bytes(), bytes);
    }
}

#[test]
fn any_units_of_windows_come_back() {
    let mut random = Random(43);
    for _ in 0..3000 {
        let units: Vec<u16> =
            (0..random.below(9)).map(|_| [0x61, 0x5C, 0x2F, 0xE9, 0xD83D, 0xDCA9][random.below(6)]).collect();
        let name = StrBuf::<Wtf8>::from_wide(&units);
        assert!(name.encode_wide().eq(units.iter().copied()));
        let again: StrBuf<Wtf8> = name.split_inclusive(['/', '\\']).collect();
        assert!(again.encode_wide().eq(units));
    }
}

#[test]
fn paths_are_taken_apart_as_the_system_does() {
    let unix = Str::<Utf8b>::from_any_units(b"/a\\b//caf\xE9/");
    let parts = unix.split('/').filter(|part| !part.is_empty()).map(ToString::to_string);
    assert!(parts.eq(["a\\b", "caf\u{FFFD}"]));
    let path: Vec<u16> = "C:\\a/b\\".encode_utf16().chain([0xD83D]).collect();
    let windows = StrBuf::<Wtf8>::from_wide(&path);
    let parts = windows.split(['/', '\\']).filter(|part| !part.is_empty()).map(ToString::to_string);
    assert!(parts.eq(["C:", "a", "b", "\u{FFFD}"]));
}

#[cfg(unix)]
#[test]
fn names_of_the_target_come_back() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    use placemat::os::AsName;

    let name = OsStr::from_bytes(b"caf\xE9.tar.gz");
    assert!(matches!(name.as_name(), std::borrow::Cow::Borrowed(_)));
    assert_eq!(name.as_name().rsplit_once(".").unwrap().1, "gz");
    assert_eq!(name.as_name().to_os_string(), name);
    assert_eq!(Path::new(name).as_name().to_path_buf(), Path::new(name));
    assert_eq!(format!("{:?}", name.as_name()), r#""caf\u{dce9}.tar.gz""#);
}

/// One U+FFFD for each maximal subpart.
#[cfg(unix)]
#[test]
fn names_are_shown_as_std_shows_them() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let mut random = Random(47);
    for _ in 0..20_000 {
        let bytes: Vec<u8> = (0..random.below(9))
            .map(|_| {
                [b'a', 0xE2, 0x82, 0xAC, 0xED, 0xA0, 0xF0, 0x9F, 0x92, 0xA9, 0xC0, 0xFF][random.below(12)]
            })
            .collect();
        let (name, expected) =
            (Str::<Utf8b>::from_any_units(&bytes), OsStr::from_bytes(&bytes).to_string_lossy());
        assert_eq!(name.to_string(), OsStr::from_bytes(&bytes).display().to_string(), "{bytes:X?}");
        assert_eq!(name.to_str_lossy(), expected);
        assert_eq!(format!("{name:-^12.3}"), format!("{expected:-^12.3}"));
        assert_eq!(format!("{name:>4}"), format!("{expected:>4}"));
    }
}

#[cfg(unix)]
#[test]
fn names_are_borrowed_as_std_has_them() {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStrExt;
    use std::path::{Path, PathBuf};

    fn exists(path: impl AsRef<Path>) -> bool {
        path.as_ref().exists()
    }
    assert!(
        exists(Str::<Utf8b>::from_str("/"))
            && exists(Str::<placemat::form::Utf8>::from_str("/"))
            && !exists(placemat::literal!(Utf8b, r"/\u{DCFF}"))
    );
    let bytes = OsStr::from_bytes(b"caf\xE9");
    let name = StrBuf::<Utf8b>::from(OsString::from(bytes));
    assert_eq!((AsRef::<OsStr>::as_ref(&name), <&Str<Utf8b>>::from(bytes)), (bytes, &*name));
    assert_eq!(StrBuf::<Utf8b>::from(PathBuf::from(bytes)), name);
    assert_eq!((OsString::from(name.clone()), PathBuf::from(name)), (bytes.into(), bytes.into()));
    assert_eq!(AsRef::<OsStr>::as_ref(&StrBuf::<placemat::form::Utf8>::from("a")), "a");
}
