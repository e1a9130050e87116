package io.github.stringmill.internal;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;

/**
 * Strings whose characters the virtual machine keeps in single bytes: those are copied at once.
 *
 * <p>Nothing tells which strings they are. In another string each character above U+00FF becomes a question mark, slowly;
 * so each question mark is compared with the string, some characters are looked at before, and after a string of the
 * other kind the next ones are not tried.
 */
final class Latin1Strings {
    private static final int PENALTY_MAX = 1024;

    /**
     * {@link #copyAndLook}, not final: so it is compiled by itself. Inlined, the copy is too deep a nest of calls for the
     * compiler, which then makes real calls of some, and objects for them: ten times as slow.
     */
    private static MethodHandle copyAndLook = copyAndLook();

    /** How many strings are not tried; threads may overwrite each other's count, which costs time only. */
    private static int skipped;

    /** How many are not tried after the next failure. */
    private static int penalty = 1;

    private Latin1Strings() {}

    /** From so many characters on a string is worth more than its {@code charAt}; measured on JDK 25. */
    static int minLen() {
        return 32;
    }

    /**
     * Copies ASCII that JSON does not demand to escape from the beginning of a string.
     *
     * @param text the string
     * @param dst  where it goes
     * @param at   from here on; up to one byte more than the text is long may be overwritten
     * @param end  not beyond this
     * @param one  room for a character
     * @return how many leading characters are copied; 0 also where there was no way
     */
    static int copyClean(String text, byte[] dst, int at, int end, char[] one) {
        int len = text.length();
        // The encoder of segments puts a zero behind the text.
        if (len >= end - at || isSkipped() || !seemsAscii(text, len, one)) {
            return 0;
        }
        try {
            return (int) copyAndLook.invokeExact(text, dst, at, one);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("nothing checked is thrown", e);
        }
    }

    private static int copyAndLook(String text, byte[] dst, int at, char[] one) {
        int len = text.length();
        MemorySegment.ofArray(dst).setString(at, text, StandardCharsets.ISO_8859_1);
        int clean = 0;
        while (true) {
            clean += PureScan.undoubted(dst, at + clean, at + len);
            if (clean == len || dst[at + clean] != '?') {
                penalty = 1;
                return clean;
            }
            text.getChars(clean, clean + 1, one, 0);
            if (one[0] != '?') {
                skipped = penalty;
                penalty = Math.min(2 * penalty, PENALTY_MAX);
                return clean;
            }
            clean++;
        }
    }

    private static MethodHandle copyAndLook() {
        try {
            return MethodHandles.lookup().findStatic(Latin1Strings.class, "copyAndLook",
                    MethodType.methodType(int.class, String.class, byte[].class, int.class, char[].class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static boolean isSkipped() {
        int left = skipped;
        if (left == 0) {
            return false;
        }
        skipped = left - 1;
        return true;
    }

    /** Whether the first, the middle and the last character are ASCII. */
    private static boolean seemsAscii(String text, int len, char[] one) {
        text.getChars(0, 1, one, 0);
        int any = one[0];
        text.getChars(len / 2, len / 2 + 1, one, 0);
        any |= one[0];
        text.getChars(len - 1, len, one, 0);
        return (any | one[0]) < 0x80;
    }
}
