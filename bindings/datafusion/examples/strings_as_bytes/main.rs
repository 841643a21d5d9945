//! Reports the contents of a string column with ill-formed values, and writes a file in which they are
//! repaired.
//!
//! ```text
//! cargo run --example strings_as_bytes dirty.parquet name clean.parquet
//! ```

mod table;

use std::path::Path;
use std::sync::Arc;

use datafusion::error::Result;
use datafusion::prelude::SessionContext;

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [dirty, column, clean] = &arguments[..] else {
        eprintln!("usage: strings_as_bytes DIRTY.parquet COLUMN CLEAN.parquet");
        std::process::exit(2);
    };
    let mut context = SessionContext::new();
    placemat_datafusion::register_all(&mut context)?;
    context.register_table("dirty", Arc::new(table::Table::open(Path::new(dirty)).await?))?;
    let column = format!("\"{}\"", column.replace('"', "\"\""));
    let profile = format!(
        "SELECT text_encoding({column}) AS encoding, is_valid_utf8({column}) AS valid, count(*) AS rows
        FROM dirty GROUP BY 1, 2 ORDER BY rows DESC"
    );
    context.sql(&profile).await?.show().await?;
    // Each value is decoded in its own encoding; values in no encoding get U+FFFD.
    let repaired = format!(
        "COPY (SELECT * REPLACE (CASE text_encoding({column})
            WHEN 'cesu-8' THEN decode_text({column}, 'cesu-8', 'replace')
            WHEN 'mutf-8' THEN decode_text({column}, 'mutf-8', 'replace')
            WHEN 'windows-1252' THEN decode_text({column}, 'windows-1252', 'replace')
            ELSE make_valid_utf8({column}) END AS {column}) FROM dirty)
        TO '{}' STORED AS PARQUET",
        clean.replace('\'', "''")
    );
    context.sql(&repaired).await?.show().await
}
