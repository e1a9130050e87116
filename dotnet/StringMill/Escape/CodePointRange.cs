using System;

namespace StringMill
{
    /// <summary>An inclusive range of Unicode code points.</summary>
    public readonly struct CodePointRange
    {
        /// <summary>Makes a range.</summary>
        /// <param name="first">The first code point, from 0.</param>
        /// <param name="last">The last one, up to U+10FFFF.</param>
        /// <exception cref="ArgumentOutOfRangeException">The range is upside down, or leaves Unicode.</exception>
        public CodePointRange(int first, int last)
        {
            if (first < 0 || first > last)
            {
                throw new ArgumentOutOfRangeException(nameof(first));
            }
            if (last > 0x10FFFF)
            {
                throw new ArgumentOutOfRangeException(nameof(last));
            }
            First = first;
            Last = last;
        }

        /// <summary>The first code point.</summary>
        public int First { get; }

        /// <summary>The last code point.</summary>
        public int Last { get; }

        /// <summary>The range in hexadecimal, as in <c>0400-04ff</c>.</summary>
        public override string ToString() => First.ToString("x4") + "-" + Last.ToString("x4");
    }
}
