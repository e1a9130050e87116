package io.github.stringmill.spark.read;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** Finds the codec of a file by the end of its name. */
final class Compression {
    private Compression() {}

    /** Returns the codec that Hadoop has for the name, or null for a file without compression. */
    static CompressionCodec of(Path path, Configuration configuration) {
        return new CompressionCodecFactory(configuration).getCodec(path);
    }
}
