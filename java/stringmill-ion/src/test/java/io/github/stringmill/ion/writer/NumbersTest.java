package io.github.stringmill.ion.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonTextWriterBuilder;
import io.github.stringmill.ion.StringmillIonTextWriterBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares many numbers with ion-java's, mainly around the limits of each form. */
class NumbersTest {
    private static final int LEN = 1000;

    private interface Write {
        void number(IonWriter writer, Random random) throws IOException;
    }

    /** The same random numbers in a list, one to a line. */
    private static String written(IonTextWriterBuilder builder, int seed, Write write) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Random random = new Random(seed);
        try (IonWriter writer = builder.withPrettyPrinting().build(out)) {
            writer.stepIn(IonType.LIST);
            for (int i = 0; i < LEN; i++) {
                write.number(writer, random);
            }
            writer.stepOut();
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static void compare(int lists, Write write) throws IOException {
        for (int seed = 0; seed < lists; seed++) {
            assertEquals(written(IonTextWriterBuilder.standard(), seed, write),
                    written(StringmillIonTextWriterBuilder.standard(), seed, write));
            assertEquals(written(IonTextWriterBuilder.json(), seed, write),
                    written(StringmillIonTextWriterBuilder.json(), seed, write));
        }
    }

    @Test
    void floatsOfFewDigits() throws IOException {
        compare(100, (writer, random) -> {
            double value = random.nextInt(1 << random.nextInt(31)) / Math.pow(10, random.nextInt(10));
            writer.writeFloat(random.nextBoolean() ? value : -value);
        });
    }

    @Test
    void neighboursOfFloatsOfFewDigits() throws IOException {
        compare(100, (writer, random) -> {
            double value = random.nextInt(1 << random.nextInt(31)) / Math.pow(10, random.nextInt(10));
            writer.writeFloat(random.nextBoolean() ? Math.nextUp(value) : Math.nextDown(value));
        });
    }

    @Test
    void floatsOfAnyBits() throws IOException {
        compare(50, (writer, random) -> writer.writeFloat(Double.longBitsToDouble(random.nextLong())));
    }

    @Test
    void integersAroundPowersOfTen() throws IOException {
        compare(20, (writer, random) -> {
            BigInteger value = BigInteger.TEN.pow(random.nextInt(21)).add(BigInteger.valueOf(random.nextInt(5) - 2));
            writer.writeInt(random.nextBoolean() ? value : value.negate());
            writer.writeInt(random.nextBoolean() ? value.longValue() : -value.longValue());
        });
    }

    @Test
    void decimalsAroundPowersOfTen() throws IOException {
        compare(100, (writer, random) -> {
            BigInteger value = BigInteger.TEN.pow(random.nextInt(24)).add(BigInteger.valueOf(random.nextInt(5) - 2));
            writer.writeDecimal(new BigDecimal(random.nextBoolean() ? value : value.negate(), random.nextInt(40) - 8));
        });
    }
}
