//! Text that arrives byte by byte, with pauses, is the same as the result of one conversion.

use std::io::{self, Cursor};
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::BytesMut;
use futures::executor::block_on;
use futures::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, StreamExt, stream};
use placemat::{Encoding, Failure, OnError, Options, convert};
use placemat_async::codec::{Lines, Text};
use placemat_async::io::{Reader, Writer};
use placemat_async::stream::Error;
use tokio_util::codec::{Decoder, Encoder, FramedRead, FramedWrite};
use tokio_util::compat::FuturesAsyncReadCompatExt;

const TEXT: &str = "a é€💩\r\n\nнаписано на салфетке\n日本語💩💩";
const ENCODINGS: [Encoding; 8] = [
    Encoding::Utf8,
    Encoding::Wtf8,
    Encoding::Cesu8,
    Encoding::Mutf8,
    Encoding::Utf1,
    Encoding::Utf16,
    Encoding::Utf16Le,
    Encoding::Utf32Be,
];

fn encoded(encoding: Encoding) -> Vec<u8> {
    convert(Encoding::Utf8, encoding, TEXT.as_bytes()).unwrap()
}

/// Reads or writes `count` bytes at a time, and is not ready every other time.
struct Slow<I> {
    inner: I,
    count: usize,
    is_ready: bool,
}

impl<I> Slow<I> {
    fn new(inner: I, count: usize) -> Self {
        Slow { inner, count, is_ready: false }
    }

    fn turn(&mut self, context: &Context<'_>) -> Poll<()> {
        self.is_ready = !self.is_ready;
        if self.is_ready {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(())
    }
}

impl<I: io::Read + Unpin> AsyncRead for Slow<I> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        std::task::ready!(self.turn(context));
        let count = self.count.min(buffer.len());
        Poll::Ready(self.inner.read(&mut buffer[..count]))
    }
}

impl<I: io::Write + Unpin> AsyncWrite for Slow<I> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        std::task::ready!(self.turn(context));
        let count = self.count.min(bytes.len());
        Poll::Ready(self.inner.write(&bytes[..count]))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        std::task::ready!(self.turn(context));
        Poll::Ready(self.inner.flush())
    }

    fn poll_close(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(context)
    }
}

#[test]
fn slow_readers_lose_nothing() {
    for encoding in ENCODINGS {
        for count in [1, 2, 3, 7, 1000] {
            let slow = Slow::new(Cursor::new(encoded(encoding)), count);
            let mut reader = Reader::new(slow, encoding, Encoding::Utf8, Options::default()).unwrap();
            let mut text = String::new();
            block_on(reader.read_to_string(&mut text)).unwrap();
            assert_eq!(text, TEXT, "{encoding:?} {count}");

            let slow = Slow::new(Cursor::new(encoded(encoding)), count);
            let reader = Reader::new(slow, encoding, Encoding::Utf8, Options::default()).unwrap();
            let lines: Vec<_> = block_on(reader.lines().map(Result::unwrap).collect());
            assert!(lines.iter().eq(TEXT.lines()), "{encoding:?} {count}");
        }
    }
}

#[test]
fn slow_writers_lose_nothing() {
    for encoding in ENCODINGS {
        for count in [1, 2, 3, 7, 1000] {
            let mut writer =
                Writer::new(Slow::new(vec![], count), Encoding::Utf8, encoding, Options::default()).unwrap();
            block_on(async {
                for piece in TEXT.as_bytes().chunks(count) {
                    writer.write_all(piece).await.unwrap();
                    writer.flush().await.unwrap();
                }
                writer.close().await.unwrap();
                assert!(writer.write_all(b"a").await.is_err());
            });
            assert_eq!(writer.into_inner().inner, encoded(encoding), "{encoding:?} {count}");
        }
    }
}

