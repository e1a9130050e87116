using System;

namespace StringMill
{
    /// <summary>Canonical JSON. Standard: RFC 8785.</summary>
    public static class JsonCanonical
    {
        /// <summary>Levels of arrays and objects that a text may have by default.</summary>
        public const int DefaultMaxDepth = 1024;

        /// <summary>
        /// Returns the canonical form of a JSON text: members sorted by the UTF-16 code units of their names, numbers as ECMAScript
        /// writes the nearest double, the shortest escapes, no white space.
        /// </summary>
        /// <param name="utf8">A JSON text in UTF-8.</param>
        /// <param name="maxDepth">The most levels of arrays and objects.</param>
        /// <param name="roundIntegers">Whether an integer that a double cannot hold, such as 9007199254740993, is rounded; two
        /// texts may then have one canonical form. By default it is refused.</param>
        /// <returns>The canonical form, in UTF-8.</returns>
        /// <exception cref="StringMillException">The first error of the text: invalid JSON,
        /// <see cref="ErrorCode.SurrogateLone"/>, <see cref="ErrorCode.NumberOverflow"/>, <see cref="ErrorCode.CanonicalInteger"/>,
        /// <see cref="ErrorCode.LimitDepth"/>; if there is none, <see cref="ErrorCode.NameRepeated"/> at the first name that its object has already.</exception>
        /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxDepth"/> is not positive.</exception>
        /// <exception cref="OverflowException">An array cannot hold the canonical form.</exception>
        public static byte[] Of(ReadOnlySpan<byte> utf8, int maxDepth = DefaultMaxDepth, bool roundIntegers = false)
        {
            if (maxDepth < 1)
            {
                throw new ArgumentOutOfRangeException(nameof(maxDepth));
            }
            return CanonicalText.Of(utf8, maxDepth, roundIntegers);
        }
    }
}
