package io.github.stringmill.spark.write;

import io.github.stringmill.IllFormed;
import io.github.stringmill.spark.OptionNames;
import io.github.stringmill.spark.RecordFormat;
import java.io.Serializable;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.collection.immutable.Map;
import scala.jdk.javaapi.CollectionConverters;

/** The options of a write. */
final class WriteOptions implements Serializable {
    private static final long serialVersionUID = 1;
    private static final String ILL_FORMED = "illFormed";
    private static final String ENCODING = "ion.encoding";
    private static final List<String> FORMATS = List.of("dateFormat", "timestampFormat", "timestampNTZFormat", "timeFormat");
    private static final List<IllFormed> POLICIES = List.of(IllFormed.REJECT, IllFormed.REPLACE,
            IllFormed.REPLACE_JAVA, IllFormed.REPLACE_PHP, IllFormed.IGNORE_PHP, IllFormed.VISIBLE);

    /** The policy for ill-formed UTF-8 in STRING columns. */
    final IllFormed illFormed;
    /** Whether members whose value is null are left out. */
    final boolean omitsNulls;
    /** The zone of timestamps in variants. */
    final ZoneId zone;
    /** The name of a codec in lower case; {@code none} for none. */
    final String compression;

    WriteOptions(RecordFormat format, Map<String, String> options) {
        CaseInsensitiveStringMap map = new CaseInsensitiveStringMap(CollectionConverters.asJava(options));
        OptionNames.require(format, map.asCaseSensitiveMap());
        for (String name : FORMATS) {
            if (map.containsKey(name)) {
                throw new IllegalArgumentException("the option " + name
                        + " is for reading: dates and times are written as timestamps of Ion");
            }
        }
        illFormed = IllFormed.of(of(map, ILL_FORMED, "reject"));
        if (!POLICIES.contains(illFormed)) {
            throw new IllegalArgumentException("the policy " + illFormed.id() + " of the option " + ILL_FORMED
                    + " is not supported: the file would not be UTF-8");
        }
        if (of(map, ENCODING, "text").equals("binary")) {
            throw new IllegalArgumentException("the option " + ENCODING + "=binary is for reading: Ion is written as text");
        }
        omitsNulls = map.getBoolean("ignoreNullFields", false);
        zone = DateTimeUtils.getZoneId(map.getOrDefault(DateTimeUtils.TIMEZONE_OPTION(), SQLConf.get().sessionLocalTimeZone()));
        String codec = of(map, "compression", "none");
        compression = codec.equals("uncompressed") ? "none" : codec;
    }

    private static String of(CaseInsensitiveStringMap map, String name, String other) {
        return map.getOrDefault(name, other).toLowerCase(Locale.ROOT);
    }
}
