package io.github.stringmill.spark.records;

import io.github.stringmill.Base64Form;
import io.github.stringmill.ErrorCode;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.Stringmill;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.GlobExpander;
import org.apache.hadoop.fs.GlobPattern;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The bad records of one split, as lines of JSON in a folder of the user.
 *
 * <p>A task that only reads has no part in a commit of its engine. So the file of a split has a name that depends on the
 * split alone, and is renamed to it, over an older one, when the split has been read to its end:
 * {@code file=HASH/START-LENGTH.json}. All attempts of a task write the same bytes, so it does not matter which of them
 * comes last, nor whether two run at once. An attempt that ends early leaves nothing but, if its process was killed, a
 * file whose name begins with a dot, which no reader lists. Files of other splits of the same bytes are removed: they
 * are of an earlier query, whose splits were larger or smaller.
 */
public final class Rejects implements Closeable {
    private static final String EXTENSION = ".json";
    private static final int PATH_HASH_LEN = 8;
    /** A multiple of three: then the base64 of pieces is that of the whole. A record can be too long for one array. */
    private static final int PIECE_LEN = 3 << 16;

    private final FileContext files;
    private final Path folder;
    private final String path;
    private final long start;
    private final long length;
    private Path temporary;
    private OutputStream out;

    /** Makes the rejects of a split of a file. Nothing is written before the first bad record. */
    public Rejects(String rejects, String path, long start, long length, Configuration configuration)
            throws IOException {
        Path root = new Path(rejects);
        files = FileContext.getFileContext(root.toUri(), configuration);
        folder = new Path(root, "file=" + hash(path));
        this.path = path;
        this.start = start;
        this.length = length;
    }

    /** Whether the folder is in one that a path or pattern reads. The next read would take rejects for data. */
    public static boolean areWithin(String rejects, String data, Configuration configuration) throws IOException {
        URI folder = qualified(rejects, configuration);
        for (String pattern : GlobExpander.expand(data)) {
            if (isWithin(folder, qualified(pattern, configuration))) {
                return true;
            }
        }
        return false;
    }

    private static URI qualified(String path, Configuration configuration) throws IOException {
        Path given = new Path(path);
        return given.getFileSystem(configuration).makeQualified(given).toUri().normalize();
    }

    /** Whether a folder is at or below a place that a pattern can match, even if it does not exist. */
    private static boolean isWithin(URI folder, URI pattern) {
        if (!Objects.equals(folder.getScheme(), pattern.getScheme())
                || !Objects.equals(folder.getAuthority(), pattern.getAuthority())) {
            return false;
        }
        String[] names = StringUtils.split(folder.getPath(), '/');
        String[] globs = StringUtils.split(pattern.getPath(), '/');
        return globs.length <= names.length
                && IntStream.range(0, globs.length).allMatch(at -> new GlobPattern(globs[at]).matches(names[at]));
    }

    private static String hash(String path) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(path.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, PATH_HASH_LEN);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Adds the current record.
     *
     * @param line its line in the file, from 1
     * @param errorOffset the offset of the error in the file
     * @param reason the error in words
     */
    public void add(RecordBuffer records, long line, long errorOffset, ErrorCode code, String reason)
            throws IOException {
        if (out == null) {
            temporary = new Path(folder, "." + start + "-" + length + "." + UUID.randomUUID());
            out = files.create(temporary, EnumSet.of(CreateFlag.CREATE), Options.CreateOpts.createParent());
        }
        out.write(("{\"path\":\"" + escaped(path) + "\",\"line\":" + line + ",\"offset\":" + records.offset()
                + ",\"error_offset\":" + errorOffset + ",\"code\":" + code.number() + ",\"name\":\"" + code.id()
                + "\",\"reason\":\"" + escaped(reason) + "\",\"bytes\":\"").getBytes(StandardCharsets.UTF_8));
        int to = records.end();
        for (int at = records.start(); at < to; at += Math.min(PIECE_LEN, to - at)) {
            out.write(Stringmill.base64Encode(Base64Form.STANDARD,
                    Arrays.copyOfRange(records.buffer(), at, at + Math.min(PIECE_LEN, to - at))));
        }
        out.write("\"}\n".getBytes(StandardCharsets.UTF_8));
    }

    private static String escaped(String text) {
        return new String(Stringmill.jsonEscape(JsonEscape.JSON, text.getBytes(StandardCharsets.UTF_8)),
                StandardCharsets.UTF_8);
    }

    /** Publishes the records. Called after the last record of the split. */
    public void commit() throws IOException {
        Path target = new Path(folder, start + "-" + length + EXTENSION);
        removeOthers(out == null ? null : target);
        if (out != null) {
            out.close();
            files.rename(temporary, target, Options.Rename.OVERWRITE);
            out = null;
            temporary = null;
        }
    }

    /** Removes the files of all splits that share bytes with this one, except the file of this one. */
    private void removeOthers(Path kept) throws IOException {
        RemoteIterator<FileStatus> listed;
        try {
            listed = files.listStatus(folder);
        } catch (FileNotFoundException e) {
            return;
        }
        while (listed.hasNext()) {
            Path other = listed.next().getPath();
            if (overlaps(other.getName()) && (kept == null || !other.getName().equals(kept.getName()))) {
                files.delete(other, false);
            }
        }
    }

    private boolean overlaps(String name) {
        if (name.startsWith(".") || !name.endsWith(EXTENSION)) {
            return false;
        }
        String[] range = name.substring(0, name.length() - EXTENSION.length()).split("-");
        long from = Long.parseLong(range[0]);
        return from < start + length && start < from + Long.parseLong(range[1]);
    }

    /** Drops unpublished records. */
    @Override
    public void close() throws IOException {
        if (temporary == null) {
            return;
        }
        try {
            if (out != null) {
                out.close();
            }
        } catch (IOException e) {
            // For example a full disk, which the failed write has reported. The file is deleted in any case.
        }
        try {
            files.delete(temporary, false);
        } catch (FileNotFoundException e) {
            // The file was not created.
        } finally {
            out = null;
            temporary = null;
        }
    }
}