#[test]
fn an_open_sequence_is_an_error_when_the_writer_is_closed() {
    let mut writer = Writer::new(vec![], Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
    let error = block_on(async {
        writer.write_all(b"a\xE2\x82").await.unwrap();
        writer.close().await.unwrap_err()
    });
    assert_eq!(failure(&error).offset(), 1);
    assert_eq!(writer.into_inner(), b"a");
}

fn failure(error: &io::Error) -> Failure {
    *error.get_ref().unwrap().downcast_ref().unwrap()
}

#[test]
fn frames_are_the_text() {
    for encoding in ENCODINGS {
        let bytes = encoded(encoding);
        for count in [1, 2, 3, 7, 1000] {
            let mut codec = Text::new(encoding, Options::default()).unwrap();
            let (mut waiting, mut text) = (BytesMut::new(), String::new());
            for piece in bytes.chunks(count) {
                waiting.extend_from_slice(piece);
                while let Some(frame) = codec.decode(&mut waiting).unwrap() {
                    text += &frame;
                }
            }
            while let Some(frame) = codec.decode_eof(&mut waiting).unwrap() {
                text += &frame;
            }
            assert_eq!(text, TEXT, "{encoding:?} {count}");

            let slow = Slow::new(Cursor::new(bytes.clone()), count).compat();
            let lines = FramedRead::new(slow, Lines::new(encoding, Options::default()).unwrap());
            let lines: Vec<_> = block_on(lines.map(Result::unwrap).collect());
            assert!(lines.iter().eq(TEXT.lines()), "{encoding:?} {count}: {lines:?}");

            let pieces = stream::iter(bytes.chunks(count).map(io::Result::Ok));
            let pieces = placemat_async::stream::Text::new(pieces, encoding, Options::default()).unwrap();
            let text: String = block_on(pieces.map(Result::unwrap).collect());
            assert_eq!(text, TEXT, "{encoding:?} {count}");
        }
    }
}

#[test]
fn frames_are_written() {
    for encoding in ENCODINGS {
        let mut bytes = BytesMut::new();
        let mut codec = Text::new(encoding, Options::default()).unwrap();
        for piece in TEXT.split_inclusive(' ') {
            codec.encode(piece, &mut bytes).unwrap();
        }
        assert_eq!(bytes, encoded(encoding), "{encoding:?}");

        let sink = futures::io::Cursor::new(vec![]);
        let mut lines = FramedWrite::new(
            tokio_util::compat::FuturesAsyncWriteCompatExt::compat_write(sink),
            Lines::new(encoding, Options::default()).unwrap(),
        );
        block_on(async {
            use futures::SinkExt;
            lines.send("é").await.unwrap();
            lines.send("💩").await.unwrap();
        });
        let expected = convert(Encoding::Utf8, encoding, "é\n💩\n".as_bytes()).unwrap();
        assert_eq!(lines.into_inner().into_inner().into_inner(), expected, "{encoding:?}");
    }
}

#[test]
fn errors_come_after_the_text_before_them() {
    let bytes = b"abc\xFFd";
    let mut codec = Text::new(Encoding::Utf8, Options::default()).unwrap();
    let mut waiting = BytesMut::from(&bytes[..]);
    assert_eq!(codec.decode(&mut waiting).unwrap().as_deref(), Some("abc"));
    for _ in 0..2 {
        assert_eq!(failure(&codec.decode(&mut waiting).unwrap_err()).offset(), 3);
    }

    let pieces = stream::iter(bytes.chunks(2).map(io::Result::Ok));
    let text = placemat_async::stream::Text::new(pieces, Encoding::Utf8, Options::default()).unwrap();
    let items: Vec<_> = block_on(text.collect());
    let [Ok(first), Ok(second), Err(Error::Text(found))] = &items[..] else { panic!("{items:?}") };
    assert_eq!((first.as_str(), second.as_str(), found.offset()), ("ab", "c", 3));

    let cut = stream::iter([io::Result::Ok(&b"a\xE2\x82"[..])]);
    let text = placemat_async::stream::Text::new(cut, Encoding::Utf8, Options::default()).unwrap();
    let items: Vec<_> = block_on(text.collect());
    let [Ok(_), Err(Error::Text(open))] = &items[..] else { panic!("{items:?}") };
    assert_eq!(open.offset(), 1);

    let mut codec = Text::new(Encoding::Iso8859_1, Options::default()).unwrap();
    let mut bytes = BytesMut::new();
    assert_eq!(failure(&codec.encode("a€", &mut bytes).unwrap_err()).offset(), 1);
    assert_eq!(bytes, b""[..]);
    // The next item is another text, but a signature is written only once.
    codec.encode("é", &mut bytes).unwrap();
    assert_eq!(bytes, b"\xE9"[..]);
    let mut codec = Text::new(Encoding::Utf16, Options::default()).unwrap();
    let mut bytes = BytesMut::new();
    ["a", "b"].iter().for_each(|text| codec.encode(text, &mut bytes).unwrap());
    assert_eq!(bytes, b"\xFE\xFF\0a\0b"[..]);
}

#[test]
fn policies_go_through() {
    let lossily = Options { on_error: OnError::Replace, ..Options::default() };
    let slow = Slow::new(Cursor::new(&b"a\xFFb\xE2\x82"[..]), 1);
    let mut reader = Reader::new(slow, Encoding::Utf8, Encoding::Utf8, lossily).unwrap();
    let mut text = String::new();
    block_on(reader.read_to_string(&mut text)).unwrap();
    assert_eq!(text, "a\u{FFFD}b\u{FFFD}");
}

#[test]
fn lines_are_no_longer_than_they_may_be() {
    let lines = |text: &str, max_len| {
        let mut lines = Lines::with_max_len(Encoding::Utf8, Options::default(), max_len).unwrap();
        let mut found = vec![];
        let mut waiting = BytesMut::new();
        for &byte in text.as_bytes() {
            waiting.extend_from_slice(&[byte]);
            while let Some(line) = lines.decode(&mut waiting)? {
                found.push(line);
            }
        }
        while let Some(line) = lines.decode_eof(&mut waiting)? {
            found.push(line);
        }
        io::Result::Ok(found)
    };
    assert_eq!(lines("abc\r\nabc\nabc", 3).unwrap(), ["abc", "abc", "abc"]);
    assert_eq!(lines("ab\r", 3).unwrap(), ["ab\r"]);
    for long in ["abcd", "abcd\n", "a\nabc\r", "abc\ré\n"] {
        let result = lines(long, 3);
        // A U+000D that is not part of a line end counts as a byte of the line.
        assert!(result.is_err(), "{long:?} {result:?}");
    }
}

/// A stream that has ended must not be polled again.
#[test]
fn streams_are_not_asked_after_their_end() {
    let lossily = Options { on_error: OnError::Replace, ..Options::default() };
    let first = |is_first: bool| async move { is_first.then_some((io::Result::Ok(b"a\xE2"), false)) };
    let inner = stream::unfold(true, first);
    let text = placemat_async::stream::Text::new(Box::pin(inner), Encoding::Utf8, lossily).unwrap();
    let items: Vec<_> = block_on(text.map(Result::unwrap).collect());
    assert_eq!(items, ["a", "\u{FFFD}"]);
}

#[test]
fn the_beginning_of_a_line_comes_before_an_error() {
    let mut lines = Lines::new(Encoding::Utf8, Options::default()).unwrap();
    let mut waiting = BytesMut::from(&b"abc\nde\xFF"[..]);
    assert_eq!(lines.decode(&mut waiting).unwrap().as_deref(), Some("abc"));
    assert_eq!(lines.decode(&mut waiting).unwrap().as_deref(), Some("de"));
    assert_eq!(failure(&lines.decode(&mut waiting).unwrap_err()).offset(), 6);
}

/// An error of the inner stream is an item, whatever its type, and the text goes on after it.
#[test]
fn errors_of_streams_are_passed_on() {
    #[derive(Debug, PartialEq)]
    struct Reset;
    let chunks = [Ok(&b"a\xE2"[..]), Err(Reset), Ok(b"\x82"), Ok(b"\xAC\xFF"), Err(Reset), Ok(b"b\xC3")];
    let text = placemat_async::stream::Text::lossy(stream::iter(chunks), Encoding::Utf8).unwrap();
    let items: Vec<_> = block_on(text.collect());
    let text = |text: &str| Ok(text.to_owned());
    let reset = || Err(Error::Stream(Reset));
    assert_eq!(items, [text("a"), reset(), text("€\u{FFFD}"), reset(), text("b"), text("\u{FFFD}")]);
    let error = io::Error::from(Error::Stream(io::Error::from(io::ErrorKind::ConnectionReset)));
    assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
    let malformed = convert(Encoding::Utf8, Encoding::Utf16Le, b"\xFF").unwrap_err();
    assert_eq!(io::Error::from(Error::<io::Error>::Text(malformed)).kind(), io::ErrorKind::InvalidData);
}
