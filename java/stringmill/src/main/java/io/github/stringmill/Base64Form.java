package io.github.stringmill;

import io.github.stringmill.internal.Base64DecodeDriver;
import io.github.stringmill.internal.Base64EncodeDriver;
import io.github.stringmill.internal.Base64Rules;
import java.util.Objects;

/**
 * A form of base64: its alphabet, and the padding, bits and white space that a decoder accepts. Immutable; threads may
 * share one.
 *
 * <p>The {@code atob} of web browsers accepts
 * {@code STANDARD.with(Padding.OPTIONAL).with(TrailingBits.DROP).with(WhiteSpace.WHATWG)}.
 */
public final class Base64Form {
    /** The last two symbols; the others are letters and digits. */
    public enum Alphabet {
        /** {@code +} and {@code /} (RFC 4648, section 4). */
        STANDARD,
        /** {@code -} and {@code _} (RFC 4648, section 5). */
        URL
    }

    /** Whether base64 ends with padding. */
    public enum Padding {
        /** The last group is filled up with {@code =}. */
        REQUIRED,
        /** The last group has all of its {@code =} or none; an encoder writes all. */
        OPTIONAL,
        /** No {@code =}. */
        FORBIDDEN
    }

    /** How to handle bits after the last byte that are not zero. */
    public enum TrailingBits {
        /** Such bits are an error. */
        REFUSE,
        /** Such bits are dropped. */
        DROP
    }

    /** White space that is allowed everywhere. */
    public enum WhiteSpace {
        /** No white space. */
        REFUSE(""),
        /** Space, tab, line feed, carriage return. */
        JSON(" \t\n\r"),
        /** Space, tab, line feed, carriage return, form feed. */
        WHATWG(" \t\n\r\f"),
        /** Space, tab, line feed, carriage return, form feed, vertical tab. */
        ION(" \t\n\r\f\u000B");

        final String letters;

        WhiteSpace(String letters) {
            this.letters = letters;
        }
    }

    /** RFC 4648, section 4, to the letter. */
    public static final Base64Form STANDARD =
            new Base64Form(Alphabet.STANDARD, Padding.REQUIRED, TrailingBits.REFUSE, WhiteSpace.REFUSE);
    /** RFC 4648, section 5, without padding. */
    public static final Base64Form URL =
            new Base64Form(Alphabet.URL, Padding.FORBIDDEN, TrailingBits.REFUSE, WhiteSpace.REFUSE);

    final Base64EncodeDriver encode;
    final Base64DecodeDriver decode;

    private final Alphabet alphabet;
    private final Padding padding;
    private final TrailingBits trailingBits;
    private final WhiteSpace whiteSpace;

    private Base64Form(Alphabet alphabet, Padding padding, TrailingBits trailingBits, WhiteSpace whiteSpace) {
        this.alphabet = Objects.requireNonNull(alphabet, "alphabet");
        this.padding = Objects.requireNonNull(padding, "padding");
        this.trailingBits = Objects.requireNonNull(trailingBits, "trailingBits");
        this.whiteSpace = Objects.requireNonNull(whiteSpace, "whiteSpace");
        boolean url = alphabet == Alphabet.URL;
        boolean pads = padding != Padding.FORBIDDEN;
        boolean drops = trailingBits == TrailingBits.DROP;
        encode = new Base64EncodeDriver(new Base64Rules(url, pads, pads, drops, whiteSpace.letters));
        decode = new Base64DecodeDriver(
                new Base64Rules(url, pads, padding == Padding.REQUIRED, drops, whiteSpace.letters));
    }

    /**
     * Returns this form with another alphabet.
     *
     * @param other the alphabet
     * @return another form
     */
    public Base64Form with(Alphabet other) {
        return new Base64Form(other, padding, trailingBits, whiteSpace);
    }

    /**
     * Returns this form with another rule for padding.
     *
     * @param other the rule
     * @return another form
     */
    public Base64Form with(Padding other) {
        return new Base64Form(alphabet, other, trailingBits, whiteSpace);
    }

    /**
     * Returns this form with another rule for the bits after the last byte. Only decoding uses it.
     *
     * @param other the rule
     * @return another form
     */
    public Base64Form with(TrailingBits other) {
        return new Base64Form(alphabet, padding, other, whiteSpace);
    }

    /**
     * Returns this form with another rule for white space. Only decoding uses it.
     *
     * @param other the allowed white space
     * @return another form
     */
    public Base64Form with(WhiteSpace other) {
        return new Base64Form(alphabet, padding, trailingBits, other);
    }

    /** Returns the length of base64 for a number of bytes. */
    long encodedLen(int len) {
        return padding == Padding.FORBIDDEN ? (4L * len + 2) / 3 : (len + 2L) / 3 * 4;
    }

    /**
     * Returns the alphabet.
     *
     * @return the alphabet
     */
    public Alphabet alphabet() {
        return alphabet;
    }

    /**
     * Returns the rule for padding.
     *
     * @return the rule
     */
    public Padding padding() {
        return padding;
    }

    /**
     * Returns the rule for bits after the last byte.
     *
     * @return the rule
     */
    public TrailingBits trailingBits() {
        return trailingBits;
    }

    /**
     * Returns the white space that is allowed everywhere.
     *
     * @return the white space
     */
    public WhiteSpace whiteSpace() {
        return whiteSpace;
    }
}
