package io.github.stringmill.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.stringmill.IllFormed;
import io.github.stringmill.IllFormedUtf16;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.LoneSurrogates;
import io.github.stringmill.Plans;
import io.github.stringmill.Profile;
import io.github.stringmill.RandomText;
import io.github.stringmill.Share;
import io.github.stringmill.StringmillException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Drivers give the same with the kernels of this process and with kernels that stop at once: bytes, progress and
 * repairs, with any capacity.
 */
class PathsAgreeTest {
    private static final Kernels KERNELS = KernelsHolder.KERNELS;
    private static final Kernels NONE = new StoppingKernels();
    private static final int ROUNDS = Share.of(20_000);
    private static final int MARGIN = 5;

    private final RandomText texts = new RandomText(4);

    /** Returns every profile with every policy that it supports. */
    private static List<EscapePlan> plans() {
        List<String> names = new ArrayList<>();
        for (String name : Profile.names()) {
            names.add(name);
            Profile.options(name).forEach(option -> names.add(name + ":" + option));
        }
        List<EscapePlan> all = new ArrayList<>();
        for (String name : names) {
            for (int i = 0; i < IllFormed.values().length; i++) {
                try {
                    IllFormedUtf16 policy = IllFormedUtf16.values()[i % 4];
                    all.add(Plans.of(JsonEscape.of(Profile.of(name)).onIllFormed(IllFormed.values()[i])
                            .onIllFormedUtf16(policy)));
                } catch (StringmillException e) {
                    assertEquals(901, e.code().number());
                }
            }
        }
        return all;
    }

    @Test
    void jsonEscape() {
        for (EscapePlan plan : plans()) {
            agree(new JsonEscapeUtf8Driver(KERNELS, plan), new JsonEscapeUtf8Driver(NONE, plan),
                    texts::bytes, ROUNDS / 100);
        }
    }

    @Test
    void jsonEscapeLatin1() {
        for (EscapePlan plan : plans()) {
            agree(new JsonEscapeLatin1Driver(KERNELS, plan), new JsonEscapeLatin1Driver(NONE, plan),
                    texts::latin1, ROUNDS / 200);
        }
    }

    @Test
    void jsonEscapeUtf16() {
        for (EscapePlan plan : plans()) {
            agreeOnUnits(new JsonEscapeUtf16Driver(KERNELS, plan), new JsonEscapeUtf16Driver(NONE, plan), ROUNDS / 100);
        }
    }

    @Test
    void jsonUnescape() {
        for (LoneSurrogates policy : LoneSurrogates.values()) {
            JsonUnescapeDriver kernels = new JsonUnescapeDriver(KERNELS, policy);
            agree(kernels, new JsonUnescapeDriver(NONE, policy), texts::bytes, ROUNDS);
            agree(kernels, new JsonUnescapeDriver(NONE, policy), texts::escaped, ROUNDS);
        }
    }

    @Test
    void utf8Validate() {
        agree(new Utf8ValidateDriver(KERNELS), new Utf8ValidateDriver(NONE), texts::bytes, 5 * ROUNDS);
    }

    @Test
    void utf16ToUtf8() {
        for (IllFormedUtf16 policy : IllFormedUtf16.values()) {
            agreeOnUnits(new Utf16ToUtf8Driver(KERNELS, policy), new Utf16ToUtf8Driver(NONE, policy), ROUNDS);
        }
    }

    @Test
    void latin1ToUtf8() {
        agree(new Latin1ToUtf8Driver(KERNELS), new Latin1ToUtf8Driver(NONE), texts::latin1, ROUNDS);
    }

    @Test
    void base64() {
        for (int i = 0; i < 32; i++) {
            String whiteSpace = new String[] {"", " \t\n\r", " \t\n\r\f", " \t\n\r\f\u000B"}[i / 8];
            Base64Rules rules = new Base64Rules((i & 1) != 0, (i & 2) != 0, (i & 2) != 0 && (i & 4) != 0, (i & 4) != 0,
                    whiteSpace);
            agree(new Base64DecodeDriver(KERNELS, rules), new Base64DecodeDriver(NONE, rules),
                    texts::base64, ROUNDS / 4);
            agree(new Base64EncodeDriver(KERNELS, rules), new Base64EncodeDriver(NONE, rules),
                    texts::latin1, ROUNDS / 16);
        }
    }

