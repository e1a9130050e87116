// Fields that reflection alone sets.
#pragma warning disable 649

using System;
using System.Collections.Generic;
using System.Reflection;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>Our records beside those of JsonSerializer: bytes, and values and refusals of JSON that is right or damaged.</summary>
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

        /// <summary>Values of a type, written and read by both, also damaged.</summary>
        internal static void Agree<T>(int share, string style = "default", RecordOptions options = null)
        {
            RecordPlan<T> plan = RecordPlan<T>.Create(options);
            for (int seed = 0; seed < RecordsOracleTests.Records / share; seed += JsonSamples.OneIn)
            {
                JsonSamples samples = new JsonSamples((ulong)seed + 4711);
                object boxed = RecordSamples.Sample(typeof(T), samples, 3);
                T record = (T)boxed;
                string what = typeof(T).Name + " " + seed;
                byte[] expected = Oracle.SerializerOracle.Serialize(boxed, typeof(T), style);
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
                    Read(plan, expected, what, style);
                    for (int times = 0; times < 4; times++)
                    {
                        Read(plan, RecordSamples.Damaged(expected, samples), what, style);
                    }
                }
            }
        }

        private static void Read<T>(RecordPlan<T> plan, byte[] json, string what, string style)
        {
            bool refused;
            long line;
            long position;
            object expected = Oracle.SerializerOracle.Deserialize(json, typeof(T), out refused, out line, out position, style);
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
                byte[] again = Oracle.SerializerOracle.Serialize(expected, typeof(T), style);
                if (again != null)
                {
                    Check.Bytes(again, Oracle.SerializerOracle.Serialize(actual, typeof(T), style), what);
                }
            }
            else if (fault.Error != JsonReadError.ValueUnfit)
            {
                Check.Equal(line, fault.LineNumber, what + ": line");
                Check.Equal(position, fault.BytePositionInLine, what + ": place");
            }
        }
    }
}
