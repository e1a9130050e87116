package io.github.stringmill.spark.read;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.util.NativeCodeLoader;

/** Reads compressed files. The end of the name decides, as in Hadoop. */
final class Compression {
    private static final String ZSTD = ".zst";

    private Compression() {}

    /** Whether the name of a file ends like that of a compressed one. */
    static boolean isCompressed(Path path, Configuration configuration) {
        return path.getName().endsWith(ZSTD) || new CompressionCodecFactory(configuration).getCodec(path) != null;
    }

    /** Returns the text of a compressed file. */
    static InputStream text(Path path, InputStream file, Configuration configuration) throws IOException {
        if (path.getName().endsWith(ZSTD) && !NativeCodeLoader.isNativeCodeLoaded()) {
            // Hadoop's codec needs Hadoop's native library. Spark has another one, which carries its own.
            return new ZstdInputStream(file).setContinuous(false);
        }
        CompressionCodec codec = new CompressionCodecFactory(configuration).getCodec(path);
        return codec.createInputStream(file);
    }
}
