// Fields that reflection alone sets.
#pragma warning disable 649

using System;
using System.Collections.Generic;
using System.Reflection;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>Our records beside those of JsonSerializer: bytes, and what is read of texts whole and damaged.</summary>
    internal static class RecordsOracleTests
    {
        private const int Records = 20000;

        internal enum Kind
        {
            None,
            One,
            Many = 1000000,
        }

        internal enum Small : byte
        {
            None,
            All = 255,
        }

        internal struct Point
        {
            public int X { get; set; }

            public double Y { get; set; }

            public string Name { get; set; }
        }

        internal class Base
        {
            public long Id { get; set; }

            public string Under_é { get; set; }
        }

        internal sealed class Everything : Base
        {
            public string Text { get; set; }

            public bool Flag { get; set; }

            public sbyte I1 { get; set; }

            public byte U1 { get; set; }

            public short I2 { get; set; }

            public ushort U2 { get; set; }

            public int I4 { get; set; }

            public uint U4 { get; set; }

            public long I8 { get; set; }

            public ulong U8 { get; set; }

            public float Single { get; set; }

            public double Double { get; set; }

            public decimal Decimal { get; set; }

            public DateTime Date { get; set; }

            public Kind Kind { get; set; }

            public Small Small { get; set; }

            public int? MaybeInt { get; set; }

            public bool? MaybeFlag { get; set; }

            public DateTime? MaybeDate { get; set; }

            public Kind? MaybeKind { get; set; }

            public int[] Numbers { get; set; }

            public List<string> Texts { get; set; }

            public byte[] Bytes { get; set; }

            public Point Point { get; set; }

            public Point[] Points { get; set; }

            public Everything Next { get; set; }

            public List<List<int?>> Lists { get; set; }

            public int Doubled
            {
                get { return 2 * I2; }
            }
        }

        internal struct Plain
        {
            public int Num { get; set; }

            public string Text { get; set; }

            public string More { get; set; }

            public double? Part { get; set; }

            public bool Is { get; set; }

            public ulong Big { get; set; }

            public Kind Kind { get; set; }
        }

        internal struct Fields
        {
            public int Num;
            public string Text;
            public Kind? Kind;
            public readonly int Fixed;
            public decimal Money;
            public DateTime Date;
            public List<int> Numbers;
            public Inner In;
            public byte Last;

            internal struct Inner
            {
                public string A;
                public long? B;
            }
        }

        internal sealed class FieldsOfClass
        {
            public short Num;
            public string Text;
            public Fields.Inner In;
            public FieldsOfClass Next;
            public float? Part;
            public string[] Texts;

            // 3.1 writes the properties of the nullable itself.
            public Point? Point;
        }

        [Test]
        internal static void ManyKindsOfMembers()
        {
            Agree<Everything>(10);
        }

        [Test]
        internal static void FlatStructs()
        {
            Agree<Plain>(1);
        }

        [Test]
        internal static void PublicFields()
        {
            if (Oracle.SerializerOracle.HasFields)
            {
                Agree<Fields>(2);
                Agree<FieldsOfClass>(2);
            }
        }

        private static void Agree<T>(int share)
        {
            RecordPlan<T> plan = RecordPlan<T>.Create();
            for (int seed = 0; seed < RecordsOracleTests.Records / share; seed += JsonSamples.OneIn)
            {
                JsonSamples samples = new JsonSamples((ulong)seed + 4711);
                object boxed = Sample(typeof(T), samples, 3);
                T record = (T)boxed;
                string what = typeof(T).Name + " " + seed;
                byte[] expected = Oracle.SerializerOracle.Serialize(boxed, typeof(T));
                byte[] actual = null;
                try
                {
                    actual = plan.Serialize(record);
                }
                catch (ArgumentException)
                {
                    // A float that is no finite number.
                }
                Check.Equal(expected == null, actual == null, what + ": refused");
                if (expected != null)
                {
                    Check.Bytes(expected, actual, what);
                    Read(plan, expected, what);
                    for (int times = 0; times < 4; times++)
                    {
                        Read(plan, Damaged(expected, samples), what);
                    }
                }
            }
        }

        private static void Read<T>(RecordPlan<T> plan, byte[] json, string what)
        {
            bool refused;
            long line;
            long position;
            object expected = Oracle.SerializerOracle.Deserialize(json, typeof(T), out refused, out line, out position);
            T actual = default(T);
            JsonReadException fault = null;
            try
            {
                actual = plan.Deserialize(json);
            }
            catch (JsonReadException caught)
            {
                fault = caught;
            }
            what += ", " + Encoding.UTF8.GetString(json);
            Check.Equal(refused, fault != null, what + ": refused" + (fault == null ? "" : ", " + fault.Message));
            if (!refused)
            {
                byte[] again = Oracle.SerializerOracle.Serialize(expected, typeof(T));
                if (again != null)
                {
                    Check.Bytes(again, Oracle.SerializerOracle.Serialize(actual, typeof(T)), what);
                }
            }
            else if (fault.Error != JsonReadError.ValueUnfit)
            {
                Check.Equal(line, fault.LineNumber, what + ": line");
                Check.Equal(position, fault.BytePositionInLine, what + ": place");
            }
        }

        private static readonly string[] Pieces =
        {
            "null", "1", "-1", "1.5", "1e2", "300", "70000", "5000000000", "99999999999999999999", "\"a\"", "\"\"",
            "true", "[]", "{}", "[1,2]", "{\"X\":1}", ",", ":", "\"", " ", "\n", "\\", "\"Num\":7,", "\"Text\":null,",
            "\"Text\":\"\\u0041\\ud83d\\ude00\",", "\"Text\":\"\\ud800\",", "\"T\\u0065xt\":\"x\",", "\"num\":9,",
            "\"Unknown\":[1,{\"a\":[null]}],", "\"In\":{\"B\":5},", "\"In\":null,", "\"\\udc00\":1,", "\"Kind\":1,",
            "\"Unknown\":\"\\ud800\",", "\"Next\":{},", "-", "\u00e9", "}", "]",
        };

        private static byte[] Damaged(byte[] json, JsonSamples samples)
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
                // After a brace or comma, where it may stand.
                while (at > 0 && bytes[at - 1] != '{' && bytes[at - 1] != ',')
                {
                    at--;
                }
                bytes.InsertRange(at, Encoding.UTF8.GetBytes(samples.Pick(Pieces)));
            }
            else
            {
                // In the place of a value.
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

        private static object Sample(Type type, JsonSamples samples, int depth)
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
                case TypeCode.String: return samples.Text();
            }
            if (depth == 0)
            {
                return type.IsValueType ? Activator.CreateInstance(type) : null;
            }
            if (type.IsArray)
            {
                Array array = Array.CreateInstance(type.GetElementType(), samples.Below(4));
                for (int i = 0; i < array.Length; i++)
                {
                    array.SetValue(Sample(type.GetElementType(), samples, depth - 1), i);
                }
                return array;
            }
            object made = Activator.CreateInstance(type);
            if (type.IsGenericType)
            {
                for (int count = samples.Below(4); count > 0; count--)
                {
                    ((System.Collections.IList)made).Add(Sample(type.GetGenericArguments()[0], samples, depth - 1));
                }
                return made;
            }
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
