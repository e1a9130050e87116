package io.github.stringmill.spark.read.options;

import io.github.stringmill.spark.RecordFormat;
import java.util.Locale;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Options with the names of ion-hive-serde. An option that this source cannot support is refused by its name. */
final class SerdeOptions {
    private static final String PREFIX = "ion.";
    private static final String ENCODING = "ion.encoding";
    private static final String IGNORE_MALFORMED = "ion.ignore_malformed";
    private static final String FAIL_ON_OVERFLOW = "fail_on_overflow";

    /** Whether a bad record is an error by these options of the table, whatever the mode is. */
    final boolean failsOnMalformed;

    /**
     * Reads the options of a source.
     *
     * @param format the format of the source
     * @param options the options that the user gave
     */
    SerdeOptions(RecordFormat format, CaseInsensitiveStringMap options) {
        boolean fails = false;
        for (String given : options.keySet()) {
            String name = given.toLowerCase(Locale.ROOT);
            if (!name.startsWith(PREFIX)) {
                continue;
            }
            String value = options.get(given).toLowerCase(Locale.ROOT);
            if (format == RecordFormat.JSON) {
                throw new IllegalArgumentException("the option " + given + " is for Ion");
            }
            if (name.equals(IGNORE_MALFORMED)) {
                fails = !bool(given, value);
            } else if (name.equals(ENCODING)) {
                if (!value.equals("text") && !value.equals("binary")) {
                    throw new IllegalArgumentException("the option " + given + " is text or binary, not " + value);
                }
            } else if (!name.endsWith("." + FAIL_ON_OVERFLOW) || !bool(given, value)) {
                // An overflow without an error would change numbers silently.
                throw new IllegalArgumentException("the option " + given + "=" + value + " of ion-hive-serde is not supported");
            }
        }
        if (fails && options.containsKey("mode") && !options.get("mode").equalsIgnoreCase("FAILFAST")) {
            throw new IllegalArgumentException("the option " + IGNORE_MALFORMED + "=false contradicts the mode "
                    + options.get("mode"));
        }
        failsOnMalformed = fails;
    }

    private static boolean bool(String name, String value) {
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("the option " + name + " is true or false, not " + value);
        }
        return value.equals("true");
    }

    /** Whether the user says that files are binary Ion, whose records are not lines. */
    static boolean isBinary(CaseInsensitiveStringMap options) {
        return "binary".equalsIgnoreCase(options.get(ENCODING));
    }
}
