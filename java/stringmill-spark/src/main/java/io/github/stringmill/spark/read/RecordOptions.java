package io.github.stringmill.spark.read;

import io.github.stringmill.IllFormed;
import io.github.stringmill.LoneSurrogates;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.catalyst.json.JSONOptions;
import org.apache.spark.sql.catalyst.json.JSONOptionsInRead;
import org.apache.spark.sql.catalyst.util.DropMalformedMode$;
import org.apache.spark.sql.catalyst.util.FailFastMode$;
import org.apache.spark.sql.catalyst.util.ParseMode;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/** The options of a source. Those that Spark's own source has keep their names. */
final class RecordOptions implements Serializable {
    static final String ILL_FORMED = "illFormed";
    static final String ANNOTATIONS = "annotationsColumn";
    static final String DYNAMODB_ROOT = "root";
    static final String FRAMING = "framing";
    static final String REJECTS = "rejects";
    static final String LONE_SURROGATES = "loneSurrogates";

    private static final long serialVersionUID = 1;
    /** Options of Spark's source that accept more than JSON. */
    private static final List<String> LENIENT = List.of("allowComments", "allowUnquotedFieldNames",
            "allowNumericLeadingZeros", "allowBackslashEscapingAnyCharacter", "allowUnquotedControlChars");
    private static final List<IllFormed> POLICIES = List.of(IllFormed.REJECT, IllFormed.REPLACE,
            IllFormed.REPLACE_JAVA, IllFormed.REPLACE_PHP, IllFormed.IGNORE_PHP);

    /** Spark's own options. */
    final JSONOptions spark;
    final boolean failFast;
    final boolean dropMalformed;
    final String corruptColumn;
    final IllFormed illFormed;
    final LoneSurrogates loneSurrogates;
    /** The column for the annotations of a value of Ion, or null. */
    final String annotationsColumn;
    /** The member of a record of DynamoDB that has the columns. */
    final String dynamoDbRoot;
    /** The folder for bad records, or null. */
    final String rejects;

    RecordOptions(CaseInsensitiveStringMap options) {
        for (String name : LENIENT) {
            if (options.getBoolean(name, false)) {
                throw new IllegalArgumentException("the option " + name + " is not supported: records are JSON");
            }
        }
        Map<String, String> settings = options.asCaseSensitiveMap();
        SQLConf conf = SQLConf.get();
        spark = new JSONOptionsInRead(scala.collection.immutable.Map.from(CollectionConverters.asScala(settings)),
                conf.sessionLocalTimeZone(), conf.columnNameOfCorruptRecord());
        if (spark.encoding().isDefined() && !spark.encoding().get().equalsIgnoreCase("UTF-8")) {
            throw new IllegalArgumentException("the encoding " + spark.encoding().get() + " is not supported, only UTF-8");
        }
        if (spark.lineSeparator().isDefined() && !spark.lineSeparator().get().equals("\n")) {
            throw new IllegalArgumentException("the option lineSep is not supported: a line ends with a line feed");
        }
        ParseMode mode = spark.parseMode();
        failFast = mode.equals(FailFastMode$.MODULE$);
        dropMalformed = mode.equals(DropMalformedMode$.MODULE$);
        corruptColumn = spark.columnNameOfCorruptRecord();
        rejects = options.get(REJECTS);
        annotationsColumn = options.get(ANNOTATIONS);
        dynamoDbRoot = options.getOrDefault(DYNAMODB_ROOT, "Item");
        if (!options.getOrDefault(FRAMING, "lines").equals("lines") || spark.multiLine()) {
            throw new IllegalArgumentException("the option " + (spark.multiLine() ? "multiLine" : FRAMING)
                    + " is not supported: a record is a line");
        }
        illFormed = IllFormed.of(choice(options, ILL_FORMED, "reject"));
        if (!POLICIES.contains(illFormed)) {
            throw new IllegalArgumentException("the policy " + illFormed.id() + " of the option " + ILL_FORMED
                    + " is not supported: records would be no JSON in UTF-8");
        }
        loneSurrogates = LoneSurrogates.of(choice(options, LONE_SURROGATES, "reject"));
        if (loneSurrogates == LoneSurrogates.REVERSIBLE) {
            throw new IllegalArgumentException("the policy " + loneSurrogates.id() + " of the option "
                    + LONE_SURROGATES + " is not supported: a column would not be UTF-8");
        }
    }

    private static String choice(CaseInsensitiveStringMap options, String name, String other) {
        return options.getOrDefault(name, other).toLowerCase(Locale.ROOT);
    }
}
