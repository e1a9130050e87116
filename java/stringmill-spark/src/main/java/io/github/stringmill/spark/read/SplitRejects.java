package io.github.stringmill.spark.read;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.spark.RecordException;
import io.github.stringmill.spark.Undeclared;
import io.github.stringmill.spark.read.options.RecordOptions;
import io.github.stringmill.spark.records.RecordBuffer;
import io.github.stringmill.spark.records.Rejects;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkException;
import org.apache.spark.sql.execution.datasources.PartitionedFile;

/**
 * The rejects of one split, if the user asks for them. A failure is a SparkException, because Spark would take an
 * IOException for an error of the file that is read.
 */
final class SplitRejects implements Closeable {
    private interface Action {
        void run() throws IOException;
    }

    private final String folder;
    /** Null if the option is not set. */
    private Rejects rejects;

    SplitRejects(RecordOptions options, PartitionedFile file, Configuration configuration) {
        folder = options.rejects;
        if (folder != null) {
            run(folder, () -> rejects = new Rejects(folder, file.toPath().toString(), file.start(), file.length(),
                    configuration));
        }
    }

    /** Throws if the folder for rejects is inside of a path that is read. */
    static void requireApart(RecordOptions options, Iterable<String> paths, Configuration configuration) {
        String folder = options.rejects;
        for (String path : paths) {
            run(folder, () -> {
                if (folder != null && Rejects.areWithin(folder, path, configuration)) {
                    throw new IllegalArgumentException("the option " + RecordOptions.REJECTS + " is " + folder
                            + ", a folder in the data " + path + ": choose one outside of it");
                }
            });
        }
    }

    private static void run(String folder, Action action) {
        try {
            action.run();
        } catch (IOException e) {
            throw Undeclared.raise(new SparkException("rejects cannot be written to " + folder + ": " + e.getMessage(), e));
        }
    }

    /** Whether bad records are written. */
    boolean areKept() {
        return rejects != null;
    }

    void add(RecordBuffer records, long line, long errorOffset, ErrorCode code) {
        run(folder, () -> rejects.add(records, line, errorOffset, code, RecordException.says(code)));
    }

    void commit() {
        if (rejects != null) {
            run(folder, rejects::commit);
        }
    }

    @Override
    public void close() {
        if (rejects != null) {
            run(folder, rejects::close);
        }
    }
}
