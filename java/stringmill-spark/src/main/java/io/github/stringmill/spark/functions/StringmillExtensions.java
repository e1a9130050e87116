package io.github.stringmill.spark.functions;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NullType;
import scala.Function1;
import scala.Tuple3;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Registers the SQL functions, by {@code spark.sql.extensions=io.github.stringmill.spark.functions.StringmillExtensions}.
 */
public final class StringmillExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
    /** Made by Spark. */
    public StringmillExtensions() {}

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        for (TextFunction function : TextFunction.values()) {
            inject(extensions, function, false);
            if (function.canFail()) {
                inject(extensions, function, true);
            }
        }
        return BoxedUnit.UNIT;
    }

    private static void inject(SparkSessionExtensions extensions, TextFunction function, boolean isTry) {
        String name = isTry ? "try_" + function.sqlName : function.sqlName;
        String usage = "_FUNC_(" + function.usage + (isTry ? " Returns NULL if the input is refused."
                : function.canFail() ? " An input that is refused is an error with its place." : "");
        String examples = "\n    Examples:\n      > SELECT _FUNC_(" + function.exampleArguments + ");\n       "
                + function.exampleResult + "\n  ";
        ExpressionInfo info = new ExpressionInfo(FunctionExpression.class.getName(), null, name, usage, "", examples,
                "", "", "", "", "built-in");
        Function1<Seq<Expression>, Expression> builder = new AbstractFunction1<>() {
            @Override
            public Expression apply(Seq<Expression> arguments) {
                return call(function, isTry, name, arguments);
            }
        };
        extensions.injectFunction(new Tuple3<>(new FunctionIdentifier(name), info, builder));
    }

    private static Expression call(TextFunction function, boolean isTry, String name, Seq<Expression> arguments) {
        if (arguments.size() < function.leastArguments || arguments.size() > function.mostArguments) {
            throw new IllegalArgumentException(name + " takes " + function.leastArguments
                    + (function.mostArguments > function.leastArguments ? " or " + function.mostArguments : "")
                    + " arguments, not " + arguments.size());
        }
        List<Expression> passed = new ArrayList<>();
        for (Expression argument : CollectionConverters.asJava(arguments)) {
            boolean isUntypedNull = argument.resolved() && argument.dataType() instanceof NullType;
            passed.add(isUntypedNull ? Literal.create(null, DataTypes.StringType) : argument);
        }
        return new FunctionExpression(function, isTry, FunctionExpression.seq(passed));
    }
}
