package io.github.stringmill.ion.writer;

/** Whether a symbol needs quotes. Standard: Amazon Ion 1.0, "Symbols". */
public enum SymbolKind {
    /** Never needs quotes. */
    IDENTIFIER,

    /** Needs no quotes as a child of an S-expression. */
    OPERATOR,

    /** Always needs quotes. */
    QUOTED;

    private static final int START = 1;
    private static final int PART = 2;
    private static final int SIGN = 4;

    private static final byte[] CLASSES = classes();

    private static byte[] classes() {
        byte[] classes = new byte[128];
        for (char c = 'a'; c <= 'z'; c++) {
            classes[c] = START | PART;
            classes[Character.toUpperCase(c)] = START | PART;
        }
        for (char c = '0'; c <= '9'; c++) {
            classes[c] = PART;
        }
        classes['_'] = START | PART;
        classes['$'] = START | PART;
        for (char c : "<>=+-*&^%~/?.;!|@`#".toCharArray()) {
            classes[c] = SIGN;
        }
        return classes;
    }

    private static int classes(char c) {
        return c < 128 ? CLASSES[c] : 0;
    }

    /**
     * The kind of a text.
     *
     * @param text the text of a symbol
     * @return its kind
     */
    public static SymbolKind of(String text) {
        if (text.isEmpty()) {
            return QUOTED;
        }
        int first = classes(text.charAt(0));
        if ((first & START) != 0) {
            return isAll(text, PART) && !isKeyword(text) ? IDENTIFIER : QUOTED;
        }
        return (first & SIGN) != 0 && isAll(text, SIGN) && !hasComment(text) ? OPERATOR : QUOTED;
    }

    /** Whether a reader would take a part of an operator for the start of a comment. */
    private static boolean hasComment(String operator) {
        return operator.contains("//") || operator.contains("/*");
    }

    /** Whether an identifier at the top level is a version marker: {@code $ion_}, a number, an underscore, a number. */
    static boolean isVersionMarker(String text) {
        int middle = text.lastIndexOf('_');
        return text.startsWith("$ion_") && middle > 5 && middle < text.length() - 1
            && isNumber(text.substring(5, middle), 0) && isNumber(text, middle + 1);
    }

    private static boolean isAll(String text, int classes) {
        for (int i = 0; i < text.length(); i++) {
            if ((classes(text.charAt(i)) & classes) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether an identifier would be read as a keyword or symbol ID. */
    private static boolean isKeyword(String text) {
        return switch (text.charAt(0)) {
            case '$' -> text.length() > 1 && isNumber(text, 1);
            case 'f' -> text.equals("false");
            case 'n' -> text.equals("nan") || text.equals("null");
            case 't' -> text.equals("true");
            default -> false;
        };
    }

    private static boolean isNumber(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
