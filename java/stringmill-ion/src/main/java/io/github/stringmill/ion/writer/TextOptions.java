package io.github.stringmill.ion.writer;

import com.amazon.ion.IonCatalog;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.system.IonTextWriterBuilder.LstMinimizing;
import com.amazon.ion.system.IonWriterBuilder.InitialIvmHandling;
import com.amazon.ion.system.IonWriterBuilder.IvmMinimizing;

/**
 * The settings of one writer.
 *
 * @param ascii whether characters above U+007F are escaped
 * @param pretty whether lines are broken and indented
 * @param json whether to write JSON instead of Ion
 * @param newLine the line break
 * @param topLevelOnNewLines whether each value at top level has its own line, also without {@code pretty}
 * @param longStringThreshold longer strings and clobs become long strings; 0 for none
 * @param maxFractionDigits the most digits of the fraction of a second
 * @param initialIvm how to handle the first version marker; {@code null} to write it on request
 * @param ivmMinimizing how to handle later ones; {@code null} as above
 * @param lstMinimizing how to handle local symbol tables; {@code null} as above
 * @param catalog resolves imports of symbol tables; {@code null} for an empty one
 * @param imports the imports of the first symbol table; may be {@code null}
 */
public record TextOptions(boolean ascii, boolean pretty, boolean json, String newLine, boolean topLevelOnNewLines,
        int longStringThreshold, int maxFractionDigits, InitialIvmHandling initialIvm, IvmMinimizing ivmMinimizing,
        LstMinimizing lstMinimizing, IonCatalog catalog, SymbolTable[] imports) {}
