using System;
using System.Collections.Generic;
using System.Reflection;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>Values of types for records, and damage to their JSON.</summary>
    internal static class RecordSamples
    {
        private static readonly string[] Pieces =
        {
            "null", "1", "-1", "1.5", "1e2", "300", "70000", "5000000000", "99999999999999999999", "\"a\"", "\"\"",
            "true", "[]", "{}", "[1,2]", "{\"X\":1}", ",", ":", "\"", " ", "\n", "\\", "\"Num\":7,", "\"Text\":null,",
            "\"Text\":\"\\u0041\\ud83d\\ude00\",", "\"Text\":\"\\ud800\",", "\"T\\u0065xt\":\"x\",", "\"num\":9,",
            "\"Unknown\":[1,{\"a\":[null]}],", "\"In\":{\"B\":5},", "\"In\":null,", "\"\\udc00\":1,", "\"Kind\":1,",
            "\"Unknown\":\"\\ud800\",", "\"Next\":{},", "-", "\u00e9", "}", "]",
            "\"12\"", "\"-7\"", "\"+7\"", "\"007\"", "\"1.50\"", "\".5\"", "\"5.\"", "\"1e3\"", "\"1e\"", "\" 1\"", "\"NaN\"",
            "\"1e999\"",
            "\"\\u0031\"", "\"-0\"", "\"-\"", "\"0x1\"", "\"id\":null,", "\"ID\":\"x\",", "\"COUNT\":5,", "\"count\":\"6\",",
            "\"\\u0043ount\":7,", "\"mark\":\"m\",", "\"MARK\":\"ab\",", "\"Mark\":\"\\ud800\",", "\"k\":[1],",
            "\"\u00dcber\":1,",
            "\"00000000-0000-0000-0000-000000000001\"", "\"00000000-0000-0000-0000-0000000000+1\"",
            "\"{0000000-0000-0000-0000-00000000001}\"",
            "\"1.02:03:04\"", "\"24:00:00\"", "\"10:11\"", "\"-10:11:12.1234567\"", "\"10:11:12.12345678\"", "\"1\"", "\" 10:11:12\"",
            "\"2020-02-28\"", "\"2020-2-8\"", "\"1.2.3\"", "\"1.2.3.4.5\"", "\"1. 2\"", "\"http://[\"", "\"One\"", "\"one\"", "\"Two, One\"",
            "\"One \"", "\"Unknown\"", "65505", "1e5", "-170141183460469231731687303715884105729", "\"Key\":1,", "\"7\":1,", "\"x\":null,", "[null]", "\"2020-02-30\"", "\"2020-02-28T10:11:12.5+14:00\"",
        };

        /// <summary>JSON with one change, which may be right all the same.</summary>
        internal static byte[] Damaged(byte[] json, JsonSamples samples)
        {
            List<byte> bytes = new List<byte>(json);
            int at = samples.Below(bytes.Count + 1);
            int what = samples.Below(8);
            if (what == 0 && at < bytes.Count)
            {
                bytes[at] = (byte)samples.Below(256);
            }
            else if (what == 1 && at < bytes.Count)
            {
                bytes.RemoveRange(at, Math.Min(bytes.Count - at, 1 + samples.Below(4)));
            }
            else if (what == 2)
            {
                bytes.RemoveRange(at, bytes.Count - at);
            }
            else if (what < 6)
            {
                // After a brace or comma.
                while (at > 0 && bytes[at - 1] != '{' && bytes[at - 1] != ',')
                {
                    at--;
                }
                bytes.InsertRange(at, Encoding.UTF8.GetBytes(samples.Pick(Pieces)));
            }
            else
            {
                // Instead of a value.
                while (at < bytes.Count && bytes[at] != ':')
                {
                    at++;
                }
                int end = at;
                while (end < bytes.Count && bytes[end] != ',')
                {
                    end++;
                }
                if (at < bytes.Count)
                {
                    bytes.RemoveRange(at + 1, end - at - 1);
                    bytes.InsertRange(at + 1, Encoding.UTF8.GetBytes(samples.Pick(Pieces)));
                }
            }
            return bytes.ToArray();
        }

        /// <summary>A value of a type, with members and elements up to a depth.</summary>
        internal static object Sample(Type type, JsonSamples samples, int depth)
        {
            Type inner = Nullable.GetUnderlyingType(type);
            if (inner != null || !type.IsValueType)
            {
                if (samples.Below(4) == 0 && depth < 3)
                {
                    return null;
                }
                type = inner ?? type;
            }
            if (type.IsEnum)
            {
                return Enum.ToObject(type, samples.Below(3) == 0 ? (byte)samples.Below(256) : (byte)1);
            }
            object value = SampleOfRuntime(type, samples);
            if (value != null)
            {
                return value;
            }
            if (depth == 0)
            {
                return type.IsValueType ? Activator.CreateInstance(type) : null;
            }
            return type.IsArray || typeof(System.Collections.IEnumerable).IsAssignableFrom(type) ? SampleCollection(type, samples, depth)
                : SampleRecord(type, samples, depth);
        }

        // A value of a type of the runtime without elements; null for other types.
        private static object SampleOfRuntime(Type type, JsonSamples samples)
        {
            long bits = (long)samples.Bits() >> samples.Below(64);
            switch (Type.GetTypeCode(type))
            {
                case TypeCode.Boolean: return samples.Below(2) == 0;
                case TypeCode.SByte: return (sbyte)bits;
                case TypeCode.Byte: return (byte)bits;
                case TypeCode.Int16: return (short)bits;
                case TypeCode.UInt16: return (ushort)bits;
                case TypeCode.Int32: return (int)bits;
                case TypeCode.UInt32: return (uint)bits;
                case TypeCode.Int64: return bits;
                case TypeCode.UInt64: return (ulong)bits;
                case TypeCode.Single:
                    return JsonReaderOracleTests.Floats ? JsonWriterOracleTests.Single(samples) : bits % 1000;
                case TypeCode.Double:
                    return JsonReaderOracleTests.Floats ? JsonWriterOracleTests.Double(samples) : bits % 1000;
                case TypeCode.Decimal:
                    return new decimal((int)bits, (int)(bits >> 32), samples.Below(3) == 0 ? (int)bits : 0, bits < 0,
                        (byte)samples.Below(29));
                case TypeCode.DateTime:
                    return new DateTime((long)(samples.Bits() >> 1) % DateTime.MaxValue.Ticks, DateTimeKind.Utc);
                case TypeCode.Char: return samples.Below(4) == 0 ? (char)samples.Below(0x10000) : (char)(0x20
                    + samples.Below(95));
                case TypeCode.String: return samples.Text();
            }
            if (type == typeof(Guid))
            {
                return new Guid((int)bits, (short)samples.Bits(), (short)samples.Bits(), BitConverter.GetBytes(samples.Bits()));
            }
            if (type == typeof(DateTimeOffset))
            {
                TimeSpan offset = TimeSpan.FromMinutes(samples.Below(28 * 60) - 14 * 60);
                long ticks = (long)(samples.Bits() >> 1) % DateTime.MaxValue.AddDays(-2).Ticks;
                return new DateTimeOffset(Math.Max(ticks, TimeSpan.TicksPerDay), offset);
            }
            return SampleOfNewer(type, bits, samples);
        }

        // Of types that .NET Core 3.1, for which this is compiled, partly lacks.
        private static object SampleOfNewer(Type type, long bits, JsonSamples samples)
        {
            switch (type.FullName)
            {
                case "System.TimeSpan": return new TimeSpan(bits);
                case "System.Version": return samples.Below(2) == 0 ? new Version((ushort)bits, 2) : new Version(1, 2, 3, (byte)bits);
                case "System.Uri": return new Uri(samples.Pick(Uris), UriKind.RelativeOrAbsolute);
                case "System.DateOnly": return type.GetMethod("FromDayNumber").Invoke(null, new object[] { samples.Below(3652059) });
                case "System.TimeOnly":
                    long ticks = (long)(samples.Bits() >> 1) % TimeSpan.TicksPerDay;
                    return Activator.CreateInstance(type, ticks - (samples.Below(2) == 0 ? ticks % TimeSpan.TicksPerSecond : 0));
                case "System.Half":
                    object half = type.GetMethod("Parse", new[] { typeof(string) }).Invoke(null, new object[] { (bits % 60000 / 8.0).ToString() });
                    return half;
                case "System.Int128":
                case "System.UInt128": return Activator.CreateInstance(type, (ulong)bits, samples.Bits());
                default: return null;
            }
        }

        private static readonly string[] Uris =
        {
            "https://example.org/a?b=1&c=\u00e9#d", "relative/path", "", "http://\u0431\u0443\u043a.example/%20x", "file:///a", "a b", "mailto:a@b.c",
        };

        private static object SampleCollection(Type type, JsonSamples samples, int depth)
        {
            if (type.IsArray)
            {
                Array array = Array.CreateInstance(type.GetElementType(), samples.Below(4));
                for (int i = 0; i < array.Length; i++)
                {
                    array.SetValue(Sample(type.GetElementType(), samples, depth - 1), i);
                }
                return array;
            }
            object made = Activator.CreateInstance(ListOf(type));
            System.Collections.IDictionary dictionary = made as System.Collections.IDictionary;
            for (int count = samples.Below(4); count > 0; count--)
            {
                if (dictionary != null)
                {
                    Type[] pair = type.GetGenericArguments();
                    object name = pair[0] == typeof(string) ? samples.Text() : Sample(pair[0], samples, 3);
                    dictionary[name] = Sample(pair[1], samples, depth - 1);
                    continue;
                }
                ((System.Collections.IList)made).Add(Sample(type.GetGenericArguments()[0], samples, depth - 1));
            }
            if (!type.IsInstanceOfType(made))
            {
                bool refused;
                long line;
                long position;
                made = Oracle.SerializerOracle.Deserialize(Oracle.SerializerOracle.Serialize(made, made.GetType()), type, out refused, out line, out position);
            }
            return made;
        }

        // The dictionary or list from which a collection of a type can be made.
        private static Type ListOf(Type type)
        {
            Type[] arguments = type.GetGenericArguments();
            return (arguments.Length == 2 ? typeof(Dictionary<,>) : typeof(List<>)).MakeGenericType(arguments);
        }

        private static object SampleRecord(Type type, JsonSamples samples, int depth)
        {
            object made = Activator.CreateInstance(type);
            foreach (PropertyInfo property in type.GetProperties())
            {
                if (property.CanWrite)
                {
                    property.SetValue(made, Sample(property.PropertyType, samples, depth - 1), null);
                }
            }
            foreach (FieldInfo field in type.GetFields())
            {
                field.SetValue(made, Sample(field.FieldType, samples, depth - 1));
            }
            return made;
        }
    }
}
