//! A Parquet file as a table whose strings are bytes.
//!
//! A column of the type STRING is read as text, and one ill-formed value fails the query; no setting makes it
//! bytes. So the reader is given a description of the file in which no column is text. The pages are
//! unchanged.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::exec_datafusion_err;
use datafusion::datasource::TableType;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::memory::DataSourceExec;
use datafusion::datasource::object_store::ObjectStoreUrl;
use datafusion::datasource::physical_plan::parquet::DefaultParquetFileReaderFactory;
use datafusion::datasource::physical_plan::{FileScanConfigBuilder, ParquetFileReaderFactory, ParquetSource};
use datafusion::error::Result;
use datafusion::logical_expr::Expr;
use datafusion::parquet::arrow::arrow_reader::ArrowReaderOptions;
use datafusion::parquet::arrow::async_reader::AsyncFileReader;
use datafusion::parquet::arrow::parquet_to_arrow_schema;
use datafusion::parquet::basic::ConvertedType;
use datafusion::parquet::errors::Result as ParquetResult;
use datafusion::parquet::file::metadata::{
    FileMetaData, PageIndexPolicy, ParquetMetaData, ParquetMetaDataBuilder, ParquetMetaDataOptions,
    ParquetMetaDataReader,
};
use datafusion::parquet::schema::types::{SchemaDescriptor, Type, TypePtr};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::metrics::ExecutionPlanMetricsSet;
use futures::FutureExt;
use futures::future::BoxFuture;
use object_store::local::LocalFileSystem;

/// Returns a schema in which text is bytes.
fn without_text(node: &TypePtr) -> ParquetResult<TypePtr> {
    let info = node.get_basic_info();
    let id = info.has_id().then(|| info.id());
    match &**node {
        Type::PrimitiveType { physical_type, .. } if info.converted_type() == ConvertedType::UTF8 => {
            let bytes = Type::primitive_type_builder(info.name(), *physical_type);
            Ok(Arc::new(bytes.with_repetition(info.repetition()).with_id(id).build()?))
        }
        Type::PrimitiveType { .. } => Ok(Arc::clone(node)),
        Type::GroupType { fields, .. } => {
            let fields = fields.iter().map(without_text).collect::<ParquetResult<_>>()?;
            let mut group = Type::group_type_builder(info.name())
                .with_converted_type(info.converted_type())
                .with_logical_type(info.logical_type_ref().cloned())
                .with_id(id)
                .with_fields(fields);
            if info.has_repetition() {
                group = group.with_repetition(info.repetition());
            }
            Ok(Arc::new(group.build()?))
        }
    }
}

/// A file reader with a modified description of the file.
struct AsBytes {
    inner: Box<dyn AsyncFileReader + Send>,
    size: u64,
}

impl AsBytes {
    async fn load(&mut self) -> ParquetResult<ParquetMetaData> {
        let size = self.size;
        let told = ParquetMetaDataReader::new().load_and_finish(&mut *self, size).await?;
        let root = without_text(&told.file_metadata().schema_descr().root_schema_ptr())?;
        let schema = Arc::new(SchemaDescriptor::new(root));
        let options = ParquetMetaDataOptions::new().with_schema(Arc::clone(&schema));
        let reader = ParquetMetaDataReader::new()
            .with_page_index_policy(PageIndexPolicy::Optional)
            .with_metadata_options(Some(options));
        let mut metadata = reader.load_and_finish(&mut *self, size).await?.into_builder();
        let (file, rows) = (told.file_metadata(), told.file_metadata().num_rows());
        // The key-value pairs include the schema of the writer, in which the columns are text.
        let created_by = file.created_by().map(str::to_owned);
        let file =
            FileMetaData::new(file.version(), rows, created_by, None, schema, file.column_orders().cloned());
        Ok(ParquetMetaDataBuilder::new(file)
            .set_row_groups(metadata.take_row_groups())
            .set_column_index(metadata.take_column_index())
            .set_offset_index(metadata.take_offset_index())
            .build())
    }
}

impl AsyncFileReader for AsBytes {
    fn get_bytes(&mut self, range: Range<u64>) -> BoxFuture<'_, ParquetResult<bytes::Bytes>> {
        self.inner.get_bytes(range)
    }

    fn get_metadata<'a>(
        &'a mut self,
        _: Option<&'a ArrowReaderOptions>,
    ) -> BoxFuture<'a, ParquetResult<Arc<ParquetMetaData>>> {
        self.load().map(|metadata| metadata.map(Arc::new)).boxed()
    }
}

/// Creates such readers.
#[derive(Debug)]
struct Factory(DefaultParquetFileReaderFactory);

impl ParquetFileReaderFactory for Factory {
    fn create_reader(
        &self,
        partition: usize,
        file: PartitionedFile,
        hint: Option<usize>,
        metrics: &ExecutionPlanMetricsSet,
    ) -> Result<Box<dyn AsyncFileReader + Send>> {
        let size = file.object_meta.size;
        Ok(Box::new(AsBytes { inner: self.0.create_reader(partition, file, hint, metrics)?, size }))
    }
}

/// A file whose strings are bytes.
#[derive(Debug)]
pub(crate) struct Table {
    schema: SchemaRef,
    file: PartitionedFile,
    factory: Arc<Factory>,
}

impl Table {
    /// Reads the metadata of a file.
    pub(crate) async fn open(path: &Path) -> Result<Self> {
        let path = path.canonicalize()?;
        let path = path.to_str().ok_or_else(|| exec_datafusion_err!("a path that is no text"))?;
        let file = PartitionedFile::new(path, std::fs::metadata(path)?.len());
        let factory = Factory(DefaultParquetFileReaderFactory::new(Arc::new(LocalFileSystem::new())));
        let metrics = ExecutionPlanMetricsSet::new();
        let metadata = factory.create_reader(0, file.clone(), None, &metrics)?.get_metadata(None).await?;
        let schema = parquet_to_arrow_schema(metadata.file_metadata().schema_descr(), None)?;
        Ok(Table { schema: Arc::new(schema), file, factory: Arc::new(factory) })
    }
}

#[async_trait]
impl TableProvider for Table {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        _: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let factory = Arc::clone(&self.factory);
        let source = ParquetSource::new(self.schema()).with_parquet_file_reader_factory(factory);
        let scan = FileScanConfigBuilder::new(ObjectStoreUrl::local_filesystem(), Arc::new(source))
            .with_file(self.file.clone())
            .with_projection_indices(projection.cloned())?
            .with_limit(limit)
            .build();
        Ok(DataSourceExec::from_data_source(scan))
    }
}
