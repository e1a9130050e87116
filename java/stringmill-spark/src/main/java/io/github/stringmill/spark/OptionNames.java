package io.github.stringmill.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The names of all options. Any other name is refused, because a misspelt option that Spark ignores changes rows
 * silently.
 *
 * <p>A table has one set of options for reading and writing, so that a reader accepts the names of a writer too. Names
 * with a point are settings of Hadoop and of ion-hive-serde. Those with an underscore are Spark's own, such as
 * {@code returning_batch}.
 */
public final class OptionNames {
    /** Options of Spark for files of all formats. */
    private static final List<String> FILES = List.of("path", "paths", "basePath", "pathGlobFilter", "recursiveFileLookup",
            "modifiedBefore", "modifiedAfter", "ignoreCorruptFiles", "ignoreMissingFiles", "ignoreInvalidPartitionPaths",
            "timeZone", "partitionOverwriteMode", "maxRecordsPerFile");
    private static final List<String> STREAMS = List.of("maxFilesPerTrigger", "maxBytesPerTrigger", "maxFileAge",
            "latestFirst", "fileNameOnly", "cleanSource", "sourceArchiveDir", "maxCachedFiles", "discardCachedInputRatio",
            "checkpointLocation", "retention");
    private static final List<String> RECORDS = List.of("mode", "columnNameOfCorruptRecord", "rejects", "framing",
            "multiLine", "maxRecordBytes", "inferSchema", "samplingRatio", "singleVariantColumn", "compression",
            "illFormed", "ignoreNullFields", "encoding", "charset", "lineSep",
            "byteOrderMark");
    /** Options that are only for JSON; most are those of Spark's source of JSON. */
    private static final List<String> JSON = List.of("loneSurrogates", "rules", "dateFormat",
            "timestampFormat", "timestampNTZFormat", "timeFormat", "enableDateTimeParsingFallback", "locale",
            "primitivesAsString", "prefersDecimal", "dropFieldIfAllNull", "inferTimestamp");
    /** Options by which Spark's source of JSON reads or writes other text. Only the value false is accepted. */
    private static final List<String> LENIENT = List.of("allowComments", "allowUnquotedFieldNames", "allowSingleQuotes",
            "allowNumericLeadingZeros", "allowNonNumericNumbers", "allowBackslashEscapingAnyCharacter",
            "allowUnquotedControlChars", "pretty", "sortKeys", "writeNonAsciiCharacterAsCodePoint");

    private OptionNames() {}

    /**
     * Throws if an option has no effect, or would accept text other than JSON or Ion in UTF-8 on lines.
     *
     * @param format the format that is read or written
     * @param given the options that the user gave
     * @throws IllegalArgumentException the first option that is unknown, is for another format, or has such a value
     */
    public static void require(RecordFormat format, Map<String, String> given) {
        List<String> known = new ArrayList<>(FILES);
        known.addAll(STREAMS);
        known.addAll(RECORDS);
        known.addAll(LENIENT);
        known.addAll(switch (format) {
            case JSON -> JSON;
            case ION -> List.of("annotationsColumn", "nanoseconds");
            case DYNAMODB_ION -> List.of("annotationsColumn", "nanoseconds", "root", "verifyManifest");
        });
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(known);
        given.forEach((name, value) -> {
            if (!names.contains(name) && name.indexOf('.') < 0 && name.indexOf('_') < 0) {
                throw new IllegalArgumentException("the option " + name + " is unknown to " + format.shortName()
                        + "; docs/spark.md lists the options");
            }
            requireStrict(format, name, value);
        });
    }

    private static void requireStrict(RecordFormat format, String name, String value) {
        boolean isLenient = LENIENT.stream().anyMatch(name::equalsIgnoreCase);
        if (isLenient && !value.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException("the option " + name + "=" + value + " is not supported: records are "
                    + (format == RecordFormat.JSON ? "JSON, a text a line" : "Ion"));
        }
        switch (name.toLowerCase(Locale.ROOT)) {
            case "encoding", "charset" -> {
                if (!value.equalsIgnoreCase("UTF-8") && !value.equalsIgnoreCase("UTF8")) {
                    throw new IllegalArgumentException("the encoding " + value + " is not supported, only UTF-8");
                }
            }
            case "linesep" -> {
                if (!value.equals("\n")) {
                    throw new IllegalArgumentException("the option lineSep is not supported: a line ends with a line feed");
                }
            }
            default -> { }
        }
    }
}
