using System;

namespace StringMill.Tests
{
    /// <summary>Which kernels run, and that both kinds do the same.</summary>
    internal static unsafe class KernelsTests
    {
        private const int RoomLen = 1200;

        private static readonly string[] Profiles =
        {
            "json", "dotnet", "dotnet-relaxed", "newtonsoft", "ion", "terminal", "php", "ascii:delete",
        };

        private static readonly string[] Kinds =
        {
            "a", "plain ascii of some length, more than a word", "\"", "\\", "<", "&", "'", ">", "`", "+", "/", "\u007f",
            "\u0000", "\n", "\u0085", "\u00e9", "\u0436\u0437\u0438", "\u2028", "\u6f22\u5b57", "\ufeff", "\ufffd", "\uffff",
            "\ud83d\ude00", "\ud800", "\udc00", "\udbff\udfff",
        };

        /// <summary>One call of a kernel, and what came of it.</summary>
        private struct Outcome
        {
            internal int Error;
            internal int Read;
            internal int Written;
            internal byte[] Room;
        }

        /// <summary>What tools/run dotnet has arranged for: a library that is there, is missing, or is forced.</summary>
        [Test]
        internal static void SaysWhichKernelsRunAndWhyNotOthers()
        {
            string expected = Environment.GetEnvironmentVariable("STRINGMILL_EXPECT_KERNELS") ?? "kernels: ";
            Check.True(JsonEncoder.Kernels.StartsWith(expected, StringComparison.Ordinal),
                "expected '" + expected + "', got '" + JsonEncoder.Kernels + "'");
        }

        [Test]
        internal static void LackOfNativeIsTracedOnce()
        {
            bool runs = JsonEncoder.Kernels.StartsWith("kernels: native", StringComparison.Ordinal);
            Check.Equal(runs ? "" : "StringMill: " + JsonEncoder.Kernels, Runner.Traced.ToString().Trim(), "trace");
        }

        [Test]
        internal static void WhatIsForcedAndMissingIsAnException()
        {
            bool missing = JsonEncoder.Kernels.StartsWith("STRINGMILL_KERNELS is native", StringComparison.Ordinal);
            string said = missing ? "none" : JsonEncoder.Kernels;
            try
            {
                JsonEncoder.Of("json").Escape("text");
            }
            catch (InvalidOperationException e)
            {
                said = e.Message;
            }
            Check.Equal(JsonEncoder.Kernels, said, "what a call says");
        }

        [Test]
        internal static void BothKindsEscapeUtf16Alike()
        {
            if (NativeKernels.Probe() != null)
            {
                return;
            }
            Random random = new Random(11);
            foreach (JsonRules rules in AllRules())
            {
                for (int turn = 0; turn < 600 / Check.OneIn; turn++)
                {
                    string text = Text(random, random.Next(random.Next(10) == 0 ? 150 : 12));
                    int cap = Cap(random, text.Length);
                    bool more = random.Next(2) == 0;
                    fixed (char* src = text)
                    {
                        Outcome pure = New(cap);
                        Outcome other = New(cap);
                        fixed (byte* left = pure.Room, right = other.Room)
                        {
                            pure.Error = PureKernels.EscapeUtf16(rules, src, text.Length, left, cap, more, out pure.Read,
                                out pure.Written);
                            other.Error = NativeKernels.EscapeUtf16(rules, src, text.Length, right, cap, more,
                                out other.Read, out other.Written);
                        }
                        Compare(pure, other, rules.Profile + ", UTF-16, room " + cap + (more ? ", more: " : ": ") + text);
                    }
                }
            }
        }

        [Test]
        internal static void BothKindsTreatUtf8Alike()
        {
            if (NativeKernels.Probe() != null)
            {
                return;
            }
            Random random = new Random(12);
            foreach (JsonRules rules in AllRules())
            {
                for (int turn = 0; turn < 600 / Check.OneIn; turn++)
                {
                    byte[] text = System.Text.Encoding.UTF8.GetBytes(Text(random, random.Next(12)));
                    Damage(random, text);
                    CompareUtf8(rules, text, Cap(random, text.Length), random.Next(2) == 0);
                }
            }
        }

