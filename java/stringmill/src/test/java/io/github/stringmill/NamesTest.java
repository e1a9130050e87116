package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The names are those that all languages share. */
class NamesTest {
    private static String spec(String file) throws IOException {
        return Files.readString(Path.of(System.getProperty("stringmill.root"), "spec", file));
    }

    /** Returns the first group of each match of a pattern. */
    private static List<String> all(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(text);
        return matcher.results().map(found -> found.group(1)).toList();
    }

    /** Returns the names of a list of spec/operations.toml. */
    private static List<String> choices(String id) throws IOException {
        Matcher list = Pattern.compile("id = \"" + id + "\"\nnames = \\[(.*?)\n\\]", Pattern.DOTALL)
                .matcher(spec("operations.toml"));
        assertTrue(list.find(), id);
        return all("name = \"([a-z0-9-]+)\"", list.group(1));
    }

    private static <E> List<String> names(E[] choices, Function<E, String> id) {
        return Arrays.stream(choices).map(id).toList();
    }

    private static String lower(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    @Test
    void choicesHaveTheirNames() throws IOException {
        assertEquals(choices("ill_formed"), names(IllFormed.values(), IllFormed::id));
        assertEquals(choices("ill_formed_utf16"), names(IllFormedUtf16.values(), IllFormedUtf16::id));
        assertEquals(choices("lone_surrogates"), names(LoneSurrogates.values(), LoneSurrogates::id));
        assertEquals(choices("base64_alphabet"), names(Base64Form.Alphabet.values(), NamesTest::lower));
        assertEquals(choices("base64_padding"), names(Base64Form.Padding.values(), NamesTest::lower));
        assertEquals(choices("trailing_bits"), names(Base64Form.TrailingBits.values(), NamesTest::lower));
        assertEquals(choices("white_space"), names(Base64Form.WhiteSpace.values(), NamesTest::lower));
    }

    @Test
    void choicesAreFoundByName() throws IOException {
        for (String id : choices("ill_formed")) {
            assertEquals(id, IllFormed.of(id).id());
        }
        for (String id : choices("ill_formed_utf16")) {
            assertEquals(id, IllFormedUtf16.of(id).id());
        }
        for (String id : choices("lone_surrogates")) {
            assertEquals(id, LoneSurrogates.of(id).id());
        }
        assertEquals(7, choices("class").stream().map(CharClass::of).distinct().count());
        for (Function<String, Object> of : List.<Function<String, Object>>of(
                IllFormed::of, IllFormedUtf16::of, LoneSurrogates::of, CharClass::of)) {
            StringmillException e = assertThrows(StringmillException.class, () -> of.apply("other"));
            assertEquals(ErrorCode.CHOICE_UNKNOWN, e.code());
        }
    }

    /** Every operation has a method of its name, except those that the vectors skip. */
    @Test
    void operationsHaveTheirNames() throws IOException {
        Set<String> methods = Arrays.stream(Stringmill.class.getMethods()).map(Method::getName)
                .collect(Collectors.toSet());
        List<String> names = all("^java = \"(\\w+)\"", spec("operations.toml"));
        assertEquals(18, names.size());
        assertEquals(Set.of("jsonCheck", "jsonRestricted", "float64Write", "int64Write", "uint64Write", "utf8ToUtf16",
                "jsonUnescapeUtf16"),
                names.stream().filter(name -> !methods.contains(name)).collect(Collectors.toSet()));
    }

    @Test
    void profilesHaveTheirNames() throws IOException {
        assertEquals(all("^\\[\\[profile]]\nname = \"([a-z-]+)\"", spec("profiles.toml")), Profile.names());
        List<String> options = Profile.names().stream().flatMap(name -> Profile.options(name).stream()).toList();
        assertEquals(all("^\\[\\[profile.option]]\nname = \"([a-z0-9-]+)\"", spec("profiles.toml")), options);
    }

    @Test
    void errorsAreThoseOfAllLanguages() throws IOException {
        String toml = spec("errors.toml");
        assertEquals(all("^code = (\\d+)", toml), names(ErrorCode.values(), code -> "" + code.number()));
        assertEquals(all("^name = \"(\\w+)\"", toml), names(ErrorCode.values(), ErrorCode::id));
        assertEquals(all("^says = \"(.*)\"", toml), names(ErrorCode.values(), ErrorCode::says));
        assertEquals(all("^remedy = [\"'](.*)[\"']$", toml), names(ErrorCode.values(), ErrorCode::remedy));
    }

    @Test
    void exceptionsHaveTheRemedy() {
        StringmillException e = assertThrows(StringmillException.class,
                () -> Stringmill.jsonUnescape(LoneSurrogates.REJECT, new byte[] {'a', '\\', 'q'}));
        assertEquals(ErrorCode.ESCAPE_UNKNOWN.remedy(), e.remedy());
        assertTrue(e.remedy().startsWith("write a backslash as \\\\, or "), e.remedy());
    }

    @Test
    void messagesSayWhatAndWhere() {
        assertEquals("unknown escape at byte 17", new StringmillException(ErrorCode.ESCAPE_UNKNOWN, 17).getMessage());
        assertEquals("lone surrogate in UTF-16 at code unit 3",
                new StringmillException(ErrorCode.UTF16_SURROGATE_LONE, 3).getMessage());
    }
}
