package io.github.stringmill.spark.write;

import io.github.stringmill.IllFormed;
import io.github.stringmill.spark.convert.IonNames;
import org.apache.spark.sql.types.Decimal;

/** Ion text. Standard: Amazon Ion 1.0. */
final class IonText extends ValueText {
    IonText(IllFormed policy) {
        super(IonNames.strings(policy));
    }

    @Override
    void name(byte[] text) {
        IonNames.put(out, text, 0, text.length);
        out.put(':');
    }

    @Override
    void decimal(Decimal value) {
        out.put(value.toJavaBigDecimal().toPlainString());
        if (value.scale() <= 0) {
            out.put('.');
        }
    }

    @Override
    void notFinite(double value) {
        out.put(Double.isNaN(value) ? "nan" : value > 0 ? "+inf" : "-inf");
    }

    @Override
    void blob(byte[] value) {
        out.put("{{");
        out.base64(value);
        out.put("}}");
    }

    @Override
    void timeQuote() {}
}
