package io.github.stringmill.ion;

import com.amazon.ion.IonBufferConfiguration;
import com.amazon.ion.IonCatalog;
import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonTextReader;
import com.amazon.ion.IonValue;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.util.GzipStreamInterceptor;
import com.amazon.ion.util.InputStreamInterceptor;
import com.amazon.ion.util.IonStreamUtils;
import io.github.stringmill.internal.KernelsHolder;
import io.github.stringmill.ion.reader.GzipMembers;
import io.github.stringmill.ion.reader.HeadedInputStream;
import io.github.stringmill.ion.reader.TextReader;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.util.List;
import java.util.Objects;

/**
 * Builds readers of Ion that read text several times as fast as those of ion-java. Has the same methods and defaults as
 * {@link IonReaderBuilder}, which it replaces.
 *
 * <pre>{@code
 * IonReader reader = StringmillIonReaderBuilder.standard().build(stream);
 * }</pre>
 *
 * <p>The reader of ion-java reads binary Ion. Input that GZIP or another interceptor unpacks may be text or binary. All
 * members of a GZIP file are read; ion-java on Java 17 ends after a member if {@code available} of the stream is zero.
 * Bytes after the last member that start no other member are ignored, as in ion-java.
 *
 * <p>Values, types, annotations, symbol tables and errors are those of ion-java 1.12.1, unless it differs from the
 * specification. {@link #withCompat} with {@link Compat#ION_JAVA} follows ion-java there too:
 *
 * <table>
 * <caption>Differences of ion-java from the specification</caption>
 * <tr><th>in the text</th><th>the specification, and this reader</th><th>ion-java 1.12.1</th></tr>
 * <tr><td>vertical tab or form feed between values, after a number, in a blob</td><td>white space</td>
 * <td>refused</td></tr>
 * <tr><td>a comment directly after a number, timestamp or infinity</td><td>does not end it</td><td>ends it</td></tr>
 * <tr><td>a backslash before a line end in a clob in double quotes</td><td>means nothing</td>
 * <td>refused</td></tr>
 * <tr><td>NUL or another control in a clob in double quotes, or in a quoted symbol</td><td>refused</td>
 * <td>accepted</td></tr>
 * <tr><td>an operator in a sexp before {@code //} or a block comment</td><td>ends there</td>
 * <td>the slashes are part of it</td></tr>
 * <tr><td>{@code '$ion_1_0'} in quotes at the top level</td><td>no version marker: skipped without effect</td>
 * <td>resets the symbol table</td></tr>
 * <tr><td>{@code '$ion_1_1'} in quotes, or as the ID of a local symbol</td><td>a symbol</td><td>refused</td></tr>
 * <tr><td>an ID instead of {@code $ion_symbol_table}, or as a field name of a symbol table</td>
 * <td>has the text of the current table: {@code $3::{symbols:["a"]}} is a symbol table</td>
 * <td>no symbol table; field names are looked up in the system table</td></tr>
 * <tr><td>{@code symbols} or {@code imports} twice in a symbol table, once null</td><td>refused</td>
 *     <td>accepted</td></tr>
 * <tr><td>values without meaning in a symbol table</td><td>checked</td><td>skipped</td></tr>
 * <tr><td>ill-formed UTF-8 in a string or symbol</td><td>refused</td>
 * <td>accepts any bytes after a lead byte as continuation bytes</td></tr>
 * <tr><td>ill-formed UTF-8 in a comment</td><td>refused</td><td>accepted</td></tr>
 * <tr><td>halves of a surrogate pair that are not two adjacent escapes of four digits</td><td>refused</td>
 * <td>accepted</td></tr>
 * <tr><td>padding of base64 before the end</td><td>refused</td><td>accepted</td></tr>
 * <tr><td>underscores in a year, in the fraction of a second or in an exponent</td><td>refused</td>
 *     <td>accepted</td></tr>
 * <tr><td>{@code 0x} or {@code 1e} without digits, if skipped</td><td>refused</td><td>accepted</td></tr>
 * <tr><td>a decimal with a scale of -2<sup>31</sup></td><td>accepted</td><td>refused</td></tr>
 * <tr><td>{@code null.lit}, {@code null.lloat} and the like</td><td>refused</td>
 * <td>read as {@code null.int} or {@code null.float}</td></tr>
 * <tr><td>a closing brace in a clob that is skipped</td><td>is part of the clob</td><td>refused</td></tr>
 * </table>
 *
 * <p>Differences from ion-java with both settings:
 *
 * <ul>
 * <li>a number that is skipped is checked; of a timestamp, all but the ranges of its fields;
 * <li>a backslash after one or two quotes in a long string starts an escape, also if the string is skipped or is a
 * field name;
 * <li>{@code \U} escapes above U+10FFFF are all refused;
 * <li>if ion-java fails with an internal error on a text, such as for the bytes of {@code null.blob}, an
 * {@code IonException} is thrown; and all messages of errors have a line and an offset. Damaged binary Ion gets the
 * exceptions of ion-java's own reader, of which some are no {@code IonException}.
 * </ul>
 *
 * <p>Only one thread at a time may use a mutable builder.
 */
