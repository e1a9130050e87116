package io.github.stringmill.spark.write;

import io.github.stringmill.IllFormed;
import io.github.stringmill.JsonEscape;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.types.variant.Variant;
import org.apache.spark.unsafe.types.VariantVal;

/** JSON by Ion's rules for down-converting. Values that Ion does not have are written as in Spark's source. */
final class JsonText extends ValueText {
    private final ZoneId zone;

    /**
     * Makes a writer.
     *
     * @param zone the zone of timestamps in variants
     */
    JsonText(IllFormed policy, ZoneId zone) {
        super(JsonEscape.JSON.onIllFormed(policy));
        this.zone = zone;
    }

    @Override
    void name(byte[] text) {
        out.put('"');
        out.escape(JsonEscape.JSON, text, 0, text.length, null);
        out.put("\":");
    }

    @Override
    void decimal(Decimal value) {
        out.put(value.toJavaBigDecimal().toPlainString());
    }

    @Override
    void notFinite(double value) {
        out.put(Double.isNaN(value) ? "\"NaN\"" : value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
    }

    @Override
    void farDate(LocalDate date) {
        out.put(date.toString());
    }

    @Override
    void variant(VariantVal value) {
        out.put(new Variant(value.getValue(), value.getMetadata()).toJson(zone).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    void blob(byte[] value) {
        out.put('"');
        out.base64(value);
        out.put('"');
    }

    @Override
    void timeQuote() {
        out.put('"');
    }
}
