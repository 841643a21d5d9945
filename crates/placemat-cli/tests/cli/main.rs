//! The command as its users see it: standard output, standard error, exit status and files.

mod applies;
mod buffers;
mod check;
mod command;
mod convert;
mod detect;
mod doubt;
mod durable;
mod explain;
mod faults;
mod files;
mod in_place;
mod inputs;
mod layers;
mod marks;
mod options;
mod oracle;
mod out_dir;
mod paths;
mod places;
mod repair;
mod signatures;
mod sparse;
mod streams;
mod undo;
mod usage;
