using System;
using System.Collections.Generic;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>
    /// What a reader does after an error: every call refuses the text again, and a value that cannot be converted is read as another
    /// type or passed.
    /// </summary>
    internal static class ReaderAfterErrorsTests
    {
        private static readonly string[] Documents =
        {
            "{\"a\":[1,-2.5e3,\"x\\u0041,{},[7],\\\"\",true,null],\"b\":{\"c\":\"d\"}} ", "/* [1] */ [1, // [2]\n 3]", "\"[1,2]\\n\"",
            "[[],{},\"\\ud83d\\ude00\",\"\u20ac,[1]\"]", "[false , -0.5E+1 , {\"x\" : [ ] } ]",
        };

        private const string Damage = "\"\\,:[]{}1x/*- \n\u0001";

        [Test]
        internal static void EveryErrorStays()
        {
            int refused = 0;
            int first = -1;
            foreach (JsonReadOptions options in new[]
            {
                new JsonReadOptions(), new JsonReadOptions { CommentHandling = JsonComments.Skip },
                new JsonReadOptions { CommentHandling = JsonComments.Allow, AllowTrailingCommas = true },
                new JsonReadOptions { Policy = JsonTextPolicy.Strict, AllowMultipleValues = true },
            })
            {
                // Each option has other places.
                first++;
                foreach (string text in Documents)
                {
                    byte[] json = Encoding.UTF8.GetBytes(text);
                    for (int at = first; at < json.Length; at += Check.OneInInterpreted == 1 ? 4 : 13)
                    {
                        foreach (char damage in Damage)
                        {
                            byte[] damaged = (byte[])json.Clone();
                            damaged[at] = (byte)damage;
                            refused += Stays(damaged, options, true) + Stays(damaged, options, false);
                            Array.Resize(ref damaged, at + 1);
                            refused += Stays(damaged, options, true) + Stays(damaged, options, false);
                        }
                    }
                }
            }
            Check.True(refused > 300, refused + " were refused");
        }

        // Returns 1 if the text is refused.
        private static int Stays(byte[] json, JsonReadOptions options, bool isFinal)
        {
            JsonReader reader = new JsonReader(json, isFinal, new JsonReadState(options));
            JsonReadException first = null;
            try
            {
                while (reader.Read())
                {
                }
                return 0;
            }
            catch (JsonReadException fault)
            {
                first = fault;
            }
            for (int times = 0; times < 2; times++)
            {
                try
                {
                    bool read = reader.Read();
                    throw new FailedException(Encoding.UTF8.GetString(json) + ": " + first.Message + " Then " + read + ", "
                        + reader.TokenType);
                }
                catch (JsonReadException again)
                {
                    Check.Equal(first.Error + " " + first.Message + first.Offset, again.Error + " " + again.Message + again.Offset,
                        Encoding.UTF8.GetString(json));
                }
            }
            return 1;
        }

        private delegate void Call(ref JsonReader reader);

        /// <summary>The tokens around a value stay the same, whichever method refuses it.</summary>
        [Test]
        internal static void RefusedValuesAreNotConsumed()
        {
            Call[] calls =
            {
                (ref JsonReader reader) => reader.GetInt32(), (ref JsonReader reader) => reader.GetUInt64(),
                (ref JsonReader reader) => reader.GetDouble(), (ref JsonReader reader) => reader.GetDecimal(),
                (ref JsonReader reader) => reader.GetBoolean(), (ref JsonReader reader) => reader.GetGuid(),
                (ref JsonReader reader) => reader.GetDateTime(), (ref JsonReader reader) => reader.GetDateTimeOffset(),
                (ref JsonReader reader) => reader.GetString(), (ref JsonReader reader) => reader.GetComment(),
                (ref JsonReader reader) => reader.CopyString(new byte[1]), (ref JsonReader reader) => reader.CopyString(new char[1]),
                (ref JsonReader reader) => reader.ValueTextEquals("ab"), (ref JsonReader reader) => reader.ValueTextEquals(new byte[2]),
                (ref JsonReader reader) =>
                {
                    byte[] bytes;
                    reader.TryGetBase64(out bytes);
                },
                (ref JsonReader reader) =>
                {
                    ReadOnlySpan<byte> utf8;
                    reader.TryGetUtf8(out utf8);
                },
            };
            byte[] illFormed = Encoding.UTF8.GetBytes("[\",{},[7],");
            Array.Resize(ref illFormed, illFormed.Length + 3);
            illFormed[illFormed.Length - 3] = 0xFF;
            illFormed[illFormed.Length - 2] = (byte)'"';
            illFormed[illFormed.Length - 1] = (byte)']';
            List<byte[]> all = new List<byte[]> { illFormed };
            foreach (string text in new[] { Documents[0], Documents[3], "[\",{},[7],\\ud800\",\"b\"]", "{\"\\udc00\":[1e999]}",
                "[\"AA!A\",\"AAA\",\"AAAA\\n\",\"AA\\ud800\",\"AAAA\"]" })
            {
                all.Add(Encoding.UTF8.GetBytes(text));
            }
            foreach (byte[] json in all)
            {
                string tokens = Tokens(json, (ref JsonReader reader) => { });
                foreach (Call call in calls)
                {
                    Check.Equal(tokens, Tokens(json, call), Encoding.UTF8.GetString(json));
                }
            }
        }

        private static string Tokens(byte[] json, Call call)
        {
            StringBuilder tokens = new StringBuilder();
            JsonReader reader = new JsonReader(json);
            while (reader.Read())
            {
                try
                {
                    call(ref reader);
                }
                catch (Exception fault) when (fault is InvalidOperationException || fault is FormatException || fault is ArgumentException)
                {
                    // Of another type.
                }
                tokens.Append(reader.TokenType).Append(' ').Append(reader.TokenStartIndex).Append(' ')
                    .Append(reader.ValueSpan.Length).Append(' ').Append(reader.BytesConsumed).Append('\n');
            }
            return tokens.ToString();
        }
    }
}
