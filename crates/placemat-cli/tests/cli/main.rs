//! The command as its users see it: standard output, standard error, exit status and files.

mod check;
mod command;
mod convert;
mod detect;
mod explain;
mod files;
mod inputs;
mod layers;
mod oracle;
mod streams;
mod usage;
