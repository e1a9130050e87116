package io.github.stringmill.spark.read.json;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.LoneSurrogates;
import io.github.stringmill.spark.read.options.JsonRule;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges JSON texts by RFC 8259 and by rules beyond it. The verdict is the first fault of either kind, by offset.
 *
 * <p>This is a separate pass, not part of the one that reads columns: a reader without rules does no work for them,
 * and rules also see members that no column needs. Names and numbers are judged at their ends. Refused characters need
 * no tokens, because outside of strings they are errors of JSON: they are searched in the text before the first other
 * fault.
 */
final class JsonRestrictions {
    private final boolean refusesRepeated;
    private final boolean isIJson;
    private final boolean refusesNul;
    private final boolean isJsonb;
    private final JsonCursor cursor;

    /**
     * For each name, the depth of the innermost open object that has it. A HashMap stores a bucket of many strings as
     * a tree, so names that collide do not make it slow.
     */
    private final Map<String, Integer> depths = new HashMap<>();
    /**
     * The names of all open objects in the order of the text. Removing them one by one is faster than clearing a large
     * table.
     */
    private final List<String> names = new ArrayList<>();
    /** For each of these names, the depth that it had in {@code depths} before; null if it had none. */
    private final List<Integer> outer = new ArrayList<>();

    private ErrorCode error;
    private int errorAt;
    private boolean isJson;

    JsonRestrictions(Set<JsonRule> rules, LoneSurrogates surrogates) {
        isIJson = rules.contains(JsonRule.I_JSON);
        isJsonb = rules.contains(JsonRule.JSONB);
        refusesRepeated = isIJson || rules.contains(JsonRule.UNIQUE_NAMES);
        refusesNul = isJsonb || rules.contains(JsonRule.NO_NUL);
        cursor = new JsonCursor(isIJson || isJsonb ? LoneSurrogates.REJECT : surrogates);
    }

    /**
     * Judges one text, which is well-formed UTF-8. Returns whether it has no fault. Overwrites {@code text[to]} with
     * zero.
     */
    boolean accepts(byte[] text, int from, int to) {
        error = null;
        errorAt = to;
        isJson = true;
        cursor.begin(text, from, to);
        try {
            cursor.skipSpace();
            value(1);
            cursor.endOfText();
        } catch (JsonRefusal e) {
            isJson = false;
            note(cursor.error(), cursor.errorAt());
        }
        close(0);
        if (refusesNul || isIJson) {
            characters(text, from, errorAt);
        }
        return error == null;
    }

    /** Returns the first fault of the last text, or null. */
    ErrorCode error() {
        return error;
    }

    /** Returns the index of the first fault in the buffer. */
    int errorAt() {
        return errorAt;
    }

    /** Whether the last text is JSON, so that only a rule refuses it. */
    boolean isJson() {
        return isJson;
    }

    /** Notes a fault, unless one before it is known. */
    private void note(ErrorCode code, int place) {
        if (error == null) {
            error = code;
            errorAt = place;
        }
    }

