//! All the ways to do one conversion: in one piece; into a slice; with and without an observer; unit by unit;
//! cut in two at every position (of a long input, at some). The output has enough space, or none until it is
//! requested, or one unit at a time.
//!
//! They must have the same output and the same fault. In addition, the guarantees of [`Transcoder::push`] are
//! checked.

use placemat::stream::EventKind;
use placemat::stream::Probe;
use placemat::{Codec, Conversion, Converted, Encoding, Failure, Options, Progress, Status, Transcoder};

use crate::outcome::Fault;

/// The output of a conversion, and what stopped it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ran<U> {
    pub(crate) output: Vec<U>,
    pub(crate) fault: Option<Fault>,
}

/// How much output space a call is given.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Room {
    /// More than any sequence needs.
    Ample,
    /// None, until the result says how much is needed; then exactly that.
    Needed,
    /// One unit, or as many as are needed.
    One,
}

impl Room {
    const ALL: [Room; 3] = [Room::Ample, Room::Needed, Room::One];
    const AMPLE: usize = 256;

    fn at_first(self) -> usize {
        match self {
            Room::Ample => Room::AMPLE,
            Room::Needed => 0,
            Room::One => 1,
        }
    }
}

/// A disagreement between two ways, or a violated guarantee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Disagreement<U> {
    /// The way.
    pub(crate) way: String,
    /// Its result, if it completed.
    pub(crate) ran: Result<Ran<U>, String>,
}

/// Does a conversion in every way. Returns the result of the conversion in one piece.
pub(crate) fn every_way<S: Codec, T: Codec>(
    source: S,
    target: T,
    options: Options,
    input: &[S::Unit],
) -> Result<Ran<T::Unit>, Disagreement<T::Unit>> {
    let broken = |way: &str, why: String| Disagreement { way: way.to_owned(), ran: Err(why) };
    let conversion =
        Conversion::new(source, target, options).map_err(|e| broken("options", e.to_string()))?;
    let converted = conversion.convert(input);
    told(&conversion, input, &converted).map_err(|why| broken("told", why))?;
    let at_once = match converted {
        Ok(converted) => Ran { output: converted.output, fault: None },
        Err(failure) => Ran { output: Vec::new(), fault: Some(failure.into()) },
    };
    into_slice(&conversion, input, &at_once).map_err(|why| broken("into a slice", why))?;
    sizes(&conversion, input, &at_once).map_err(|why| broken("lengths", why))?;
    let resolved = match source.resolve(input) {
        Ok(resolved) if !target.info().whole_input => resolved,
        // A frame is written around the whole text, and an input that does not fit the wrapper is refused as
        // a whole.
        _ => return Ok(at_once),
    };
    let conversion =
        Conversion::new(resolved.codec, target, options).map_err(|e| broken("layer", e.to_string()))?;
    let (text, base) = (&input[resolved.text.clone()], resolved.text.start as u64);
    let ran = |cuts: &[usize], room| {
        let ran = in_pieces(&conversion, text, cuts, room)?;
        Ok(Ran { fault: ran.fault.map(|fault| fault.moved(base)), ..ran })
    };
    // A failure leaves the output before it, which is not visible in one piece.
    let whole = ran(&[], Room::Ample).map_err(|why| broken("streamed whole", why))?;
    if whole.fault != at_once.fault || whole.fault.is_none() && whole.output != at_once.output {
        return Err(Disagreement { way: "streamed whole".to_owned(), ran: Ok(whole) });
    }
    if let Some(fault) = whole.fault {
        before(&conversion, text, fault.offset - base, &whole.output)
            .map_err(|why| broken("before it", why))?;
    }
    let each: Vec<usize> = (1..text.len()).collect();
    let in_two = cuts_in_two(text.len()).map(|cut| (format!("cut at {cut}"), vec![cut]));
    let cuttings = [("whole".to_owned(), Vec::new()), ("unit by unit".to_owned(), each)];
    for (way, cuts) in cuttings.into_iter().chain(in_two) {
        for room in Room::ALL {
            let ran = ran(&cuts, room);
            if ran.as_ref() != Ok(&whole) {
                return Err(Disagreement { way: format!("{way}, room {room:?}"), ran });
            }
        }
    }
    Ok(at_once)
}

