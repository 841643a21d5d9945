//! Files that are rewritten: what changes, and what does not.

use std::fs::{self, File};
use std::path::Path;

use parquet::basic::{BrotliLevel, Compression, GzipLevel, LogicalType, ZstdLevel};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::table::{PLAIN, ReplaceOptions, Value, pages, read, write, write_with};
use crate::{GROUPS, columns, directory};

fn metadata(path: &Path) -> ParquetMetaData {
    SerializedFileReader::new(File::open(path).unwrap()).unwrap().metadata().clone()
}

fn names_in(directory: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_column_is_repaired_and_nothing_else_changes() {
    let directory = directory();
    let (old, new) = (directory.path().join("t.parquet"), directory.path().join("new.parquet"));
    columns(directory.path(), "repair -c name t.parquet").says("t.parquet: name: row 2: ", 1);
    columns(directory.path(), "repair -c name -o new.parquet t.parquet").says("; nothing was written", 1);
    assert_eq!(names_in(directory.path()), ["t.parquet"]);
    columns(directory.path(), "repair -c name --on-failure null -o new.parquet t.parquet").is(
        "t.parquet: name: 4 of 8 rows changed, 2 null instead; the first at row 2: \
         1 invalid sequence is left, the first: offset 4, length 1: FF is never valid in UTF-8\n",
        1,
    );
    let name = read(&new, "name");
    let expected: [&[u8]; 5] = [b"plain", b"", "né€💩".as_bytes(), "💩".as_bytes(), "Müller".as_bytes()];
    assert_eq!(name.values, expected);
    assert_eq!(name.definitions, [1, 0, 0, 1, 1, 1, 0, 1]);
    assert!(columns(directory.path(), "check -c name new.parquet").status == 0);
    for leaf in (0..8).filter(|&leaf| leaf != 1) {
        assert_eq!(pages(&old, leaf), pages(&new, leaf), "{leaf}");
    }
    let (before, after) = (metadata(&old), metadata(&new));
    let (file, file_after) = (before.file_metadata(), after.file_metadata());
    assert_eq!(file.schema(), file_after.schema());
    assert_eq!(file.key_value_metadata(), file_after.key_value_metadata());
    assert_eq!(file.created_by(), file_after.created_by());
    assert_eq!(file.num_rows(), file_after.num_rows());
    assert_eq!(before.num_row_groups(), after.num_row_groups());
    for (group, group_after) in before.row_groups().iter().zip(after.row_groups()) {
        // The file was sorted by id, name and street. The order of columns after one that changes may be
        // lost.
        assert_eq!(group_after.sorting_columns().map(Vec::len), Some(1));
        for (leaf, (chunk, chunk_after)) in group.columns().iter().zip(group_after.columns()).enumerate() {
            assert_eq!(chunk.compression(), chunk_after.compression());
            assert_eq!(chunk.num_values(), chunk_after.num_values());
            assert_eq!(chunk.bloom_filter_offset().is_some(), chunk_after.bloom_filter_offset().is_some());
            assert_eq!(chunk.offset_index_offset().is_some(), chunk_after.offset_index_offset().is_some());
            assert_eq!(
                chunk.statistics() == chunk_after.statistics(),
                leaf != 1 || group.num_rows() == 0,
                "{leaf}"
            );
        }
    }
}

#[test]
fn compressions_dictionaries_and_versions_are_read_and_kept() {
    let directory = tempfile::tempdir().unwrap();
    let (old, new) = (directory.path().join("old"), directory.path().join("new"));
    let compressions = [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::BROTLI(BrotliLevel::default()),
        Compression::LZ4_RAW,
        Compression::LZ4,
        Compression::ZSTD(ZstdLevel::default()),
    ];
    for compression in compressions {
        for (has_dictionary, version) in [
            (true, WriterVersion::PARQUET_1_0),
            (false, WriterVersion::PARQUET_2_0),
            (true, WriterVersion::PARQUET_2_0),
        ] {
            write(&old, ReplaceOptions { compression, has_dictionary, version }, &GROUPS);
            let run = columns(
                directory.path(),
                "convert -c name -f utf-8 --on-error replace -o new --overwrite old",
            );
            assert_eq!((run.status, run.stderr.as_str()), (1, ""), "{compression:?}");
            let expected: Vec<_> = GROUPS
                .concat()
                .into_iter()
                .flatten()
                .map(|value| String::from_utf8_lossy(value).into_owned().into_bytes())
                .collect();
            assert_eq!(read(&new, "name").values, expected, "{compression:?}");
            let chunk = metadata(&new).row_group(0).column(1).clone();
            assert_eq!(chunk.compression(), compression);
            assert_eq!(chunk.dictionary_page_offset().is_some(), has_dictionary);
            assert_eq!(pages(&old, 6), pages(&new, 6));
            // The dry run has the same count as the real run.
            fs::rename(&new, &old).unwrap();
            columns(directory.path(), "repair -c name old")
                .is("old: name: 1 of 8 rows would change; -o FILE or --in-place does it\n", 1);
        }
    }
}

#[test]
fn what_is_converted_is_text() {
    let directory = directory();
    let new = directory.path().join("new");
    columns(directory.path(), "convert -c raw -f windows-1252 -o new t.parquet")
        .is("t.parquet: raw: 5 of 8 rows changed\n", 0);
    let schema = metadata(&new).file_metadata().schema_descr_ptr();
    assert_eq!(schema.column(5).logical_type_ref(), Some(&LogicalType::String));
    let old = metadata(&directory.path().join("t.parquet")).file_metadata().schema_descr_ptr();
    for leaf in (0..8).filter(|&leaf| leaf != 5) {
        assert_eq!(schema.column(leaf), old.column(leaf));
    }
    assert!(schema.root_schema().get_fields()[1].get_basic_info().id() == 7);
    let raw = read(&new, "raw");
    assert_eq!(raw.values[5], "café".as_bytes());
    assert_eq!(raw.values[1], "aÀ€bÿ".as_bytes());
    assert_eq!(raw.definitions, [1, 0, 1, 1, 1, 1, 1, 1]);
}

#[test]
fn elements_of_lists_become_null_where_they_are() {
    let directory = directory();
    let (old, new) = (directory.path().join("t.parquet"), directory.path().join("new"));
    columns(directory.path(), "convert -c tags --on-failure null -o new t.parquet").is(
        "t.parquet: tags.list.element: 3 of 8 rows changed, 3 null instead; the first at row 0, element 4: \
         offset 1, length 1: C0 80 is a disguised U+0000 (overlong encoding)\n",
        1,
    );
    let (before, after) = (read(&old, "tags.list.element"), read(&new, "tags.list.element"));
    assert_eq!(before.repetitions, after.repetitions);
    let levels = before.definitions.iter().zip(&after.definitions);
    assert_eq!(levels.clone().filter(|(before, after)| before != after).collect::<Vec<_>>(), [(&3, &2); 3]);
    assert_eq!(after.values.len(), before.values.len() - 3);
    for leaf in (0..8).filter(|&leaf| leaf != 4) {
        assert_eq!(pages(&old, leaf), pages(&new, leaf), "{leaf}");
    }
}

#[test]
fn policies_are_a_loss_and_tell_where() {
    let directory = directory();
    columns(directory.path(), "convert -c name --on-error replace -o new t.parquet").is(
        "t.parquet: name: 3 of 8 rows changed, 3 by a policy; the first at row 2: \
         offset 1, length 1: C0 80 is a disguised U+0000 (overlong encoding)\n",
        1,
    );
    assert_eq!(read(&directory.path().join("new"), "name").values[5], "caf\u{FFFD}".as_bytes());
    // A lone surrogate, which CESU-8 can represent and UTF-8 cannot.
    let lone: &[Value<'_>] = &[Some(b"x\xED\xA0\xBDy"), Some(b"z")];
    write(&directory.path().join("lone"), PLAIN, &[lone]);
    columns(directory.path(), "convert -c name -f wtf-8 -o lost lone").says("lone: name: row 0: ", 1);
    let run =
        columns(directory.path(), "convert -c name -f wtf-8 --on-unencodable escape-xml --json -o lost lone");
    let line = &run.json()[0];
    assert_eq!(
        (run.status, &line["replaced"], &line["first"]["row"], &line["written"]),
        (1, &1.into(), &0.into(), &true.into())
    );
    assert_eq!(line["output"]["text"], "lost");
    assert_eq!(read(&directory.path().join("lost"), "name").values[0], b"x&#xD83D;y");
}

#[test]
fn nothing_is_replaced_unasked() {
    let directory = directory();
    let path = directory.path();
    fs::write(path.join("new"), "mine").unwrap();
    columns(path, "repair -c name -o new t.parquet")
        .says("new: is there already; --overwrite replaces it", 2);
    columns(path, "repair -c name -o t.parquet t.parquet").says("t.parquet: is the output, too", 2);
    columns(path, "repair -c name -o - t.parquet").says("-o is for a file", 2);
    columns(path, "repair -c name --overwrite -o new t.parquet").says("; nothing was written", 1);
    assert_eq!(fs::read(path.join("new")).unwrap(), b"mine");
    columns(path, "repair -c code --on-failure null -o other t.parquet")
        .says("column code has no nulls: it is REQUIRED", 2);
    assert_eq!(names_in(path), ["new", "t.parquet"]);
    let run = columns(path, "repair -c code --on-failure keep --overwrite -o new t.parquet");
    assert!(run.stdout.contains("2 of 8 rows changed, 2 left invalid"), "{}", run.stdout);
    assert_eq!(read(&path.join("new"), "code").values[2], GROUPS[0][2].unwrap());
    assert_eq!(run.status, 1);
}

#[test]
fn a_file_is_repaired_in_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("t");
    let names: &[Value<'_>] = &[Some("MÃ¼ller".as_bytes()), Some(b"\xED\xA0\xBD\xED\xB2\xA9"), None];
    write(&path, PLAIN, &[names]);
    let before = fs::read(&path).unwrap();
    columns(directory.path(), "repair -c name t")
        .is("t: name: 2 of 3 rows would change; -o FILE or --in-place does it\n", 1);
    assert_eq!(fs::read(&path).unwrap(), before);
    columns(directory.path(), "repair -c name --in-place t").is("t: name: 2 of 3 rows changed\n", 0);
    assert_eq!(read(&path, "name").values, ["Müller".as_bytes(), "💩".as_bytes()]);
    // There is nothing left to repair, and the file does not change.
    let (bytes, time) = (fs::read(&path).unwrap(), fs::metadata(&path).unwrap().modified().unwrap());
    columns(directory.path(), "repair -c name --in-place t").is("t: name: 0 of 3 rows changed\n", 0);
    assert_eq!((fs::read(&path).unwrap(), fs::metadata(&path).unwrap().modified().unwrap()), (bytes, time));
    columns(directory.path(), "repair -c name -q --in-place t").is("", 0);
    assert_eq!(names_in(directory.path()), ["t"]);
}

/// A property that the file lacks is not added, and large columns are written in batches.
#[test]
fn large_columns_are_written_in_batches() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("t");
    let values: Vec<Vec<u8>> = (0..50_000).map(|row| format!("MÃ¼ller {}", row % 977).into_bytes()).collect();
    let names: Vec<Value<'_>> =
        values.iter().enumerate().map(|(row, value)| (row % 7 > 0).then_some(&value[..])).collect();
    let properties = WriterProperties::builder()
        .set_statistics_enabled(parquet::file::properties::EnabledStatistics::None)
        .set_offset_index_disabled(true);
    write_with(&path, properties, &[&names[..30_000], &names[30_000..]]);
    let changed = names.iter().flatten().count();
    columns(directory.path(), "repair -c name --in-place t")
        .is(&format!("t: name: {changed} of 50000 rows changed\n"), 0);
    let expected: Vec<_> = (0..50_000)
        .filter(|row| row % 7 > 0)
        .map(|row| format!("Müller {}", row % 977).into_bytes())
        .collect();
    assert_eq!(read(&path, "name").values, expected);
    let chunk = metadata(&path).row_group(1).column(1).clone();
    assert!(chunk.statistics().is_none() && chunk.offset_index_offset().is_none());
    columns(directory.path(), "check -c name t")
        .is("1 file, 50000 rows checked as utf-8: all valid; 7143 nulls\n", 0);
}
