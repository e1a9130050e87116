package io.github.stringmill.internal;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;

/**
 * Copies strings that the virtual machine stores as Latin-1, in bulk.
 *
 * <p>No method returns whether a string is stored so. In other strings each character above U+00FF becomes a question
 * mark, slowly. So each question mark of the copy is compared with the string, some characters are checked before the
 * copy, and after a failure some strings are skipped.
 */
final class Latin1Strings {
    private static final int PENALTY_MAX = 1024;

    /** Characters at the start that must be clean: text with many escapes or accents gains nothing from a copy. */
    private static final int SAMPLE_LEN = 24;

    /** Characters after a stop that are checked: text outside Latin-1 seldom has fewer between two such characters. */
    private static final int LOOK_AHEAD = 256;

    /**
     * {@link #copyAndCheck}. Not final, so it is compiled separately. Inlined, the copy is too deeply nested for the
     * compiler, which then makes real calls and allocates objects: ten times as slow.
     */
    private static MethodHandle copyAndCheck = handle();

    /** The number of strings left to skip; threads may overwrite each other's count, which costs only time. */
    private static int skipped;

    /** The number of strings to skip after the next failure. */
    private static int penalty = 1;

    private Latin1Strings() {}

    /**
     * Copies the leading characters of a string that are ASCII and need no escape under RFC 8259.
     *
     * @param text the string
     * @param dst the destination
     * @param at the start of the output
     * @param end the end of the destination
     * @return the number of characters copied; 0 also if the string is skipped
     */
    static int copyClean(String text, byte[] dst, int at, int end) {
        int len = text.length();
        // The copy ends with a zero.
        if (len >= Latin1Scratch.LEN || isSkipped() || !seemsClean(text, len)) {
            return 0;
        }
        Latin1Scratch scratch = Latin1Scratch.take();
        try {
            int copied = Math.min((int) copyAndCheck.invokeExact(text, scratch), end - at);
            System.arraycopy(scratch.bytes, 0, dst, at, copied);
            return copied;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("nothing checked is thrown", e);
        } finally {
            scratch.release();
        }
    }

    private static int copyAndCheck(String text, Latin1Scratch scratch) {
        scratch.segment.setString(0, text, StandardCharsets.ISO_8859_1);
        int len = text.length();
        int clean = 0;
        do {
            clean += PureScan.asciiWithoutEscapesAndQuestions(scratch.bytes, clean, len);
        } while (clean < len && isQuestion(text, scratch, clean) && ++clean < len);
        noteOtherCharacters(text, scratch, clean);
        return clean;
    }

    /** Returns whether a copied question mark is one in the string too. */
    private static boolean isQuestion(String text, Latin1Scratch scratch, int place) {
        return scratch.bytes[place] == '?' && text.charAt(place) == '?';
    }

    /** Finds out, after an early stop, whether the string has characters outside Latin-1. */
    private static void noteOtherCharacters(String text, Latin1Scratch scratch, int stop) {
        int last = Math.min(text.length(), stop + LOOK_AHEAD);
        int place = stop;
        while (place < last) {
            place += PureScan.withoutQuestion(scratch.bytes, place, last);
            if (place < last && !isQuestion(text, scratch, place)) {
                skipped = penalty;
                penalty = Math.min(2 * penalty, PENALTY_MAX);
                return;
            }
            place++;
        }
        penalty = 1;
    }

    private static MethodHandle handle() {
        try {
            return MethodHandles.lookup().findStatic(Latin1Strings.class, "copyAndCheck",
                    MethodType.methodType(int.class, String.class, Latin1Scratch.class));
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

    /** Returns whether the first characters, the middle and the last one are ASCII, and the first ones not escaped. */
    private static boolean seemsClean(String text, int len) {
        for (int i = 0; i < SAMPLE_LEN && len - i >= 8; i += 8) {
            if (EscapeMarks.escapesAndNonAscii(ShortText.eight(text, i)) != 0) {
                return false;
            }
        }
        return (text.charAt(len / 2) | text.charAt(len - 1)) < 0x80;
    }
}