    @Test
    void scan() {
        boolean[] members = new boolean[256];
        for (int round = 0; round < ROUNDS; round++) {
            members[texts.random().nextInt(256)] ^= true;
            byte[] src = new byte[texts.random().nextInt(200)];
            Arrays.fill(src, (byte) texts.random().nextInt(256));
            if (src.length > 0) {
                src[texts.random().nextInt(src.length)] = (byte) texts.random().nextInt(256);
            }
            int from = texts.random().nextInt(src.length + 1);
            assertEquals(new ScanDriver(NONE).run(members, src, from, src.length),
                    new ScanDriver(KERNELS).run(members, src, from, src.length));
        }
    }

    private void agree(ByteDriver kernels, ByteDriver plain, Supplier<byte[]> sources, int rounds) {
        for (int round = 0; round < rounds; round++) {
            byte[] text = sources.get();
            byte[] src = new byte[text.length + 2 * MARGIN];
            texts.random().nextBytes(src);
            System.arraycopy(text, 0, src, MARGIN, text.length);
            int to = MARGIN + text.length;
            boolean last = texts.random().nextBoolean();
            int cap = cap(text.length);
            byte[] one = canaries(cap);
            byte[] other = canaries(cap);
            RepairCount oneCount = new RepairCount();
            RepairCount otherCount = new RepairCount();
            long outcome = kernels.run(src, MARGIN, to, last, one, MARGIN, MARGIN + cap, oneCount);
            long expected = plain.run(src, MARGIN, to, last, other, MARGIN, MARGIN + cap, otherCount);
            compare(outcome, expected, one, other, cap, oneCount, otherCount);
            if (Outcome.state(outcome) == Outcome.REFUSED) {
                int at = MARGIN + Outcome.read(outcome);
                assertEquals(plain.refusal(src, at, to, last), kernels.refusal(src, at, to, last));
            }
        }
    }

    private void agreeOnUnits(UnitDriver kernels, UnitDriver plain, int rounds) {
        for (int round = 0; round < rounds; round++) {
            char[] text = texts.units();
            char[] src = new char[text.length + 2 * MARGIN];
            Arrays.fill(src, (char) texts.random().nextInt(0x1_0000));
            System.arraycopy(text, 0, src, MARGIN, text.length);
            int to = MARGIN + text.length;
            boolean last = texts.random().nextBoolean();
            int cap = cap(text.length);
            byte[] one = canaries(cap);
            byte[] other = canaries(cap);
            RepairCount oneCount = new RepairCount();
            RepairCount otherCount = new RepairCount();
            long outcome = kernels.run(src, MARGIN, to, last, one, MARGIN, MARGIN + cap, oneCount);
            long expected = plain.run(src, MARGIN, to, last, other, MARGIN, MARGIN + cap, otherCount);
            compare(outcome, expected, one, other, cap, oneCount, otherCount);
        }
    }

    /** Returns a capacity: enough for any output, or a random smaller one. */
    private int cap(int len) {
        int enough = 28 * len + 12;
        return switch (texts.random().nextInt(4)) {
            case 0 -> texts.random().nextInt(len + 2);
            case 1 -> texts.random().nextInt(3 * len + 1);
            default -> enough;
        };
    }

    private static byte[] canaries(int cap) {
        byte[] dst = new byte[cap + 2 * MARGIN];
        Arrays.fill(dst, (byte) 0x55);
        return dst;
    }

    private static void compare(long outcome, long expected, byte[] one, byte[] other, int cap, RepairCount oneCount,
            RepairCount otherCount) {
        assertEquals(described(expected), described(outcome));
        int end = MARGIN + Outcome.written(expected);
        assertArrayEquals(Arrays.copyOf(other, end), Arrays.copyOf(one, end));
        byte[] untouched = Arrays.copyOf(canaries(0), MARGIN);
        assertArrayEquals(untouched, Arrays.copyOfRange(one, MARGIN + cap, one.length));
        assertEquals(otherCount.count(), oneCount.count());
        assertEquals(otherCount.first(), oneCount.first());
    }

    private static String described(long outcome) {
        return "state " + Outcome.state(outcome) + ", read " + Outcome.read(outcome) + ", written "
                + Outcome.written(outcome);
    }
}
