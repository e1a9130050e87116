package io.github.stringmill.ion.writer;

import com.amazon.ion.IonCatalog;
import com.amazon.ion.IonSystem;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.system.IonSystemBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import com.amazon.ion.system.IonTextWriterBuilder.LstMinimizing;
import com.amazon.ion.system.IonTextWriterBuilder.NewLineType;
import com.amazon.ion.system.IonWriterBuilder.InitialIvmHandling;
import com.amazon.ion.system.IonWriterBuilder.IvmMinimizing;
import com.amazon.ion.system.SimpleCatalog;
import io.github.stringmill.ion.StringmillIonTextWriterBuilder;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Settings for any builder. */
final class WriterSettings {
    static final IonSystem SYSTEM = IonSystemBuilder.standard().build();
    static final SymbolTable FRUITS =
            SYSTEM.newSharedSymbolTable("fruits", 1, List.of("apple", "pear", "name", "a b").iterator());
    static final SymbolTable TREES =
            SYSTEM.newSharedSymbolTable("trees", 1, List.of("oak", "null", "$ion", "\u00e4sche").iterator());

    private final UnaryOperator<IonTextWriterBuilder> change;
    private final String says;

    private WriterSettings(UnaryOperator<IonTextWriterBuilder> change, String says) {
        this.change = change;
        this.says = says;
    }

    static IonCatalog catalog() {
        SimpleCatalog catalog = new SimpleCatalog();
        catalog.putTable(FRUITS);
        catalog.putTable(TREES);
        return catalog;
    }

    private static <T> T any(Random random, T[] values) {
        int place = random.nextInt(values.length + 2);
        return place < values.length ? values[place] : null;
    }

    /** Random settings, some with imports of symbol tables. */
    static WriterSettings any(Random random) {
        boolean ascii = random.nextInt(3) == 0;
        boolean pretty = random.nextInt(3) == 0;
        boolean json = random.nextInt(4) == 0;
        boolean catalog = random.nextBoolean();
        boolean lines = random.nextInt(3) == 0;
        boolean minimal = random.nextInt(4) == 0;
        int threshold = new int[] {-1, 0, 0, 1, 5, 20, 200, Integer.MAX_VALUE}[random.nextInt(8)];
        int digits = new int[] {1, 3, 10_000, 10_000}[random.nextInt(4)];
        NewLineType newLine = any(random, NewLineType.values());
        InitialIvmHandling initialIvm = any(random, InitialIvmHandling.values());
        IvmMinimizing ivm = any(random, IvmMinimizing.values());
        LstMinimizing lst = any(random, LstMinimizing.values());
        SymbolTable[] imports = switch (random.nextInt(6)) {
            case 0 -> new SymbolTable[] {FRUITS};
            case 1 -> new SymbolTable[] {FRUITS, TREES};
            case 2 -> new SymbolTable[] {SYSTEM.getSystemSymbolTable()};
            case 3 -> new SymbolTable[] {};
            default -> null;
        };
        String says = String.join(" ", "ascii=" + ascii, "pretty=" + pretty, "json=" + json, "catalog=" + catalog,
                "lines=" + lines, "minimal=" + minimal, "threshold=" + threshold, "digits=" + digits,
                "newLine=" + newLine, "initialIvm=" + initialIvm, "ivm=" + ivm, "lst=" + lst,
                "imports=" + (imports == null ? -1 : imports.length));
        return new WriterSettings(builder -> {
            IonTextWriterBuilder b = builder;
            b = pretty ? b.withPrettyPrinting() : b;
            b = json ? b.withJsonDowngrade() : b;
            b = minimal ? b.withMinimalSystemData() : b;
            b = ascii ? b.withCharsetAscii() : b;
            b = initialIvm == null && json ? b : b.withInitialIvmHandling(initialIvm);
            b = ivm == null && json ? b : b.withIvmMinimizing(ivm);
            b = lst == null && json ? b : b.withLstMinimizing(lst);
            return b.withCatalog(catalog ? catalog() : null).withImports(imports).withNewLineType(newLine)
                    .withWriteTopLevelValuesOnNewLines(lines).withLongStringThreshold(threshold)
                    .withMaximumTimestampPrecisionDigits(digits);
        }, says);
    }

    /** ion-java's builder with these settings. */
    IonTextWriterBuilder theirs() {
        return change.apply(IonTextWriterBuilder.standard());
    }

    /** Our builder with these settings. */
    IonTextWriterBuilder ours() {
        return change.apply(StringmillIonTextWriterBuilder.standard());
    }

    @Override
    public String toString() {
        return says;
    }
}
