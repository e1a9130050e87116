package io.github.stringmill.spark.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stringmill.spark.Undeclared;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkException;
import org.apache.spark.sql.SparkSession;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** The files of an export of DynamoDB, as its manifest names them. */
public final class DynamoDbExport {
    private static final String MANIFEST = "manifest-files.json";
    private static final String KEY = "dataFileS3Key";
    private static final String DATA = "data";

    private final FileSystem system;
    /** Data files, and paths that are no exports. */
    private final Set<Path> files = new LinkedHashSet<>();
    /** Folders of data files that manifests name. */
    private final Set<Path> dataFolders = new HashSet<>();

    private DynamoDbExport(FileSystem system) {
        this.system = system;
    }

    /**
     * Replaces the folder of an export, which has a manifest, by its data files. So a file that the manifest does not
     * name is not read, and one that is absent is an error.
     *
     * @param paths folders of exports, or other paths, which stay; with patterns
     * @param session the session
     * @return paths of files
     */
    public static Seq<String> dataFiles(Seq<String> paths, SparkSession session) {
        Set<String> all = new LinkedHashSet<>();
        Configuration configuration = session.sparkContext().hadoopConfiguration();
        for (String given : CollectionConverters.asJava(paths)) {
            try {
                Path path = new Path(given);
                DynamoDbExport export = new DynamoDbExport(path.getFileSystem(configuration));
                export.addMatches(path);
                export.files.forEach(file -> all.add(file.toString()));
            } catch (IOException e) {
                throw Undeclared.raise(e);
            }
        }
        return CollectionConverters.asScala(all).toSeq();
    }

    /** Throws if a path is the manifest of an export, whose lines a reader would take for items. */
    static void requireData(Path file) {
        String name = file.getName();
        if (name.startsWith("manifest-") && (name.endsWith(".json") || name.endsWith(".md5"))) {
            throw Undeclared.raise(new SparkException(file + " is a manifest of an export, and has no items: read the folder "
                    + file.getParent()));
        }
    }

    private void addMatches(Path pattern) throws IOException {
        FileStatus[] matches = system.globStatus(pattern);
        if (matches == null || matches.length == 0) {
            // Spark reports the absent path.
            files.add(pattern);
            return;
        }
        for (FileStatus match : matches) {
            Path path = match.getPath();
            if (match.isDirectory() && system.exists(new Path(path, MANIFEST))) {
                addExport(path);
            } else if (match.isDirectory() && system.globStatus(new Path(path, "*/" + MANIFEST)).length > 0) {
                throw new IllegalArgumentException(path + " has folders of exports, and is none: read one of them, or "
                        + path + "/* for all");
            } else {
                files.add(path);
            }
        }
        // A pattern also matches the folder that incremental exports share.
        files.removeIf(dataFolders::contains);
    }

    private void addExport(Path export) throws IOException {
        Path manifest = new Path(export, MANIFEST);
        Path own = new Path(export, DATA);
        Path shared = new Path(export.getParent(), DATA);
        Set<String> ownNames = names(own);
        Set<String> sharedNames = null;
        try (InputStream text = system.open(manifest);
                MappingIterator<JsonNode> lines = new ObjectMapper().readerFor(JsonNode.class).readValues(text)) {
            while (lines.hasNext()) {
                JsonNode key = lines.next().get(KEY);
                if (key == null) {
                    throw new IOException(manifest + ": a line has no member " + KEY);
                }
                // The key begins with the bucket's own folders, from which the export may have been copied.
                String name = new Path(key.asText()).getName();
                if (ownNames.contains(name)) {
                    add(own, name);
                    continue;
                }
                // Incremental exports of a table share one folder.
                sharedNames = sharedNames == null ? names(shared) : sharedNames;
                if (!sharedNames.contains(name)) {
                    throw new FileNotFoundException(manifest + " names " + name + ", which is neither in " + own
                            + " nor in " + shared);
                }
                add(shared, name);
            }
        }
    }

    private void add(Path folder, String name) {
        dataFolders.add(folder);
        files.add(new Path(folder, name));
    }

    private Set<String> names(Path folder) throws IOException {
        Set<String> names = new HashSet<>();
        if (system.exists(folder)) {
            for (FileStatus file : system.listStatus(folder)) {
                names.add(file.getPath().getName());
            }
        }
        return names;
    }
}
