/** Readers and writers of Amazon Ion text instead of those of ion-java, several times as fast. */
@SuppressWarnings("requires-transitive-automatic") // ion-java is a module by the name in its manifest only.
module io.github.stringmill.ion {
    requires transitive com.amazon.ion;
    requires io.github.stringmill;

    exports io.github.stringmill.ion;
}
