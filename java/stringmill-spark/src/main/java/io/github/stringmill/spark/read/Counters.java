package io.github.stringmill.spark.read;

import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** Counts of a task, which Spark's user interface shows as metrics. */
final class Counters {
    long records;
    long badRecords;
    long repairs;

    private record Value(String name, long value) implements CustomTaskMetric {}

    CustomTaskMetric[] values() {
        return new CustomTaskMetric[] {new Value(Read.NAME, records), new Value(Bad.NAME, badRecords),
            new Value(Repaired.NAME, repairs)};
    }

    static CustomMetric[] metrics() {
        return new CustomMetric[] {new Read(), new Bad(), new Repaired()};
    }

    /** The number of records. Spark makes an instance by the name of the class. */
    public static final class Read extends CustomSumMetric {
        private static final String NAME = "recordsRead";

        /** Called by Spark. */
        public Read() {}

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public String description() {
            return "records read";
        }
    }

    /** The number of bad records. */
    public static final class Bad extends CustomSumMetric {
        private static final String NAME = "badRecords";

        /** Called by Spark. */
        public Bad() {}

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public String description() {
            return "bad records";
        }
    }

    /** The number of replaced pieces of ill-formed UTF-8 and lone surrogates. */
    public static final class Repaired extends CustomSumMetric {
        private static final String NAME = "repairs";

        /** Called by Spark. */
        public Repaired() {}

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public String description() {
            return "replaced pieces of text";
        }
    }
}
