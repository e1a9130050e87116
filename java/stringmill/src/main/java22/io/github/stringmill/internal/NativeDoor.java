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
 * Every foreign call, and nothing else: {@code stringmill.h} in Java. There must be a library before this class is
 * used.
 *
 * <p>Texts pass through the arrays of a {@link NativeRoom}, in critical calls, which cost some nanoseconds. Each call
 * reads {@code len} units of its source from the beginning on, and writes at most {@code cap} bytes; how far it got is
 * in the room. Each returns an error code, 0 where there is none.
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

    // Each function has a class of its own, for linking takes milliseconds: nobody pays for what is never called. Rules
    // are passed as numbers, for that spares each call the care for their lifetime, which NativeRules takes.

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
     * Frees rules. The cleaner of the JDK refers to the action for as long as the rules live. A lambda would be of a class
     * of this loader, which would never be unloaded then; this proxy is of a class of the JDK.
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

    static int jsonEscape(long rules, NativeRoom room, int len, int cap, int how) {
        try {
            return (int) JsonEscape.CALL.invokeExact(rules, room.bytesSegment, (long) len, room.dstSegment,
                    (long) cap, how, room.progressSegment, 0L);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int jsonEscapeUtf16(long rules, NativeRoom room, int len, int cap, int how) {
        try {
            return (int) JsonEscapeUtf16.CALL.invokeExact(rules, room.unitsSegment, (long) len, room.dstSegment,
                    (long) cap, how, room.progressSegment, 0L);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int jsonEscapeLatin1(long rules, NativeRoom room, int len, int cap, int how) {
        try {
            return (int) JsonEscapeLatin1.CALL.invokeExact(rules, room.bytesSegment, (long) len, room.dstSegment,
                    (long) cap, how, room.progressSegment);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int jsonUnescape(NativeRoom room, int len, int cap, int how) {
        try {
            return (int) JsonUnescape.CALL.invokeExact(SURROGATES_REJECT, room.bytesSegment, (long) len,
                    room.dstSegment, (long) cap, how, room.progressSegment, 0L);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int utf8Validate(NativeRoom room, int len, int how) {
        try {
            return (int) Utf8Validate.CALL.invokeExact(room.bytesSegment, (long) len, how, room.progressSegment);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int scan(int charClass, NativeRoom room, int len) {
        try {
            return (int) Scan.CALL.invokeExact(charClass, room.bytesSegment, (long) len, 0, room.progressSegment);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int utf16ToUtf8(NativeRoom room, int len, int cap, int how) {
        try {
            return (int) Utf16ToUtf8.CALL.invokeExact(ILL_FORMED_UTF16_REJECT, room.unitsSegment, (long) len,
                    room.dstSegment, (long) cap, how, room.progressSegment, 0L);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int latin1ToUtf8(NativeRoom room, int len, int cap, int how) {
        try {
            return (int) Latin1ToUtf8.CALL.invokeExact(room.bytesSegment, (long) len, room.dstSegment, (long) cap,
                    how, room.progressSegment);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int base64Encode(boolean url, NativeRoom room, int len, int cap, int how) {
        try {
            return (int) Base64Encode.CALL.invokeExact(url ? BASE64_URL : BASE64_STANDARD, room.bytesSegment,
                    (long) len, room.dstSegment, (long) cap, how, room.progressSegment);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    static int base64Decode(boolean url, NativeRoom room, int len, int cap, int how) {
        try {
            return (int) Base64Decode.CALL.invokeExact(url ? BASE64_URL : BASE64_STANDARD, room.bytesSegment,
                    (long) len, room.dstSegment, (long) cap, how, room.progressSegment);
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /** The number of the tier that calls run on. */
    static int tier() {
        try {
            return (int) plain("smill_tier_best", FunctionDescriptor.of(INT)).invokeExact();
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /** What is said of the tier that STRINGMILL_TIER forces: 0 where nothing is wrong with it. */
    static int tierForced() {
        try (Arena arena = Arena.ofConfined()) {
            return (int) plain("smill_tier_forced", FunctionDescriptor.of(INT, PTR)).invokeExact(arena.allocate(INT));
        } catch (Throwable e) {
            throw broken(e);
        }
    }

    /**
     * Rules of a table of 128 escapes, each of 8 bytes, and ranges of scalar values that are escaped, as
     * {@code smill_rules_custom} has them. They are freed when the segment is no longer reachable.
     *
     * @return the rules, at whose address calls find them
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

    /** A call throws nothing of its own; what comes is of the virtual machine, or of these lines. */
    private static RuntimeException broken(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException known ? known : new IllegalStateException("a native call failed", e);
    }
}
