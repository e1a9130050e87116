package io.github.stringmill.spark.write;

import io.github.stringmill.IllFormed;
import io.github.stringmill.JsonEscape;
import org.apache.spark.sql.types.Decimal;

/** JSON, as Ion's rules for down-converting have it. */
final class JsonText extends ValueText {
    JsonText(IllFormed policy) {
        super(JsonEscape.JSON.onIllFormed(policy));
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
        notFinite++;
        out.put("null");
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
