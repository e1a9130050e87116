using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace StringMill.Tests
{
    /// <summary>
    /// Every public method and constructor gets null for each of its arguments in turn, and never throws NullReferenceException.
    /// </summary>
    internal static class NullArgumentsTests
    {
        internal sealed class Line
        {
            public string Text { get; set; }
        }

        private const BindingFlags Public = BindingFlags.Public | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly;

        [Test]
        internal static void AreNamed()
        {
            int calls = 0;
            List<string> wrong = new List<string>();
            foreach (Type type in typeof(JsonEncoder).Assembly.GetExportedTypes())
            {
                Type made = type.IsGenericTypeDefinition ? type.MakeGenericType(
                    Array.ConvertAll(type.GetGenericArguments(), one => typeof(Line))) : type;
                if (typeof(Delegate).IsAssignableFrom(type) || type.IsByRefLike)
                {
                    continue;
                }
                IEnumerable<MethodBase> methods = made.GetMethods(Public);
                foreach (MethodBase method in methods.Concat(made.GetConstructors(Public)))
                {
                    calls += CallWithNulls(made, method, wrong);
                }
            }
            Check.Equal("", string.Join("\n", wrong), "null arguments");
            Check.True(calls > 50, calls + " calls");
        }

        // Returns how many calls were made.
        private static int CallWithNulls(Type type, MethodBase method, List<string> wrong)
        {
            ParameterInfo[] parameters = method.GetParameters();
            if (method.ContainsGenericParameters || parameters.Any(one => Bare(one).IsByRefLike || Bare(one).IsPointer))
            {
                return 0;
            }
            int calls = 0;
            for (int i = 0; i < parameters.Length; i++)
            {
                object target = method.IsStatic || method.IsConstructor ? null : Sample(type);
                bool isMissing = target == null && !method.IsStatic && !method.IsConstructor;
                if (Bare(parameters[i]).IsValueType || isMissing)
                {
                    continue;
                }
                object[] arguments = Array.ConvertAll(parameters, one => Sample(Bare(one)));
                arguments[i] = null;
                try
                {
                    calls++;
                    if (method is ConstructorInfo constructor)
                    {
                        constructor.Invoke(arguments);
                    }
                    else
                    {
                        method.Invoke(target, arguments);
                    }
                }
                catch (TargetInvocationException fault)
                {
                    ArgumentNullException named = fault.InnerException as ArgumentNullException;
                    if (fault.InnerException is NullReferenceException
                        || named != null && parameters.All(one => one.Name != named.ParamName))
                    {
                        wrong.Add(type + "." + method + ", " + parameters[i].Name + ": " + fault.InnerException.Message);
                    }
                }
            }
            return calls;
        }

        private static Type Bare(ParameterInfo parameter)
        {
            return parameter.ParameterType.IsByRef ? parameter.ParameterType.GetElementType() : parameter.ParameterType;
        }

        // An argument that a method accepts; null if the test makes none.
        private static object Sample(Type type)
        {
            Dictionary<Type, Func<object>> samples = new Dictionary<Type, Func<object>>
            {
                { typeof(string), () => "json" }, { typeof(byte[]), () => new byte[8] }, { typeof(JsonEncoder), () => JsonEncoder.Json },
                { typeof(Profile), () => Profile.Of("json") }, { typeof(Profile.Builder), () => Profile.New("new") },
                { typeof(EncoderTable), () => EncoderTable.Of("9.0") }, { typeof(JsonWriter), () => new JsonWriter() },
                { typeof(CodePointRange[]), () => new CodePointRange[0] }, { typeof(RecordOptions), () => new RecordOptions() },
                { typeof(RecordPlan<Line>), () => Records<Line>.Plan }, { typeof(Predicate<char>), () => (Predicate<char>)(unit => true) },
                { typeof(RecordPlanBuilder<Line>), () => new RecordPlanBuilder<Line>() }, { typeof(Line), () => new Line() },
                { typeof(System.IO.Stream), () => new System.IO.MemoryStream() },
            };
            return samples.TryGetValue(type, out Func<object> make) ? make() : type.IsValueType ? Activator.CreateInstance(type) : null;
        }
    }
}
