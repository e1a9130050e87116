package io.github.stringmill.internal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;

/**
 * Part of the pure kernels: whole groups of base64. Standard: RFC 4648, sections 4 and 5.
 *
 * <p>The virtual machine has intrinsics for the base64 of the JDK. They take whole arrays only, so long texts pass
 * through two arrays, block by block. Even so it is several times as fast as a loop.
 */
final class PureBase64 {
    private static final byte[] STANDARD = symbols('+', '/');
    private static final byte[] URL = symbols('-', '_');
    private static final byte[] STANDARD_NUMBERS = numbers(STANDARD);
    private static final byte[] URL_NUMBERS = numbers(URL);
    private static final short[] STANDARD_PAIRS = pairs(STANDARD);
    private static final short[] URL_PAIRS = pairs(URL);

    /** Bytes of a block, and its symbols. */
    private static final int BLOCK_LEN = 768;
    private static final int BLOCK_SYMBOLS = BLOCK_LEN / 3 * 4;

    /** After this many symbols without a break, a block of symbols is likely. */
    private static final int TRIAL_SYMBOLS = 256;

    private static final Pool<Block> BLOCKS = new Pool<>(Block::new);

    private PureBase64() {}

    /** The arrays of one call. */
    private static final class Block {
        final byte[] bytes = new byte[BLOCK_LEN];
        final byte[] symbols = new byte[BLOCK_SYMBOLS];
    }

    private static byte[] symbols(char last, char veryLast) {
        String letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        String all = letters + letters.toLowerCase(Locale.ROOT) + "0123456789" + last + veryLast;
        return all.getBytes(StandardCharsets.US_ASCII);
    }

    /** Makes the table of two symbols for twelve bits, the first symbol lowest. */
    private static short[] pairs(byte[] symbols) {
        short[] pairs = new short[64 * 64];
        for (int bits = 0; bits < pairs.length; bits++) {
            pairs[bits] = (short) (symbols[bits >> 6] | symbols[bits & 63] << 8);
        }
        return pairs;
    }

    /** Makes the table of numbers for bytes; negative if the byte is not a symbol. */
    private static byte[] numbers(byte[] symbols) {
        byte[] numbers = new byte[256];
        Arrays.fill(numbers, (byte) -1);
        for (int number = 0; number < 64; number++) {
            numbers[symbols[number]] = (byte) number;
        }
        return numbers;
    }

    /** Returns the symbol of a number below 64. */
    static byte symbol(boolean url, int number) {
        return (url ? URL : STANDARD)[number];
    }

    /** Returns the number of a symbol; negative if the byte is not a symbol. */
    static int number(boolean url, byte letter) {
        return (url ? URL_NUMBERS : STANDARD_NUMBERS)[letter & 0xFF];
    }

