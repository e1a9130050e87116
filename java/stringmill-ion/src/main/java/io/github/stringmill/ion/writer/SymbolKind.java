package io.github.stringmill.ion.writer;

/** Whether the text of a symbol stands for itself. Standard: Amazon Ion 1.0, "Symbols". */
enum SymbolKind {
    /** It does, everywhere. */
    IDENTIFIER,

    /** It does in an S-expression, and is quoted elsewhere. */
    OPERATOR,

    /** It is always quoted. */
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

    /** The kind of a text. */
    static SymbolKind of(String text) {
        if (text.isEmpty()) {
            return QUOTED;
        }
        int first = classes(text.charAt(0));
        if ((first & START) != 0) {
            return isAll(text, PART) && !isKeyword(text) ? IDENTIFIER : QUOTED;
        }
        return (first & SIGN) != 0 && isAll(text, SIGN) ? OPERATOR : QUOTED;
    }

    private static boolean isAll(String text, int classes) {
        for (int i = 0; i < text.length(); i++) {
            if ((classes(text.charAt(i)) & classes) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether an identifier would be read as something else: a value, or the ID of a symbol. */
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
