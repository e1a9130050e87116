using System;

#if ORACLE
namespace StringMill.Oracle
#else
namespace StringMill.Tests
#endif
{
#if ORACLE
    using System.Text.Json;
    using Reader = System.Text.Json.Utf8JsonReader;
    using Refusal = System.Text.Json.JsonException;
#else
    using JsonCommentHandling = StringMill.JsonComments;
    using JsonReaderOptions = StringMill.JsonReadOptions;
    using JsonReaderState = StringMill.JsonReadState;
    using JsonTokenType = StringMill.JsonTokenKind;
    using Reader = StringMill.JsonReader;
    using Refusal = StringMill.JsonReadException;
#endif

    /// <summary>
    /// All that a reader says of a text, as numbers: compiled once for Utf8JsonReader and once for ours, so that the
    /// two are asked the same. Only arrays go in and out, because the assemblies may differ in their kinds of spans.
    /// </summary>
    public static class ReaderTranscript
    {
        /// <summary>What is asked of a transcript beside tokens and places.</summary>
        public const int Texts = 1 << 8;

        /// <summary>Integers and decimals too.</summary>
        public const int Numbers = 1 << 9;

        /// <summary>Floats too.</summary>
        public const int Floats = 1 << 10;

        /// <summary>Values are passed over with Skip or TrySkip, wherever their number in the text is odd.</summary>
        public const int Skipping = 1 << 11;

        /// <summary>
        /// The option bits: two for comments, one for trailing commas, one for many values, the rest for depth.
        /// </summary>
        public const int TrailingCommas = 1 << 2;

        /// <summary>More than one value at the top.</summary>
        public const int MultipleValues = 1 << 3;

        /// <summary>The lowest bit of the limit of depth, which has four bits; zero is the default.</summary>
        public const int DepthShift = 4;

        private const long Refused = -1000;
        private const long SegmentEnd = -2000;

        /// <summary>The text of the refusal that ended the last transcript, or null.</summary>
        public static string LastMessage { get; private set; }

#if !ORACLE
        /// <summary>The reason of the refusal that ended the last transcript.</summary>
        internal static JsonReadError LastError { get; private set; }

#endif
        /// <summary>Whether these readers know more than one value at the top.</summary>
        public static bool KnowsMultipleValues
        {
            get { return typeof(JsonReaderOptions).GetProperty("AllowMultipleValues") != null; }
        }

        /// <summary>Reads a text in segments.</summary>
        /// <param name="json">The text.</param>
        /// <param name="ends">Where segments end, ascending; the last is the length of the text.</param>
        /// <param name="choice">The options of the reader and what is asked.</param>
        /// <param name="into">Room for the numbers.</param>
        /// <returns>How many numbers there are.</returns>
        public static int Of(byte[] json, int[] ends, int choice, long[] into)
        {
            var state = new JsonReaderState(Options(choice));
            int start = 0;
            int count = 0;
            LastMessage = null;
            for (int segment = 0; segment < ends.Length; segment++)
            {
                bool last = segment == ends.Length - 1;
                var reader = new Reader(new ReadOnlySpan<byte>(json, start, ends[segment] - start), last, state);
                try
                {
                    ReadAll(ref reader, choice, into, ref count);
                }
                catch (Refusal refusal)
                {
                    LastMessage = refusal.Message;
#if !ORACLE
                    LastError = refusal.Error;
#endif
                    into[count++] = Refused;
                    into[count++] = Convert.ToInt64(refusal.LineNumber);
                    into[count++] = Convert.ToInt64(refusal.BytePositionInLine);
                    Place(ref reader, into, ref count);
                    return count;
                }
                into[count++] = SegmentEnd;
                Place(ref reader, into, ref count);
                start += (int)reader.BytesConsumed;
                state = reader.CurrentState;
            }
            return count;
        }

        private static JsonReaderOptions Options(int choice)
        {
            var options = new JsonReaderOptions
            {
                CommentHandling = (JsonCommentHandling)(choice & 3),
                AllowTrailingCommas = (choice & TrailingCommas) != 0,
                MaxDepth = choice >> DepthShift & 15,
            };
            if ((choice & MultipleValues) == 0)
            {
                return options;
            }
            object boxed = options;
            typeof(JsonReaderOptions).GetProperty("AllowMultipleValues").SetValue(boxed, true, null);
            return (JsonReaderOptions)boxed;
        }

        private static void ReadAll(ref Reader reader, int choice, long[] into, ref int count)
        {
            bool skips = false;
            while (reader.Read())
            {
                Place(ref reader, into, ref count);
                into[count++] = Hash(reader.ValueSpan);
                switch (reader.TokenType)
                {
                    case JsonTokenType.PropertyName:
                    case JsonTokenType.String:
                    case JsonTokenType.Comment:
                        if ((choice & Texts) != 0)
                        {
                            AddText(ref reader, into, ref count);
                        }
                        break;
                    case JsonTokenType.Number:
                        if ((choice & Numbers) != 0)
                        {
                            AddNumbers(ref reader, choice, into, ref count);
                        }
                        if ((choice & Floats) != 0)
                        {
                            AddFloats(ref reader, into, ref count);
                        }
                        break;
                }
                skips = !skips;
                if (!skips || (choice & Skipping) == 0)
                {
                    continue;
                }
                into[count++] = reader.TrySkip() ? 1 : 0;
                if (reader.IsFinalBlock)
                {
                    reader.Skip();
                }
                Place(ref reader, into, ref count);
            }
        }

        private static void Place(ref Reader reader, long[] into, ref int count)
        {
            into[count++] = (long)reader.TokenType;
            into[count++] = reader.CurrentDepth;
            into[count++] = reader.TokenStartIndex;
            into[count++] = reader.BytesConsumed;
        }

        private static void AddText(ref Reader reader, long[] into, ref int count)
        {
            try
            {
                string text = reader.TokenType == JsonTokenType.Comment ? reader.GetComment() : reader.GetString();
                into[count++] = Hash(text);
                if (reader.TokenType == JsonTokenType.Comment)
                {
                    return;
                }
                into[count++] = reader.ValueTextEquals(text) ? 1 : 0;
            }
            catch (InvalidOperationException)
            {
                into[count++] = -7;
            }
            if (reader.TokenType != JsonTokenType.String)
            {
                return;
            }
            try
            {
                DateTime time;
                bool found = reader.TryGetDateTime(out time);
                into[count++] = found ? time.Ticks : -1;
                into[count++] = (long)time.Kind;
                DateTimeOffset withOffset;
                found = reader.TryGetDateTimeOffset(out withOffset);
                into[count++] = found ? withOffset.Ticks : -1;
                into[count++] = withOffset.Offset.Ticks;
                Guid guid;
                found = reader.TryGetGuid(out guid);
                into[count++] = found ? 1 : 0;
                into[count++] = Hash(guid.ToByteArray());
            }
            catch (InvalidOperationException)
            {
                into[count++] = -8;
            }
        }

        private static void AddNumbers(ref Reader reader, int choice, long[] into, ref int count)
        {
            int narrow;
            into[count++] = reader.TryGetInt32(out narrow) ? 1 : 0;
            into[count++] = narrow;
            uint narrowUnsigned;
            into[count++] = reader.TryGetUInt32(out narrowUnsigned) ? 1 : 0;
            into[count++] = narrowUnsigned;
            long wide;
            into[count++] = reader.TryGetInt64(out wide) ? 1 : 0;
            into[count++] = wide;
            ulong unsigned;
            into[count++] = reader.TryGetUInt64(out unsigned) ? 1 : 0;
            into[count++] = (long)unsigned;
            decimal number;
            into[count++] = reader.TryGetDecimal(out number) ? 1 : 0;

            // Where floats are not compared, the parser of the other side loses the sign of zero too.
            if (number == 0 && (choice & Floats) == 0)
            {
                number = Math.Abs(number);
            }
            foreach (int bits in decimal.GetBits(number))
            {
                into[count++] = bits;
            }
        }

        private static void AddFloats(ref Reader reader, long[] into, ref int count)
        {
            double wide;
            into[count++] = reader.TryGetDouble(out wide) ? 1 : 0;
            into[count++] = BitConverter.DoubleToInt64Bits(wide);
            float narrow;
            into[count++] = reader.TryGetSingle(out narrow) ? 1 : 0;
            into[count++] = BitConverter.DoubleToInt64Bits(narrow);
        }

        private static long Hash(ReadOnlySpan<byte> bytes)
        {
            long hash = bytes.Length;
            foreach (byte unit in bytes.ToArray())
            {
                hash = hash * 1000003 ^ unit;
            }
            return hash;
        }

        private static long Hash(string text)
        {
            long hash = text.Length;
            foreach (char unit in text)
            {
                hash = hash * 1000003 ^ unit;
            }
            return hash;
        }
    }
}