        private static void CompareUtf8(JsonRules rules, byte[] text, int cap, bool more)
        {
            string name = rules + ", UTF-8 " + BitConverter.ToString(text) + ", room " + cap + (more ? ", more" : "");
            Outcome[] pure = { New(cap), New(cap), New(0), New(0) };
            Outcome[] other = { New(cap), New(cap), New(0), New(0) };
            LoneSurrogates surrogates = rules.Policy == IllFormed.Replace ? LoneSurrogates.Replace : LoneSurrogates.Reject;
            fixed (byte* src = text)
            fixed (byte* left0 = pure[0].Room, left1 = pure[1].Room, right0 = other[0].Room, right1 = other[1].Room)
            {
                pure[0].Error = PureKernels.EscapeUtf8(rules, src, text.Length, left0, cap, more, out pure[0].Read,
                    out pure[0].Written);
                other[0].Error = NativeKernels.EscapeUtf8(rules, src, text.Length, right0, cap, more, out other[0].Read,
                    out other[0].Written);
                pure[1].Error = PureKernels.UnescapeUtf8(surrogates, src, text.Length, left1, cap, more,
                    out pure[1].Read, out pure[1].Written);
                other[1].Error = NativeKernels.UnescapeUtf8(surrogates, src, text.Length, right1, cap, more,
                    out other[1].Read, out other[1].Written);
                pure[2].Error = PureKernels.ValidateUtf8(src, text.Length, more, out pure[2].Read);
                other[2].Error = NativeKernels.ValidateUtf8(src, text.Length, more, out other[2].Read);
                pure[3].Read = PlainText.FindEndByWords(src, text.Length, false);
                other[3].Read = NativeKernels.FindSpecial(src, text.Length);
            }
            for (int i = 0; i < pure.Length; i++)
            {
                Compare(pure[i], other[i], name + ", operation " + i);
            }
        }

        [Test]
        internal static void BothKindsMakeTheSameUtf16()
        {
            if (NativeKernels.Probe() != null)
            {
                return;
            }
            Random random = new Random(13);
            string[] escapes = { "\\n", "\\\"", "\\u00e9", "\\u20AC", "\\ud83d\\ude00", "\\ud800", "\\udc00", "\\/" };
            for (int turn = 0; turn < 20000 / Check.OneIn; turn++)
            {
                bool escaped = random.Next(2) == 0;
                string text = "";
                for (int pieces = random.Next(30); pieces > 0; pieces--)
                {
                    string plain = Text(random, 1).Replace('\\', '/').Replace('"', '/').Replace('\n', ' ')
                        .Replace('\0', ' ');
                    text += escaped && random.Next(3) == 0 ? escapes[random.Next(escapes.Length)] : plain;
                }
                byte[] bytes = System.Text.Encoding.UTF8.GetBytes(text);
                if (random.Next(4) == 0 && !escaped)
                {
                    Damage(random, bytes);
                }
                CompareUtf16(bytes, escaped);
            }
        }

        private static void CompareUtf16(byte[] text, bool escaped)
        {
            char[] pure = new char[text.Length + 1];
            char[] other = new char[text.Length + 1];
            fixed (byte* src = text)
            fixed (char* left = pure, right = other)
            {
                int units = JsonReaderText.ToUtf16(src, text.Length, escaped, left);
                string name = (escaped ? "escaped " : "plain ") + BitConverter.ToString(text);
                Check.Equal(units, NativeKernels.UnescapeUtf16(src, text.Length, escaped, right), name);
                for (int i = 0; i < units; i++)
                {
                    Check.True(left[i] == right[i], name + ", unit " + i);
                }
            }
        }

        /// <summary>
        /// Texts of one repeated character with another one at every position, of every length to three vectors and two:
        /// escaped and scanned by every function. The expectation escapes each character alone, without vectors.
        /// </summary>
        [Test]
        internal static void OneAtEveryPlace()
        {
            string[] fillers = { "a", "\u0436" };
            string[] others =
            {
                "a", " ", "\"", "<", "/", "\u0000", "\u007f", "\u00a0", "\u0100", "\u0378", "\u3040", "\u6f22", "\u8000",
                "\ud7ff", "\ue000", "\uff00", "\uffff", "\ud83d\ude00", "\ud83d", "\ude00",
            };
            int step = Runner.IsInterpreted ? 61 : Check.OneIn == 1 ? 1 : 13;
            int number = 0;
            foreach (string profile in new[] { "dotnet", "dotnet-relaxed", "json", "php", "ion", "terminal" })
            {
                JsonRules rules = new JsonRules(Profile.Of(profile), IllFormed.Replace, IllFormedUtf16.Replace);
                foreach (string filler in fillers)
                {
                    foreach (string other in others)
                    {
                        for (int len = 1; len <= 3 * 32 + 2; len++)
                        {
                            for (int place = number++ % step; place < len; place += step)
                            {
                                CompareWithSingles(rules, filler, place, other, len - 1 - place);
                            }
                        }
                    }
                }
            }
        }

