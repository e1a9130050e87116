package io.github.stringmill.spark.write;

import com.github.luben.zstd.ZstdOutputStream;
import io.github.stringmill.spark.Undeclared;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.CodecStreams;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a file of rows. */
final class RecordWriter extends OutputWriter {
    private static final Logger LOG = LoggerFactory.getLogger(RecordWriter.class);
    /** The number of bytes of rows that are collected before a write. */
    private static final int PIECE = 1 << 16;

    private final String path;
    private final ValueText text;
    private final RowText rows;
    private final LongAccumulator repaired;
    private final OutputStream stream;

    RecordWriter(String path, StructType schema, ValueText text, WriteOptions options, LongAccumulator repaired,
            TaskAttemptContext context) {
        this.path = path;
        this.text = text;
        this.repaired = repaired;
        rows = new RowText(schema, text, options.omitsNulls);
        try {
            stream = options.compression.equals(RecordFileFormat.ZSTD)
                    ? new ZstdOutputStream(new Path(path).getFileSystem(context.getConfiguration())
                            .create(new Path(path), false))
                    : CodecStreams.createOutputStream(context, new Path(path));
        } catch (IOException e) {
            throw Undeclared.raise(e);
        }
    }

    @Override
    public void write(InternalRow row) {
        rows.write(row);
        if (text.out.len() >= PIECE) {
            flush();
        }
    }

    private void flush() {
        try {
            stream.write(text.out.bytes(), 0, text.out.len());
        } catch (IOException e) {
            throw Undeclared.raise(e);
        }
        text.out.truncate(0);
    }

    @Override
    public void close() {
        try {
            flush();
        } finally {
            try {
                stream.close();
            } catch (IOException e) {
                throw Undeclared.raise(e);
            }
        }
        count(repaired, text.repairs.count(), "ill-formed pieces of UTF-8 repaired");
    }

    private void count(LongAccumulator counter, long count, String says) {
        if (count > 0) {
            counter.add(count);
            LOG.warn("{}: {} {}", path, count, says);
        }
    }

    @Override
    public String path() {
        return path;
    }
}
