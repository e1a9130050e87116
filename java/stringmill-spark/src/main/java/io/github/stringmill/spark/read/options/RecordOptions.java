package io.github.stringmill.spark.read.options;

import io.github.stringmill.IllFormed;
import io.github.stringmill.LoneSurrogates;
import io.github.stringmill.spark.OptionNames;
import io.github.stringmill.spark.RecordFormat;
import io.github.stringmill.spark.records.Framing;
import java.io.Serializable;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.catalyst.json.JSONOptions;
import org.apache.spark.sql.catalyst.json.JSONOptionsInRead;
import org.apache.spark.sql.catalyst.util.DropMalformedMode$;
import org.apache.spark.sql.catalyst.util.FailFastMode$;
import org.apache.spark.sql.catalyst.util.ParseMode;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/** The options of a source. Options that Spark's own source has too have the same names. */
public final class RecordOptions implements Serializable {
    public static final String ILL_FORMED = "illFormed";
    static final String ANNOTATIONS = "annotationsColumn";
    static final String DYNAMODB_ROOT = "root";
    static final String FRAMING = "framing";
    public static final String REJECTS = "rejects";
    public static final String MAX_RECORD_BYTES = "maxRecordBytes";
    public static final String LONE_SURROGATES = "loneSurrogates";
    static final String BYTE_ORDER_MARK = "byteOrderMark";
    static final String NANOSECONDS = "nanoseconds";
    public static final String VERIFY_MANIFEST = "verifyManifest";
    public static final String RULES = "rules";

    /** The only member of each record of a full DynamoDB export. */
    public static final String ITEM = "Item";

    private static final long serialVersionUID = 1;
    private static final List<IllFormed> POLICIES = List.of(IllFormed.REJECT, IllFormed.REPLACE,
            IllFormed.REPLACE_JAVA, IllFormed.REPLACE_PHP, IllFormed.IGNORE_PHP);

    public final Framing framing;
    /** Spark's own options. */
    public final JSONOptions spark;
    public final boolean failFast;
    public final boolean dropMalformed;
    public final String corruptColumn;
    public final IllFormed illFormed;
    public final LoneSurrogates loneSurrogates;
    /** Rules of JSON beyond RFC 8259. */
    public final EnumSet<JsonRule> rules;
    /** The column for the annotations of a value of Ion, or null. */
    public final String annotationsColumn;
    /** The member that contains the columns of a DynamoDB record. */
    public final String dynamoDbRoot;
    /** The folder for bad records, or null. */
    public final String rejects;
    /** Whether to skip a byte order mark at the start of a file. */
    public final boolean skipsMark;
    /** The length of the longest record, in bytes. */
    public final int maxRecordBytes;
    /** Whether digits of a second after the sixth are dropped; a timestamp of Ion with such digits does not fit otherwise. */
    public final boolean dropsNanoseconds;
    /** Whether names of members of Ion may differ in case from those of columns. Spark's source of JSON compares exactly. */
    public final boolean ignoresCase;

    /**
     * Reads the options of a source.
     *
     * @param format the format of the source
     * @param options the options that the user gave
     */
    public RecordOptions(RecordFormat format, CaseInsensitiveStringMap options) {
        Map<String, String> settings = options.asCaseSensitiveMap();
        OptionNames.require(format, settings);
        framing = framing(options);
        SerdeOptions serde = new SerdeOptions(format, options);
        if (framing == Framing.WHOLE && format != RecordFormat.JSON
                || framing != Framing.LINES && format == RecordFormat.DYNAMODB_ION) {
            throw new IllegalArgumentException("the framing " + framing.name().toLowerCase(Locale.ROOT)
                    + " is not supported for " + format.shortName());
        }
        SQLConf conf = SQLConf.get();
        spark = new JSONOptionsInRead(scala.collection.immutable.Map.from(CollectionConverters.asScala(settings)),
                conf.sessionLocalTimeZone(), conf.columnNameOfCorruptRecord());
        ParseMode mode = spark.parseMode();
        failFast = mode.equals(FailFastMode$.MODULE$) || serde.failsOnMalformed;
        dropMalformed = mode.equals(DropMalformedMode$.MODULE$);
        corruptColumn = spark.columnNameOfCorruptRecord();
        rejects = options.get(REJECTS);
        maxRecordBytes = maxRecordBytes(options);
        skipsMark = isOther(options, BYTE_ORDER_MARK, "skip");
        verifiesManifest(options);
        dropsNanoseconds = isOther(options, NANOSECONDS, "truncate");
        ignoresCase = format != RecordFormat.JSON && !conf.caseSensitiveAnalysis();
        annotationsColumn = options.get(ANNOTATIONS);
        dynamoDbRoot = options.getOrDefault(DYNAMODB_ROOT, ITEM);
        illFormed = IllFormed.of(choice(options, ILL_FORMED, "reject"));
        if (!POLICIES.contains(illFormed)) {
            throw new IllegalArgumentException("the policy " + illFormed.id() + " of the option " + ILL_FORMED
                    + " is not supported: records would be no JSON in UTF-8");
        }
        rules = JsonRule.of(options.get(RULES));
        loneSurrogates = LoneSurrogates.of(choice(options, LONE_SURROGATES, "reject"));
        if (loneSurrogates == LoneSurrogates.REVERSIBLE) {
            throw new IllegalArgumentException("the policy " + loneSurrogates.id() + " of the option "
                    + LONE_SURROGATES + " is not supported: a column would not be UTF-8");
        }
    }

    /** Whether data files of exports of DynamoDB are compared with their manifest. */
    public static boolean verifiesManifest(CaseInsensitiveStringMap options) {
        return options.getBoolean(VERIFY_MANIFEST, true);
    }

    /** Returns how records follow each other in the files of a table. */
    public static Framing framing(CaseInsensitiveStringMap options) {
        boolean isMultiLine = options.getBoolean(JSONOptions.MULTI_LINE(), false);
        String name = choice(options, FRAMING, isMultiLine ? "whole" : SerdeOptions.isBinary(options) ? "values" : "lines");
        Framing framing = switch (name) {
            case "lines" -> Framing.LINES;
            case "values" -> Framing.VALUES;
            case "whole" -> Framing.WHOLE;
            default -> throw new IllegalArgumentException("the framing " + name
                    + " is unknown: it is lines, values or whole");
        };
        if (isMultiLine && framing != Framing.WHOLE) {
            throw new IllegalArgumentException("the option multiLine contradicts the framing " + name);
        }
        return framing;
    }

    private static int maxRecordBytes(CaseInsensitiveStringMap options) {
        String given = options.get(MAX_RECORD_BYTES);
        long bytes = given == null ? Integer.MAX_VALUE : JavaUtils.byteStringAsBytes(given);
        if (bytes < 1) {
            throw new IllegalArgumentException("the option " + MAX_RECORD_BYTES + " is not a positive size: " + given);
        }
        return (int) Math.min(Integer.MAX_VALUE, bytes);
    }

    /** Whether an option has the other one of its two values, not {@code refuse}. */
    private static boolean isOther(CaseInsensitiveStringMap options, String name, String other) {
        String found = choice(options, name, "refuse");
        if (!found.equals("refuse") && !found.equals(other)) {
            throw new IllegalArgumentException("the option " + name + " is refuse or " + other + ", not " + options.get(name));
        }
        return found.equals(other);
    }

    private static String choice(CaseInsensitiveStringMap options, String name, String other) {
        return options.getOrDefault(name, other).toLowerCase(Locale.ROOT);
    }
}
