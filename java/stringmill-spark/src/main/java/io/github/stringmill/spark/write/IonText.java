package io.github.stringmill.spark.write;

import io.github.stringmill.IllFormed;
import io.github.stringmill.spark.convert.IonNames;
import java.time.LocalDate;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.VariantVal;

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
    void farDate(LocalDate date) {
        throw new IllegalArgumentException("the year " + date.getYear() + " is not one of 1 to 9999");
    }

    @Override
    void variant(VariantVal value) {
        throw new IllegalArgumentException("a VARIANT cannot be written as Ion");
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
