package io.github.stringmill;

import java.util.List;

/**
 * A row of {@code spec/profiles.toml} as text.
 *
 * @param name as in {@link Profile#of(String)}
 * @param about its purpose, in one sentence
 * @param ascii for each range of ASCII bytes in hexadecimal the form of its escapes: {@code u} and {@code U} for
 *     {@code \}{@code u00XX} in lower and upper case, {@code x} and {@code X} for {@code \xXX}, a backslash and a
 *     letter for that escape, nothing for no escape
 * @param nonAscii ranges of scalar values that are escaped
 * @param traits words: {@code upper}, {@code ion}, {@code replacement-escaped}, {@code surrogates-refused}
 * @param options changes that a caller may request, in the order in which they apply
 */
record ProfileRow(String name, String about, String ascii, String nonAscii, String traits, List<Option> options) {
    /**
     * A named change.
     *
     * @param name its name in a request
     * @param about its effect, in one sentence
     * @param requires another option without which this one changes nothing, or null
     * @param ascii entries that change
     * @param nonAscii ranges that replace those of the row, or null
     * @param traits words as for a row; also {@code lower} and {@code replacement-plain}
     */
    record Option(String name, String about, String requires, String ascii, String nonAscii, String traits) {}
}