        /// <summary>
        /// Every code unit among letters of one page to four, of which those that search by pages keep one; beside the ranges
        /// of the profile.
        /// </summary>
        [Test]
        internal static void EveryUnitAmongOthers()
        {
            const string Letters = "aaa\u00e9\u0436\u0436\u03b1\u3042\u4e9e\u6f22\uac00\uff0c\u0905\u0e01";
            Random random = new Random(16);
            int step = Runner.IsInterpreted ? 61 : Check.OneIn == 1 ? 1 : 13;
            int first = 0;
            foreach (string name in new[] { "dotnet-relaxed", "dotnet-relaxed:net-core", "json", "ion", "terminal" })
            {
                JsonRules rules = new JsonRules(Profile.Of(name), IllFormed.Replace, IllFormedUtf16.Replace);
                for (int unit = first++ % step; unit <= 0xFFFF; unit += step)
                {
                    string pages = "";
                    while (pages.Length < 1 + unit % 4)
                    {
                        pages += Letters[random.Next(Letters.Length)];
                    }
                    char[] text = new char[random.Next(1, 3 * 32 + 2)];
                    for (int i = 0; i < text.Length; i++)
                    {
                        text[i] = pages[random.Next(pages.Length)];
                    }
                    text[random.Next(text.Length)] = (char)unit;
                    int plain = 0;
                    while (plain < text.Length && !IsStop(rules, text[plain]))
                    {
                        plain++;
                    }
                    fixed (char* src = text)
                    {
                        string says = name + ", " + unit.ToString("X4") + " in " + new string(text);
                        Check.Equal(plain, PureKernels.PlainPrefixUtf16(rules, src, text.Length), says);
                        Check.Equal(plain, KernelDriver.PlainPrefixUtf16(rules, src, text.Length), says + ", as chosen");
                    }
                }
            }
        }

        private static bool IsStop(JsonRules rules, char unit)
        {
            return unit < 0x80 ? rules.NeedsEscape[unit] != 0 : char.IsSurrogate(unit) || rules.Profile.EscapesNonAscii(unit);
        }

        private static void CompareWithSingles(JsonRules rules, string filler, int before, string other, int after)
        {
            string text = new string(filler[0], before) + other + new string(filler[0], after);
            string fill = Single(rules, filler);
            string one = Single(rules, other);
            string expected = Repeated(fill, before) + one + Repeated(fill, after);
            bool isWell = other.Length == 2 || !char.IsSurrogate(other[0]);
            int plain = fill != filler && before > 0 ? 0 : one != other || !isWell ? before : fill != filler
                ? before + other.Length : text.Length;
            string name = rules + ", " + before + " '" + filler + "', then '" + other + "', then " + after;
            // The kernels must not count the units after the text.
            fixed (char* src = text + "aaa\"")
            {
                byte[] room = new byte[2 * RoomLen];
                byte[] bytes = System.Text.Encoding.UTF8.GetBytes(expected);
                // All the room that it needs, and one byte less.
                for (int less = 0; less <= 1; less++)
                {
                    int read;
                    int written;
                    fixed (byte* dst = room)
                    {
                        room[bytes.Length - less] = 0xAA;
                        PureKernels.EscapeUtf16(rules, src, text.Length, dst, bytes.Length - less, false, out read, out written);
                        Check.Equal(0xAA, (int)room[bytes.Length - less], name + ", behind the room");
                        Check.True(less == 0 ? read == text.Length && written == bytes.Length : read < text.Length,
                            name + ", read " + read + ", written " + written);
                        KernelDriver.EscapeUtf16(rules, src, text.Length, dst, bytes.Length - less, false, out read, out written);
                        Check.True(less == 0 ? read == text.Length && written == bytes.Length : read < text.Length,
                            name + ", as chosen: read " + read + ", written " + written);
                    }
                    Check.True(Begins(bytes, room, written), name);
                }
                Check.Equal(plain, KernelDriver.PlainPrefixUtf16(rules, src, text.Length), name + ", plain");
                Check.Equal(plain, PureKernels.PlainPrefixUtf16(rules, src, text.Length), name + ", plain, pure");
                bool isPlain = KernelDriver.IsPlainUtf16(rules, src, text.Length);
                // Where Mono interprets, not all that is plain is found to be.
                Check.True(isPlain ? plain == text.Length
                    : plain < text.Length || Runner.RuntimeName() == "mono-interpreter", name + ", is it plain: " + isPlain);
            }
            if (isWell)
            {
                CompareUtf8WithSingles(rules, text, expected, plain, name);
            }
        }