/// Returns where to cut an input in two: everywhere, but a long one only at its ends.
fn cuts_in_two(len: usize) -> impl Iterator<Item = usize> {
    const SHORT: usize = 128;
    (0..=len).step_by(if len <= SHORT { 1 } else { len })
}

/// Checks that everything before a fault is written, and nothing else.
fn before<S: Codec, T: Codec>(
    conversion: &Conversion<S, T>,
    text: &[S::Unit],
    offset: u64,
    written: &[T::Unit],
) -> Result<(), String> {
    let before = usize::try_from(offset).ok().and_then(|offset| text.get(..offset));
    let before = before.ok_or_else(|| format!("the fault at {offset} is not in the text"))?;
    match conversion.convert(before) {
        Ok(converted) if converted.output == written => Ok(()),
        other => Err(format!("{written:X?} was written, but of the text before comes {other:X?}")),
    }
}

/// Checks that the result is the same with an observer, and that the events add up to the counts.
fn told<S: Codec, T: Codec>(
    conversion: &Conversion<S, T>,
    input: &[S::Unit],
    untold: &Result<Converted<T::Unit>, Failure>,
) -> Result<(), String> {
    let (mut errors, mut unencodable, mut joined) = (0, 0, 0);
    let told = conversion.convert_reporting(input, &mut |event| {
        *match event.kind {
            EventKind::IllFormed(_) => &mut errors,
            EventKind::Unencodable(_) => &mut unencodable,
            _ => &mut joined,
        } += 1;
    });
    if told != *untold {
        return Err(format!("{told:X?}, but where nobody listens {untold:X?}"));
    }
    match told {
        Ok(told) if (told.errors, told.unencodable, told.joined) != (errors, unencodable, joined) => {
            Err(format!("counted {told:?}, but told of {errors}, {unencodable}, {joined}"))
        }
        _ => Ok(()),
    }
}

/// Checks that the result is the same in a slice with exactly enough space.
fn into_slice<S: Codec, T: Codec>(
    conversion: &Conversion<S, T>,
    input: &[S::Unit],
    ran: &Ran<T::Unit>,
) -> Result<(), String> {
    let room = if ran.fault.is_none() { Some(ran.output.len()) } else { conversion.worst_case(input.len()) };
    let mut output = vec![T::Unit::default(); room.unwrap_or_default()];
    let Ok((progress, status)) = conversion.convert_into(input, &mut output) else { return Ok(()) };
    let fault = match status {
        Status::IllFormed(error) => Some(Fault::from(Failure::IllFormed(error))),
        Status::Unencodable(lost) => Some(Fault::from(Failure::Unencodable(lost))),
        _ => None,
    };
    let all_written =
        ran.fault.is_some() || status == Status::Done && output[..progress.written] == ran.output;
    if fault == ran.fault && all_written {
        Ok(())
    } else {
        Err(format!("{progress:?}, {status:?}, {output:X?}"))
    }
}

/// Checks the lengths that the library computes in advance.
fn sizes<S: Codec, T: Codec>(
    conversion: &Conversion<S, T>,
    input: &[S::Unit],
    ran: &Ran<T::Unit>,
) -> Result<(), String> {
    let length = conversion.length(input).map_err(Fault::from);
    // Contents that are too long for their frame have a length nevertheless.
    let frame = ran.fault.is_some_and(|fault| fault.kind == Some(placemat::ErrorKind::Frame));
    let told = match ran.fault {
        None => Ok(ran.output.len() as u64),
        Some(fault) => Err(fault),
    };
    if length != told && !(frame && length.is_ok()) {
        return Err(format!("length() told {length:?}, but it is {told:?}"));
    }
    match conversion.worst_case(input.len()) {
        Some(worst) if worst < ran.output.len() => {
            Err(format!("worst_case() told {worst}, but {} came", ran.output.len()))
        }
        _ => Ok(()),
    }
}

