using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace StringMill.Oracle
{
    /// <summary>Lists the public members of the readers and writers, theirs and ours in the same words.</summary>
    public static class MemberList
    {
        private static readonly Dictionary<string, string> Names = new Dictionary<string, string>
        {
            { "JsonTokenKind", "JsonTokenType" }, { "JsonReadOptions", "JsonReaderOptions" }, { "JsonReadState", "JsonReaderState" },
            { "JsonWriteOptions", "JsonWriterOptions" }, { "Boolean", "bool" }, { "Byte", "byte" }, { "SByte", "sbyte" },
            { "Char", "char" }, { "Int16", "short" }, { "UInt16", "ushort" }, { "Int32", "int" }, { "UInt32", "uint" },
            { "Int64", "long" }, { "UInt64", "ulong" }, { "Single", "float" }, { "Double", "double" }, { "Decimal", "decimal" },
            { "String", "string" }, { "Byte[]", "byte[]" },
        };

        /// <summary>The members of Utf8JsonReader.</summary>
        public static string[] OfReader()
        {
            return Of(typeof(Utf8JsonReader));
        }

        /// <summary>The members of Utf8JsonWriter.</summary>
        public static string[] OfWriter()
        {
            return Of(typeof(Utf8JsonWriter));
        }

        /// <summary>
        /// Static members of JavaScriptEncoder that StringMillEncoder does not declare: called by its name, they return encoders of
        /// System.Text.Json.
        /// </summary>
        public static string[] InheritedByEncoder()
        {
            const BindingFlags Static = BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly;
            string[] ours = typeof(StringMillEncoder).GetMethods(Static)
                .Where(one => one.ReturnType == typeof(StringMillEncoder)).Select(one => one.Name + Parameters(one)).ToArray();
            return typeof(JavaScriptEncoder).GetMethods(Static).Select(one => one.Name + Parameters(one)).Except(ours).ToArray();
        }

        /// <summary>The public members that a type declares, such as <c>CurrentDepth</c>, <c>new(byte[])</c> and <c>Read()</c>.</summary>
        public static string[] Of(Type type)
        {
            const BindingFlags Declared = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
            IEnumerable<string> properties = type.GetProperties(Declared).Select(property => property.Name);
            IEnumerable<string> constructors = type.GetConstructors(Declared).Select(made => "new" + Parameters(made));
            IEnumerable<string> methods = type.GetMethods(Declared).Where(method => !method.IsSpecialName)
                .Select(method => method.Name + Parameters(method));
            return properties.Concat(constructors).Concat(methods).OrderBy(name => name, StringComparer.Ordinal).ToArray();
        }

        private static string Parameters(MethodBase method)
        {
            return "(" + string.Join(", ", method.GetParameters().Select(one => (one.IsOut ? "out " : "") + Name(one.ParameterType))) + ")";
        }

        private static string Name(Type type)
        {
            type = type.IsByRef ? type.GetElementType() : type;
            string name = type.Name.Split('`')[0];
            if (Names.ContainsKey(name))
            {
                name = Names[name];
            }
            return type.IsGenericType ? name + "<" + string.Join(", ", type.GetGenericArguments().Select(Name)) + ">" : name;
        }
    }
}
