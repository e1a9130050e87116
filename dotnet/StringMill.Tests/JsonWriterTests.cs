using System;
using System.Buffers;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>Where our writer writes to, how it uses its memory, and its floats.</summary>
    internal static class JsonWriterTests
    {
        private const int Floats = 200000;
        private const ulong SumOfFloats = 18164009277670057558;

        /// <summary>Lends memory in small pieces, of arrays or not, and keeps what it is given.</summary>
        private sealed class Pieces : MemoryManager<byte>, IBufferWriter<byte>
        {
            private readonly List<byte> kept = new List<byte>();
            private readonly bool isArray;
            private byte[] lent = new byte[0];

            internal Pieces(bool isArray)
            {
                this.isArray = isArray;
            }

            internal byte[] Kept
            {
                get { return kept.ToArray(); }
            }

            public void Advance(int count)
            {
                int offset = isArray ? 3 : 0;
                for (int i = 0; i < count; i++)
                {
                    kept.Add(lent[offset + i]);
                }
                Array.Clear(lent, 0, lent.Length);
            }

            public Memory<byte> GetMemory(int sizeHint = 0)
            {
                lent = new byte[Math.Max(1, sizeHint) + 3];
                return isArray ? new Memory<byte>(lent, 3, lent.Length - 3) : Memory;
            }

            public override Span<byte> GetSpan()
            {
                return lent;
            }

            public Span<byte> GetSpan(int sizeHint = 0)
            {
                return GetMemory(sizeHint).Span;
            }

            public override MemoryHandle Pin(int elementIndex = 0)
            {
                throw new NotSupportedException();
            }

            public override void Unpin()
            {
                throw new NotSupportedException();
            }

            protected override void Dispose(bool disposing)
            {
            }
        }

        /// <summary>The same bytes wherever they go.</summary>
        [Test]
        internal static void EveryDestinationGetsTheSame()
        {
            var own = new JsonWriter(new JsonWriteOptions { Indented = true });
            for (int seed = 0; seed < 2000; seed += JsonSamples.OneIn)
            {
                own.Reset();
                Write(own, (ulong)seed);
                byte[] expected = own.ToArray();
                Check.Equal(expected.Length, own.BytesPending, "pending");
                var reader = new JsonReader(expected, new JsonReadOptions { MaxDepth = 1000 });
                while (reader.Read())
                {
                }

                var stream = new MemoryStream();
                using (var writer = new JsonWriter(stream, own.Options)) Write(writer, (ulong)seed);
                Check.Bytes(expected, stream.ToArray(), "stream");

                for (int kind = 0; kind < 2; kind++)
                {
                    var pieces = new Pieces(kind == 0);
                    var writer = new JsonWriter(pieces, own.Options);
                    Write(writer, (ulong)seed);
                    writer.Flush();
                    Check.Bytes(expected, pieces.Kept, "pieces");
                    Check.Equal((long)expected.Length, writer.BytesCommitted, "committed");
                    Check.Equal(0, writer.BytesPending, "pending after flush");

                    var others = new Pieces(kind != 0);
                    writer.Reset(others);
                    Write(writer, (ulong)seed);
                    writer.Dispose();
                    Check.Bytes(expected, others.Kept, "pieces after reset");
                    Check.Bytes(expected, pieces.Kept, "pieces before reset");
                }
            }
        }

        private static void Write(JsonWriter writer, ulong seed)
        {
            var samples = new JsonSamples(seed);
            writer.WriteStartArray();
            for (int count = samples.Below(6); count > 0; count--)
            {
                writer.WriteStartObject();
                writer.WriteString("n" + count, samples.Text());
                writer.WriteNumber("i", (long)samples.Bits());
                writer.WriteNumber("d", 0.1);
                writer.WriteStartArray("a");
                writer.WriteStringValue(new string('\u0416', samples.Below(3000)));
                writer.WriteBooleanValue(true);
                writer.WriteEndArray();
                writer.WriteEndObject();
            }
            writer.WriteEndArray();
        }

        /// <summary>The options of layout that System.Text.Json has since 9.0.</summary>
        [Test]
        internal static void LayoutIsChosen()
        {
            var options = new JsonWriteOptions { Indented = true, IndentCharacter = '\t', IndentSize = 1, NewLine =
                "\r\n" };
            var writer = new JsonWriter(options);
            writer.WriteStartObject();
            writer.WriteStartArray("a");
            writer.WriteNumberValue(1);
            writer.WriteEndArray();
            writer.WriteEndObject();
            Check.Equal("{\r\n\t\"a\": [\r\n\t\t1\r\n\t]\r\n}", Encoding.UTF8.GetString(writer.ToArray()), "layout");
            options.IndentSize = 0;
            writer = new JsonWriter(options);
            writer.WriteStartArray();
            writer.WriteNullValue();
            writer.WriteEndArray();
            Check.Equal("[\r\nnull\r\n]", Encoding.UTF8.GetString(writer.ToArray()), "layout");
        }

        /// <summary>Any encoder of the library, names too.</summary>
        [Test]
        internal static void EncoderIsChosen()
        {
            var writer = new JsonWriter(new JsonWriteOptions { Encoder = JsonEncoder.Json });
            writer.WriteStartObject();
            writer.WriteString("\u00E9<", "\U0001F600\n");
            writer.WriteEndObject();
            Check.Equal("{\"\u00E9<\":\"\U0001F600\\n\"}", Encoding.UTF8.GetString(writer.ToArray()), "encoder");
        }

        /// <summary>
        /// A text that the encoder refuses leaves earlier output intact, and the next call continues there.
        /// </summary>
        [Test]
        internal static void IllFormedTextsLeaveNothing()
        {
            JsonEncoder encoder = JsonEncoder.Json.OnIllFormed(IllFormed.Reject, IllFormedUtf16.Reject);
            var writer = new JsonWriter(new JsonWriteOptions { Encoder = encoder, Indented = true, NewLine = "\n" });
            writer.WriteStartObject();
            writer.WriteString("a", "b");
            int refusals = 0;
            Action[] wrong =
            {
                () => writer.WritePropertyName(new string('x', 5000) + "\ud800"),
                () => writer.WriteString(new ReadOnlySpan<byte>(new byte[] { 0xFF }),
                    new ReadOnlySpan<byte>(new byte[0])),
            };
            foreach (Action call in wrong)
            {
                try
                {
                    call();
                }
                catch (ArgumentException)
                {
                    refusals++;
                }
            }
            Check.Equal(wrong.Length, refusals, "refusals");
            writer.WriteNull("c");
            writer.WriteEndObject();
            Check.Equal("{\n  \"a\": \"b\",\n  \"c\": null\n}", Encoding.UTF8.GetString(writer.ToArray()), "written");
        }

        [Test]
        internal static void WhatIsRefusedLeavesNothing()
        {
            var writer = new JsonWriter();
            writer.WriteStartObject();
            int refusals = 0;
            Action[] wrong =
            {
                () => writer.WriteNumber("d", double.NaN), () => writer.WriteNumber("f", float.PositiveInfinity),
                () => writer.WriteCommentValue("\ud800"),
                    () => writer.WriteCommentValue(new ReadOnlySpan<byte>(new byte[] { 0xFF })),
                () => writer.WriteCommentValue("a*/b"), () => writer.WriteStringValue("a"),
                    () => writer.WriteEndArray(),
                () => writer.WriteRawValue(new ReadOnlySpan<byte>(new byte[] { (byte)'1' })),
            };
            foreach (Action call in wrong)
            {
                try
                {
                    call();
                }
                catch (Exception e)
                {
                    if (!(e is ArgumentException) && !(e is InvalidOperationException))
                    {
                        throw;
                    }
                    refusals++;
                }
            }
            Check.Equal(wrong.Length, refusals, "refusals");
            Check.Equal("{", Encoding.UTF8.GetString(writer.ToArray()), "written");
            writer.WritePropertyName("a");
            try
            {
                writer.WriteRawValue(new ReadOnlySpan<byte>(Encoding.ASCII.GetBytes("[1,]")));
                throw new FailedException("a raw value that is no JSON is accepted");
            }
            catch (JsonReadException refusal)
            {
                Check.Equal(JsonReadError.CommaTrailing, refusal.Error, "raw value");
            }
            Check.Equal("{\"a\":", Encoding.UTF8.GetString(writer.ToArray()), "written");
            writer.Dispose();
            try
            {
                writer.Flush();
                throw new FailedException("a disposed writer flushes");
            }
            catch (ObjectDisposedException)
            {
            }
        }

        /// <summary>The buffer is kept: a text as long as one before makes nothing new.</summary>
        [Test]
        internal static void WritingMakesNoGarbage()
        {
            var writer = new JsonWriter();
            WriteRecord(writer);
            int before = GC.CollectionCount(0);
            for (int i = 0; i < 100000 / JsonSamples.OneIn; i++)
            {
                WriteRecord(writer);
            }
            int collections = GC.CollectionCount(0) - before;
            Check.True(collections <= 1, "collections: " + collections);
        }

        private static void WriteRecord(JsonWriter writer)
        {
            writer.Reset();
            writer.WriteStartObject();
            writer.WriteString("name", "caf\u00E9 <b>");
            writer.WriteNumber("n", -12345);
            writer.WriteNumber("d", 0.30000000000000004);
            writer.WriteNumber("m", 12.50m);
            writer.WriteString("t", new DateTime(2017, 7, 16, 19, 20, 30, 500, DateTimeKind.Utc));
            writer.WriteBoolean("b", true);
            writer.WriteEndObject();
        }

        /// <summary>Integers of every length, at both ends of it and between them, are as the runtime writes them.</summary>
        [Test]
        internal static unsafe void IntegersHaveTheirDigits()
        {
            byte* room = stackalloc byte[JsonWriterNumbers.MaxIntegerLen];
            ulong ignored = 0;
            ulong power = 1;
            for (int len = 1; len <= JsonWriterNumbers.MaxIntegerLen; len++)
            {
                foreach (ulong value in new[] { power, power - 1, power + 1, power / 7 * 9, 0 - power })
                {
                    int written = JsonWriterNumbers.UInt64(value, room);
                    Check.Equal(value.ToString(CultureInfo.InvariantCulture), Text(room, written, ref ignored), "unsigned");
                    written = JsonWriterNumbers.Int64((long)value, room);
                    Check.Equal(((long)value).ToString(CultureInfo.InvariantCulture), Text(room, written, ref ignored),
                        "signed");
                }
                power *= 10;
            }
        }

        /// <summary>
        /// Our own floats read back as they were, in the fewest digits; the sum of all texts is that of
        /// .NET Core. A runtime that is exact writes its own.
        /// </summary>
        [Test]
        internal static unsafe void FloatsAreShortest()
        {
            byte* room = stackalloc byte[JsonWriterNumbers.MaxFloatLen];
            ulong sum = 0;
            ulong ignored = 0;
            for (int seed = 1; seed <= Floats; seed += JsonSamples.OneIn)
            {
                var samples = new JsonSamples((ulong)seed + 9000000);
                double value = JsonWriterOracleTests.Double(samples);
                float narrow = JsonWriterOracleTests.Single(samples);
                if (double.IsNaN(value) || double.IsInfinity(value) || float.IsNaN(narrow) || float.IsInfinity(narrow))
                {
                    continue;
                }
                string wide = Text(room, OwnFloats.Write(value, room), ref sum);
                string small = Text(room, OwnFloats.Write(narrow, room), ref sum);
                string written = Text(room, JsonWriterNumbers.Double(value, room), ref ignored);
                Check.Equal(SplitsBorders ? value.ToString(CultureInfo.InvariantCulture) : wide, written, "double");
                written = Text(room, JsonWriterNumbers.Single(narrow, room), ref ignored);
                Check.Equal(SplitsBorders ? narrow.ToString(CultureInfo.InvariantCulture) : small, written, "float");
                var reader = new JsonReader(Encoding.ASCII.GetBytes("[" + wide + "," + small + "]"));
                reader.Read();
                reader.Read();
                Check.Equal(BitConverter.DoubleToInt64Bits(value),
                    BitConverter.DoubleToInt64Bits(reader.GetDouble()), wide);
                reader.Read();
                float again;
                reader.TryGetSingle(out again);
                Check.Equal(BitConverter.DoubleToInt64Bits(narrow), BitConverter.DoubleToInt64Bits(again), small);
            }
            if (JsonSamples.OneIn == 1)
            {
                Check.Equal(SumOfFloats, sum, "sum of all texts");
            }
        }

        // .NET Core 3.1 takes digits half-way between two floats for neither, and writes more of them.
        private static readonly bool SplitsBorders = 1e23.ToString("R", CultureInfo.InvariantCulture) == "9.999999999999999E+22";

        /// <summary>Few digits half-way between two doubles read back as the even one, so that they are enough.</summary>
        [Test]
        internal static unsafe void BordersReadBack()
        {
            byte* room = stackalloc byte[JsonWriterNumbers.MaxFloatLen];
            ulong ignored = 0;
            Check.Equal("1E+23", Text(room, OwnFloats.Write(1e23, room), ref ignored), "the even one");
            for (int seed = 1; seed <= Floats && !OwnFloats.AreWritten && !SplitsBorders; seed += JsonSamples.OneIn)
            {
                var samples = new JsonSamples((ulong)seed + 9500000);
                // Of larger and smaller powers, few digits are never half-way.
                string few = samples.Below(100000) + "E" + (17 + samples.Below(8));
                double value = double.Parse(few, CultureInfo.InvariantCulture);
                Check.Equal(value.ToString(CultureInfo.InvariantCulture), Text(room, OwnFloats.Write(value, room), ref ignored), few);
            }
        }

        private static unsafe string Text(byte* room, int len, ref ulong sum)
        {
            var text = new char[len];
            for (int i = 0; i < len; i++)
            {
                text[i] = (char)room[i];
                sum = (sum ^ room[i]) * 0x100000001B3;
            }
            sum = (sum ^ 10) * 0x100000001B3;
            return new string(text);
        }
    }
}
