package io.github.stringmill.ion;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;

/** Random texts: every type, with annotations, comments, symbol tables and mistakes. */
final class Documents {
    private static final String[] WORDS = {
        "a", "name", "symbols", "imports", "truer", "nullable", "nan1", "$", "$a", "_", "$10a", "longer_identifier_1",
        "Quite_A_Long_Identifier_With_Many_Letters_And_1234567890_Digits_And_Then_Some_More", "infx", "x1", "$ion_1_0x"
    };
    private static final String[] QUOTED = {
        "", "a b", "null", "true", "$10", "$ion_1_0", "é", "日本", "😀", "a\\'b", "tab\\t",
        "\\x41\\u00e9\\U0001F600", "+",
        "$ion_symbol_table", "with \\\" and \\\\"
    };
    private static final String[] NUMBERS = {
        "0", "-0", "1", "-1", "12", "123456789", "2147483647", "2147483648", "-2147483648", "-2147483649",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "999999999999999999999999999999",
        "1_000_000", "0x1F", "-0xff", "0x00000001", "0x000000001", "0xFFFF_FFFF", "0x7fffffff", "-0x80000000",
        "0x8000000000000000", "0x00000000000000001", "0b0", "0b1010", "-0b1", "0b1111111111111111111111111111111",
        "0b11111111111111111111111111111111", "-0b10000000000000000000000000000000",
        "0b01111111111111111111111111111111", "0b1111_0000", "0.", "-0.", "0.0", "-0.00", "1.5", "-123.456", "1.d3",
        "12d-3", "0d0", "-0d5", "0d-0", "123456789012345678901234567890.5", "1d2147483647", "1.0d-999999999", "1_2.3_4",
        "0e0", "-0e0", "1e1", "1.5e-3", "-2.5E+10", "1e400", "1e-400", "123456789012345678e0", "9007199254740993e0",
        "1.7976931348623157e308", "4.9e-324", "2.2250738585072012e-308", "0.1e22", "1e23", "3e-23", "1_0e1_0",
        "12345678901234567.5e-5", "1e00005"
    };
    private static final String[] TIMES = {
        "2007T", "2007-02T", "2007-02-23", "2007-02-23T", "2007-02-23T12:14Z", "2007-02-23T12:14:33Z",
        "2007-02-23T12:14:33.079-08:00", "2007-02-23T20:14:33.079+00:00", "2007-02-23T20:14:33.079-00:00",
        "0001T", "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999-00:01", "0001-01-01T00:00+00:01",
        "2000-02-29", "1900-02-29", "2007-02-30", "2007-13-01T", "2007-00T", "0000T", "2007-01-01T24:00Z",
        "2007-01-01T00:00:00.000000000000000000001Z", "2007-01-01T00:00:00.0Z", "2007-01-01T00:00:60Z",
        "2007-01-01T00:00+23:59", "2007-01-01T00:00+24:00", "2007-01-01T00:00-23:60",
        "2007-01-01T00:00:00.123456789+01:30",
        "2007-01-01T00:00z", "2007-01-01T12Z"
    };
    private static final String[] NULLS = {
        "null", "null.null", "null.bool", "null.int", "null.float", "null.decimal", "null.timestamp", "null.symbol",
        "null.string", "null.blob", "null.clob", "null.list", "null.sexp", "null.struct"
    };
    private static final String[] OPERATORS = {
        "+", "-", "*", "/", "<=", "&&", ".", "...", "!", "+-", "-infx", "+infx", "=", "`", ";", "--", "#%^", "@a", ".a"
    };
    private static final String[] BLANKS = {
        " ", "  ", "\n", "\r\n", "\r", "\t", " \n ", "/* c */", "// c\n", "/***/", " // é\r\n", "/* * / \n */ ",
        "\n\n    ", " \r \n"
    };
    private static final String[] TABLES = {
        "$ion_1_0", "$ion_symbol_table::{symbols:[\"one\",\"two\"]}",
        "$ion_symbol_table::{symbols:[\"x\",null,5,\"y\"]}",
        "$ion_symbol_table::{imports:$ion_symbol_table,symbols:[\"three\"]}",
        "$ion_symbol_table::{imports:$ion_symbol_table,symbols:[\"three\",\"one\",null,\"one\"]}",
        "$ion_symbol_table::{imports:[{name:\"shared\",version:1,max_id:5}],symbols:[\"local\"]}",
        "$ion_symbol_table::{imports:[{name:\"known\",version:1}],symbols:['''lo''' '''cal''']}",
        "$ion_symbol_table::{imports:[{name:\"unknown\",version:1}]}",
        "$ion_symbol_table::{imports:[{name:\"known\",version:7,max_id:1},{name:\"huge\",max_id:2147483000}]}",
        "$ion_symbol_table::{symbols:[],symbols:[]}", "$ion_symbol_table::null.struct", "$ion_symbol_table::{}",
        "a::$ion_symbol_table::{symbols:[\"no\"]}", "$3::{$7:[\"by id\"]}", "'$ion_symbol_table'::{'symbols':[\"q\"]}",
        "$ion_1_1", "$ion_2_0", "a::$ion_1_1", "$2", "$ion_symbol_table::{name:\"open\",symbols:[\"o\"],x:[1,{}]}"
    };

