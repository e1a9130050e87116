package io.github.stringmill.spark.convert;

import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Gives access to the bytes of a STRING or BINARY value without a copy: {@link #array}, from {@link #offset} on. */
public final class TextBytes {
    private TextBytes() {}

    /**
     * The array that has the bytes; a copy if they are not in the heap.
     *
     * @param value a {@code UTF8String} or a {@code byte[]}
     * @return the array
     */
    public static byte[] array(Object value) {
        if (value instanceof byte[]) {
            return (byte[]) value;
        }
        UTF8String text = (UTF8String) value;
        return isInHeap(text) ? (byte[]) text.getBaseObject() : text.getBytes();
    }

    private static boolean isInHeap(UTF8String text) {
        return text.getBaseObject() instanceof byte[];
    }

    /**
     * The index of the first byte in {@link #array}.
     *
     * @param value a {@code UTF8String} or a {@code byte[]}
     * @return the index
     */
    public static int offset(Object value) {
        if (value instanceof byte[] || !isInHeap((UTF8String) value)) {
            return 0;
        }
        return (int) (((UTF8String) value).getBaseOffset() - Platform.BYTE_ARRAY_OFFSET);
    }

    /**
     * The number of bytes.
     *
     * @param value a {@code UTF8String} or a {@code byte[]}
     * @return the number
     */
    public static int len(Object value) {
        return value instanceof byte[] ? ((byte[]) value).length : ((UTF8String) value).numBytes();
    }

    /**
     * An array with these bytes alone; a copy if the value is a part of an array.
     *
     * @param value a {@code UTF8String} or a {@code byte[]}
     * @return the array
     */
    public static byte[] whole(Object value) {
        return value instanceof byte[] ? (byte[]) value : ((UTF8String) value).getBytes();
    }
}
