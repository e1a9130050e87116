package io.github.stringmill.ion;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.OffsetSpan;
import com.amazon.ion.Span;
import com.amazon.ion.SpanProvider;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.SymbolToken;
import com.amazon.ion.TextSpan;
import com.amazon.ion.Timestamp;
import com.amazon.ion.UnknownSymbolException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The results of all methods of a reader, up to the end of the text or the first error in it. */
final class Transcript {
    private static final Pattern PLACE = Pattern.compile("line (\\d+) offset (\\d+)");
    /** Exceptions of bugs in ion-java. */
    private static final Pattern INTERNAL =
            Pattern.compile("(next|stepOut|size) (IllegalArgument|NullPointer)Exception"
                    + "|double IllegalArgumentException");

    /** The path of a reader through a text. */
    enum Way {
        /** Into every container, with every method at every value. */
        EVERYTHING,
        /** From one value at the top level to the next. */
        TOP_LEVEL,
        /** Into some containers and out of them before their end, with methods at some values. */
        SOME
    }

    private final IonReader reader;
    private final Way way;
    private final Random random;
    private final List<String> said = new ArrayList<>();

    /** An error in the text ends the transcript. */
    private static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Ended() {
            super(null, null, false, false);
        }
    }

    private Transcript(IonReader reader, Way way, long seed) {
        this.reader = reader;
        this.way = way;
        random = new Random(seed);
    }

    static List<String> of(Supplier<IonReader> opened, Way way, long seed) {
        IonReader reader;
        try {
            reader = opened.get();
        } catch (IonException e) {
            return List.of(error(e));
        }
        Transcript transcript = new Transcript(reader, way, seed);
        try {
            transcript.walk();
            transcript.said.add("end");
        } catch (Ended e) {
            // The last line reports the error.
        }
        return transcript.said;
    }

    /** Whether the text was read to its end. */
    static boolean isWhole(List<String> said) {
        return said.get(said.size() - 1).equals("end");
    }

    /**
     * The first difference between the transcripts of ion-java and another reader; null if there is none. If an error
     * of ion-java has no place, that of the other reader may have one. Lines after a bug of ion-java are not compared.
     */
    static String difference(List<String> expected, List<String> found) {
        for (int i = 0; i < Math.min(expected.size(), found.size()); i++) {
            String one = expected.get(i);
            String other = found.get(i);
            if (!one.equals(other)) {
                if (INTERNAL.matcher(one).matches()) {
                    return null;
                }
                int error = one.indexOf("IonException");
                boolean sameCall = error >= 0 && other.startsWith(one.substring(0, error)) && other.contains("Exception");
                if (sameCall && !PLACE.matcher(one).find() && PLACE.matcher(other).find()) {
                    return null;
                }
                return "expected <" + one + "> found <" + other + "> behind " + expected.subList(Math.max(0, i - 3), i);
            }
        }
        return expected.size() == found.size() ? null : "one is longer: " + expected.size() + " and " + found.size();
    }

    private void walk() {
        int depth = 0;
        while (true) {
            IonType type = step("next", reader::next);
            if (type == null) {
                if (depth == 0) {
                    step("table", () -> table(reader.getSymbolTable()));
                    return;
                }
                step("stepOut", this::stepOut);
                depth--;
                continue;
            }
            if (way != Way.SOME || random.nextInt(3) > 0) {
                look(type);
            }
            boolean enter = way == Way.EVERYTHING || way == Way.SOME && random.nextInt(3) > 0;
            if (IonType.isContainer(type) && enter) {
                step("stepIn", () -> {
                    reader.stepIn();
                    return reader.getDepth() + " " + reader.getType();
                });
                depth++;
            }
            while (way == Way.SOME && depth > 0 && random.nextInt(5) == 0) {
                step("stepOut", this::stepOut);
                depth--;
            }
        }
    }

    private String stepOut() {
        reader.stepOut();
        return reader.getDepth() + " " + reader.getType();
    }

    private void look(IonType type) {
        step("null", reader::isNullValue);
        step("place", this::place);
        step("struct", () -> reader.isInStruct() + " " + reader.getDepth());
        step("name", reader::getFieldName);
        step("nameId", this::fieldId);
        step("nameSymbol", () -> symbol(reader.getFieldNameSymbol()));
        // In the other order, ion-java returns another ID if a text has two.
        step("annotationSymbols", () -> symbols(reader.getTypeAnnotationSymbols()));
        step("annotations", () -> Arrays.toString(reader.getTypeAnnotations()));
        step("eachAnnotation", () -> {
            List<String> each = new ArrayList<>();
            reader.iterateTypeAnnotations().forEachRemaining(each::add);
            return each;
        });
        boolean lob = type == IonType.BLOB || type == IonType.CLOB;
        if (!lob || !reader.isNullValue()) {
            // At a null among these, the result of ion-java depends on the values before it.
            step("size", reader::byteSize);
            step("bytes", () -> HexFormat.of().formatHex(reader.newBytes()));
            step("someBytes", this::someBytes);
        }
        step("string", reader::stringValue);
        step("symbol", () -> symbol(reader.symbolValue()));
        step("intSize", reader::getIntegerSize);
        step("int", reader::intValue);
        step("long", reader::longValue);
        step("big", reader::bigIntegerValue);
        step("double", () -> Long.toHexString(Double.doubleToLongBits(reader.doubleValue())));
        step("decimal", () -> number(reader.decimalValue()));
        step("bigDecimal", () -> number(reader.bigDecimalValue()));
        step("timestamp", () -> timestamp(reader.timestampValue()));
        step("date", reader::dateValue);
        step("boolean", reader::booleanValue);
        step("again", reader::getType);
    }

    @SuppressWarnings("deprecation")
    private int fieldId() {
        return reader.getFieldId();
    }

    private String someBytes() {
        byte[] some = new byte[5];
        return reader.getBytes(some, 1, 3) + " " + HexFormat.of().formatHex(some);
    }

    private String place() {
        Span span = reader.asFacet(SpanProvider.class).currentSpan();
        TextSpan text = span.asFacet(TextSpan.class);
        OffsetSpan offsets = span.asFacet(OffsetSpan.class);
        return text.getStartLine() + ":" + text.getStartColumn() + " " + text.getFinishLine() + " "
                + text.getFinishColumn() + " " + offsets.getStartOffset() + " " + offsets.getFinishOffset();
    }

    private static String number(BigDecimal number) {
        return number == null ? null : number + " " + number.scale() + " " + number.getClass().getSimpleName();
    }

    private static String timestamp(Timestamp time) {
        return time == null ? null : time + " " + time.getPrecision() + " " + time.getLocalOffset() + " "
                + time.getDecimalSecond();
    }

    private static String symbol(SymbolToken token) {
        return token == null ? null : token.getText() + "/" + token.getSid();
    }

    private static String symbols(SymbolToken[] tokens) {
        return Arrays.stream(tokens).map(Transcript::symbol).toList().toString();
    }

    private static String table(SymbolTable table) {
        List<String> names = new ArrayList<>();
        if (table.isLocalTable()) {
            table.iterateDeclaredSymbolNames().forEachRemaining(names::add);
        }
        return table.isSystemTable() + " " + table.getMaxId() + " " + names;
    }

    /** Records the result or exception of a call. */
    private <T> T step(String call, Supplier<T> method) {
        T given;
        try {
            given = method.get();
        } catch (IonException e) {
            String error = error(e);
            said.add(call + " " + error);
            if (PLACE.matcher(error).find() || call.equals("next") || call.startsWith("step")) {
                throw new Ended();
            }
            return null;
        } catch (RuntimeException e) {
            said.add(call + " " + e.getClass().getSimpleName());
            if (call.equals("next") || call.startsWith("step")) {
                throw new Ended();
            }
            return null;
        }
        said.add(call + " " + given);
        return given;
    }

    /** The public type of an error, and its place if it has one. */
    private static String error(IonException e) {
        Class<?> type = e.getClass();
        while (!type.getPackageName().equals("com.amazon.ion")) {
            type = type.getSuperclass();
        }
        String kind = type.getSimpleName() + (e instanceof UnknownSymbolException unknown ? " " + unknown.getSid() : "");
        Matcher place = PLACE.matcher(String.valueOf(e.getMessage()));
        return place.find() ? kind + " " + place.group() : kind;
    }
}
