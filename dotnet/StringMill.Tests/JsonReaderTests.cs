using System;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>What our reader has beyond Utf8JsonReader, and what it does not do: make garbage.</summary>
    internal static class JsonReaderTests
    {
        private const int Documents = 60000;

        [Test]
        internal static void StrictRefusesAtTheFirstBadByte()
        {
            Refused("\"a\xFFz\"", JsonReadError.Utf8IllFormed, 2);
            Refused("\"a\xE2\x82\"", JsonReadError.Utf8IllFormed, 2);
            Refused("\"\xED\xA0\x80\"", JsonReadError.Utf8IllFormed, 1);
            Refused("{\"\xC0\xAF\":1}", JsonReadError.Utf8IllFormed, 2);
            Refused("\"\xC3\xA9\xC3", JsonReadError.Utf8IllFormed, 3);
            Refused("\"\xC3\x01\"", JsonReadError.Utf8IllFormed, 1);
            Refused("\"\x01\xC3\"", JsonReadError.ControlUnescaped, 1);
            Refused("\"ab\\ud800\"", JsonReadError.SurrogateLone, 3);
            Refused("\"ab\\udc00\"", JsonReadError.SurrogateLone, 3);
            Refused("\"\\ud800\\u0041\"", JsonReadError.SurrogateLone, 1);
            Refused("\"\\ud800\\ud800\\udc00\"", JsonReadError.SurrogateLone, 1);
            Refused("\"\\ud800\\n\"", JsonReadError.SurrogateLone, 1);
            Refused("\"\\ud83d\\ude00\\ud83d\"", JsonReadError.SurrogateLone, 13);
            Refused("\"\\ud800\xFF\"", JsonReadError.SurrogateLone, 1);
            Refused("\"\xFF\\ud800\"", JsonReadError.Utf8IllFormed, 1);
            Refused("\"\\ud800\\u12", JsonReadError.SurrogateLone, 1);
            Refused("\"\\ud800\\x\"", JsonReadError.SurrogateLone, 1);
            Refused("\"a\\u12", JsonReadError.StringUnterminated, 2);
            Refused("\"\\u12g4\"", JsonReadError.EscapeHex, 1);
            Refused("\"ab\\q\"", JsonReadError.EscapeUnknown, 3);
            Refused("\"\\\\ud800\x01\"", JsonReadError.ControlUnescaped, 8);
            Refused("/*\xFF*/1", JsonReadError.Utf8IllFormed, 2);
            Refused("//a\xFF\n1", JsonReadError.Utf8IllFormed, 3);
        }

        private static void Refused(string latin1, JsonReadError error, long offset)
        {
            byte[] json = Latin1(latin1);
            try
            {
                var reader = new JsonReader(json, Strict(JsonComments.Allow));
                while (reader.Read())
                {
                }
            }
            catch (JsonReadException refusal)
            {
                Check.Equal(error, refusal.Error, latin1);
                Check.Equal(offset, refusal.Offset, latin1);
                return;
            }
            throw new FailedException(latin1 + " is accepted");
        }

        /// <summary>
        /// The strict reader refuses what the other does, and the texts that the other cannot give; nothing else. Where
        /// the text is cut changes nothing.
        /// </summary>
        [Test]
        internal static void StrictIsTheOtherAndTheTexts()
        {
            for (int seed = 0; seed < Documents; seed += JsonSamples.OneIn)
            {
                var samples = new JsonSamples((ulong)seed + 5000000);
                byte[] json = samples.Document(samples.Below(2) == 0, false, samples.Below(4) != 0);
                var handling = (JsonComments)samples.Below(3);
                bool textsAreBad;
                string other = Verdict(json, json.Length, new JsonReadOptions { CommentHandling = handling },
                    out textsAreBad);
                bool none;
                string strict = Verdict(json, json.Length, Strict(handling), out none);
                bool refusesText = strict.StartsWith("Utf8IllFormed", StringComparison.Ordinal)
                    || strict.StartsWith("SurrogateLone", StringComparison.Ordinal);

                // A comment that is passed over has no text that could be asked for, nor has one that the other
                // refuses.
                bool mayDiffer = handling == JsonComments.Skip || other.Length > 0;
                bool right = refusesText ? textsAreBad || mayDiffer : strict == other && !textsAreBad;
                Check.True(right, "seed " + seed + ": " + Check.Show(json, json.Length) + ": '" + other
                    + "', strict '" + strict + "'");
                int cut = samples.Below(json.Length + 1);
                Check.Equal(strict, Verdict(json, cut, Strict(handling), out none), "seed " + seed + " cut at " + cut);
            }
        }

        // Why and where it is refused, or nothing.
        private static string Verdict(byte[] json, int cut, JsonReadOptions options, out bool textsAreBad)
        {
            textsAreBad = false;
            var state = new JsonReadState(options);
            int start = 0;
            try
            {
                for (int segment = cut == json.Length ? 1 : 0; segment < 2; segment++)
                {
                    int end = segment == 0 ? cut : json.Length;
                    var reader = new JsonReader(new ReadOnlySpan<byte>(json, start, end - start), segment == 1, state);
                    while (reader.Read())
                    {
                        textsAreBad |= !IsTextGood(ref reader);
                    }
                    start += (int)reader.BytesConsumed;
                    state = reader.CurrentState;
                }
                return "";
            }
            catch (JsonReadException refusal)
            {
                return refusal.Error + " " + refusal.LineNumber + " " + refusal.BytePositionInLine;
            }
        }

        private static bool IsTextGood(ref JsonReader reader)
        {
            try
            {
                if (reader.TokenType == JsonTokenKind.Comment)
                {
                    reader.GetComment();
                }
                else if (reader.TokenType == JsonTokenKind.String || reader.TokenType == JsonTokenKind.PropertyName)
                {
                    reader.GetString();
                }
                return true;
            }
            catch (InvalidOperationException)
            {
                return false;
            }
        }

        /// <summary>All ways to a text give the same one, in room that just suffices.</summary>
        [Test]
        internal static void TextsAreTheSameByEveryWay()
        {
            for (int seed = 0; seed < Documents; seed += JsonSamples.OneIn)
            {
                var samples = new JsonSamples((ulong)seed + 6000000);
                string text = Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(samples.Text()));
                byte[] utf8 = Encoding.UTF8.GetBytes(text);
                byte[] inside = samples.Below(2) == 0 ? JsonEncoder.Json.Escape(text) : JsonEncoder.DotNet.Escape(text);
                var json = new byte[inside.Length + 2];
                json[0] = json[json.Length - 1] = (byte)'"';
                inside.CopyTo(json, 1);

                var reader = new JsonReader(json);
                Check.True(reader.Read() && reader.TokenType == JsonTokenKind.String, "a string");
                Check.Equal(text, reader.GetString(), "GetString");
                Check.Equal(Array.IndexOf(inside, (byte)'\\') >= 0, reader.ValueIsEscaped, "ValueIsEscaped");
                ReadOnlySpan<byte> borrowed;
                Check.Equal(!reader.ValueIsEscaped, reader.TryGetUtf8(out borrowed), "TryGetUtf8");
                if (!reader.ValueIsEscaped)
                {
                    Check.Bytes(utf8, borrowed.ToArray(), "TryGetUtf8");
                }
                var bytes = new byte[utf8.Length];
                Check.Equal(utf8.Length, reader.CopyString(new Span<byte>(bytes)), "CopyString");
                Check.Bytes(utf8, bytes, "CopyString");
                var units = new char[text.Length];
                Check.Equal(text.Length, reader.CopyString(new Span<char>(units)), "CopyString of units");
                Check.Equal(text, new string(units), "CopyString of units");
                Check.True(reader.ValueTextEquals(text) && reader.ValueTextEquals(utf8), "ValueTextEquals");
                Check.True(!reader.ValueTextEquals(text + "x") && !reader.ValueTextEquals("\ud800"
                    + text), "ValueTextEquals");
                if (utf8.Length == 0)
                {
                    continue;
                }
                Check.True(IsTooShort(json, utf8.Length - 1, text.Length - 1), "too short");
                utf8[utf8.Length - 1] ^= 1;
                Check.True(!reader.ValueTextEquals(utf8), "ValueTextEquals of another");
            }
        }

        private static bool IsTooShort(byte[] json, int bytes, int units)
        {
            var reader = new JsonReader(json);
            reader.Read();
            int refusals = 0;
            try
            {
                reader.CopyString(new Span<byte>(new byte[bytes]));
            }
            catch (ArgumentException)
            {
                refusals++;
            }
            try
            {
                reader.CopyString(new Span<char>(new char[units]));
            }
            catch (ArgumentException)
            {
                refusals++;
            }
            return refusals == 2;
        }

        [Test]
        internal static void WrongTokensAreRefused()
        {
            var reader = new JsonReader(Latin1("[1,\"a\",true,null]"));
            reader.Read();
            reader.Read();
            Check.Equal(1L, reader.GetInt64(), "a number");
            int refusals = 0;
            try
            {
                reader.GetString();
            }
            catch (InvalidOperationException)
            {
                refusals++;
            }
            reader.Read();
            int number;
            try
            {
                reader.TryGetInt32(out number);
            }
            catch (InvalidOperationException)
            {
                refusals++;
            }
            reader.Read();
            Check.True(reader.GetBoolean(), "true");
            reader.Read();
            Check.Equal(null, reader.GetString(), "null");
            try
            {
                reader.GetBoolean();
            }
            catch (InvalidOperationException)
            {
                refusals++;
            }
            Check.Equal(3, refusals, "refusals");
        }

        [Test]
        internal static void DepthBeyondOneWordIsKept()
        {
            const int Depth = 1000;
            var text = new StringBuilder();
            var samples = new JsonSamples(1);
            var closing = new StringBuilder();
            for (int i = 0; i < Depth; i++)
            {
                bool isObject = samples.Below(2) == 0;
                text.Append(isObject ? "{\"a\":" : "[");
                closing.Insert(0, isObject ? '}' : ']');
            }
            byte[] json = Encoding.UTF8.GetBytes(text + "1" + closing);
            var reader = new JsonReader(json, new JsonReadOptions { MaxDepth = Depth });
            int deepest = 0;
            while (reader.Read())
            {
                deepest = Math.Max(deepest, reader.CurrentDepth);
            }
            Check.Equal(Depth, deepest, "depth");
            Check.Equal(json.Length, (int)reader.BytesConsumed, "consumed");
        }

        /// <summary>Tokens, numbers, and texts that are compared or copied: none makes an object.</summary>
        [Test]
        internal static void ReadingMakesNoGarbage()
        {
            byte[] json = Encoding.UTF8.GetBytes(
                "[{\"name\":\"caf\u00E9 \\u00e9\",\"n\":-12345,\"x\":1.5e3,\"y\":123456789.123456789,"
                + "\"t\":\"2017-07-16T19:20:30.5Z\",\"b\":[true,null]}]");
            var room = new byte[json.Length];
            ReadOnce(json, room);
            int before = GC.CollectionCount(0);
            for (int i = 0; i < 100000 / JsonSamples.OneIn; i++)
            {
                ReadOnce(json, room);
            }
            int collections = GC.CollectionCount(0) - before;
            Check.True(collections <= 1, "collections: " + collections);
        }

        private static void ReadOnce(byte[] json, byte[] room)
        {
            var reader = new JsonReader(json);
            while (reader.Read())
            {
                switch (reader.TokenType)
                {
                    case JsonTokenKind.String:
                        reader.CopyString(new Span<byte>(room));
                        DateTime time;
                        reader.TryGetDateTime(out time);
                        break;
                    case JsonTokenKind.PropertyName:
                        reader.ValueTextEquals("name");
                        break;
                    case JsonTokenKind.Number:
                        long integer;
                        reader.TryGetInt64(out integer);
                        double number;
                        reader.TryGetDouble(out number);
                        break;
                }
            }
        }

        /// <summary>
        /// Our own floats are those of a runtime that is exact. A product of 64 bits and integers of any
        /// length, which more digits ask for, give the same.
        /// </summary>
        [Test]
        internal static void OwnFloatsAreNearest()
        {
            Random random = new Random(17);
            for (int i = 0; i < 20000; i += Check.OneInInterpreted)
            {
                // Some lie half-way between two doubles, or beside such a place.
                ulong digits = i % 4 == 0 ? (((ulong)random.Next() << 22 | (ulong)random.Next(1 << 22)) | 1UL << 53) * 2 + 1
                    : (ulong)random.Next() * (ulong)random.Next() >> random.Next(60);
                string text = (digits + (ulong)(i & 8) / 8).ToString();
                string exponent = i % 4 == 1 ? "e" + random.Next(-40, 30) : i % 64 == 2 ? "E" + random.Next(-350, 310) : "";
                string number = i % 4 == 2 ? "-0." + new string('0', random.Next(12)) + text
                    : i % 4 == 1 ? text + ".0" : text.Insert(random.Next(1, text.Length + 1), ".") + "0";
                SameFloats(number + exponent, number + new string('0', 20) + exponent);
            }
            foreach (string number in new[]
            {
                "0.0", "-0.0", "4.9406564584124654", "2.4703282292062327", "2.4703282292062328", "2.2250738585072011", "1.7976931348623158",
                "1.7976931348623159", "1.4012984643248170", "3.4028235677973366", "9007199254740993.0", "16777217.0",
            })
            {
                foreach (string exponent in new[] { "", "e-324", "e-308", "e308", "e-45", "e38", "e-9999999999", "e9999999999" })
                {
                    SameFloats(number + exponent, number + new string('0', 900) + exponent);
                }
            }
        }

        private static void SameFloats(string number, string withZeros)
        {
            byte[] bytes = Encoding.ASCII.GetBytes(number);
            byte[] longer = Encoding.ASCII.GetBytes(withZeros);
            double wide = OwnFloats.ReadDouble(bytes);
            float narrow = OwnFloats.ReadSingle(bytes);
            SameBits(OwnFloats.ReadDouble(longer), wide, withZeros);
            SameBits(OwnFloats.ReadSingle(longer), narrow, withZeros);
            // Without a choice to make, these are the same call.
            SameBits(JsonReaderNumbers.Double(bytes), wide, number);
            SameBits(JsonReaderNumbers.Single(bytes), narrow, number);
        }

        private static void SameBits(double expected, double actual, string number)
        {
            Check.Equal(BitConverter.DoubleToInt64Bits(expected), BitConverter.DoubleToInt64Bits(actual), number);
        }

        /// <summary>
        /// At any length and position the reader sees a unit that is not plain, and it sees none after the text.
        /// </summary>
        [Test]
        internal static void WhatIsNotPlainIsSeenAnywhere()
        {
            string[] kinds = { "", "\\n", "\xC3\xA9", "\x1F", "\x00", "\x7F" };
            for (int len = 0; len <= 140; len++)
            {
                var plain = new string('p', len);
                int step = len < 40 ? 1 : 1 + Check.OneIn / 4;
                for (int at = 0; at <= len; at += step)
                {
                    foreach (string kind in kinds)
                    {
                        string text = plain.Substring(0, at) + kind + plain.Substring(at);
                        SeenIn("\"" + text + "\"", at, kind);
                        SeenIn("\"" + text + "\" \x01\"\\\xFF", at, kind);
                        SeenIn("\"" + text + "\"" + new string(' ', 40), at, kind);
                    }
                }
            }
        }

        private static void SeenIn(string latin1, int at, string kind)
        {
            var reader = new JsonReader(Latin1(latin1));
            string seen = "";
            try
            {
                reader.Read();
                seen = reader.GetString();
            }
            catch (JsonReadException e) when (e.Error == JsonReadError.ControlUnescaped)
            {
                Check.True((kind == "\x1F" || kind == "\x00") && e.Offset == 1 + at, latin1);
                return;
            }
            int end = latin1.IndexOf('"', 1);
            string expected = latin1.Substring(1, end - 1).Replace("\\n", "\n").Replace("\xC3\xA9", "\u00E9");
            Check.Equal(expected, seen, latin1);
        }

        private static JsonReadOptions Strict(JsonComments handling)
        {
            return new JsonReadOptions { Policy = JsonTextPolicy.Strict, CommentHandling = handling };
        }

        // A byte for each character.
        private static byte[] Latin1(string text)
        {
            var bytes = new byte[text.Length];
            for (int i = 0; i < bytes.Length; i++)
            {
                bytes[i] = (byte)text[i];
            }
            return bytes;
        }

        /// <summary>Each character at each place of a date and time, with the verdict of the runtime's own parser.</summary>
        [Test]
        internal static void EveryCharacterOfADate()
        {
            const string Date = "2016-02-29T05:30";
            for (int place = 0; place < Date.Length; place++)
            {
                for (char unit = ' '; unit < '\u007F'; unit++)
                {
                    if (unit == '"' || unit == '\\')
                    {
                        continue;
                    }
                    string text = Date.Substring(0, place) + unit + Date.Substring(place + 1);
                    DateTime expected;
                    bool isDate = DateTime.TryParseExact(text, "yyyy-MM-dd'T'HH:mm", System.Globalization.CultureInfo.InvariantCulture,
                        System.Globalization.DateTimeStyles.None, out expected);
                    JsonReader reader = new JsonReader(Encoding.ASCII.GetBytes("\"" + text + "\""));
                    reader.Read();
                    DateTime time;
                    Check.Equal(isDate, reader.TryGetDateTime(out time), text);
                    Check.Equal(isDate ? expected : default(DateTime), time, text);
                }
            }
        }
    }
}
