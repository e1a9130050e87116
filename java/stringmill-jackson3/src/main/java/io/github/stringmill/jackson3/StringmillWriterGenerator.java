package io.github.stringmill.jackson3;

import io.github.stringmill.internal.CodedRules;
import io.github.stringmill.internal.EscapeRules;
import io.github.stringmill.internal.EscapeRules.NonAscii;
import io.github.stringmill.internal.StringText;
import java.io.Writer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.IOContext;
import tools.jackson.core.json.WriterBasedJsonGenerator;

/**
 * Jackson's generator of JSON in characters, which looks for what must be escaped many characters at a time.
 *
 * <p>Only strings of 1,024 characters and more gain, under the default escapes and where the beginning has nothing to
 * escape; all else is written by the parent.
 */
public class StringmillWriterGenerator extends WriterBasedJsonGenerator {
    /** Shorter strings are written by the parent; measured on JDK 17 and 25. */
    private static final int MIN_LEN = 1024;

    /** So many characters show what a string is like, and are taken one by one where one of them is not clean. */
    private static final int CAREFUL_LEN = 64;

    /** What that many may become, and no more than a buffer has. */
    private static final int CAREFUL_ROOM = 6 * CAREFUL_LEN;

    /** Characters that are taken one by one; made when first needed. */
    private char[] careful;

    /**
     * A generator, as its parent makes it.
     *
     * @param writeContext   who writes
     * @param ioContext      buffers, and who owns the writer
     * @param streamFeatures of {@link tools.jackson.core.StreamWriteFeature}, as a mask
     * @param formatFeatures of {@link tools.jackson.core.json.JsonWriteFeature}, as a mask
     * @param out            where the JSON goes
     * @param rootSeparator  what stands between root values
     * @param printer        what lays out; may be {@code null}
     * @param escapes        escapes of the application; may be {@code null}
     * @param highest        the highest character that is not escaped; 0 for no limit
     * @param quote          the quote character
     */
    public StringmillWriterGenerator(ObjectWriteContext writeContext, IOContext ioContext, int streamFeatures,
            int formatFeatures, Writer out, SerializableString rootSeparator, PrettyPrinter printer,
            CharacterEscapes escapes, int highest, char quote) {
        super(writeContext, ioContext, streamFeatures, formatFeatures, out, rootSeparator, printer, escapes, highest,
                quote);
    }

    @Override
    public JsonGenerator writeString(String text) {
        if (text == null || text.length() < MIN_LEN || declines() || !beginsClean(text)) {
            return super.writeString(text);
        }
        _verifyValueWrite("write a string");
        writeQuote();
        writeText(text);
        writeQuote();
        return this;
    }

    /** Whether what is asked for is not the default, or the buffer is too small for what is done here. */
    private boolean declines() {
        return _characterEscapes != null || _maximumNonEscapedChar != 0 || _outputEscapes != DEFAULT_OUTPUT_ESCAPES
                || _outputEnd < CAREFUL_ROOM;
    }

    private boolean beginsClean(String text) {
        if (careful == null) {
            careful = new char[CAREFUL_LEN];
        }
        text.getChars(0, CAREFUL_LEN, careful, 0);
        for (char c : careful) {
            if (c >= 0x80 || _outputEscapes[c] != 0) {
                return false;
            }
        }
        return true;
    }

    private void writeQuote() {
        if (_outputTail >= _outputEnd) {
            _flushBuffer();
        }
        _outputBuffer[_outputTail++] = _quoteChar;
    }

    private void writeText(String text) {
        int len = text.length();
        int at = 0;
        int times = 1;
        while (at < len) {
            if (_outputTail >= _outputEnd) {
                _flushBuffer();
            }
            int piece = Math.min(len - at, _outputEnd - _outputTail);
            text.getChars(at, at + piece, _outputBuffer, _outputTail);
            int clean = StringText.cleanPrefix(_outputBuffer, _outputTail, _outputTail + piece);
            at += clean;
            _outputTail += clean;
            if (clean < piece) {
                // The less was clean, the more is taken one by one before the rest is looked at again.
                times = clean < CAREFUL_LEN ? 2 * times : 1;
                for (int i = 0; i < times && at < len; i++) {
                    at += writeCarefully(text, at);
                }
            }
        }
    }

    /** Some characters, one by one, and how many. */
    private int writeCarefully(String text, int from) {
        if (_outputEnd - _outputTail < CAREFUL_ROOM) {
            _flushBuffer();
        }
        int len = Math.min(text.length() - from, CAREFUL_LEN);
        text.getChars(from, from + len, careful, 0);
        EscapeRules rules = CodedRules.standard(NonAscii.COPIED, _cfgWriteHexUppercase);
        _outputTail = StringText.escapeAscii(rules, careful, 0, len, _outputBuffer, _outputTail);
        return len;
    }
}