    private void value(int depth) {
        switch (cursor.text[cursor.at]) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            default -> cursor.skipValue();
        }
    }

    private void object(int depth) {
        if (!cursor.enterObject()) {
            return;
        }
        int first = names.size();
        do {
            int quote = cursor.at;
            cursor.nameText();
            if (refusesRepeated) {
                name(depth, quote);
            }
            cursor.colon();
            value(depth + 1);
        } while (cursor.nextMember());
        close(first);
    }

    private void array(int depth) {
        if (cursor.enterArray()) {
            do {
                value(depth + 1);
            } while (cursor.nextElement());
        }
    }

    /** Adds the last string to the names of the object at a depth. */
    private void name(int depth, int quote) {
        String raw = new String(cursor.text, cursor.stringStart, cursor.stringEnd - cursor.stringStart, StandardCharsets.UTF_8);
        String name = cursor.escaped ? unescaped(raw) : raw;
        Integer before = depths.put(name, depth);
        if (before != null && before == depth) {
            note(ErrorCode.NAME_REPEATED, quote);
            return;
        }
        names.add(name);
        outer.add(before);
    }

    /** Removes all names from an index on. */
    private void close(int first) {
        for (int last = names.size() - 1; last >= first; last--) {
            String name = names.remove(last);
            Integer before = outer.remove(last);
            if (before == null) {
                depths.remove(name);
            } else {
                depths.put(name, before);
            }
        }
    }

    /** Unescapes a name. Keeps lone surrogates, so that two different names stay different. */
    private static String unescaped(String raw) {
        StringBuilder text = new StringBuilder(raw.length());
        for (int at = 0; at < raw.length(); at++) {
            char next = raw.charAt(at);
            if (next == '\\') {
                next = raw.charAt(++at);
                switch (next) {
                    case 'b' -> next = '\b';
                    case 'f' -> next = '\f';
                    case 'n' -> next = '\n';
                    case 'r' -> next = '\r';
                    case 't' -> next = '\t';
                    case 'u' -> {
                        next = (char) Integer.parseInt(raw, at + 1, at + 5, 16);
                        at += 4;
                    }
                    default -> { }
                }
            }
            text.append(next);
        }
        return text.toString();
    }

    private void number() {
        int start = cursor.at;
        cursor.number();
        int end = cursor.numberEnd;
        if (isIJson && cursor.integer && !JsonNumberRules.isExact(cursor.text, start, end)) {
            note(ErrorCode.JSON_INTEGER_INEXACT, start);
        } else if (isIJson && !cursor.integer && !JsonNumberRules.isFinite(cursor.text, start, end)) {
            note(ErrorCode.NUMBER_OVERFLOW, start);
        } else if (isJsonb && !JsonNumberRules.isNumeric(cursor.text, start, end)) {
            note(ErrorCode.JSON_NUMBER_RANGE, start);
        }
    }

    /** Finds the first refused character, raw or as an escape. The text is JSON up to its end. */
    private void characters(byte[] text, int from, int to) {
        int at = from;
        while (at < to) {
            byte next = text[at];
            if (next == '\\') {
                at = escape(text, at, to);
            } else if (next < (byte) 0xEF || next >= 0) {
                at++;
            } else {
                at = character(text, at);
            }
        }
    }

    /** Judges the escape at a backslash. Returns its end; if the character is refused, the end of the text. */
    private int escape(byte[] text, int backslash, int to) {
        int unit = unit(text, backslash, to);
        if (unit < 0) {
            return backslash + 2;
        }
        int low = Character.isHighSurrogate((char) unit) ? unit(text, backslash + 6, to) : -1;
        boolean isPair = low >= 0 && Character.isLowSurrogate((char) low);
        int end = backslash + (isPair ? 12 : 6);
        return judged(isPair ? Character.toCodePoint((char) unit, (char) low) : unit, backslash, end);
    }

    /** Judges a raw character whose lead byte can begin a noncharacter. Returns its end. */
    private int character(byte[] text, int lead) {
        int len = text[lead] < (byte) 0xF0 ? 3 : 4;
        int code = text[lead] & (len == 3 ? 0x0F : 0x07);
        for (int i = 1; i < len; i++) {
            code = code << 6 | text[lead + i] & 0x3F;
        }
        return judged(code, lead, lead + len);
    }

    /**
     * Notes a character if a rule refuses it, and returns a place after the text: later ones do not count. Else
     * returns its end.
     */
    private int judged(int code, int place, int end) {
        boolean isNul = refusesNul && code == 0;
        boolean isNoncharacter = isIJson && (code >= 0xFDD0 && code <= 0xFDEF || (code & 0xFFFE) == 0xFFFE);
        if (!isNul && !isNoncharacter) {
            return end;
        }
        error = isNul ? ErrorCode.JSON_NUL : ErrorCode.JSON_NONCHARACTER;
        errorAt = place;
        return Integer.MAX_VALUE;
    }

    /** Returns the code unit of an escape; -1 if there is none, or if the end of the text cuts it. */
    private static int unit(byte[] text, int from, int to) {
        if (to - from < 6 || text[from] != '\\' || text[from + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        for (int place = from + 2; place < from + 6; place++) {
            int digit = Character.digit(text[place], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }
}
