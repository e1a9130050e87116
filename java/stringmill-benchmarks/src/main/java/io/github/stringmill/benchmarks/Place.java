package io.github.stringmill.benchmarks;

import io.github.stringmill.benchmarks.Cases.Case;
import io.github.stringmill.benchmarks.Cases.Subject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A point of comparison: a case with one of its releases, contents, lengths, and settings unless a program has them
 * all.
 */
record Place(Case one, int release, String setting, String content, int length) {
    /** Returns the places of all cases that contain all words; for a quick run, one for each case and release. */
    static List<Place> all(List<Case> cases, List<String> words, boolean quick) {
        List<Place> places = new ArrayList<>();
        Set<List<Object>> seen = new HashSet<>();
        for (Case one : cases) {
            for (int release : one.releases()) {
                for (String setting : settings(one)) {
                    for (String content : contents(one)) {
                        for (int length : one.lengths()) {
                            Place place = new Place(one, release, setting, content, length);
                            if (place.names().containsAll(words) && (!quick || seen.add(List.of(one, release)))) {
                                places.add(place);
                            }
                        }
                    }
                }
            }
        }
        return places;
    }

    private static List<String> settings(Case one) {
        return one.program() == null ? one.settings() : List.of(String.join(" ", one.settings()));
    }

    private static List<String> contents(Case one) {
        return one.documents() == null ? one.contents() : one.documents();
    }

    private List<String> names() {
        return List.of((one.operation() + " " + variant(setting) + " " + content + " " + length).trim().split(" +"));
    }

    /** Returns the name of a variant in records. */
    String variant(String setting) {
        return (setting + " jdk" + release).trim();
    }

    /** Returns the implementations that are compared here. */
    Map<String, Subject> subjects() {
        Map<String, Subject> here = new LinkedHashMap<>(one.subjects());
        here.values().removeIf(subject -> !subject.runs(release, length));
        return here;
    }

    /** Returns whether the allocations of calls are counted here. */
    boolean countsGarbage() {
        return one.garbage() != null && one.garbage().contains(length);
    }
}
