package io.github.stringmill;

import io.github.stringmill.internal.Escapes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A set of escaping rules: which characters a writer escapes, and how. Immutable; threads may share one.
 *
 * <p>There are profiles for JSON itself, for the output of other libraries, and for JSON inside other formats:
 *
 * <pre>{@code
 * Profile json = Profile.of("json");
 * Profile php = Profile.of("php:unescaped-slashes,hex-tag");
 * Profile mine = json.toBuilder("mine").escape('/', "\\/").escapeNonAscii(0x2028, 0x2029).build();
 * }</pre>
 */
public final class Profile {
    /** The form of escapes above U+007F. */
    public enum Form {
        /** {@code \}{@code uXXXX}, and two of them above U+FFFF (RFC 8259, section 7). */
        JSON,
        /** {@code \xXX} up to U+00FF, {@code \}{@code uXXXX} up to U+FFFF, {@code \UXXXXXXXX} above (Ion 1.0). */
        ION
    }

    private final String name;
    private final Escapes escapes;
    private final boolean surrogatesRefused;

    private Profile(String name, Escapes escapes, boolean surrogatesRefused) {
        this.name = name;
        this.escapes = escapes;
        this.surrogatesRefused = surrogatesRefused;
    }

    /**
     * Returns a profile of the library, written {@code name} or {@code name:option,option}. Options apply in a fixed
     * order, whatever their order in the text.
     *
     * @param text a profile such as {@code json}, {@code jackson} or {@code php:unescaped-slashes,hex-tag}
     * @return the profile; making one takes some microseconds, so keep it
     * @throws StringmillException {@link ErrorCode#PROFILE_UNKNOWN} or {@link ErrorCode#PROFILE_OPTION_UNKNOWN} if the
     *     library has no such profile or option
     */
    public static Profile of(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        List<String> requested = colon < 0 ? List.of() : Arrays.stream(text.substring(colon + 1).split(","))
                .filter(option -> !option.isEmpty()).collect(Collectors.toList());
        ProfileRow row = ProfileRows.ALL.stream().filter(one -> one.name().equals(name)).findFirst()
                .orElseThrow(() -> new StringmillException(ErrorCode.PROFILE_UNKNOWN, 0));
        return RowReader.read(text, row, requested);
    }

    /**
     * Returns the names of the profiles of the library, without options.
     *
     * @return an unmodifiable list
     */
    public static List<String> names() {
        return ProfileRows.ALL.stream().map(ProfileRow::name).collect(Collectors.toUnmodifiableList());
    }

    /**
     * Returns the options of a profile of the library.
     *
     * @param name a name without options
     * @return an unmodifiable list of names, possibly empty
     * @throws StringmillException {@link ErrorCode#PROFILE_UNKNOWN} if no profile has this name
     */
    public static List<String> options(String name) {
        ProfileRow row = ProfileRows.ALL.stream().filter(one -> one.name().equals(name)).findFirst()
                .orElseThrow(() -> new StringmillException(ErrorCode.PROFILE_UNKNOWN, 0));
        return row.options().stream().map(ProfileRow.Option::name).collect(Collectors.toUnmodifiableList());
    }

    /**
     * Returns a builder for a profile without rules: it escapes no character.
     *
     * @param name the name of the new profile, for people
     * @return a new builder
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /**
     * Returns a builder that starts with the rules of this profile.
     *
     * @param newName the name of the new profile, for people
     * @return a new builder
     */
    public Builder toBuilder(String newName) {
        Builder builder = new Builder(newName);
        for (int ascii = 0; ascii < 128; ascii++) {
            String text = escapes.asciiEscape(ascii);
            if (text != null) {
                builder.escape((char) ascii, text);
            }
        }
        int[] ranges = escapes.ranges();
        for (int i = 0; i < ranges.length; i += 2) {
            builder.escapeNonAscii(ranges[i], ranges[i + 1]);
        }
        return builder.upperHex(upperHex()).form(form()).escapeReplacement(escapesReplacement())
                .refuseSurrogates(surrogatesRefused);
    }

    /**
     * Returns the name of the profile.
     *
     * @return the name that it was made with, options included
     */
    public String name() {
        return name;
    }

    /**
     * Returns the escape of an ASCII character.
     *
     * @param ascii U+0000 to U+007F
     * @return the escape, or null if the character is not escaped
     * @throws IndexOutOfBoundsException if the character is not ASCII
     */
    public String asciiEscape(char ascii) {
        return escapes.asciiEscape(Objects.checkIndex(ascii, 128));
    }

    /**
     * Returns whether the profile escapes a character above U+007F.
     *
     * @param codePoint U+0080 to U+10FFFF
     * @return true if it is escaped
     */
    public boolean escapesNonAscii(int codePoint) {
        return codePoint >= 0x80 && escapes.hasEscape(codePoint);
    }

    /**
     * Returns whether digits of escapes above U+007F are upper case.
     *
     * @return true for {@code A} to {@code F}
     */
    public boolean upperHex() {
        return escapes.upperHex();
    }

    /**
     * Returns the form of escapes above U+007F.
     *
     * @return that of JSON or of Ion
     */
    public Form form() {
        return escapes.ion() ? Form.ION : Form.JSON;
    }

    /**
     * Returns whether a U+FFFD that replaces ill-formed input is escaped, even if a U+FFFD of the input is not.
     *
     * @return true if it is escaped
     */
    public boolean escapesReplacement() {
        return escapes.replacementEscaped();
    }