public class StringmillIonReaderBuilder extends IonReaderBuilder {
    /** The length of the marker that starts binary Ion. */
    private static final int MARKER_LEN = 4;

    private Compat compat = Compat.SPECIFICATION;

    /** The result of {@link #ionJava()}; kept if this builder is immutable, which saves time for small binary Ion. */
    private volatile IonReaderBuilder ionJava;

    private StringmillIonReaderBuilder() {
        KernelsHolder.require();
    }

    private StringmillIonReaderBuilder(StringmillIonReaderBuilder other) {
        super(other);
        compat = other.compat;
    }

    /** A builder that may be changed. */
    private static final class Mutable extends StringmillIonReaderBuilder {
        Mutable() {}

        Mutable(StringmillIonReaderBuilder other) {
            super(other);
        }

        @Override
        public StringmillIonReaderBuilder immutable() {
            return new StringmillIonReaderBuilder(this);
        }

        @Override
        public StringmillIonReaderBuilder mutable() {
            return this;
        }

        @Override
        protected void mutationCheck() {
            // This builder may be changed.
        }
    }

    /**
     * A mutable builder with default settings.
     *
     * @return a new one
     * @throws IllegalStateException if kernels are forced that are not available
     */
    public static StringmillIonReaderBuilder standard() {
        return new Mutable();
    }

    @Override
    public StringmillIonReaderBuilder copy() {
        return new Mutable(this);
    }

    @Override
    public StringmillIonReaderBuilder immutable() {
        return this;
    }

    @Override
    public StringmillIonReaderBuilder mutable() {
        return copy();
    }

    /**
     * Which rules readers follow if ion-java differs from the specification.
     *
     * @return the setting; {@link Compat#SPECIFICATION} by default
     */
    public Compat getCompat() {
        return compat;
    }

    /**
     * Sets which rules readers follow if ion-java differs from the specification.
     *
     * @param setting the setting
     * @throws UnsupportedOperationException if this builder is immutable
     */
    public void setCompat(Compat setting) {
        mutationCheck();
        compat = Objects.requireNonNull(setting, "setting");
    }

    /**
     * This builder, or a mutable copy of it, with another {@linkplain #setCompat setting}.
     *
     * @param setting the setting
     * @return a mutable builder
     */
    public StringmillIonReaderBuilder withCompat(Compat setting) {
        StringmillIonReaderBuilder builder = mutable();
        builder.setCompat(setting);
        return builder;
    }

    @Override
    public StringmillIonReaderBuilder withCatalog(IonCatalog catalog) {
        return (StringmillIonReaderBuilder) super.withCatalog(catalog);
    }

    @Override
    public StringmillIonReaderBuilder withIncrementalReadingEnabled(boolean isEnabled) {
        return (StringmillIonReaderBuilder) super.withIncrementalReadingEnabled(isEnabled);
    }

    @Override
    public StringmillIonReaderBuilder withBufferConfiguration(IonBufferConfiguration configuration) {
        return (StringmillIonReaderBuilder) super.withBufferConfiguration(configuration);
    }

    @Override
    public StringmillIonReaderBuilder addInputStreamInterceptor(InputStreamInterceptor interceptor) {
        return (StringmillIonReaderBuilder) super.addInputStreamInterceptor(interceptor);
    }

    @Override
    public StringmillIonReaderBuilder withGzipDecompressionEnabled(boolean enabled) {
        return (StringmillIonReaderBuilder) super.withGzipDecompressionEnabled(enabled);
    }

    private boolean asIonJava() {
        return compat == Compat.ION_JAVA;
    }

    /** A builder of ion-java with the settings of this one. */
    private IonReaderBuilder ionJava() {
        IonReaderBuilder builder = ionJava;
        if (builder == null) {
            builder = newIonJava();
            ionJava = this instanceof Mutable ? null : builder;
        }
        return builder;
    }

