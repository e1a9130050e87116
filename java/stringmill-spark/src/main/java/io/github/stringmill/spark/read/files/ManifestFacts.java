package io.github.stringmill.spark.read.files;

import io.github.stringmill.spark.read.options.RecordOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;

/** Facts from the manifests of DynamoDB exports about data files. The driver reads them, and tasks compare. */
public final class ManifestFacts implements Serializable {
    /** For tables without a manifest. */
    public static final ManifestFacts NONE = new ManifestFacts();
    /** The number of records if the manifest does not state it. */
    static final long UNKNOWN = -1;

    private static final long serialVersionUID = 1;

    private record Facts(long items, String md5) implements Serializable {}

    private final Map<String, Facts> facts = new HashMap<>();

    /** Adds a file: its number of records, or {@link #UNKNOWN}, and the MD5 of its bytes in base64, or null. */
    void add(Path file, long items, String md5) {
        if (items != UNKNOWN || md5 != null) {
            facts.put(file.toString(), new Facts(items, md5));
        }
    }

    /**
     * Whether a file is compared, so that one task has to read all of it.
     *
     * @param file the file
     * @return true if a manifest says its count of records or its checksum
     */
    public boolean has(Path file) {
        return facts.containsKey(file.toString());
    }

    /** Returns the comparison of a file, or null for a file that is not compared. */
    public Check check(Path file) {
        Facts found = facts.get(file.toString());
        return found == null ? null : new Check(file, found);
    }

    /** Compares one file while it is read. */
    public static final class Check {
        private final Path file;
        private final Facts facts;
        private DigestInputStream bytes;

        private Check(Path file, Facts facts) {
            this.file = file;
            this.facts = facts;
        }

        /** Returns the bytes of the file, which it digests as they are read. */
        public InputStream digested(InputStream source) {
            if (facts.md5 == null) {
                return source;
            }
            try {
                bytes = new DigestInputStream(source, MessageDigest.getInstance("MD5"));
                return bytes;
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        /**
         * Throws if the file, which was read to the end of its text, is another one than the manifest describes.
         *
         * @param records how many records it had
         */
        public void require(long records) throws IOException {
            if (bytes != null) {
                // Reads to the end, because a codec may leave bytes after the end of the text.
                bytes.transferTo(OutputStream.nullOutputStream());
                String found = Base64.getEncoder().encodeToString(bytes.getMessageDigest().digest());
                if (!found.equals(facts.md5)) {
                    throw other("the MD5 " + facts.md5, found);
                }
            }
            if (facts.items != UNKNOWN && facts.items != records) {
                throw other(facts.items + " records", String.valueOf(records));
            }
        }

        private IOException other(String expected, String found) {
            return new IOException(file + ": the manifest of the export says " + expected + ", and the file has " + found
                    + "; the option " + RecordOptions.VERIFY_MANIFEST + "=false reads it as it is");
        }
    }
}
