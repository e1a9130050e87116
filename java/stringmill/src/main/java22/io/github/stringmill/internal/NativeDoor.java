package io.github.stringmill.internal;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * Every foreign call, without other logic: {@code stringmill.h} in Java. The library must be loaded before this class
 * is used.
 *
 * <p>Texts pass through the arrays of a {@link NativeScratch}, in critical calls, which cost some nanoseconds. Each
 * call reads {@code len} units from the start of its source and writes at most {@code cap} bytes; the progress is in
 * the same object. Each returns an error code, or 0.
 */
@SuppressWarnings("restricted")
final class NativeDoor {
    /** More of the same stream follows. */
    static final int MORE = 1;

    /** Policies of {@code stringmill.h}. */
    static final int ILL_FORMED_REJECT = 0;
    static final int ILL_FORMED_COPY = 5;
    static final int ILL_FORMED_UTF16_REJECT = 16;
    static final int LATIN1 = 32;

    private static final int SURROGATES_REJECT = 0;
    private static final int BASE64_STANDARD = 0;
    private static final int BASE64_URL = 1;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final AddressLayout PTR = ValueLayout.ADDRESS;

    // Each function has a class of its own, because linking takes milliseconds: unused functions are never linked.
    // Rules are passed as addresses, so calls need no check of their lifetime; NativeRules keeps them alive.

    private static final class JsonEscape {
        static final MethodHandle CALL = hot("smill_json_escape", LONG, PTR, LONG, PTR, LONG, INT, PTR, LONG);
    }

    private static final class JsonEscapeUtf16 {
        static final MethodHandle CALL = hot("smill_json_escape_utf16", LONG, PTR, LONG, PTR, LONG, INT, PTR, LONG);
    }

    private static final class JsonEscapeLatin1 {
        static final MethodHandle CALL = hot("smill_json_escape_latin1", LONG, PTR, LONG, PTR, LONG, INT, PTR);
    }

    private static final class JsonUnescape {
        static final MethodHandle CALL = hot("smill_json_unescape", INT, PTR, LONG, PTR, LONG, INT, PTR, LONG);
    }

    private static final class Utf8Validate {
        static final MethodHandle CALL = hot("smill_utf8_validate", PTR, LONG, INT, PTR);
    }

    private static final class Scan {
        static final MethodHandle CALL = hot("smill_scan", INT, PTR, LONG, INT, PTR);
    }

    private static final class Utf16ToUtf8 {
        static final MethodHandle CALL = hot("smill_utf16_to_utf8", INT, PTR, LONG, PTR, LONG, INT, PTR, LONG);
    }

    private static final class Latin1ToUtf8 {
        static final MethodHandle CALL = hot("smill_latin1_to_utf8", PTR, LONG, PTR, LONG, INT, PTR);
    }

    private static final class Base64Encode {
        static final MethodHandle CALL = hot("smill_base64_encode", INT, PTR, LONG, PTR, LONG, INT, PTR);
    }

    private static final class Base64Decode {
        static final MethodHandle CALL = hot("smill_base64_decode", INT, PTR, LONG, PTR, LONG, INT, PTR);
    }

    /**
     * Frees rules. The cleaner of the JDK refers to the action while the rules are reachable. A lambda would have a
     * class of this loader, which could then never be unloaded; this proxy has a class of the JDK.
     */
    private static final class RulesFree {
        @SuppressWarnings("unchecked")
        static final Consumer<MemorySegment> ACTION = MethodHandleProxies.asInterfaceInstance(
                Consumer.class, plain("smill_rules_free", FunctionDescriptor.ofVoid(PTR)));
    }

    private NativeDoor() {}

    private static MethodHandle hot(String name, MemoryLayout... parameters) {
        return Linker.nativeLinker().downcallHandle(address(name),
                FunctionDescriptor.of(INT, parameters), Linker.Option.critical(true));
    }

    private static MemorySegment address(String name) {
        return NativeLibrary.symbols().find(name).orElseThrow(() ->
                new UnsatisfiedLinkError("the library has no " + name));
    }

    private static MethodHandle plain(String name, FunctionDescriptor shape) {
        return Linker.nativeLinker().downcallHandle(address(name), shape);
    }

