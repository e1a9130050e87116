using System;
using System.Globalization;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>What tests say of values, and how much of them they take.</summary>
    internal static class Check
    {
        /// <summary>Runs one case in this many, to save time: STRINGMILL_ONE_IN.</summary>
        internal static readonly int OneIn =
            int.Parse(Environment.GetEnvironmentVariable("STRINGMILL_ONE_IN") ?? "1", CultureInfo.InvariantCulture);

        /// <summary>The same for what takes long in an interpreter alone.</summary>
        internal static readonly int OneInInterpreted = Runner.IsInterpreted ? OneIn : 1;

        /// <summary>The folder in which vectors/ is: STRINGMILL_ROOT.</summary>
        internal static readonly string Root = Environment.GetEnvironmentVariable("STRINGMILL_ROOT") ?? ".";

        internal static void Equal<T>(T expected, T actual, string what)
        {
            if (!Equals(expected, actual))
            {
                throw new FailedException(what + ": expected " + expected + ", got " + actual);
            }
        }

        internal static void True(bool right, string what)
        {
            if (!right)
            {
                throw new FailedException(what);
            }
        }

        internal static void Bytes(byte[] expected, byte[] actual, string what)
        {
            if (!Same(expected, actual, actual.Length))
            {
                int same = 0;
                while (same < expected.Length && same < actual.Length && expected[same] == actual[same])
                {
                    same++;
                }
                throw new FailedException(what + ": expected " + Show(expected, expected.Length) + ", got "
                    + Show(actual, actual.Length) + ", which differ from byte " + same + " on: "
                    + ShowFrom(expected, same) + " and " + ShowFrom(actual, same));
            }
        }

        private static string ShowFrom(byte[] bytes, int from)
        {
            byte[] rest = new byte[bytes.Length - from];
            Buffer.BlockCopy(bytes, from, rest, 0, rest.Length);
            return Show(rest, Math.Min(rest.Length, 40));
        }

        /// <summary>Whether the first bytes of an array are those, and no more.</summary>
        internal static unsafe bool Same(byte[] expected, byte[] actual, int len)
        {
            if (expected.Length != len)
            {
                return false;
            }
            int at = 0;
            fixed (byte* left = expected, right = actual)
            {
                while (len - at >= 8 && *(ulong*)(left + at) == *(ulong*)(right + at))
                {
                    at += 8;
                }
                while (at < len && left[at] == right[at])
                {
                    at++;
                }
            }
            return at == len;
        }

        /// <summary>Bytes for people: ASCII as it is, others in hexadecimal.</summary>
        internal static string Show(byte[] bytes, int len)
        {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < len && i < 200; i++)
            {
                text.Append(bytes[i] >= 0x20 && bytes[i] < 0x7F
                    ? ((char)bytes[i]).ToString()
                    : "<" + bytes[i].ToString("x2", CultureInfo.InvariantCulture) + ">");
            }
            return text.ToString();
        }
    }
}
