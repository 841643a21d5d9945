//! Views of the tables: names, properties, expressions, charts, listings; and the lint of Corrected UTF-8.

mod chart;
mod expression;
mod label;
mod lint;
mod listing;
mod properties;