    static int jsonEscape(long rules, NativeScratch scratch, int len, int cap, int how) {
        try {
            return (int) JsonEscape.CALL.invokeExact(rules, scratch.bytesSegment, (long) len, scratch.dstSegment,
                    (long) cap, how, scratch.progressSegment, 0L);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int jsonEscapeUtf16(long rules, NativeScratch scratch, int len, int cap, int how) {
        try {
            return (int) JsonEscapeUtf16.CALL.invokeExact(rules, scratch.unitsSegment, (long) len, scratch.dstSegment,
                    (long) cap, how, scratch.progressSegment, 0L);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int jsonEscapeLatin1(long rules, NativeScratch scratch, int len, int cap, int how) {
        try {
            return (int) JsonEscapeLatin1.CALL.invokeExact(rules, scratch.bytesSegment, (long) len, scratch.dstSegment,
                    (long) cap, how, scratch.progressSegment);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int jsonUnescape(NativeScratch scratch, int len, int cap, int how) {
        try {
            return (int) JsonUnescape.CALL.invokeExact(SURROGATES_REJECT, scratch.bytesSegment, (long) len,
                    scratch.dstSegment, (long) cap, how, scratch.progressSegment, 0L);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int utf8Validate(NativeScratch scratch, int len, int how) {
        try {
            return (int) Utf8Validate.CALL.invokeExact(scratch.bytesSegment, (long) len, how, scratch.progressSegment);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int scan(int charClass, NativeScratch scratch, int len) {
        try {
            return (int) Scan.CALL.invokeExact(charClass, scratch.bytesSegment, (long) len, 0, scratch.progressSegment);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int utf16ToUtf8(NativeScratch scratch, int len, int cap, int how) {
        try {
            return (int) Utf16ToUtf8.CALL.invokeExact(ILL_FORMED_UTF16_REJECT, scratch.unitsSegment, (long) len,
                    scratch.dstSegment, (long) cap, how, scratch.progressSegment, 0L);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int latin1ToUtf8(NativeScratch scratch, int len, int cap, int how) {
        try {
            return (int) Latin1ToUtf8.CALL.invokeExact(scratch.bytesSegment, (long) len, scratch.dstSegment, (long) cap,
                    how, scratch.progressSegment);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int base64Encode(boolean url, NativeScratch scratch, int len, int cap, int how) {
        try {
            return (int) Base64Encode.CALL.invokeExact(url ? BASE64_URL : BASE64_STANDARD, scratch.bytesSegment,
                    (long) len, scratch.dstSegment, (long) cap, how, scratch.progressSegment);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int base64Decode(boolean url, NativeScratch scratch, int len, int cap, int how) {
        try {
            return (int) Base64Decode.CALL.invokeExact(url ? BASE64_URL : BASE64_STANDARD, scratch.bytesSegment,
                    (long) len, scratch.dstSegment, (long) cap, how, scratch.progressSegment);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /** Returns the number of the tier in use. */
    static int tier() {
        try {
            return (int) plain("smill_tier_best", FunctionDescriptor.of(INT)).invokeExact();
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /** Returns the error of the tier that STRINGMILL_TIER forces; 0 for no error. */
    static int tierForced() {
        try (Arena arena = Arena.ofConfined()) {
            return (int) plain("smill_tier_forced", FunctionDescriptor.of(INT, PTR)).invokeExact(arena.allocate(INT));
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /**
     * Makes rules from a table of 128 escapes, each of 8 bytes, and ranges of escaped scalar values, in the form of
     * {@code smill_rules_custom}. They are freed when the segment is no longer reachable.
     *
     * @return the rules; calls take their address
     */
    static MemorySegment rules(long[] escapes, boolean upperHex, int[] ranges, int policy) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment profile = arena.allocate(escapes.length * 8L + 16, 8);
            MemorySegment.copy(escapes, 0, profile, LONG.withOrder(ByteOrder.LITTLE_ENDIAN), 0, escapes.length);
            profile.set(INT, escapes.length * 8L, upperHex ? 1 : 0);
            MemorySegment made = arena.allocate(PTR);
            MethodHandle custom = plain("smill_rules_custom",
                    FunctionDescriptor.of(INT, PTR, PTR, LONG, INT, PTR, PTR));
            int code = (int) custom.invokeExact(profile, arena.allocateFrom(INT, ranges), ranges.length / 2L, policy,
                    made, MemorySegment.NULL);
            if (code != 0) {
                throw new IllegalStateException("the native library refuses these rules: error " + code);
            }
            return made.get(PTR, 0).reinterpret(Arena.ofAuto(), RulesFree.ACTION);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /** Wraps an exception of a call. The library throws none, so it comes from the virtual machine or this class. */
    private static RuntimeException broken(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException known ? known : new IllegalStateException("a native call failed", e);
    }
}