    private IonReaderBuilder newIonJava() {
        IonReaderBuilder builder = IonReaderBuilder.standard()
                .withCatalog(getCatalog())
                .withIncrementalReadingEnabled(isIncrementalReadingEnabled())
                .withBufferConfiguration(getBufferConfiguration())
                .withGzipDecompressionEnabled(isGzipDecompressionEnabled());
        List<InputStreamInterceptor> interceptors = getInputStreamInterceptors();
        int found = builder.getInputStreamInterceptors().size();
        for (InputStreamInterceptor added : interceptors.subList(found, interceptors.size())) {
            builder = builder.addInputStreamInterceptor(added);
        }
        return builder.immutable();
    }

    @Override
    public IonReader build(byte[] ionData, int offset, int length) {
        for (InputStreamInterceptor interceptor : getInputStreamInterceptors()) {
            if (length >= interceptor.numberOfBytesNeededToDetermineMatch()
                    && interceptor.isMatch(ionData, offset, length)) {
                return buildUnpacked(interceptor, new ByteArrayInputStream(ionData, offset, length));
            }
        }
        // ion-java unpacks text even if the setting forbids it.
        if (IonStreamUtils.isIonBinary(ionData, offset, length) || IonStreamUtils.isGzip(ionData, offset, length)) {
            return ionJava().build(ionData, offset, length);
        }
        return TextReader.of(validateCatalog(), ionData, offset, length, asIonJava());
    }

    @Override
    public IonReader build(InputStream ionData) {
        Objects.requireNonNull(ionData, "Cannot build a reader from a null InputStream.");
        List<InputStreamInterceptor> interceptors = getInputStreamInterceptors();
        int headLen = MARKER_LEN;
        for (InputStreamInterceptor interceptor : interceptors) {
            headLen = Math.max(headLen, interceptor.numberOfBytesNeededToDetermineMatch());
        }
        byte[] head = new byte[headLen];
        int read = readFully(ionData, head, headLen);
        for (InputStreamInterceptor interceptor : interceptors) {
            if (read >= interceptor.numberOfBytesNeededToDetermineMatch() && interceptor.isMatch(head, 0, read)) {
                return buildUnpacked(interceptor, new HeadedInputStream(head, read, ionData));
            }
        }
        return build(head, read, ionData);
    }

    /** Input that an interceptor has unpacked is not unpacked again. */
    private IonReader buildUnpacked(InputStreamInterceptor interceptor, InputStream packed) {
        InputStream unpacked;
        try {
            unpacked = unpacked(interceptor, packed);
        } catch (IOException e) {
            throw new IonException(e);
        }
        byte[] head = new byte[MARKER_LEN];
        return build(head, readFully(unpacked, head, MARKER_LEN), unpacked);
    }

    private static InputStream unpacked(InputStreamInterceptor interceptor, InputStream packed) throws IOException {
        if (interceptor != GzipStreamInterceptor.INSTANCE) {
            return interceptor.newInputStream(packed);
        }
        GzipMembers members = new GzipMembers(packed);
        return members.withCheckedEnd(interceptor.newInputStream(members));
    }

    private IonReader build(byte[] head, int headLen, InputStream rest) {
        InputStream whole = new HeadedInputStream(head, headLen, rest);
        // As ion-java does: an empty stream may still get binary Ion.
        boolean binary = headLen == 0
                || head[0] == (byte) 0xE0 && (headLen < MARKER_LEN || head[MARKER_LEN - 1] == (byte) 0xEA);
        if (IonStreamUtils.isGzip(head, 0, headLen)) {
            return ionJava().build(new GzipMembers(whole));
        }
        return binary ? ionJava().build(whole) : TextReader.of(validateCatalog(), whole, asIonJava());
    }

    private static int readFully(InputStream source, byte[] dst, int len) {
        int read = 0;
        try {
            int count;
            while (read < len && (count = source.read(dst, read, len - read)) >= 0) {
                read += count;
            }
        } catch (EOFException e) {
            // Some streams report their end by this exception.
            return read;
        } catch (IOException e) {
            throw new IonException(e);
        }
        return read;
    }

    @Override
    public IonReader build(Reader ionText) {
        return TextReader.of(validateCatalog(), Objects.requireNonNull(ionText), asIonJava());
    }

    @Override
    public IonReader build(IonValue value) {
        return ionJava().build(value);
    }

    @Override
    @SuppressWarnings("deprecation") // The method that is overridden is of this type.
    public IonTextReader build(String ionText) {
        return TextReader.of(validateCatalog(), ionText, asIonJava());
    }
}
