package io.github.stringmill.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;

/** Methods that say so are too long for the compiler of the virtual machine to inline them. */
class InliningTest {
    /** The default of the option FreqInlineSize. */
    private static final int INLINED_MAX_LEN = 325;

    @Test
    void methodsThatWriteLongStringsAreCalled() {
        assertTrue(codeLen(GeneratorBytes.class, "public final boolean writeUtf8(byte[], int, int)") > INLINED_MAX_LEN);
        assertTrue(codeLen(GeneratorBytes.class, "private void write(java.lang.String, char[], int, int)")
                > INLINED_MAX_LEN);
        assertTrue(codeLen(GeneratorChars.class, "public final boolean write(java.lang.String)") > INLINED_MAX_LEN);
    }

    /** Returns the offset of the last instruction of a method. */
    private static int codeLen(Class<?> owner, String method) {
        StringWriter printed = new StringWriter();
        PrintWriter out = new PrintWriter(printed);
        int status = ToolProvider.findFirst("javap").orElseThrow()
                .run(out, out, "-c", "-p", owner.getResource(owner.getSimpleName() + ".class").toString());
        assertEquals(0, status, printed::toString);
        List<String> lines = printed.toString().lines()
                .dropWhile(line -> !line.contains(method)).takeWhile(line -> !line.isBlank()).toList();
        int len = -1;
        for (String line : lines) {
            Matcher instruction = Pattern.compile(" *(\\d+): .*").matcher(line);
            if (instruction.matches()) {
                len = Integer.parseInt(instruction.group(1));
            }
        }
        return len;
    }
}