        private static void CompareUtf8WithSingles(JsonRules rules, string text, string expected, int plain, string name)
        {
            byte[] utf8 = System.Text.Encoding.UTF8.GetBytes(text + "aaa\"");
            int len = utf8.Length - 4;
            byte[] bytes = System.Text.Encoding.UTF8.GetBytes(expected);
            byte[] room = new byte[bytes.Length + 1];
            int plainBytes = System.Text.Encoding.UTF8.GetByteCount(text.Substring(0, plain));
            fixed (byte* src = utf8, dst = room)
            {
                for (int less = 0; less <= 1; less++)
                {
                    int read;
                    int written;
                    room[bytes.Length - less] = 0xAA;
                    PureKernels.EscapeUtf8(rules, src, len, dst, bytes.Length - less, false, out read, out written);
                    Check.Equal(0xAA, (int)room[bytes.Length - less], name + ", UTF-8, behind the room");
                    Check.True(less == 0 ? read == len && written == bytes.Length : read < len,
                        name + ", UTF-8, read " + read + ", written " + written);
                    Check.True(Begins(bytes, room, written), name + ", UTF-8");
                    KernelDriver.EscapeUtf8(rules, src, len, dst, bytes.Length - less, false, out read, out written);
                    Check.True(less == 0 ? read == len && written == bytes.Length : read < len,
                        name + ", UTF-8, as chosen: read " + read + ", written " + written);
                    Check.True(Begins(bytes, room, written), name + ", UTF-8, as chosen");
                }
                Check.Equal(plainBytes, PureKernels.PlainPrefixUtf8(rules, src, len), name + ", plain bytes");
            }
        }

        private static bool Begins(byte[] expected, byte[] room, int len)
        {
            int same = 0;
            while (same < len && expected[same] == room[same])
            {
                same++;
            }
            return same == len;
        }

        private static string Single(JsonRules rules, string text)
        {
            byte[] room = new byte[RoomLen];
            int read;
            int written;
            fixed (char* src = text)
            fixed (byte* dst = room)
            {
                PureKernels.EscapeUtf16(rules, src, text.Length, dst, RoomLen, false, out read, out written);
            }
            return System.Text.Encoding.UTF8.GetString(room, 0, written);
        }

        private static string Repeated(string text, int count)
        {
            return new System.Text.StringBuilder().Insert(0, text, count).ToString();
        }

        private static JsonRules[] AllRules()
        {
            IllFormed[] policies = { IllFormed.Reject, IllFormed.Replace, IllFormed.Copy };
            IllFormedUtf16[] policiesUtf16 = { IllFormedUtf16.Reject, IllFormedUtf16.Replace, IllFormedUtf16.Escape };
            JsonRules[] all = new JsonRules[3 * Profiles.Length];
            for (int i = 0; i < all.Length; i++)
            {
                Profile profile = Profile.Of(Profiles[i / 3]);
                bool refuses = profile.RefusesSurrogates && i % 3 == 2;
                all[i] = new JsonRules(profile, policies[i % 3], policiesUtf16[refuses ? 0 : i % 3]);
            }
            return all;
        }

        private static string Text(Random random, int pieces)
        {
            string text = "";
            for (int i = 0; i < pieces; i++)
            {
                text += Kinds[random.Next(Kinds.Length)];
            }
            return text.Length * 6 <= RoomLen ? text : text.Substring(0, RoomLen / 6);
        }

        /// <summary>A byte here and there becomes another, often one that begins or continues a sequence.</summary>
        private static void Damage(Random random, byte[] text)
        {
            for (int i = random.Next(4); i > 0 && text.Length > 0; i--)
            {
                int at = random.Next(text.Length);
                text[at] = random.Next(3) == 0 ? (byte)'\\' : (byte)random.Next(0x78, 0x100);
            }
        }

        private static int Cap(Random random, int len)
        {
            return random.Next(3) == 0 ? random.Next(len + 1) : RoomLen;
        }

        private static Outcome New(int cap)
        {
            return new Outcome { Room = new byte[cap + 1] };
        }

        private static void Compare(Outcome pure, Outcome other, string name)
        {
            Check.Equal(pure.Error, other.Error, name + ", error");
            Check.Equal(pure.Read, other.Read, name + ", read");
            if (pure.Error == 0)
            {
                Check.Equal(pure.Written, other.Written, name + ", written");
                for (int i = 0; i < pure.Written; i++)
                {
                    Check.True(pure.Room[i] == other.Room[i], name + ", byte " + i);
                }
            }
        }
    }
}
