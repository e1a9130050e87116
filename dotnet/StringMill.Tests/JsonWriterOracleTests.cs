using System;
using System.Collections.Generic;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>Our writer beside Utf8JsonWriter: bytes, and refusals call by call.</summary>
    internal static class JsonWriterOracleTests
    {
        private const int Sequences = 100000;

        /// <summary>
        /// On Mono the other side writes 17 digits of each float, so that there only whole ones are compared.
        /// </summary>
        private static readonly bool Floats = JsonReaderOracleTests.Floats;

        private static readonly int[] Expected = new int[2048];
        private static readonly int[] Actual = new int[2048];

        [Test]
        internal static void CallSequences()
        {
            for (int seed = 0; seed < Sequences; seed += JsonSamples.OneIn)
            {
                var samples = new JsonSamples((ulong)seed + 77777);
                bool indented = samples.Below(2) == 0;

                // Version 3.1 has other lines around some comments; ours are those of newer ones.
                bool comments = !indented || Oracle.SystemTextJson.Version != "3.1";
                Compare(Calls(samples, comments), indented, samples.Below(4) == 0, seed);
            }
        }

        [Test]
        internal static void DepthIsLimited()
        {
            var calls = new List<object[]>();
            for (int i = 0; i < 1002; i++)
            {
                calls.Add(new object[] { (int)WriterCall.StartArray, null, null });
            }
            calls.Add(new object[] { (int)WriterCall.Value, null, 1 });
            for (int i = 0; i < 1001; i++)
            {
                calls.Add(new object[] { (int)WriterCall.EndArray, null, null });
            }
            for (int choice = 0; choice < 4; choice++)
            {
                Compare(calls.ToArray(), (choice & 1) != 0, (choice & 2) != 0, choice);
            }
        }

        private static void Compare(object[][] calls, bool indented, bool @unchecked, int seed)
        {
            byte[] expected = Oracle.WriterTranscript.Of(calls, indented, @unchecked, Expected);
            byte[] actual = WriterTranscript.Of(calls, indented, @unchecked, Actual);
            string what = "sequence " + seed + (indented ? ", indented" : "") + (@unchecked ? ", unchecked" : "");
            for (int i = 0; i < calls.Length; i++)
            {
                if (Expected[i] != Actual[i])
                {
                    throw new FailedException(what + ": call " + i + ", " + (WriterCall)(int)calls[i][0] + " "
                        + calls[i][2]
                        + ": refusal " + Expected[i] + " expected, got " + Actual[i] + "; after "
                            + Encoding.UTF8.GetString(actual));
                }
            }
            if (!Check.Same(expected, actual, actual.Length))
            {
                throw new FailedException(what + ": expected\n" + Encoding.UTF8.GetString(expected) + "\ngot\n"
                    + Encoding.UTF8.GetString(actual));
            }
        }

        // Mostly calls that make JSON, and some that do not.
        private static object[][] Calls(JsonSamples samples, bool comments)
        {
            var calls = new List<object[]>();
            var open = new Stack<bool>();
            bool named = false;
            int count = 1 + samples.Below(24);
            for (int i = 0; i < count; i++)
            {
                bool inObject = open.Count > 0 && open.Peek();
                int call = samples.Below(16);
                if (samples.Below(20) == 0)
                {
                    calls.Add(Call(samples, (WriterCall)samples.Below((int)WriterCall.Raw)));
                }
                else if (call == 0)
                {
                    calls.Add(Call(samples, samples.Below(2) == 0 ? WriterCall.Comment : WriterCall.CommentUtf8));
                }
                else if (open.Count > 0 && !named && call < 4)
                {
                    calls.Add(Call(samples, open.Pop() ? WriterCall.EndObject : WriterCall.EndArray));
                }
                else if (inObject && !named && call < 8)
                {
                    calls.Add(Call(samples, WriterCall.NamedValue));
                }
                else if (inObject && !named && call < 12)
                {
                    bool isObject = samples.Below(2) == 0;
                    calls.Add(Call(samples, isObject ? WriterCall.StartNamedObject : WriterCall.StartNamedArray));
                    open.Push(isObject);
                }
                else if (inObject && !named)
                {
                    calls.Add(Call(samples, samples.Below(2) == 0 ? WriterCall.Name : WriterCall.NameUtf8));
                    named = true;
                }
                else if (call < 10)
                {
                    named = false;
                    bool isObject = samples.Below(3) != 0;
                    calls.Add(Call(samples, isObject ? WriterCall.StartObject : WriterCall.StartArray));
                    open.Push(isObject);
                }
                else
                {
                    named = false;
                    AddValue(calls, samples, call == 10);
                }
            }
            if (!comments)
            {
                calls.RemoveAll(made => (int)made[0] == (int)WriterCall.Comment
                    || (int)made[0] == (int)WriterCall.CommentUtf8);
            }
            return calls.ToArray();
        }

        private static void AddValue(List<object[]> calls, JsonSamples samples, bool raw)
        {
            if (raw && Oracle.WriterTranscript.KnowsRaw)
            {
                calls.Add(Call(samples, samples.Below(2) == 0 ? WriterCall.Raw : WriterCall.RawUnchecked));
                return;
            }
            object[] call = Call(samples, (WriterCall)((int)WriterCall.Value + samples.Below(4)));
            if ((int)call[0] != (int)WriterCall.NamedValue)
            {
                calls.Add(call);
            }
        }

        private static object[] Call(JsonSamples samples, WriterCall call)
        {
            object value = null;
            switch (call)
            {
                case WriterCall.Value: value = Value(samples, true); break;
                case WriterCall.NamedValue: value = samples.Below(8) == 0 ? Bytes(samples)
                    : Value(samples, false); break;
                case WriterCall.Base64: value = Bytes(samples); break;
                case WriterCall.NameUtf8:
                case WriterCall.Utf8: value = samples.Below(4) == 0 ? Bytes(samples)
                    : Encoding.UTF8.GetBytes(samples.Text()); break;
                case WriterCall.Raw:
                case WriterCall.RawUnchecked: value = samples.Document(false, false, samples.Below(4) == 0); break;
            }
            string name = samples.Text();
            if (call == WriterCall.Comment || call == WriterCall.CommentUtf8)
            {
                // Ill-formed comments are for a test of their own: 3.1 writes them, and newer ones half of some of
                // them.
                byte[] comment = Encoding.UTF8.GetBytes(name);
                name = Encoding.UTF8.GetString(comment);
                value = comment;
            }
            return new object[] { (int)call, name, value };
        }

        private static byte[] Bytes(JsonSamples samples)
        {
            var bytes = new byte[samples.Below(40)];
            for (int i = 0; i < bytes.Length; i++)
            {
                bytes[i] = (byte)samples.Below(256);
            }
            return bytes;
        }

        private static object Value(JsonSamples samples, bool all)
        {
            long bits = (long)samples.Bits() >> samples.Below(64);
            // The last two are for values alone: a name has no calls for them.
            switch (samples.Below(all ? 14 : 12))
            {
                case 0: return null;
                case 1: return samples.Below(2) == 0;
                case 2: return bits;
                case 3: return (ulong)bits;
                case 4: return Floats ? Double(samples) : bits % 1000;
                case 5: return Floats ? Single(samples) : bits % 1000;
                case 6: return new decimal((int)bits, (int)(bits >> 32), samples.Below(3) == 0 ? (int)bits
                    : 0, bits < 0, (byte)samples.Below(29));
                case 7: return Date(samples);
                case 8:
                case 9: return samples.Text();
                case 10: return new DateTimeOffset(Date(samples).Ticks,
                    TimeSpan.FromMinutes(samples.Below(1681) - 840));
                case 11:
                    var guid = new byte[16];
                    for (int i = 0; i < 16; i++)
                    {
                        guid[i] = (byte)samples.Below(256);
                    }
                    return new Guid(guid);
                case 12: return (int)bits;
                default: return (uint)bits;
            }
        }

        private static DateTime Date(JsonSamples samples)
        {
            long ticks = TimeSpan.TicksPerDay
                + (long)(samples.Bits() >> 1) % (DateTime.MaxValue.Ticks - 2 * TimeSpan.TicksPerDay);
            long unit = 1;
            for (int i = samples.Below(9); i > 0; i--)
            {
                unit *= 10;
            }
            return new DateTime(ticks - ticks % unit + unit > DateTime.MaxValue.Ticks ? ticks
                : ticks - ticks % unit, (DateTimeKind)samples.Below(3));
        }

        /// <summary>Of any bits, or of few digits, or beside a power of two.</summary>
        internal static double Double(JsonSamples samples)
        {
            switch (samples.Below(4))
            {
                case 0: return BitConverter.Int64BitsToDouble((long)samples.Bits());
                case 1: return samples.Below(2000000) / Math.Pow(10, samples.Below(9));
                case 2: return BitConverter.Int64BitsToDouble(((long)samples.Below(2047) << 52) + samples.Below(3) - 1);
                default: return (long)samples.Bits() >> samples.Below(64);
            }
        }

        /// <summary>As <see cref="Double"/>.</summary>
        internal static float Single(JsonSamples samples)
        {
            switch (samples.Below(4))
            {
                case 0: return BitConverter.ToSingle(BitConverter.GetBytes((int)samples.Bits()), 0);
                case 1: return (float)(samples.Below(2000000) / Math.Pow(10, samples.Below(9)));
                case 2: return BitConverter.ToSingle(BitConverter.GetBytes((samples.Below(255) << 23)
                    + samples.Below(3) - 1), 0);
                default: return (long)samples.Bits() >> samples.Below(64);
            }
        }
    }
}