    private final Random random;
    private final StringBuilder text = new StringBuilder();

    Documents(long seed) {
        random = new Random(seed);
    }

    /** A text with a number of top-level values. */
    byte[] document(int values) {
        text.setLength(0);
        for (int i = 0; i < values; i++) {
            blank(4);
            if (random.nextInt(12) == 0) {
                text.append(pick(TABLES));
            } else {
                value(3, true, false);
            }
            text.append(pick(BLANKS));
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A text with a few bytes replaced, inserted or deleted. */
    byte[] damaged(byte[] whole) {
        String letters = " \n\r\t,:;'\"\\/*{}[]()$_-+.0179abdefnlutxTZ=\u0000\u0007\u007F";
        byte[] bytes = whole;
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            int at = random.nextInt(bytes.length + 1);
            int other = random.nextInt(20) == 0
                    ? random.nextInt(256) : letters.charAt(random.nextInt(letters.length()));
            out.write(bytes, 0, at);
            int kind = random.nextInt(4);
            if (kind != 0) {
                out.write(other);
            }
            int rest = Math.min(bytes.length, at + (kind == 1 ? 0 : kind == 3 ? 1 + random.nextInt(5) : 1));
            out.write(bytes, rest, bytes.length - rest);
            bytes = out.toByteArray();
            if (random.nextInt(8) == 0) {
                bytes = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
            }
        }
        return bytes;
    }

    private String pick(String[] from) {
        return from[random.nextInt(from.length)];
    }

    private void blank(int oneIn) {
        if (random.nextInt(oneIn) == 0) {
            text.append(pick(BLANKS));
        }
    }

    private void value(int deep, boolean annotated, boolean inSexp) {
        while (annotated && random.nextInt(5) == 0) {
            symbol();
            blank(5);
            text.append("::");
            blank(5);
        }
        switch (random.nextInt(deep > 0 ? 16 : 12)) {
            case 0 -> text.append(random.nextBoolean() ? "true" : "false");
            case 1 -> text.append(pick(NULLS));
            case 2, 3 -> number();
            case 4 -> text.append(pick(TIMES));
            case 5, 6 -> symbol();
            case 7, 8 -> string();
            case 9 -> lob();
            case 10 -> text.append(random.nextInt(3) == 0 ? "nan" : random.nextBoolean() ? "+inf" : "-inf");
            case 11 -> {
                if (inSexp) {
                    text.append(pick(OPERATORS));
                } else {
                    longString("'''");
                }
            }
            case 12, 13 -> struct(deep - 1);
            case 14 -> list(deep - 1);
            default -> sexp(deep - 1);
        }
    }

    private void number() {
        switch (random.nextInt(4)) {
            case 0 -> text.append(random.nextInt());
            case 1 -> text.append(random.nextLong()).append(random.nextBoolean() ? "." : ".5d")
                    .append(random.nextInt(1000));
            case 2 -> text.append(random.nextGaussian()).append('e').append(random.nextInt(60) - 30);
            default -> text.append(pick(NUMBERS));
        }
    }

    private void symbol() {
        switch (random.nextInt(8)) {
            case 0 -> text.append('\'').append(pick(QUOTED)).append('\'');
            case 1 -> text.append('$').append(random.nextInt(14));
            case 2 -> text.append("id_").append(random.nextInt(200));
            default -> text.append(pick(WORDS));
        }
    }

    private void string() {
        text.append('"');
        for (int parts = random.nextInt(4); parts > 0; parts--) {
            text.append(switch (random.nextInt(8)) {
                case 0 -> pick(QUOTED);
                case 1 -> "\\\n";
                case 2 -> "\\uD83D\\uDE00";
                case 3 -> "plain text of a certain length ";
                case 4 -> "ÄÖÜ ελληνικά \uD83D\uDE42";
                case 5 -> "\\0\\a\\b\\f\\n\\r\\v\\?\\/\\\r\n";
                default -> "word ";
            });
        }
        text.append('"');
    }

    private void longString(String quotes) {
        for (int segments = 1 + random.nextInt(3); segments > 0; segments--) {
            text.append(quotes);
            for (int parts = random.nextInt(4); parts > 0; parts--) {
                text.append(switch (random.nextInt(8)) {
                    case 0 -> "\r\n";
                    case 1 -> "\\\r\nx";
                    case 2 -> "it''s ' x";
                    case 3 -> "\n";
                    case 4 -> "é\\t\"\r";
                    case 5 -> "\\u0041\\'x'' \\'";
                    default -> "some text ";
                });
            }
            text.append(quotes);
            blank(2);
        }
    }

    private void lob() {
        text.append("{{");
        text.append(random.nextBoolean() ? " " : "\n");
        switch (random.nextInt(4)) {
            case 0 -> text.append("\"clob \\x80 \\\\ \\n\"");
            case 1 -> text.append("'''long''' '''er \r\n \\\n clob'''");
            default -> {
                byte[] bytes = new byte[random.nextInt(40)];
                random.nextBytes(bytes);
                String base64 = Base64.getEncoder().encodeToString(bytes);
                for (int i = 0; i < base64.length(); i++) {
                    text.append(base64.charAt(i)).append(random.nextInt(8) == 0 ? " " : "");
                }
            }
        }
        text.append(random.nextBoolean() ? "" : "\r\n\t").append("}}");
    }

    private void struct(int deep) {
        text.append('{');
        for (int fields = random.nextInt(4); fields > 0; fields--) {
            blank(3);
            switch (random.nextInt(6)) {
                case 0 -> text.append('"').append(pick(QUOTED)).append('"');
                case 1 -> longString("'''");
                default -> symbol();
            }
            blank(6);
            text.append(':');
            blank(4);
            value(deep, true, false);
            blank(6);
            text.append(fields > 1 || random.nextInt(5) == 0 ? "," : "");
        }
        blank(4);
        text.append('}');
    }

    private void list(int deep) {
        text.append('[');
        for (int items = random.nextInt(4); items > 0; items--) {
            blank(3);
            value(deep, true, false);
            blank(6);
            text.append(items > 1 || random.nextInt(5) == 0 ? "," : "");
        }
        text.append(']');
    }

    private void sexp(int deep) {
        text.append('(');
        for (int items = random.nextInt(4); items > 0; items--) {
            value(deep, true, true);
            text.append(pick(BLANKS));
        }
        text.append(')');
    }
}
