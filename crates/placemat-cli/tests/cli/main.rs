//! The command as its users see it: standard output, standard error, exit status and files.

mod applies;
mod buffers;
mod check;
mod command;
mod convert;
mod declared;
mod detect;
mod doubt;
mod durable;
mod explain;
mod faults;
mod few;
mod files;
mod guard;
mod identify;
mod in_place;
mod inputs;
#[cfg(all(unix, feature = "legacy"))]
mod json;
#[cfg(feature = "legacy")]
mod legacy;
mod lookalikes;
mod marks;
mod misaligned;
mod naming;
mod options;
mod oracle;
mod out_dir;
mod paths;
mod places;
mod refusals;
mod repair;
mod schema;
mod second_run;
mod signatures;
mod sparse;
mod streams;
mod strings;
mod tables;
mod undo;
mod usage;
mod vocabulary;
mod wide;
mod wrappers;
