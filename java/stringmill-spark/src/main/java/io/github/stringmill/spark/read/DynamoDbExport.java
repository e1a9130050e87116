package io.github.stringmill.spark.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** The files of an export of DynamoDB, as its manifest names them. */
public final class DynamoDbExport {
    private static final String MANIFEST = "manifest-files.json";
    private static final String KEY = "dataFileS3Key";

    private DynamoDbExport() {}

    /**
     * Replaces the folder of an export, which has a manifest, by its data files. So a file that the manifest does not
     * name is not read, and one that is absent is an error.
     *
     * @param paths folders of exports, or other paths, which stay
     * @param session the session
     * @return paths of files
     */
    public static Seq<String> dataFiles(Seq<String> paths, SparkSession session) {
        List<String> files = new ArrayList<>();
        Configuration configuration = session.sparkContext().hadoopConfiguration();
        for (String path : CollectionConverters.asJava(paths)) {
            try {
                Path folder = new Path(path);
                FileSystem system = folder.getFileSystem(configuration);
                Path manifest = new Path(folder, MANIFEST);
                if (system.exists(manifest)) {
                    addFiles(system, folder, manifest, files);
                } else {
                    files.add(path);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return CollectionConverters.asScala(files).toSeq();
    }

    private static void addFiles(FileSystem system, Path folder, Path manifest, List<String> files) throws IOException {
        try (InputStream text = system.open(manifest);
                MappingIterator<JsonNode> lines = new ObjectMapper().readerFor(JsonNode.class).readValues(text)) {
            while (lines.hasNext()) {
                JsonNode key = lines.next().get(KEY);
                if (key == null) {
                    throw new IOException(manifest + ": a line has no member " + KEY);
                }
                // The key begins with the bucket's own folders, from which the export may have been copied.
                String name = new Path(key.asText()).getName();
                files.add(new Path(new Path(folder, "data"), name).toString());
            }
        }
    }
}
