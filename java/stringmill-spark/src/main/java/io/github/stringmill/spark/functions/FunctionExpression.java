package io.github.stringmill.spark.functions;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StringType;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A call of a {@link TextFunction}. It has the name of the function in plans and columns; a {@link StaticInvoke} of the
 * method of {@link Functions} evaluates it, interpreted or as generated code.
 */
public final class FunctionExpression extends Expression implements Serializable {
    /** The function that is called. */
    private final TextFunction function;
    /** Whether a refused input gives NULL. */
    private final boolean isTry;
    /** Its input, and the options that it takes. */
    private final Seq<Expression> arguments;
    private transient StaticInvoke call;

    FunctionExpression(TextFunction function, boolean isTry, Seq<Expression> arguments) {
        this.function = function;
        this.isTry = isTry;
        this.arguments = arguments;
    }

    private StaticInvoke call() {
        if (call == null) {
            List<Expression> passed = new ArrayList<>(CollectionConverters.asJava(arguments));
            passed.add(Literal.create(isTry, DataTypes.BooleanType));
            List<AbstractDataType> unchecked = List.of();
            call = new StaticInvoke(Functions.class, function.type, function.method, seq(passed), seq(unchecked), true,
                    true, true, Option.empty());
        }
        return call;
    }

    static <T> Seq<T> seq(List<T> list) {
        return CollectionConverters.asScala(list).toList();
    }

    @Override
    public String prettyName() {
        return isTry ? "try_" + function.sqlName : function.sqlName;
    }

    @Override
    public DataType dataType() {
        return function.type;
    }

    @Override
    public boolean nullable() {
        return true;
    }

    @Override
    public boolean foldable() {
        return CollectionConverters.asJava(arguments).stream().allMatch(Expression::foldable);
    }

    @Override
    public Seq<Expression> children() {
        return arguments;
    }

    @Override
    public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
        return new FunctionExpression(function, isTry, children);
    }

    @Override
    public TypeCheckResult checkInputDataTypes() {
        for (int i = 0; i < arguments.size(); i++) {
            DataType type = arguments.apply(i).dataType();
            boolean fits = type instanceof StringType || i == 0 && type instanceof BinaryType;
            if (!fits) {
                return new TypeCheckResult.TypeCheckFailure(prettyName() + ": argument " + (i + 1) + " is "
                        + type.sql() + ", not " + (i == 0 ? "STRING or BINARY" : "STRING"));
            }
        }
        return checkChoice();
    }

    /** Checks a constant second argument; {@link Functions} checks one that the rows have. */
    private TypeCheckResult checkChoice() {
        Object choice = arguments.size() > 1 && arguments.apply(1).foldable() ? arguments.apply(1).eval(null) : null;
        if (choice != null && !function.choices.contains(choice.toString())) {
            return new TypeCheckResult.TypeCheckFailure(prettyName() + ": argument 2 is '" + choice + "', not one of "
                    + String.join(", ", function.choices));
        }
        return TypeCheckResult.TypeCheckSuccess$.MODULE$;
    }

    @Override
    public Object eval(InternalRow row) {
        return call().eval(row);
    }

    @Override
    public ExprCode doGenCode(CodegenContext context, ExprCode code) {
        return call().doGenCode(context, code);
    }

    @Override
    public Iterator<Object> stringArgs() {
        return CollectionConverters.asScala(List.<Object>of(arguments).iterator());
    }

    @Override
    public int productArity() {
        return 3;
    }

    @Override
    public Object productElement(int index) {
        return index == 0 ? function : index == 1 ? (Object) isTry : arguments;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof FunctionExpression;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FunctionExpression && ((FunctionExpression) other).function == function
                && ((FunctionExpression) other).isTry == isTry
                && ((FunctionExpression) other).arguments.equals(arguments);
    }

    @Override
    public int hashCode() {
        return 31 * function.hashCode() + arguments.hashCode() + Boolean.hashCode(isTry);
    }
}
