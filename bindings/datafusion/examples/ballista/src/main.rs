//! The functions on Ballista: a scheduler and an executor in this process, which communicate like those of a
//! cluster.
//!
//! Plans that are sent contain the names of functions, not the functions themselves. Client, scheduler and
//! executors must each register them. In a cluster, each is a separate process, with
//!
//! ```text
//! ExecutorProcessConfig { override_function_registry: Some(Arc::new((&context.state()).into())), .. }
//! SchedulerConfig { override_session_builder: Some(Arc::new(|config| … register_all …)), .. }
//! ```
//!
//! and a client of `SessionContext::remote_with_state("df://host:50050", context.state())`, which also
//! registers them.

use ballista::prelude::SessionContextExt;
use datafusion::error::Result;
use datafusion::prelude::{ParquetReadOptions, SessionContext};

/// 200 000 rows: every tenth is CESU-8, every eleventh of the others Windows-1252, and every hundredth
/// garbage.
const DIRTY: &str = "
    SELECT i, CASE
        WHEN i % 100 = 7 THEN X'61FFFE62'
        WHEN i % 10 = 0 THEN encode_text(name, 'cesu-8')
        WHEN i % 11 = 0 THEN encode_text('café ' || i, 'windows-1252')
        ELSE encode_text(name, 'utf-8') END AS name
    FROM (SELECT i, 'né€💩 ' || i AS name FROM generate_series(1, 200000) AS t(i)) AS t";

const PROFILE: &str = "
    SELECT text_encoding(name) AS encoding, is_valid_utf8(name) AS valid, count(*) AS rows, min(utf8_error_offset(name)) AS first
    FROM names GROUP BY 1, 2 ORDER BY rows DESC";

const REPAIRED: &str = "
    SELECT count(*) AS rows, count(DISTINCT name) AS names, sum(CASE WHEN name LIKE '%💩%' THEN 1 ELSE 0 END) AS piles
    FROM (SELECT CASE text_encoding(name)
        WHEN 'cesu-8' THEN decode_text(name, 'cesu-8')
        WHEN 'windows-1252' THEN decode_text(name, 'windows-1252')
        ELSE make_valid_utf8(name) END AS name FROM names) AS t";

#[tokio::main]
async fn main() -> Result<()> {
    let mut local = SessionContext::new();
    placemat_datafusion::register_all(&mut local)?;
    let directory = tempfile::tempdir()?;
    let names = directory.path().join("names");
    let copy = format!("COPY ({DIRTY}) TO '{}/' STORED AS PARQUET", names.display());
    local.sql(&copy).await?.collect().await?;

    // The functions of this context are passed to the scheduler and the executor, but not to their client.
    let mut cluster = SessionContext::standalone_with_state(local.state()).await?;
    placemat_datafusion::register_all(&mut cluster)?;
    // From here on, the code is the same for a remote cluster.
    let path = format!("{}/", names.display());
    cluster.register_parquet("names", path, ParquetReadOptions::default()).await?;
    for query in [PROFILE, REPAIRED] {
        let shown = cluster.sql(query).await?.to_string().await?;
        println!("{shown}");
        assert_eq!(shown, local.sql(query).await?.to_string().await?, "as on one machine");
    }
    Ok(())
}
