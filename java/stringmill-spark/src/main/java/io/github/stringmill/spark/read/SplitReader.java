package io.github.stringmill.spark.read;

import io.github.stringmill.spark.RecordException;
import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.Undeclared;
import io.github.stringmill.spark.read.files.Compression;
import io.github.stringmill.spark.read.files.DynamoDbExport;
import io.github.stringmill.spark.read.files.ManifestFacts;
import io.github.stringmill.spark.read.ion.IonRecordReader;
import io.github.stringmill.spark.read.json.JsonRecordReader;
import io.github.stringmill.spark.read.options.RecordOptions;
import io.github.stringmill.spark.read.rows.RecordReader;
import io.github.stringmill.spark.read.rows.RowLayout;
import io.github.stringmill.spark.records.Framing;
import io.github.stringmill.spark.records.RecordBuffer;
import io.github.stringmill.spark.records.RecordLengthException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecificInternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.unsafe.types.UTF8String;

/** The rows of one split. The row is valid until the next one is read. */
final class SplitReader implements PartitionReader<InternalRow> {
    private final PartitionedFile file;
    private final RowLayout layout;
    private final RecordOptions options;
    private final Configuration configuration;
    private final Counters counters;
    private final RecordReader reader;
    private final RecordBuffer records;
    private final SpecificInternalRow row;
    private final boolean corruptIsText;
    private final SplitRejects rejects;
    /** Compares the file with its manifest; null if no manifest describes it. */
    private final ManifestFacts.Check check;
    private long recordCount;
    /** The number of rows that the limit still allows. */
    private long rowsLeft;
    /** The repairs that were added to the counters. */
    private long repairsCounted;

    SplitReader(PartitionedFile file, RecordFormat format, RowLayout layout, RecordOptions options, ManifestFacts.Check check,
            long limit, Configuration configuration, Counters counters) throws IOException {
        this.file = file;
        this.layout = layout;
        this.options = options;
        this.check = check;
        this.configuration = configuration;
        this.counters = counters;
        rowsLeft = limit;
        reader = switch (format) {
            case JSON -> new JsonRecordReader(layout, options);
            case ION -> new IonRecordReader(layout, options, null);
            case DYNAMODB_ION -> new IonRecordReader(layout, options, options.dynamoDbRoot);
        };
        row = new SpecificInternalRow(layout.schema);
        for (int i = layout.partitionStart; i < layout.outputCount; i++) {
            row.update(i, file.partitionValues().get(i - layout.partitionStart, layout.schema.fields()[i].dataType()));
        }
        if (layout.path != RowLayout.NONE) {
            row.update(layout.path, UTF8String.fromString(path()));
        }
        corruptIsText = layout.corrupt != RowLayout.NONE
                && layout.schema.fields()[layout.corrupt].dataType() instanceof StringType;
        rejects = new SplitRejects(options, file, configuration);
        records = open(format);
        records.limitRecords(options.maxRecordBytes);
        if (options.skipsMark && file.start() == 0) {
            records.skipMark();
        }
    }

    private RecordBuffer open(RecordFormat format) throws IOException {
        Path path = file.toPath();
        if (format == RecordFormat.DYNAMODB_ION) {
            DynamoDbExport.requireData(path);
        }
        FSDataInputStream source = path.getFileSystem(configuration).open(path);
        try {
            boolean isCompressed = Compression.isCompressed(path, configuration);
            if (isCompressed || options.framing != Framing.LINES || check != null) {
                InputStream bytes = check == null ? source : check.digested(source);
                InputStream text = isCompressed ? Compression.text(path, bytes, configuration) : bytes;
                return format == RecordFormat.JSON ? RecordBuffer.json(options.framing, text)
                        : RecordBuffer.ion(options.framing, text);
            }
            source.seek(Math.max(0, file.start() - 1));
            return RecordBuffer.lines(source, file.start(), file.start() + file.length());
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    private String path() {
        return file.toPath().toString();
    }

    @Override
    public boolean next() throws IOException {
        try {
            return nextRow();
        } catch (RecordLengthException e) {
            throw Undeclared.raise(new SparkException(e.getMessage() + ": the option " + RecordOptions.MAX_RECORD_BYTES
                    + " makes it a bad record", e));
        } catch (IOException | RuntimeException e) {
            if (options.spark.ignoreCorruptFiles()) {
                // Spark continues with the next file, and does not close this reader.
                end();
                close();
            }
            throw e;
        }
    }

    private boolean nextRow() throws IOException {
        while (rowsLeft > 0) {
            if (!records.next()) {
                if (check != null) {
                    check.require(recordCount);
                }
                end();
                return false;
            }
            RecordReader.Outcome outcome = reader.read(records, row);
            if (outcome == RecordReader.Outcome.BLANK) {
                continue;
            }
            boolean isBad = outcome != RecordReader.Outcome.READ;
            count(isBad);
            if (isBad) {
                refuse(outcome == RecordReader.Outcome.BAD);
            }
            if (!isBad || !options.dropMalformed) {
                finish(isBad);
                rowsLeft--;
                return true;
            }
        }
        return false;
    }

    private void count(boolean isBad) {
        recordCount++;
        counters.records++;
        counters.badRecords += isBad ? 1 : 0;
        long repairs = reader.repairs();
        counters.repairs += repairs - repairsCounted;
        repairsCounted = repairs;
    }

    private void refuse(boolean isText) throws IOException {
        long place = records.offset() + reader.errorOffset();
        if (options.failFast) {
            throw Undeclared.raise(new RecordException(reader.error(), path(), line(), place));
        }
        if (isText) {
            records.takeRest(rejects.areKept() || layout.corrupt != RowLayout.NONE && !options.dropMalformed);
        }
        if (rejects.areKept()) {
            rejects.add(records, line(), place, reader.error());
        }
    }

    /** Publishes the bad records of a split that has been read to its end, or up to an error that is ignored. */
    private void end() {
        rowsLeft = 0;
        rejects.commit();
    }

    /** Sets the columns that do not come from members, such as the path and the line. */
    private void finish(boolean isBad) throws IOException {
        if (layout.corrupt != RowLayout.NONE) {
            if (!isBad) {
                row.setNullAt(layout.corrupt);
            } else if (corruptIsText) {
                row.update(layout.corrupt, UTF8String.fromBytes(records.buffer(), records.start(),
                        records.end() - records.start()));
            } else {
                row.update(layout.corrupt, Arrays.copyOfRange(records.buffer(), records.start(), records.end()));
            }
        }
        if (layout.offset != RowLayout.NONE) {
            row.setLong(layout.offset, records.offset());
        }
        if (layout.line != RowLayout.NONE) {
            row.setLong(layout.line, line());
        }
    }

    /** Returns the line of the current record in its file, from 1. */
    private long line() throws IOException {
        Path path = file.toPath();
        return records.line(() -> path.getFileSystem(configuration).open(path));
    }

    @Override
    public InternalRow get() {
        return row;
    }

    @Override
    public void close() throws IOException {
        try (records; rejects) {
            rowsLeft = 0;
        }
    }
}
