package io.github.stringmill;

import io.github.stringmill.internal.Escapes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A set of escaping rules: which characters a writer escapes, and how. Profiles never change; any number of threads may
 * use the same one.
 *
 * <p>There are profiles for JSON itself, for the output of other libraries, and for places that contain JSON:
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
        /** {@code \}{@code uXXXX}, and a pair of them above U+FFFF (RFC 8259, section 7). */
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
     * A profile of the library, written {@code name} or {@code name:option,option}. Options apply in an order of their
     * own, whatever the order they are asked in.
     *
     * @param text such as {@code json}, {@code jackson} or {@code php:unescaped-slashes,hex-tag}
     * @return the profile; making one costs some microseconds, so keep it
     * @throws StringmillException {@link ErrorCode#PROFILE_UNKNOWN}, {@link ErrorCode#PROFILE_OPTION_UNKNOWN}
     */
    public static Profile of(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        List<String> asked = colon < 0 ? List.of() : Arrays.stream(text.substring(colon + 1).split(","))
                .filter(option -> !option.isEmpty()).collect(Collectors.toList());
        ProfileRow row = ProfileRows.ALL.stream().filter(one -> one.name().equals(name)).findFirst()
                .orElseThrow(() -> new StringmillException(ErrorCode.PROFILE_UNKNOWN, 0));
        return RowReader.read(text, row, asked);
    }

    /**
     * The names of the profiles of the library, without options.
     *
     * @return an unmodifiable list
     */
    public static List<String> names() {
        return ProfileRows.ALL.stream().map(ProfileRow::name).collect(Collectors.toUnmodifiableList());
    }

    /**
     * The options that a profile of the library takes.
     *
     * @param name a name without options
     * @return an unmodifiable list of names, possibly empty
     * @throws StringmillException {@link ErrorCode#PROFILE_UNKNOWN}
     */
    public static List<String> options(String name) {
        ProfileRow row = ProfileRows.ALL.stream().filter(one -> one.name().equals(name)).findFirst()
                .orElseThrow(() -> new StringmillException(ErrorCode.PROFILE_UNKNOWN, 0));
        return row.options().stream().map(ProfileRow.Option::name).collect(Collectors.toUnmodifiableList());
    }

    /**
     * A profile to be built from nothing: it escapes no character.
     *
     * @param name for people to read
     * @return a new builder
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /**
     * A profile to be built from this one.
     *
     * @param newName for people to read
     * @return a new builder with all the rules of this profile
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
     * What the profile is called.
     *
     * @return the name that it was made with, options included
     */
    public String name() {
        return name;
    }

    /**
     * What is written for an ASCII character.
     *
     * @param ascii U+0000 to U+007F
     * @return the escape, or null if the character is not escaped
     * @throws IndexOutOfBoundsException if the character is not ASCII
     */
    public String asciiEscape(char ascii) {
        return escapes.asciiEscape(Objects.checkIndex(ascii, 128));
    }

    /**
     * Whether a character above U+007F is escaped.
     *
     * @param codePoint U+0080 to U+10FFFF
     * @return whether it is in a range that the profile escapes
     */
    public boolean escapesNonAscii(int codePoint) {
        return codePoint >= 0x80 && escapes.hasEscape(codePoint);
    }

    /**
     * Whether digits of escapes above U+007F are upper case.
     *
     * @return true for {@code A} to {@code F}
     */
    public boolean upperHex() {
        return escapes.upperHex();
    }

    /**
     * The form of escapes above U+007F.
     *
     * @return that of JSON or of Ion
     */
    public Form form() {
        return escapes.ion() ? Form.ION : Form.JSON;
    }

    /**
     * Whether a U+FFFD that replaces ill-formed input is escaped, even if a U+FFFD of the input is not.
     *
     * @return whether it is
     */
    public boolean escapesReplacement() {
        return escapes.replacementEscaped();
    }

    /**
     * Whether readers of this profile refuse lone surrogate escapes, so that none may be written.
     *
     * @return whether they do
     */
    public boolean refusesSurrogates() {
        return surrogatesRefused;
    }

    /** The rules as tables. */
    Escapes escapes() {
        return escapes;
    }

    /** The name. */
    @Override
    public String toString() {
        return name;
    }

    /** Builds a profile. Not for use by several threads at once. */
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
         * Writes a text for an ASCII character.
         *
         * @param ascii U+0000 to U+007F
         * @param text  1 to 7 ASCII characters
         * @return this builder
         * @throws StringmillException {@link ErrorCode#PROFILE_UNSOUND} at the character, if the text is not so
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
         * Writes an ASCII character as it is.
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
         * @param first the first of them
         * @param last  the last of them
         * @return this builder
         * @throws StringmillException {@link ErrorCode#PROFILE_UNSOUND}, if the range is upside down or leaves U+0080
         *                             to U+10FFFF
         */
        public Builder escapeNonAscii(int first, int last) {
            nonAscii.set(checkRange(first, last), last + 1);
            return this;
        }

        /**
         * Writes every character above U+007F as it is.
         *
         * @return this builder
         */
        public Builder keepNonAscii() {
            return keepNonAscii(0x80, Character.MAX_CODE_POINT);
        }

        /**
         * Writes a range of characters above U+007F as they are; after {@link #escapeNonAscii()} such ranges are a list
         * of what is allowed.
         *
         * @param first the first of them
         * @param last  the last of them
         * @return this builder
         * @throws StringmillException {@link ErrorCode#PROFILE_UNSOUND}, if the range is upside down or leaves U+0080
         *                             to U+10FFFF
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
         * Case of the digits in escapes above U+007F; lower unless said otherwise.
         *
         * @param upper whether digits are upper case
         * @return this builder
         */
        public Builder upperHex(boolean upper) {
            upperHex = upper;
            return this;
        }

        /**
         * Form of escapes above U+007F; that of JSON unless said otherwise.
         *
         * @param form that of JSON or of Ion
         * @return this builder
         */
        public Builder form(Form form) {
            this.form = Objects.requireNonNull(form, "form");
            return this;
        }

        /**
         * Writes U+FFFD as an escape if it replaces ill-formed input.
         *
         * @param escaped whether to
         * @return this builder
         */
        public Builder escapeReplacement(boolean escaped) {
            replacementEscaped = escaped;
            return this;
        }

        /**
         * Declares that readers refuse lone surrogate escapes, so that none may be written.
         *
         * @param refused whether they do
         * @return this builder
         */
        public Builder refuseSurrogates(boolean refused) {
            surrogatesRefused = refused;
            return this;
        }

        /**
         * The profile.
         *
         * @return a new profile; the builder may go on to build others
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
