package io.github.stringmill.spark.read;

import io.github.stringmill.spark.RecordException;
import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.Undeclared;
import java.io.IOException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
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
    /** Takes bad records, or is null. */
    private final Rejects rejects;
    /** Compares the file with a manifest, or is null. */
    private final DataFiles.Check check;
    private long recordCount;
    /** Rows that may still be read. */
    private long rowsLeft;
    /** Repairs that the counters have already. */
    private long repairsCounted;
    /** Line feeds of the file before the split; -1 until a line number is needed. */
    private long linesBefore = -1;

    SplitReader(PartitionedFile file, RecordFormat format, RowLayout layout, RecordOptions options, DataFiles.Check check,
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
        rejects = options.rejects == null ? null
                : new Rejects(options.rejects, path(), file.start(), file.length(), configuration);
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
                return whole(format, isCompressed ? Compression.text(path, bytes, configuration) : bytes);
            }
            source.seek(Math.max(0, file.start() - 1));
            return new LineInput(source, file.start(), file.start() + file.length());
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    /** Returns the records of a file that one task reads. */
    private RecordBuffer whole(RecordFormat format, InputStream text) throws IOException {
        if (options.framing == Framing.LINES) {
            return new LineInput(text, 0, Long.MAX_VALUE);
        }
        if (format == RecordFormat.JSON) {
            return new JsonValueInput(text, options.framing == Framing.WHOLE);
        }
        byte[] head = text.readNBytes(IonBinaryInput.MARKER.length);
        InputStream all = new SequenceInputStream(new ByteArrayInputStream(head), text);
        return Arrays.equals(head, IonBinaryInput.MARKER) ? new IonBinaryInput(all) : new IonTextInput(all);
    }

    private String path() {
        return file.toPath().toString();
    }

    @Override
    public boolean next() throws IOException {
        try {
            return nextRow();
        } catch (IOException | RuntimeException e) {
            if (options.spark.ignoreCorruptFiles()) {
                // Spark continues with the next file, and does not close this one.
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
            records.takeRest(rejects != null || layout.corrupt != RowLayout.NONE && !options.dropMalformed);
        }
        if (rejects != null) {
            rejects.add(line(), records.offset(), place, reader.error(), records.buffer(), records.start(), records.end());
        }
    }

    /** Publishes the bad records of a split that has been read to its end, or up to an error that is ignored. */
    private void end() {
        rowsLeft = 0;
        if (rejects != null) {
            rejects.commit();
        }
    }

    /** Sets the columns that are not of members. */
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
        if (linesBefore < 0) {
            linesBefore = 0;
            if (file.start() > 0) {
                Path path = file.toPath();
                try (InputStream head = path.getFileSystem(configuration).open(path)) {
                    linesBefore = LineInput.lineFeeds(head, records.firstOffset());
                }
            }
        }
        return linesBefore + records.linesBefore() + 1;
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
