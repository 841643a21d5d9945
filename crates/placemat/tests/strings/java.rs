//! Strings of Java in frames and for C.

use placemat::StrBuf;
use placemat::form::Mutf8;
use placemat::java::Frame;
use placemat::java::{MUtf8CStr, MUtf8CString};
use placemat::{Encoding, ErrorKind, convert, literal};
use placemat_random::Random;

use crate::strings::Draw;

const FRAMES: [(Frame, Encoding); 4] = [
    (Frame::WriteUtf, Encoding::Mutf8WriteUtf),
    (Frame::Long, Encoding::Mutf8Long),
    (Frame::Nul, Encoding::Mutf8Nul),
    (Frame::Dex, Encoding::Mutf8Dex),
];

#[test]
fn strings_in_frames_come_back_one_by_one() {
    let mut random = Random(51);
    for (frame, encoding) in FRAMES {
        for _ in 0..300 {
            let texts: Vec<StrBuf<Mutf8>> = (0..random.below(4))
                .map(|_| (0..random.below(60)).map(|_| random.string::<Mutf8>()).collect())
                .collect();
            let mut bytes = vec![];
            for text in &texts {
                let start = bytes.len();
                frame.write(text, &mut bytes).unwrap();
                // The wrapper reads the same text.
                assert_eq!(convert(encoding, Encoding::Mutf8, &bytes[start..]).unwrap(), text.as_bytes());
            }
            let mut rest = &bytes[..];
            for text in &texts {
                let read = frame.read(rest).unwrap();
                assert_eq!(read.0, text);
                assert_eq!(frame.read_lenient(rest).unwrap().0.as_bytes(), text.as_bytes());
                rest = read.1;
            }
            assert!(rest.is_empty());
        }
    }
}

/// More bytes may repair a frame that is cut anywhere.
#[test]
fn frames_that_are_cut_may_be_mended() {
    for (frame, _) in FRAMES {
        let mut bytes = vec![];
        frame.write(&literal!(Mutf8, "a💩\0").repeat(50), &mut bytes).unwrap();
        for end in 0..bytes.len() {
            let error = frame.read(&bytes[..end]).unwrap_err();
            assert_eq!((error.kind(), error.error_len()), (ErrorKind::Frame, None), "{frame:?} {end}");
        }
    }
}

#[test]
fn what_is_wrong_in_a_frame_is_told_by_its_place() {
    let error = |frame: Frame, bytes| {
        let error = frame.read(bytes).unwrap_err();
        (error.kind(), error.offset(), error.error_len())
    };
    assert_eq!(error(Frame::WriteUtf, b"\0\x02a\0"), (ErrorKind::Nul, 3, Some(1)));
    // More bytes after the frame do not repair anything in it.
    assert_eq!(error(Frame::WriteUtf, b"\0\x02a\xE2"), (ErrorKind::Truncated, 3, Some(1)));
    assert_eq!(error(Frame::Dex, b"\x02a\0"), (ErrorKind::Frame, 0, Some(3)));
    assert_eq!(error(Frame::Dex, b"\xFF\xFF\xFF\xFF\xFF\0"), (ErrorKind::Frame, 0, Some(5)));
    assert_eq!(error(Frame::Long, b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFFa"), (ErrorKind::Frame, 0, None));
    let long = literal!(Mutf8, "a").repeat(65_536);
    let mut out = vec![1];
    let error = Frame::WriteUtf.write(&long, &mut out).unwrap_err();
    assert_eq!(error.to_string(), "the string has 65536 bytes, its frame holds 65535");
    assert_eq!((error.len(), error.limit(), error.fits(), &out[..]), (65_536, 65_535, 65_535, &[1][..]));
    assert_eq!(Frame::WriteUtf.write(&long[..error.fits()], &mut out), Ok(()));
}

#[test]
fn c_strings_are_strings_with_a_nul_after() {
    let owned = MUtf8CString::from("a\0é");
    assert_eq!(owned.as_c_str(), c"a\xC0\x80\xC3\xA9");
    assert_eq!(owned.to_bytes_with_nul(), b"a\xC0\x80\xC3\xA9\0");
    assert_eq!(
        (owned.count_bytes(), owned.is_empty(), owned.as_ptr()),
        (5, false, owned.as_c_str().as_ptr())
    );
    assert_eq!(*owned.as_string(), *"a\0é");
    assert_eq!(MUtf8CStr::from_c_str(&owned.clone().into_c_string()).unwrap(), &*owned);
    assert_eq!(MUtf8CStr::from_bytes_with_nul(b"").unwrap_err().offset(), 0);
    assert_eq!(MUtf8CStr::from_bytes_until_nul(b"\xFF").unwrap_err().kind(), ErrorKind::InvalidUnit);
    assert_eq!(MUtf8CStr::from_bytes_until_nul(b"\0a").unwrap().as_string().len(), 0);
    assert_eq!(format!("{owned} {owned:?}"), "a\0é \"a\\0é\"");
    let names: std::collections::HashSet<MUtf8CString> = [owned.clone()].into();
    assert!(names.contains(MUtf8CStr::from_c_str(c"a\xC0\x80\xC3\xA9").unwrap()));
}
