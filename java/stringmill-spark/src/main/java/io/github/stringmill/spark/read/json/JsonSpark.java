package io.github.stringmill.spark.read.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.github.stringmill.ErrorCode;
import io.github.stringmill.spark.read.options.RecordOptions;
import org.apache.spark.SparkUpgradeException;
import org.apache.spark.sql.catalyst.json.JacksonParser;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.Function1;

/**
 * Reads values by the converter of Spark's own source for a type. The cursor has checked the text of the value before.
 */
final class JsonSpark extends JsonValue {
    private final JsonFactory factory;
    private final Function1<JsonParser, Object> converter;

    JsonSpark(DataType type, RecordOptions options) {
        factory = options.spark.buildJsonFactory();
        JacksonParser parser = new JacksonParser(new StructType().add("value", type), options.spark, false,
                scala.collection.immutable.List$.MODULE$.empty());
        converter = parser.makeConverter(type);
    }

    @Override
    Object read(JsonCursor cursor) {
        int start = cursor.at;
        cursor.skipValue();
        try (JsonParser parser = factory.createParser(cursor.text, start, cursor.at - start)) {
            parser.nextToken();
            return converter.apply(parser);
        } catch (SparkUpgradeException e) {
            throw e;
        } catch (Exception e) {
            // Catches all exceptions, because Spark throws checked ones that Scala does not declare.
            cursor.unfit(ErrorCode.COLUMN_TYPE, start);
            return UNFIT;
        }
    }
}
