package io.github.stringmill.ion.writer;

import com.amazon.ion.IonCatalog;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.system.IonTextWriterBuilder.LstMinimizing;
import com.amazon.ion.system.IonWriterBuilder.InitialIvmHandling;
import com.amazon.ion.system.IonWriterBuilder.IvmMinimizing;

/**
 * The settings of one writer.
 *
 * @param ascii               whether characters above U+007F are escaped
 * @param pretty              whether lines are broken and indented
 * @param json                whether JSON is written in the place of Ion
 * @param newLine             what breaks a line
 * @param topLevelOnNewLines  whether values at top level are lines also where lines are not broken otherwise
 * @param longStringThreshold strings and clobs that are longer are long strings; 0 if none are
 * @param maxFractionDigits   how many digits of a second a timestamp may have
 * @param initialIvm          what becomes of the first version marker; {@code null} if it is written when asked for
 * @param ivmMinimizing       what becomes of later ones; {@code null} as above
 * @param lstMinimizing       what becomes of local symbol tables; {@code null} as above
 * @param catalog             where imports of symbol tables are looked up; {@code null} for an empty one
 * @param imports             what the first symbol table imports; may be {@code null}
 */
public record TextOptions(boolean ascii, boolean pretty, boolean json, String newLine, boolean topLevelOnNewLines,
        int longStringThreshold, int maxFractionDigits, InitialIvmHandling initialIvm, IvmMinimizing ivmMinimizing,
        LstMinimizing lstMinimizing, IonCatalog catalog, SymbolTable[] imports) {}
