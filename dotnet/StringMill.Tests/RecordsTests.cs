using System;
using System.Buffers;
using System.Collections.Generic;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>Records of one shape, by every call that writes and reads them.</summary>
    internal static class RecordsTests
    {
        private struct Line
        {
            public int Num;
            public string Text;
        }

        private static readonly string[] Texts =
        {
            null, "", "a", "caf\u00e9", "\"<\\>\n\u0001", "\U0001F600", "\uD800", "x\uDC00y", new string('y', 63),
            new string('z', 100), new string('<', 1000), new string('\u20AC', 5000), new string('a', 100000),
        };

        private static readonly int[] Numbers = { 0, -1, 7, int.MaxValue, int.MinValue };

        private static RecordPlan<Line> WithAccessors()
        {
            return new RecordPlanBuilder<Line>()
                .Field("Num", (ref Line line) => line.Num, (ref Line line, int value) => line.Num = value)
                .Field("Text", (ref Line line) => line.Text, (ref Line line, string value) => line.Text = value)
                .Build();
        }

        private static byte[] Expected(Line line)
        {
            string text = line.Text == null ? "null"
                : "\"" + Encoding.UTF8.GetString(JsonEncoder.DotNet.Escape(line.Text)) + "\"";
            return Encoding.UTF8.GetBytes("{\"Num\":" + line.Num + ",\"Text\":" + text + "}");
        }

        [Test]
        internal static void EveryCallWritesTheSame()
        {
            foreach (RecordPlan<Line> plan in new[] { Records<Line>.Plan, WithAccessors() })
            {
                byte[] buffer = null;
                foreach (string text in Texts)
                {
                    foreach (int number in Numbers)
                    {
                        Line line = new Line { Num = number, Text = text };
                        byte[] expected = Expected(line);
                        Check.Bytes(expected, plan.Serialize(line), "to an array");
                        int len = plan.Serialize(line, ref buffer);
                        Check.True(Check.Same(expected, buffer, len), "into a buffer");
                        Check.Equal(Encoding.UTF8.GetString(expected), plan.SerializeToString(line), "to a string");
                        ArrayOutput output = new ArrayOutput();
                        plan.Serialize(line, output);
                        Check.Bytes(expected, output.Written(), "to an output");
                    }
                }
            }
        }

        /// <summary>Arrays of a pool: each is given back once, and the last one has the JSON.</summary>
        [Test]
        internal static void PooledArraysAreGivenBack()
        {
            foreach (RecordPlan<Line> plan in new[] { Records<Line>.Plan, WithAccessors() })
            {
                CountingPool pool = new CountingPool();
                byte[] rented = null;
                for (int len = 0; len <= 20000; len += len < 64 ? 1 : len / 3)
                {
                    foreach (char unit in "a\u0436")
                    {
                        Line line = new Line { Num = len, Text = new string(unit, len) };
                        int written = plan.Serialize(line, ref rented, pool);
                        Check.True(Check.Same(Expected(line), rented, written), "in an array of a pool");
                        Check.True(pool.Lent.Count == 1 && pool.Lent.Contains(rented), "one array is lent, and which");
                    }
                }
                Check.True(pool.Rents > 1 && pool.Rents < 12, "longer arrays are rented now and then: " + pool.Rents);
                pool.Return(rented);
                Check.Equal(0, pool.Lent.Count, "arrays that are lent");
            }
            byte[] none = null;
            try
            {
                Records<Line>.Plan.Serialize(new Line(), ref none, null);
                Check.True(false, "no pool is refused");
            }
            catch (ArgumentNullException refusal)
            {
                Check.Equal("pool", refusal.ParamName, "what is refused");
            }
        }

        private sealed class CountingPool : ArrayPool<byte>
        {
            internal readonly HashSet<byte[]> Lent = new HashSet<byte[]>();

            internal int Rents { get; private set; }

            public override byte[] Rent(int minimumLength)
            {
                Rents++;
                byte[] array = new byte[minimumLength + 7];
                Lent.Add(array);
                return array;
            }

            public override void Return(byte[] array, bool clearArray = false)
            {
                Check.True(Lent.Remove(array), "what is given back was lent");
            }
        }

        [Test]
        internal static void EveryCallReadsTheSame()
        {
            foreach (RecordPlan<Line> plan in new[] { Records<Line>.Plan, WithAccessors() })
            {
                foreach (string text in Texts)
                {
                    foreach (int number in Numbers)
                    {
                        byte[] json = Expected(new Line { Num = number, Text = text });
                        string read = text == null ? null : Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text));
                        Equal(number, read, plan.Deserialize(json));
                        Equal(number, read, plan.Deserialize(new ReadOnlySpan<byte>(json)));
                        Equal(number, read, plan.Deserialize(Encoding.UTF8.GetString(json)));
                    }
                }
            }
        }

        private enum Half : short
        {
            Low = short.MinValue,
        }

        private struct Widths
        {
            public sbyte I1;
            public byte U1;
            public short I2;
            public ushort U2;
            public int I4;
            public uint U4;
            public long I8;
            public ulong U8;
            public bool Flag;
            public Half Half;
            public string Text;
        }

        /// <summary>Fields of every width.</summary>
        [Test]
        internal static void EveryWidth()
        {
            const string Lowest = "{\"I1\":-128,\"U1\":0,\"I2\":-32768,\"U2\":0,\"I4\":-2147483648,\"U4\":0,"
                + "\"I8\":-9223372036854775808,\"U8\":0,\"Flag\":false,\"Half\":-32768,\"Text\":\"a\"}";
            const string Highest = "{\"I1\":127,\"U1\":255,\"I2\":32767,\"U2\":65535,\"I4\":2147483647,"
                + "\"U4\":4294967295,\"I8\":9223372036854775807,\"U8\":18446744073709551615,\"Flag\":true,"
                + "\"Half\":32767,\"Text\":\"b\"}";
            RecordPlan<Widths> plan = Records<Widths>.Plan;
            Widths low = new Widths
            {
                I1 = -128, U1 = 0, I2 = short.MinValue, U2 = 0, I4 = int.MinValue, U4 = 0, I8 = long.MinValue, U8 = 0,
                Flag = false, Half = Half.Low, Text = "a",
            };
            for (int round = 0; round < 3; round++)
            {
                Check.Equal(Lowest, Encoding.UTF8.GetString(plan.Serialize(low)), "the lowest");
                Check.Equal(Lowest, plan.SerializeToString(plan.Deserialize(Lowest)), "the lowest, read");
                Check.Equal(Highest, plan.SerializeToString(plan.Deserialize(Highest)), "the highest, read");
                foreach (string outside in new[]
                {
                    "I1\":128", "I1\":-129", "U1\":256", "U1\":-1", "I2\":32768", "U2\":65536", "I4\":2147483648",
                    "U4\":4294967296", "I8\":9223372036854775808", "U8\":18446744073709551616", "Flag\":1", "Half\":32768",
                    "I1\":null", "Flag\":null",
                })
                {
                    Check.True(IsRefused(plan, "{\"" + outside + "}"), outside);
                }
                Check.Equal(7, plan.Deserialize(Encoding.UTF8.GetBytes("{\"I4\":7}")).I4, "one alone");
            }
        }

        private static bool IsRefused(RecordPlan<Widths> plan, string json)
        {
            try
            {
                plan.Deserialize(Encoding.UTF8.GetBytes(json));
                return false;
            }
            catch (JsonReadException)
            {
                return true;
            }
        }

        /// <summary>Records of very different lengths in turn.</summary>
        [Test]
        internal static void InTurn()
        {
            RecordPlan<Line> plan = Records<Line>.Plan;
            foreach (int len in new[] { 3, 5000, 30, 2000000, 30, 5000 })
            {
                Line line = new Line { Num = len, Text = new string('q', len) };
                for (int round = 0; round < 3; round++)
                {
                    Equal(len, line.Text, plan.Deserialize(plan.Serialize(line)));
                    Equal(7, "w", plan.Deserialize(Encoding.UTF8.GetBytes("{\"Text\":\"w\",\"Num\":7} ")));
                    Records<Widths>.Plan.Serialize(new Widths { Text = line.Text });
                }
            }
        }

        private sealed class Unsupported
        {
            public int Num { get; set; }

            public object Anything { get; set; }
        }

        [Test]
        internal static void WhatIsNotSupportedIsNamed()
        {
            try
            {
                RecordPlan<Unsupported>.Create();
            }
            catch (NotSupportedException fault)
            {
                Check.True(fault.Message.Contains("Unsupported.Anything"), fault.Message);
                return;
            }
            throw new FailedException("an object is no member");
        }

        private static void Equal(int number, string text, Line line)
        {
            Check.Equal(number, line.Num, "the number");
            Check.Equal(text, line.Text, "the text");
        }

        private sealed class ArrayOutput : IBufferWriter<byte>
        {
            private byte[] room = new byte[16];
            private int len;

            public void Advance(int count)
            {
                len += count;
            }

            public Memory<byte> GetMemory(int sizeHint = 0)
            {
                if (room.Length - len < Math.Max(1, sizeHint))
                {
                    Array.Resize(ref room, len + Math.Max(16, sizeHint));
                }
                return new Memory<byte>(room, len, room.Length - len);
            }

            public Span<byte> GetSpan(int sizeHint = 0)
            {
                return GetMemory(sizeHint).Span;
            }

            internal byte[] Written()
            {
                byte[] written = new byte[len];
                Buffer.BlockCopy(room, 0, written, 0, len);
                return written;
            }
        }
    }
}
