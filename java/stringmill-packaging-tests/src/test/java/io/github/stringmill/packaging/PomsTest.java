package io.github.stringmill.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What Maven Central demands of a pom, and what a program inherits from it. */
class PomsTest {
    private static final List<String> DEMANDED = List.of("name", "description", "url", "licenses/license/name",
            "licenses/license/url", "developers/developer/name", "developers/developer/url", "scm/connection",
            "scm/developerConnection", "scm/url");

    static Stream<String> poms() {
        return Stream.concat(Stream.of(".", "stringmill-bom"), Published.JARS.stream());
    }

    @ParameterizedTest
    @MethodSource("poms")
    void mavenCentralWouldTakeIt(String module) throws Exception {
        Element pom = pom(module);
        Element parent = nodes(pom, "parent").isEmpty() ? pom : pom(".");
        for (String path : DEMANDED) {
            String own = text(pom, path);
            assertFalse((own.isEmpty() ? text(parent, path) : own).isBlank(), path);
        }
        for (String path : List.of("name", "description")) {
            assertFalse(text(pom, path).isBlank(), "its own " + path);
        }
        assertTrue(Published.VERSION.matches("\\d+\\.\\d+\\.\\d+"), Published.VERSION);
        assertTrue(nodes(pom, "repositories/repository").isEmpty());
        assertTrue(nodes(pom, "dependencies/dependency/systemPath").isEmpty());
    }

    /** Without this, Maven appends the name of a module to the addresses of its parent. */
    @ParameterizedTest
    @ValueSource(strings = {"child.project.url.inherit.append.path", "child.scm.connection.inherit.append.path",
            "child.scm.developerConnection.inherit.append.path", "child.scm.url.inherit.append.path"})
    void modulesHaveTheAddressesOfTheProject(String attribute) throws Exception {
        Element pom = pom(".");
        Element holder = attribute.contains(".scm.") ? nodes(pom, "scm").get(0) : pom;
        assertEquals("false", holder.getAttribute(attribute));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stringmill-jackson2", "stringmill-jackson3"})
    void theVersionOfJacksonIsThatOfTheProgram(String module) throws Exception {
        List<Element> jackson = nodes(pom(module), "dependencies/dependency").stream()
                .filter(dependency -> text(dependency, "groupId").contains("jackson")).toList();
        assertEquals(List.of("jackson-core", "jackson-databind"),
                jackson.stream().map(dependency -> text(dependency, "artifactId")).toList());
        jackson.forEach(dependency -> assertEquals("provided", text(dependency, "scope")));
    }

    private static Element pom(String module) throws Exception {
        Path file = Published.module(module).resolve("pom.xml");
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()).getDocumentElement();
    }

    private static String text(Element element, String path) {
        List<Element> found = nodes(element, path);
        return found.isEmpty() ? "" : found.get(0).getTextContent().strip();
    }

    private static List<Element> nodes(Element element, String path) {
        try {
            NodeList found = (NodeList) XPathFactory.newInstance().newXPath()
                    .evaluate(path, element, XPathConstants.NODESET);
            return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
        } catch (XPathExpressionException e) {
            throw new AssertionError(e);
        }
    }
}
