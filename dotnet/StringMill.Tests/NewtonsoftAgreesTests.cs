using System;
using System.Reflection;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>
    /// The same bytes as Newtonsoft.Json, which is loaded from the folder of the tests when they run.
    /// </summary>
    internal static class NewtonsoftAgreesTests
    {
        private static readonly string[] Profiles =
        {
            "newtonsoft", "newtonsoft:escape-non-ascii", "newtonsoft:escape-html",
        };

        private static readonly Func<int, string, string> Theirs = Find();

        /// <summary><c>JsonConvert.ToString</c> with an escape handling, by the number of its profile here.</summary>
        private static Func<int, string, string> Find()
        {
            Assembly assembly = Assembly.Load("Newtonsoft.Json");
            Type handling = assembly.GetType("Newtonsoft.Json.StringEscapeHandling", true);
            Type convert = assembly.GetType("Newtonsoft.Json.JsonConvert", true);
            MethodInfo method = convert.GetMethod("ToString", new[] { typeof(string), typeof(char), handling });
            object[] kinds =
            {
                Enum.Parse(handling, "Default"), Enum.Parse(handling, "EscapeNonAscii"),
                Enum.Parse(handling, "EscapeHtml"),
            };
            return (kind, text) => (string)method.Invoke(null, new[] { text, '"', kinds[kind] });
        }

        [Test]
        internal static void EveryUnitOfUtf16()
        {
            for (int kind = 0; kind < Profiles.Length; kind++)
            {
                JsonEncoder encoder = Ours(kind);
                StringBuilder block = new StringBuilder();
                for (int unit = 0; unit <= 0xFFFF; unit++)
                {
                    block.Append((char)unit);
                    if (unit % 64 == 63)
                    {
                        Compare(kind, encoder, block.ToString());
                        block.Clear();
                    }
                }
            }
        }

        [Test]
        internal static void SupplementaryCharacters()
        {
            for (int kind = 0; kind < Profiles.Length; kind++)
            {
                JsonEncoder encoder = Ours(kind);
                for (int code = 0x10000; code <= 0x10FFFF; code += 1021 * Check.OneIn)
                {
                    Compare(kind, encoder, "a" + char.ConvertFromUtf32(code));
                }
            }
        }

        /// <summary>It escapes half a pair where it escapes all that is not ASCII.</summary>
        private static JsonEncoder Ours(int kind)
        {
            JsonEncoder encoder = JsonEncoder.Of(Profiles[kind]);
            return kind == 1 ? encoder.OnIllFormed(IllFormed.Replace, IllFormedUtf16.Escape) : encoder;
        }

        /// <summary>Elsewhere it keeps half a pair in its string; what it writes to a stream is then U+FFFD.</summary>
        private static void Compare(int kind, JsonEncoder encoder, string text)
        {
            string quoted = Theirs(kind, text);
            byte[] expected = Encoding.UTF8.GetBytes(quoted.Substring(1, quoted.Length - 2));
            byte[] ours = encoder.Escape(text);
            if (!Check.Same(expected, ours, ours.Length))
            {
                Check.Bytes(expected, ours, Profiles[kind] + ", from U+" + ((int)text[0]).ToString("X4"));
            }
        }
    }
}
