package io.github.stringmill.spark.read;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** The rows of one split. */
final class SplitReader implements PartitionReader<InternalRow> {
    private final LineInput lines;
    private final SpecificInternalRow row;
    private final boolean hasValue;

    SplitReader(PartitionedFile file, StructType dataSchema, StructType partitionSchema, Configuration configuration) {
        StructType schema = dataSchema;
        for (StructField field : partitionSchema.fields()) {
            schema = schema.add(field);
        }
        row = new SpecificInternalRow(schema);
        hasValue = dataSchema.length() > 0;
        for (int i = 0; i < partitionSchema.length(); i++) {
            row.update(dataSchema.length() + i, file.partitionValues().get(i, partitionSchema.fields()[i].dataType()));
        }
        try {
            lines = open(file, configuration);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LineInput open(PartitionedFile file, Configuration configuration) throws IOException {
        Path path = file.toPath();
        FSDataInputStream source = path.getFileSystem(configuration).open(path);
        CompressionCodec codec = Compression.of(path, configuration);
        if (codec != null) {
            InputStream text = codec.createInputStream(source);
            return new LineInput(text, 0, Long.MAX_VALUE);
        }
        source.seek(Math.max(0, file.start() - 1));
        return new LineInput(source, file.start(), file.start() + file.length());
    }

    @Override
    public boolean next() throws IOException {
        if (!lines.next()) {
            return false;
        }
        if (hasValue) {
            row.update(0, UTF8String.fromBytes(lines.buffer(), lines.start(), lines.end() - lines.start()));
        }
        return true;
    }

    @Override
    public InternalRow get() {
        return row;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
