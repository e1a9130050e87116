using System;
using System.Globalization;
using System.Runtime.InteropServices;

namespace StringMill
{
    /// <summary>
    /// Floats for runtimes whose own parser or formatter is wrong. The parser of Mono is at times one float off, and its formatter
    /// writes more digits than needed. .NET Core 3.1 rounds digits half-way between two floats up if zeros follow them.
    /// </summary>
    internal static unsafe class OwnFloats
    {
        // Only the next two fields choose between the runtime and this class.

        /// <summary>Whether the formatter of the runtime is wrong.</summary>
        internal static readonly bool AreWritten =
            (2.0 / 3).ToString("R", CultureInfo.InvariantCulture) != "0.6666666666666666";

        /// <summary>Whether the parser of the runtime is wrong.</summary>
        internal static readonly bool AreRead = AreWritten
            || double.Parse(HalfWay + ".0", CultureInfo.InvariantCulture) != (double)HalfWay;

        private const long HalfWay = 28924952514939602;

        /// <summary>When a notation uses an exponent, and its form.</summary>
        private struct Notation
        {
            /// <summary>A number with more digits before the point is written with an exponent.</summary>
            internal int PlainDigits;

            /// <summary>A number with more zeros after the point is written with an exponent.</summary>
            internal int LeadingZeros;

            internal char Letter;
            internal int ExponentDigits;
        }

        private static readonly Notation OfDouble =
            new Notation { PlainDigits = 17, LeadingZeros = 3, Letter = 'E', ExponentDigits = 2 };

        private static readonly Notation OfSingle =
            new Notation { PlainDigits = 9, LeadingZeros = 3, Letter = 'E', ExponentDigits = 2 };

        private static readonly Notation OfEcmascript =
            new Notation { PlainDigits = 21, LeadingZeros = 5, Letter = 'e', ExponentDigits = 1 };

        internal static double ReadDouble(ReadOnlySpan<byte> text)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(text))
            {
                ulong bits = NearestFloat.Of(src, text.Length, 52, -1074, 0x7FF0000000000000) | (src[0] == '-' ? 1UL << 63 : 0);
                return *(double*)&bits;
            }
        }

        internal static float ReadSingle(ReadOnlySpan<byte> text)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(text))
            {
                uint bits = (uint)NearestFloat.Of(src, text.Length, 23, -149, 0x7F800000) | (src[0] == '-' ? 1U << 31 : 0);
                return *(float*)&bits;
            }
        }

        /// <summary>Writes a finite float into room for <see cref="JsonWriterNumbers.MaxFloatLen"/>; returns the length.</summary>
        internal static int Write(double value, byte* dst) => Write(value, OfDouble, dst);

        /// <summary>As <see cref="Write(double, byte*)"/>, as ECMAScript does: ECMA-262, Number::toString.</summary>
        internal static int WriteEcmascript(double value, byte* dst) => Write(value == 0 ? 0 : value, OfEcmascript, dst);

        private static int Write(double value, Notation notation, byte* dst)
        {
            ulong bits = *(ulong*)&value;
            int signLen = (int)(bits >> 63);
            *dst = (byte)'-';
            return signLen + Write(bits & 0xFFFFFFFFFFFFF, (int)(bits >> 52 & 0x7FF), 52, -1074, notation, dst + signLen);
        }

        /// <summary>As <see cref="Write(double, byte*)"/>.</summary>
        internal static int Write(float value, byte* dst)
        {
            uint bits = *(uint*)&value;
            int signLen = (int)(bits >> 31);
            *dst = (byte)'-';
            return signLen + Write(bits & 0x7FFFFF, (int)(bits >> 23 & 0xFF), 23, -149, OfSingle, dst + signLen);
        }

        // fractionBits is the number of bits of the fraction; the lowest one of a subnormal float is 2^least.
        private static int Write(ulong fraction, int exponent, int fractionBits, int least, Notation notation, byte* dst)
        {
            ulong significand = fraction;
            bool lowerIsNearer = false;
            if (exponent > 0)
            {
                significand |= 1UL << fractionBits;
                least += exponent - 1;
                lowerIsNearer = fraction == 0 && exponent > 1;
            }
            else if (fraction == 0)
            {
                *dst = (byte)'0';
                return 1;
            }
            int power;
            ulong digits = ShortestDigits.Of(significand, least, lowerIsNearer, out power);
            while (digits % 10 == 0)
            {
                digits /= 10;
                power++;
            }
            return (int)(LayOut(digits, power, notation, dst) - dst);
        }

        private static byte* LayOut(ulong digits, int power, Notation notation, byte* dst)
        {
            byte* text = stackalloc byte[JsonWriterNumbers.MaxIntegerLen];
            int count = JsonWriterNumbers.UInt64(digits, text);
            int point = count + power;
            bool hasExponent = point > notation.PlainDigits || point < -notation.LeadingZeros;
            int before = hasExponent ? 1 : point;
            if (before <= 0)
            {
                *dst++ = (byte)'0';
            }
            for (int i = 0; i < before; i++)
            {
                *dst++ = i < count ? text[i] : (byte)'0';
            }
            if (count > before)
            {
                *dst++ = (byte)'.';
                for (int i = before; i < count; i++)
                {
                    *dst++ = i < 0 ? (byte)'0' : text[i];
                }
            }
            return hasExponent ? PutExponent(point - 1, notation, dst) : dst;
        }

        private static byte* PutExponent(int exponent, Notation notation, byte* dst)
        {
            *dst++ = (byte)notation.Letter;
            *dst++ = (byte)(exponent < 0 ? '-' : '+');
            exponent = Math.Abs(exponent);
            if (exponent < 10 && notation.ExponentDigits > 1)
            {
                *dst++ = (byte)'0';
            }
            return dst + JsonWriterNumbers.UInt64((ulong)exponent, dst);
        }
    }
}
