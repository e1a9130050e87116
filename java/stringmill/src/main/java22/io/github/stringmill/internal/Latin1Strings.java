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

    /** So many characters behind a stop are looked at: text outside Latin-1 seldom has fewer in between. */
    private static final int LOOK_AHEAD = 256;

    /**
     * {@link #copyAndLook}, not final: so it is compiled by itself. Inlined, the copy is too deep a nest of calls for the
     * compiler, which then makes real calls of some, and objects for them: ten times as slow.
     */
    private static MethodHandle copyAndLook = handle();

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
     * @param at   from here on
     * @param end  not beyond this
     * @return how many leading characters are copied; 0 also where there was no way
     */
    static int copyClean(String text, byte[] dst, int at, int end) {
        int len = text.length();
        // Behind the text a zero is written.
        if (len >= NativeRoom.DST_LEN || isSkipped() || !seemsAscii(text, len)) {
            return 0;
        }
        NativeRoom room = NativeRoom.take();
        try {
            int copied = Math.min((int) copyAndLook.invokeExact(text, room), end - at);
            System.arraycopy(room.dst, 0, dst, at, copied);
            return copied;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("nothing checked is thrown", e);
        } finally {
            room.release();
        }
    }

    private static int copyAndLook(String text, NativeRoom room) {
        room.dstSegment.setString(0, text, StandardCharsets.ISO_8859_1);
        int len = text.length();
        int clean = 0;
        do {
            clean += PureScan.undoubted(room.dst, clean, len);
        } while (clean < len && isQuestion(text, room, clean) && ++clean < len);
        learn(text, room, clean);
        return clean;
    }

    /** Whether a character that was copied is a question mark in the string too. */
    private static boolean isQuestion(String text, NativeRoom room, int place) {
        return room.dst[place] == '?' && text.charAt(place) == '?';
    }

    /** Where the end of the string is not what stopped the look: whether it is of the other kind after all. */
    private static void learn(String text, NativeRoom room, int stop) {
        int last = Math.min(text.length(), stop + LOOK_AHEAD);
        int place = stop;
        while (place < last) {
            place += PureScan.withoutQuestion(room.dst, place, last);
            if (place < last && !isQuestion(text, room, place)) {
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
            return MethodHandles.lookup().findStatic(Latin1Strings.class, "copyAndLook",
                    MethodType.methodType(int.class, String.class, NativeRoom.class));
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
    private static boolean seemsAscii(String text, int len) {
        return (text.charAt(0) | text.charAt(len / 2) | text.charAt(len - 1)) < 0x80;
    }
}
