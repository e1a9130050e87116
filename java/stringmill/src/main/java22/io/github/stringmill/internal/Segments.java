package io.github.stringmill.internal;

import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Access to memory segments. */
public final class Segments {
    private Segments() {}

    /** Returns the type of segments as a class of objects. */
    @SuppressWarnings("unchecked")
    public static Class<Object> type() {
        return (Class<Object>) (Class<?>) MemorySegment.class;
    }

    /** Returns the length of a segment in bytes. */
    public static long len(Object segment) {
        return ((MemorySegment) segment).byteSize();
    }

    /** Returns a stream of the bytes of a segment. */
    public static InputStream stream(Object segment) {
        return new Bytes((MemorySegment) segment);
    }

    private static final class Bytes extends InputStream {
        private final MemorySegment segment;
        private long at;

        Bytes(MemorySegment segment) {
            this.segment = segment;
        }

        @Override
        public int read() {
            return at == segment.byteSize() ? -1 : segment.get(ValueLayout.JAVA_BYTE, at++) & 0xFF;
        }

        @Override
        public int read(byte[] dst, int from, int len) {
            int some = (int) Math.min(len, segment.byteSize() - at);
            if (some == 0 && len > 0) {
                return -1;
            }
            MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, dst, from, some);
            at += some;
            return some;
        }
    }
}
