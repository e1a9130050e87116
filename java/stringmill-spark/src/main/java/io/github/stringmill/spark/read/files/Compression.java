package io.github.stringmill.spark.read.files;

import com.github.luben.zstd.ZstdInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.util.NativeCodeLoader;

/** Reads compressed files. As in Hadoop, the end of the name decides about the codec. */
public final class Compression {
    private static final String ZSTD = ".zst";

    private Compression() {}

    /** Whether the name of a file ends like that of a compressed one. */
    public static boolean isCompressed(Path path, Configuration configuration) {
        return path.getName().endsWith(ZSTD) || new CompressionCodecFactory(configuration).getCodec(path) != null;
    }

    /** Returns the text of a compressed file. */
    public static InputStream text(Path path, InputStream file, Configuration configuration) throws IOException {
        if (path.getName().endsWith(ZSTD) && !NativeCodeLoader.isNativeCodeLoaded()) {
            // Hadoop's codec needs Hadoop's native library. Spark has another one, which carries its own.
            return new Pieces(new ZstdInputStream(file).setContinuous(false), configuration);
        }
        CompressionCodec codec = new CompressionCodecFactory(configuration).getCodec(path);
        return new Pieces(codec.createInputStream(file), configuration);
    }

    /**
     * Reads as much at once as Spark's line reader does. After damage a codec throws, and does not return the text
     * that it has decoded in this call. So at most one piece before the damage is lost, as in Spark's source.
     */
    private static final class Pieces extends FilterInputStream {
        private static final String LEN = "io.file.buffer.size";
        /** The default of Hadoop. Spark sets 64 KB, with which gzip takes a sixth less time. */
        private static final int LEN_DEFAULT = 4096;

        private final int pieceLen;
        /** The failure that the next read throws, after bytes before it were returned. */
        private IOException failure;

        Pieces(InputStream text, Configuration configuration) {
            super(text);
            pieceLen = Math.max(1, configuration.getInt(LEN, LEN_DEFAULT));
        }

        @Override
        public int read(byte[] dst, int from, int len) throws IOException {
            if (failure != null) {
                throw failure;
            }
            int count = 0;
            // Stops when less than a whole piece of room is left, unless nothing was read yet.
            while (count == 0 && len > 0 || len - count >= pieceLen) {
                int read;
                try {
                    read = in.read(dst, from + count, Math.min(pieceLen, len - count));
                } catch (IOException e) {
                    if (count == 0) {
                        throw e;
                    }
                    failure = e;
                    return count;
                }
                if (read < 0) {
                    return count == 0 ? -1 : count;
                }
                count += read;
            }
            return count;
        }
    }
}