    /** Encodes whole groups of three bytes; see {@link Kernels#base64Encode}. */
    static long encode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        int blocks = Math.min((to - from) / BLOCK_LEN, (end - at) / BLOCK_SYMBOLS);
        if (blocks > 0) {
            encodeBlocks(url, src, from, blocks, dst, at);
        }
        long done = encodeGroups(url, src, from + blocks * BLOCK_LEN, to, dst, at + blocks * BLOCK_SYMBOLS, end);
        return Kernels.progress(
                blocks * BLOCK_LEN + Kernels.read(done), blocks * BLOCK_SYMBOLS + Kernels.written(done));
    }

    private static void encodeBlocks(boolean url, byte[] src, int from, int blocks, byte[] dst, int at) {
        Base64.Encoder encoder = url ? Base64.getUrlEncoder() : Base64.getEncoder();
        Block block = BLOCKS.take();
        for (int i = 0; i < blocks; i++) {
            System.arraycopy(src, from + i * BLOCK_LEN, block.bytes, 0, BLOCK_LEN);
            encoder.encode(block.bytes, block.symbols);
            System.arraycopy(block.symbols, 0, dst, at + i * BLOCK_SYMBOLS, BLOCK_SYMBOLS);
        }
        BLOCKS.give(block);
    }

    private static long encodeGroups(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        short[] pairs = url ? URL_PAIRS : STANDARD_PAIRS;
        int groups = Math.min((to - from) / 3, (end - at) / 4);
        int read = from;
        int put = at;
        // Two groups are six bytes; the load takes eight.
        for (; groups >= 2 && to - read >= 8; groups -= 2) {
            long bits = Long.reverseBytes(Words.load8(src, read));
            int low = pairs[(int) (bits >>> 52)] & 0xFFFF | pairs[(int) (bits >>> 40) & 0xFFF] << 16;
            int high = pairs[(int) (bits >>> 28) & 0xFFF] & 0xFFFF | pairs[(int) (bits >>> 16) & 0xFFF] << 16;
            Words.store8(dst, put, low & 0xFFFF_FFFFL | (long) high << 32);
            read += 6;
            put += 8;
        }
        for (; groups > 0; groups--) {
            int bits = (src[read] & 0xFF) << 16 | (src[read + 1] & 0xFF) << 8 | src[read + 2] & 0xFF;
            Words.store4(dst, put, pairs[bits >> 12] & 0xFFFF | pairs[bits & 0xFFF] << 16);
            read += 3;
            put += 4;
        }
        return Kernels.progress(read - from, put - at);
    }

    /** Decodes whole groups of four symbols; see {@link Kernels#base64Decode}. */
    static long decode(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        int read = from;
        int put = at;
        while (true) {
            // Many texts have white space in every line, so blocks are tried only after many symbols without any.
            boolean blocksFit = to - read >= TRIAL_SYMBOLS + BLOCK_SYMBOLS;
            long done = decodeGroups(url, src, read, blocksFit ? read + TRIAL_SYMBOLS : to, dst, put, end);
            read += Kernels.read(done);
            put += Kernels.written(done);
            if (!blocksFit || Kernels.read(done) < TRIAL_SYMBOLS) {
                return Kernels.progress(read - from, put - at);
            }
            int blocks = decodeBlocks(url, src, read, to, dst, put, end);
            read += blocks * BLOCK_SYMBOLS;
            put += blocks * BLOCK_LEN;
        }
    }

    /** Decodes blocks that contain only symbols, and returns their number. */
    private static int decodeBlocks(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        int blocks = Math.min((to - from) / BLOCK_SYMBOLS, (end - at) / BLOCK_LEN);
        if (blocks == 0) {
            return 0;
        }
        Block block = BLOCKS.take();
        try {
            return decodeBlocks(url, src, from, blocks, dst, at, block);
        } finally {
            BLOCKS.give(block);
        }
    }

    private static int decodeBlocks(boolean url, byte[] src, int from, int blocks, byte[] dst, int at, Block block) {
        Base64.Decoder decoder = url ? Base64.getUrlDecoder() : Base64.getDecoder();
        for (int i = 0; i < blocks; i++) {
            System.arraycopy(src, from + i * BLOCK_SYMBOLS, block.symbols, 0, BLOCK_SYMBOLS);
            try {
                if (decoder.decode(block.symbols, block.bytes) < BLOCK_LEN) {
                    return i;
                }
            } catch (IllegalArgumentException e) {
                // The block contains another byte; the loop over groups finds it.
                return i;
            }
            System.arraycopy(block.bytes, 0, dst, at + i * BLOCK_LEN, BLOCK_LEN);
        }
        return blocks;
    }

    private static long decodeGroups(boolean url, byte[] src, int from, int to, byte[] dst, int at, int end) {
        byte[] numbers = url ? URL_NUMBERS : STANDARD_NUMBERS;
        int groups = Math.min((to - from) / 4, (end - at) / 3);
        int read = from;
        int put = at;
        for (int group = 0; group < groups; group++) {
            int word = Words.load4(src, read);
            int bits = numbers[word & 0xFF] << 18 | numbers[word >> 8 & 0xFF] << 12
                    | numbers[word >> 16 & 0xFF] << 6 | numbers[word >>> 24];
            if (bits < 0) {
                break;
            }
            dst[put] = (byte) (bits >> 16);
            dst[put + 1] = (byte) (bits >> 8);
            dst[put + 2] = (byte) bits;
            read += 4;
            put += 3;
        }
        return Kernels.progress(read - from, put - at);
    }
}