    /**
     * Returns whether readers of this profile refuse escapes of lone surrogates, so that a writer must not write them.
     *
     * @return true if they refuse them
     */
    public boolean refusesSurrogates() {
        return surrogatesRefused;
    }

    /** The rules as tables. */
    Escapes escapes() {
        return escapes;
    }

    /** Returns the name. */
    @Override
    public String toString() {
        return name;
    }

    /** Builds a profile. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private final long[] texts = new long[128];
        private final byte[] lengths = new byte[128];
        private final BitSet nonAscii = new BitSet();
        private boolean upperHex;
        private Form form = Form.JSON;
        private boolean replacementEscaped;
        private boolean surrogatesRefused;

        private Builder(String name) {
            this.name = Objects.requireNonNull(name, "name");
        }

        /**
         * Sets the escape of an ASCII character.
         *
         * @param ascii U+0000 to U+007F
         * @param text the escape, 1 to 7 ASCII characters
         * @return this builder
         * @throws StringmillException {@link ErrorCode#PROFILE_UNSOUND} at the character, if the text is empty, too
         *     long or not ASCII
         * @throws IndexOutOfBoundsException if the character is not ASCII
         */
        public Builder escape(char ascii, String text) {
            Objects.checkIndex(ascii, 128);
            if (text.isEmpty() || text.length() > 7 || text.chars().anyMatch(letter -> letter > 0x7F)) {
                throw new StringmillException(ErrorCode.PROFILE_UNSOUND, ascii);
            }
            texts[ascii] = 0;
            for (int i = 0; i < text.length(); i++) {
                texts[ascii] |= (long) text.charAt(i) << 8 * i;
            }
            lengths[ascii] = (byte) text.length();
            return this;
        }

        /**
         * Writes an ASCII character unescaped.
         *
         * @param ascii U+0000 to U+007F
         * @return this builder
         * @throws IndexOutOfBoundsException if the character is not ASCII
         */
        public Builder keep(char ascii) {
            lengths[Objects.checkIndex(ascii, 128)] = 0;
            return this;
        }

        /**
         * Escapes every character above U+007F.
         *
         * @return this builder
         */
        public Builder escapeNonAscii() {
            return escapeNonAscii(0x80, Character.MAX_CODE_POINT);
        }

        /**
         * Escapes a range of characters above U+007F.
         *
         * @param first the first character of the range
         * @param last the last character of the range
         * @return this builder
         * @throws StringmillException {@link ErrorCode#PROFILE_UNSOUND} if the range is reversed or leaves U+0080 to
         *     U+10FFFF
         */
        public Builder escapeNonAscii(int first, int last) {
            nonAscii.set(checkRange(first, last), last + 1);
            return this;
        }

        /**
         * Writes every character above U+007F unescaped.
         *
         * @return this builder
         */
        public Builder keepNonAscii() {
            return keepNonAscii(0x80, Character.MAX_CODE_POINT);
        }

        /**
         * Writes a range of characters above U+007F unescaped. After {@link #escapeNonAscii()}, such ranges form an
         * allow list.
         *
         * @param first the first character of the range
         * @param last the last character of the range
         * @return this builder
         * @throws StringmillException {@link ErrorCode#PROFILE_UNSOUND} if the range is reversed or leaves U+0080 to
         *     U+10FFFF
         */
        public Builder keepNonAscii(int first, int last) {
            nonAscii.clear(checkRange(first, last), last + 1);
            return this;
        }

        private static int checkRange(int first, int last) {
            if (first < 0x80 || last < first || last > Character.MAX_CODE_POINT) {
                throw new StringmillException(ErrorCode.PROFILE_UNSOUND, 128);
            }
            return first;
        }

        /**
         * Sets the case of the digits in escapes above U+007F. The default is lower case.
         *
         * @param upper whether digits are upper case
         * @return this builder
         */
        public Builder upperHex(boolean upper) {
            upperHex = upper;
            return this;
        }

        /**
         * Sets the form of escapes above U+007F. The default is that of JSON.
         *
         * @param form the form of JSON or of Ion
         * @return this builder
         */
        public Builder form(Form form) {
            this.form = Objects.requireNonNull(form, "form");
            return this;
        }

        /**
         * Sets whether a U+FFFD that replaces ill-formed input is written as an escape.
         *
         * @param escaped whether it is escaped
         * @return this builder
         */
        public Builder escapeReplacement(boolean escaped) {
            replacementEscaped = escaped;
            return this;
        }

        /**
         * Declares whether readers refuse escapes of lone surrogates, so that a writer must not write them.
         *
         * @param refused whether they refuse them
         * @return this builder
         */
        public Builder refuseSurrogates(boolean refused) {
            surrogatesRefused = refused;
            return this;
        }

        /**
         * Builds the profile.
         *
         * @return a new profile; the builder can build more
         */
        public Profile build() {
            int[] ranges = new int[128];
            int len = 0;
            for (int first = nonAscii.nextSetBit(0); first >= 0; first = nonAscii.nextSetBit(ranges[len - 1] + 1)) {
                if (len == ranges.length) {
                    ranges = Arrays.copyOf(ranges, 2 * len);
                }
                ranges[len] = first;
                ranges[len + 1] = nonAscii.nextClearBit(first) - 1;
                len += 2;
            }
            Escapes escapes = new Escapes(texts, lengths, Arrays.copyOf(ranges, len), upperHex, form == Form.ION,
                    replacementEscaped);
            return new Profile(name, escapes, surrogatesRefused);
        }
    }
}
