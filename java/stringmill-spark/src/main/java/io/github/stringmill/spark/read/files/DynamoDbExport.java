package io.github.stringmill.spark.read.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stringmill.spark.Undeclared;
import io.github.stringmill.spark.read.options.RecordOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** The files of an export of DynamoDB, as its manifest names them. */
public final class DynamoDbExport {
    private static final String MANIFEST = "manifest-files.json";
    private static final String SUMMARY = "manifest-summary.json";
    private static final String KEY = "dataFileS3Key";
    /** The checksum of the bytes of the compressed file. */
    private static final String MD5 = "md5Checksum";
    private static final String DATA = "data";

    private static final String ITEM_COUNT = "itemCount";

    private final Configuration configuration;
    /** Whether to compare the files with the manifests. */
    private final boolean isVerified;
    private final ManifestFacts facts = new ManifestFacts();
    /** Data files of exports, and all other paths. */
    private final Set<Path> files = new LinkedHashSet<>();

    private DynamoDbExport(Configuration configuration, boolean isVerified) {
        this.configuration = configuration;
        this.isVerified = isVerified;
    }

    /**
     * Replaces the folder of an export, which has a manifest, by its data files. So a file that the manifest does not
     * name is not read, and one that is absent is an error.
     *
     * @param paths folders of exports, or other paths, which stay; with patterns
     * @param session the session
     * @param options the options of the source
     * @return the files
     */
    public static DynamoDbExport of(Seq<String> paths, SparkSession session, CaseInsensitiveStringMap options) {
        DynamoDbExport export = new DynamoDbExport(session.sparkContext().hadoopConfiguration(),
                RecordOptions.verifiesManifest(options));
        for (String given : CollectionConverters.asJava(paths)) {
            try {
                export.addMatches(new Path(given));
            } catch (IOException e) {
                throw Undeclared.raise(e);
            }
        }
        return export;
    }

    /**
     * Returns the files that are read.
     *
     * @return paths of files
     */
    public List<Path> files() {
        return List.copyOf(files);
    }

    /**
     * Returns what the manifests say about the files.
     *
     * @return the facts that tasks compare
     */
    public ManifestFacts facts() {
        return facts;
    }

    /** Throws if a path is the manifest of an export, whose lines a reader would take for items. */
    public static void requireData(Path file) {
        String name = file.getName();
        if (name.startsWith("manifest-") && (name.endsWith(".json") || name.endsWith(".md5"))) {
            throw Undeclared.raise(new SparkException(file + " is a manifest of an export, and has no items: read the folder "
                    + file.getParent()));
        }
    }

    private void addMatches(Path pattern) throws IOException {
        FileSystem system = pattern.getFileSystem(configuration);
        FileStatus[] matches = system.globStatus(pattern);
        if (matches == null || matches.length == 0) {
            // Spark itself reports the absent path.
            files.add(pattern);
            return;
        }
        Set<Path> others = new LinkedHashSet<>();
        Set<Path> dataFolders = new HashSet<>();
        for (FileStatus match : matches) {
            Path path = match.getPath();
            if (match.isDirectory() && system.exists(new Path(path, MANIFEST))) {
                dataFolders.addAll(addExport(system, path));
            } else if (match.isDirectory() && system.globStatus(new Path(path, "*/" + MANIFEST)).length > 0) {
                throw new IllegalArgumentException(path + " has folders of exports, and is none: read one of them, or "
                        + path + "/* for all");
            } else {
                others.add(path);
            }
        }
        // A pattern also matches the folder that incremental exports share.
        others.removeAll(dataFolders);
        files.addAll(others);
    }

    /** Adds the files of an export, and returns their folders. */
    private Set<Path> addExport(FileSystem system, Path export) throws IOException {
        Path manifest = new Path(export, MANIFEST);
        DataFolder own = new DataFolder(system, new Path(export, DATA));
        // Incremental exports of a table share one folder.
        DataFolder shared = new DataFolder(system, new Path(export.getParent(), DATA));
        Set<Path> folders = new HashSet<>();
        Long items = 0L;
        try (InputStream text = system.open(manifest);
                MappingIterator<JsonNode> lines = new ObjectMapper().readerFor(JsonNode.class).readValues(text)) {
            while (lines.hasNext()) {
                JsonNode line = lines.next();
                JsonNode key = line.get(KEY);
                if (key == null) {
                    throw new IOException(manifest + ": a line has no member " + KEY);
                }
                // The key begins with folders of the bucket, and the export may have been copied to another place.
                String name = new Path(key.asText()).getName();
                DataFolder folder = own.has(name) ? own : shared;
                if (!folder.has(name)) {
                    throw new FileNotFoundException(manifest + " names " + name + ", which is neither in " + own.path
                            + " nor in " + shared.path);
                }
                folders.add(folder.path);
                add(new Path(folder.path, name), line);
                Long count = count(line);
                items = items == null || count == null ? null : items + count;
            }
        }
        if (isVerified && items != null) {
            requireItems(system, manifest, items);
        }
        return folders;
    }

    /** Throws if lines of the manifest are missing: the summary has the sum of the counts in all lines. */
    private static void requireItems(FileSystem system, Path manifest, long items) throws IOException {
        Path summary = new Path(manifest.getParent(), SUMMARY);
        if (!system.exists(summary)) {
            return;
        }
        try (InputStream text = system.open(summary)) {
            Long expected = count(new ObjectMapper().readTree(text));
            if (expected != null && expected != items) {
                throw new IOException(manifest + " has files of " + items + " records, and " + summary + " says " + expected
                        + "; the option " + RecordOptions.VERIFY_MANIFEST + "=false reads them as they are");
            }
        }
    }

    private static Long count(JsonNode line) {
        JsonNode count = line == null ? null : line.get(ITEM_COUNT);
        return count == null || !count.isIntegralNumber() ? null : count.asLong();
    }

    private void add(Path file, JsonNode line) {
        files.add(file);
        if (isVerified) {
            Long count = count(line);
            JsonNode md5 = line.get(MD5);
            facts.add(file, count == null ? ManifestFacts.UNKNOWN : count, md5 == null || md5.isNull() ? null : md5.asText());
        }
    }

    /** The names of the files in a folder. The folder is listed at the first request. */
    private static final class DataFolder {
        final Path path;
        private final FileSystem system;
        private Set<String> names;

        DataFolder(FileSystem system, Path path) {
            this.system = system;
            this.path = path;
        }

        boolean has(String name) throws IOException {
            if (names == null) {
                names = new HashSet<>();
                if (system.exists(path)) {
                    for (FileStatus file : system.listStatus(path)) {
                        names.add(file.getPath().getName());
                    }
                }
            }
            return names.contains(name);
        }
    }
}
