using System;
using System.Collections.Generic;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>Texts of JSON by the number of a seed: the same on every runtime, valid and damaged.</summary>
    internal sealed class JsonSamples
    {
        private static readonly string[] Blanks = { "", "", "", "", " ", "\n", "\r\n", "\t", "  \n   ", "        " };

        private static readonly string[] Comments =
        {
            "//\n", "// a\r\n", "/**/", "/* a */", "/* a\n b\n*/", "//b\r", "/*/ * /*/", "// \u00E9\n",
            "/* \u2028 */", "//\u2028\n",
        };

        private static readonly string[] Numbers =
        {
            "0", "-0", "1", "-1", "12", "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295",
            "4294967296",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
            "18446744073709551615", "18446744073709551616", "0.0", "-0.0", "1.5", "0.1", "1e5", "1E+5", "1e-5",
            "1.25e2",
            "1e22", "1e23", "1e308", "1.7976931348623157e308", "1e309", "-1e400", "4.9e-324", "1e-400",
            "123456789012345678901234567890",
            "0.30000000000000004", "9007199254740993", "79228162514264337593543950335", "79228162514264337593543950336",
            "0.0000000000000000000000000001", "3.4028235e38", "3.5e38", "1.00", "100e-2", "0e10", "0.000e-5", "1e99999",
        };

        private static readonly string[] Dates =
        {
            "2017-07-16", "2017-07-16T19:20", "2017-07-16T19:20Z", "2017-07-16T19:20:30", "2017-07-16T19:20:30.4",
            "2017-07-16T19:20:30.4555555Z", "2017-07-16T19:20:30.45555559+14:00", "2017-02-29", "2016-02-29T24:00",
            "2017-07-16T19:20:60", "0000-01-01", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59.9999999-14:00",
            "2017-07-16T19:20:30.", "2017-07-16T19:20:30+01", "2017-07-16T19:20:30+01:0", "2017-07-16T19:20:30+14:01",
            "2017-07-16T19:20:30.1234567890123456Z", "2017-07-16T19:20:30.12345678901234567Z", "2017-07-16 19:20",
            "2017-13-01",
            "2017-07-16T19:20:30-00:00", "2017-07-16T19:20+15:00", "2017-07-16t19:20", "2017-7-16",
            "2017-07-16T19:20:3", "6f9619ff-8b86-d011-b42d-00c04fc964ff", "6F9619FF-8B86-D011-B42D-00C04FC964FF",
            "\\u0036f9619ff\\u002D8b86-d011-b42d-00c04fc964ff", "6f9619ff8b86d011b42d00c04fc964ff",
            "{6f9619ff-8b86-d011-b42d-00c04fc964ff}", "6f9619ff-8b86-d011-b42d-00c04fc964f", "6f9619ff-8b86-d011-b42d-00c04fc964fff",
            "6f9619ff-8b86-d011-b42d-00c04fc964fg",
        };

        private static readonly string[] Pieces =
        {
            "a", "text", "\\n", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r", "\\t", "\\u0041", "\\u00e9", "\\u20AC",
            "\\ud83d\\ude00",
            "\\u0000", "\u00E9", "\u20AC", "\U0001F600", "\u007F", "\u0431\u0443\u043A\u0432\u044B",
            "0123456789abcdef0123456789", "//", "/*", "{}[],:", " ",
        };

        // What damages a text beside chance: it is set into it whole.
        private static readonly string[] Damages =
        {
            "\\ud800", "\\udc00", "\\ud800\\u0041", "\\ud800\\ud800", "\\ud800x", "\\u12", "\\u12g4", "\\x",
            "\\U0041", "\\'", "'", "\"",
            "\n", "\0", "\x1F", ",", ",,", ":", "{", "}", "[", "]", "tru", "nul", "fals", "true", "null", "falsey",
            "-", "+1", "01", "-01",
            "1.", ".5", "1e", "1e+", "1.e5", "1.5x", "0x1", "NaN", "/", "//", "/*", "*/", "/* */", "//\n", "\uFEFF",
            "\u2028", "0", "00", "12a",
        };

        /// <summary>
        /// Uses one seed in this many: fewer in the interpreter, where each takes fifty times as long.
        /// </summary>
        internal static readonly int OneIn = Check.OneIn * (Runner.IsInterpreted ? 25 : 1);

        private ulong state;
        private readonly StringBuilder text = new StringBuilder();

        internal JsonSamples(ulong seed)
        {
            state = seed * 0x9E3779B97F4A7C15 + 0x1234567;
        }

        /// <summary>A number from zero to below the limit.</summary>
        internal int Below(int limit)
        {
            return (int)((Bits() >> 11) % (ulong)limit);
        }

        /// <summary>Any 64 bits but all zeros (xorshift64).</summary>
        internal ulong Bits()
        {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            return state;
        }

        internal string Pick(string[] from)
        {
            return from[Below(from.Length)];
        }

        /// <summary>A text; damaged, and with comments and trailing commas, where the choice says so.</summary>
        internal byte[] Document(bool comments, bool trailingCommas, bool damaged)
        {
            text.Length = 0;
            Blank(comments);
            Value(Below(5), comments, trailingCommas);
            Blank(comments);
            byte[] json = Encoding.UTF8.GetBytes(text.ToString());
            if (damaged)
            {
                for (int times = 1 + Below(2); times > 0; times--)
                {
                    json = Damage(json);
                }
            }
            return json;
        }

        /// <summary>Text to stand in a string, unescaped, with lone surrogates now and then.</summary>
        internal string Text()
        {
            var made = new StringBuilder();
            for (int count = Below(6); count > 0; count--)
            {
                switch (Below(8))
                {
                    case 0: made.Append((char)Below(0x10000)); break;
                    case 1: made.Append((char)Below(0x80)); break;
                    case 2: made.Append((char)(0xD800 + Below(0x800))); break;
                    case 3: made.Append(char.ConvertFromUtf32(0x10000 + Below(0x100000))); break;
                    case 4: made.Append('x', Below(300)); break;
                    default: made.Append(Pick(Pieces)); break;
                }
            }
            return made.ToString();
        }

        private void Blank(bool comments)
        {
            text.Append(Pick(Blanks));
            while (comments && Below(6) == 0)
            {
                text.Append(Pick(Comments));
                text.Append(Pick(Blanks));
            }
        }

        private void Value(int depth, bool comments, bool trailingCommas)
        {
            int kind = Below(depth > 0 ? 8 : 5);
            switch (kind)
            {
                case 0:
                case 1:
                    text.Append(Pick(Numbers));
                    break;
                case 2:
                    text.Append(Pick(new[] { "true", "false", "null" }));
                    break;
                case 3:
                    String();
                    break;
                case 4:
                    text.Append('"').Append(Pick(Dates)).Append('"');
                    break;
                default:
                    bool isObject = kind != 5;
                    int count = Below(4);
                    text.Append(isObject ? '{' : '[');
                    for (int i = 0; i < count; i++)
                    {
                        if (i > 0)
                        {
                            Blank(comments);
                            text.Append(',');
                        }
                        Blank(comments);
                        if (isObject)
                        {
                            String();
                            Blank(false);
                            text.Append(':');
                            Blank(comments);
                        }
                        Value(depth - 1, comments, trailingCommas);
                    }
                    Blank(comments);
                    if (trailingCommas && count > 0 && Below(2) == 0)
                    {
                        text.Append(',');
                        Blank(comments);
                    }
                    text.Append(isObject ? '}' : ']');
                    break;
            }
        }

        private void String()
        {
            text.Append('"');
            for (int count = Below(4); count > 0; count--)
            {
                text.Append(Pick(Pieces));
            }
            text.Append('"');
        }

        private byte[] Damage(byte[] json)
        {
            var bytes = new List<byte>(json);
            int at = Below(bytes.Count + 1);
            switch (Below(6))
            {
                case 0:
                    bytes.RemoveRange(at, bytes.Count - at);
                    break;
                case 1:
                    if (at < bytes.Count)
                    {
                        bytes.RemoveRange(at, Math.Min(bytes.Count - at, 1 + Below(3)));
                    }
                    break;
                case 2:
                    if (at < bytes.Count)
                    {
                        bytes[at] = (byte)Below(256);
                    }
                    break;
                case 3:
                    bytes.Insert(at, (byte)Below(256));
                    break;
                case 4:
                    bytes.InsertRange(at, bytes.GetRange(at, Math.Min(bytes.Count - at, 1 + Below(8))));
                    break;
                default:
                    bytes.InsertRange(at, Encoding.UTF8.GetBytes(Pick(Damages)));
                    break;
            }
            return bytes.ToArray();
        }
    }
}
