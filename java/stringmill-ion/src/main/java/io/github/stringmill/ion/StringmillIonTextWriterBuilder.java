package io.github.stringmill.ion;

import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonTextWriterBuilder;
import io.github.stringmill.internal.KernelsHolder;
import io.github.stringmill.ion.writer.TextOptions;
import io.github.stringmill.ion.writer.IonTextWriter;
import java.io.OutputStream;
import java.util.Locale;

/**
 * Builds writers of Ion text that write the same bytes as those of ion-java in less time. Has the methods and defaults
 * of {@link IonTextWriterBuilder}. Standard: Amazon Ion 1.0.
 *
 * <p>Most methods return the type of the parent; {@code build} still makes our writer. As with the parent, threads may
 * share a builder only if it is {@linkplain #immutable() immutable}.
 *
 * <p>Three things differ from ion-java. {@link #withJsonDowngrade()} of an immutable builder returns a copy that writes
 * JSON; the original returns a copy that does not, and changes the immutable builder. A decimal with the lowest scale,
 * -2<sup>31</sup>, is written as Ion. And the text of an open container reaches the {@code OutputStream} or
 * {@code Appendable} in other pieces: only flushed text is certain to be there. Each value at top level is flushed.
 *
 * <pre>{@code
 * try (IonWriter writer = StringmillIonTextWriterBuilder.pretty().build(out)) {
 *     writer.writeString("Hello");
 * }
 * }</pre>
 */
public class StringmillIonTextWriterBuilder extends IonTextWriterBuilder {
    private boolean prettyPrinting;
    private boolean jsonDowngrade;

    private StringmillIonTextWriterBuilder() {
        KernelsHolder.require();
    }

    private StringmillIonTextWriterBuilder(StringmillIonTextWriterBuilder that) {
        super(that);
        prettyPrinting = that.prettyPrinting;
        jsonDowngrade = that.jsonDowngrade;
    }

    /**
     * A builder whose writers also write all version markers and local symbol tables.
     *
     * @return a new builder that can be changed
     * @throws IllegalStateException if kernels are forced that are not available
     */
    public static StringmillIonTextWriterBuilder standard() {
        return new Mutable();
    }

    /**
     * A builder whose writers omit local symbol tables, and version markers if possible.
     *
     * @return a new builder that can be changed
     * @see #withMinimalSystemData()
     */
    public static StringmillIonTextWriterBuilder minimal() {
        StringmillIonTextWriterBuilder builder = standard();
        builder.withMinimalSystemData();
        return builder;
    }

    /**
     * A builder whose writers break and indent lines.
     *
     * @return a new builder that can be changed
     * @see #withPrettyPrinting()
     */
    public static StringmillIonTextWriterBuilder pretty() {
        return standard().withPrettyPrinting();
    }

    /**
     * A builder whose writers write JSON.
     *
     * @return a new builder that can be changed
     * @see #withJsonDowngrade()
     */
    public static StringmillIonTextWriterBuilder json() {
        return standard().withJsonDowngrade();
    }

    @Override
    public final StringmillIonTextWriterBuilder copy() {
        return new Mutable(this);
    }

    @Override
    public StringmillIonTextWriterBuilder immutable() {
        return this;
    }

    @Override
    public StringmillIonTextWriterBuilder mutable() {
        return copy();
    }

    @Override
    public final StringmillIonTextWriterBuilder withPrettyPrinting() {
        StringmillIonTextWriterBuilder builder = mutable();
        builder.prettyPrinting = true;
        return builder;
    }

    @Override
    public final StringmillIonTextWriterBuilder withJsonDowngrade() {
        StringmillIonTextWriterBuilder builder = mutable();
        builder.withMinimalSystemData();
        builder.jsonDowngrade = true;
        return builder;
    }

    /**
     * Builds a writer of characters; those above U+007F are escaped if the charset is ASCII.
     *
     * @param out receives the text, at the latest after each value at top level
     * @return a new writer
     * @throws IllegalArgumentException if the maximum of digits in a timestamp is not positive
     */
    @Override
    public final IonWriter build(Appendable out) {
        return IonTextWriter.over(options(), out);
    }

    /**
     * Builds a writer of bytes.
     *
     * @param out receives the text and is flushed, at the latest after each value at top level
     * @return a new writer
     * @throws IllegalArgumentException if the maximum of digits in a timestamp is not positive
     */
    @Override
    public final IonWriter build(OutputStream out) {
        return IonTextWriter.over(options(), out);
    }

    private TextOptions options() {
        int digits = getMaximumTimestampPrecisionDigits();
        if (digits < 1) {
            throw new IllegalArgumentException(String.format(Locale.ROOT,
                    "Configured maximum timestamp precision must be positive, not %d.", digits));
        }
        NewLineType newLine = getNewLineType() == null ? NewLineType.PLATFORM_DEPENDENT : getNewLineType();
        return new TextOptions(ASCII.equals(getCharset()), prettyPrinting, jsonDowngrade,
                newLine.getCharSequence().toString(), getWriteTopLevelValuesOnNewLines(),
                Math.max(0, getLongStringThreshold()), digits,
                getInitialIvmHandling(), getIvmMinimizing(), getLstMinimizing(), getCatalog(), getImports());
    }

    /** A builder that can be changed. */
    private static final class Mutable extends StringmillIonTextWriterBuilder {
        Mutable() {}

        Mutable(StringmillIonTextWriterBuilder that) {
            super(that);
        }

        @Override
        public StringmillIonTextWriterBuilder immutable() {
            return new StringmillIonTextWriterBuilder(this);
        }

        @Override
        public StringmillIonTextWriterBuilder mutable() {
            return this;
        }

        @Override
        protected void mutationCheck() {}
    }
}