/// Reads a wrapper's input in pieces: it must resolve as in one piece.
pub(crate) fn probe_every_way(wrapper: Encoding, input: &[u8]) -> Result<(), String> {
    let whole = wrapper.resolve(input);
    let each = (1..input.len()).collect::<Vec<_>>();
    let in_two = cuts_in_two(input.len()).map(|cut| vec![cut]);
    for cuts in std::iter::once(each).chain(in_two) {
        let Some(mut probe) = Probe::new(wrapper) else { return Ok(()) };
        for (piece, _) in pieces(input, &cuts) {
            probe.push(piece);
        }
        let came = probe.finish();
        let same = match (&whole, &came) {
            (Ok(whole), Ok(came)) => {
                let text = whole.text.start as u64..whole.text.end as u64;
                *came == (whole.codec, text)
            }
            (Err(whole), Err(came)) => whole == came,
            _ => false,
        };
        if !same {
            return Err(format!("probed with cuts {cuts:?} it is {came:?}, whole it is {whole:?}"));
        }
    }
    Ok(())
}

/// Returns the pieces of an input between cuts, and whether each is the last.
fn pieces<'a, U>(input: &'a [U], cuts: &'a [usize]) -> impl Iterator<Item = (&'a [U], bool)> {
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([input.len()]);
    starts.zip(ends).enumerate().map(|(k, (start, end))| (&input[start..end], k == cuts.len()))
}

/// Pushes an input through a transcoder, piece by piece.
pub(crate) fn in_pieces<S: Codec, T: Codec>(
    conversion: &Conversion<S, T>,
    input: &[S::Unit],
    cuts: &[usize],
    room: Room,
) -> Result<Ran<T::Unit>, String> {
    let mut transcoder = conversion.transcoder().map_err(|undefined| undefined.to_string())?;
    let mut ran = Ran { output: Vec::new(), fault: None };
    for (piece, last) in pieces(input, cuts) {
        let status = push_piece(&mut transcoder, piece, last, room, &mut ran.output)?;
        let stopped = match status {
            Status::NeedInput if !last => continue,
            Status::Done if last => None,
            Status::IllFormed(error) => Some(error.into()),
            Status::Unencodable(lost) => Some(Failure::Unencodable(lost).into()),
            other => return Err(format!("answered {other:?} to a piece, last: {last}")),
        };
        ran.fault = stopped;
        let again = transcoder.push(&[], &mut [T::Unit::default(); 8], true);
        if again != (Progress::default(), status) {
            return Err(format!("after {status:?} it answered {again:?}"));
        }
        break;
    }
    if transcoder.written() != ran.output.len() as u64 {
        return Err(format!("wrote {}, and counted {}", ran.output.len(), transcoder.written()));
    }
    Ok(ran)
}

/// Pushes one piece until it is consumed or something stops.
fn push_piece<S: Codec, T: Codec>(
    transcoder: &mut Transcoder<S, T>,
    mut piece: &[S::Unit],
    last: bool,
    room: Room,
    output: &mut Vec<T::Unit>,
) -> Result<Status, String> {
    let mut offered = room.at_first();
    // Every call, except those that report how much space is needed, consumes or writes something.
    let mut idle = 0;
    loop {
        let mut buffer = vec![T::Unit::default(); offered];
        let (progress, status) = transcoder.push(piece, &mut buffer, last);
        if progress.read > piece.len() || progress.written > buffer.len() {
            return Err(format!("{progress:?} of {} and {}", piece.len(), buffer.len()));
        }
        piece = &piece[progress.read..];
        output.extend_from_slice(&buffer[..progress.written]);
        idle = if progress == Progress::default() { idle + 1 } else { 0 };
        match status {
            Status::OutputFull { needed } => {
                let left = offered - progress.written;
                if needed <= left {
                    return Err(format!("asked for {needed} units with {left} left"));
                }
                if idle > 2 {
                    return Err(format!("no progress with {offered} units, asking for {needed}"));
                }
                offered = room.at_first().max(if progress.written == 0 { needed } else { 0 });
            }
            Status::NeedInput if !piece.is_empty() => {
                return Err(format!("wants input and left {} units", piece.len()));
            }
            Status::NeedInput if last => return Err("wants input after the end".to_owned()),
            other => return Ok(other),
        }
    }
}

#[cfg(test)]
mod tests;
