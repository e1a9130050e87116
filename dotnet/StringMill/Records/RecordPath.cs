using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace StringMill
{
    /// <summary>
    /// The path to a place in JSON text, such as <c>$.Items[3].Price</c>. It is found by reading the text again, so that only a
    /// refused text pays for it.
    /// </summary>
    internal static class RecordPath
    {
        /// <summary>An object or array around the place.</summary>
        private struct Level
        {
            /// <summary>The last name in an object; null in an array, and before the first name.</summary>
            internal string Name;

            /// <summary>The number of values begun in an array; -1 for an object.</summary>
            internal int Count;
        }

        /// <summary>The path to the value at a place, or to the value or name that ends there.</summary>
        /// <param name="reader">A reader at the beginning of the text.</param>
        /// <param name="consumed">Where reading stopped.</param>
        internal static string To(JsonReader reader, long consumed)
        {
            List<Level> levels = new List<Level>();
            try
            {
                // The token on which reading stopped ends at `consumed`; a bracket there belongs to the path outside of it.
                while (reader.BytesConsumed < consumed && reader.Read())
                {
                    Follow(ref reader, levels, reader.BytesConsumed >= consumed);
                }
            }
            catch (JsonReadException)
            {
                // The error whose path this method returns.
            }
            return Text(levels);
        }

        private static void Follow(ref JsonReader reader, List<Level> levels, bool isLast)
        {
            switch (reader.TokenType)
            {
                case JsonTokenKind.PropertyName:
                    levels[levels.Count - 1] = new Level { Name = Name(ref reader), Count = -1 };
                    break;
                case JsonTokenKind.EndObject:
                case JsonTokenKind.EndArray:
                    levels.RemoveAt(levels.Count - 1);
                    break;
                case JsonTokenKind.Comment:
                    break;
                default:
                    BeginValue(levels);
                    bool isArray = reader.TokenType == JsonTokenKind.StartArray;
                    if (!isLast && (isArray || reader.TokenType == JsonTokenKind.StartObject))
                    {
                        levels.Add(new Level { Count = isArray ? 0 : -1 });
                    }
                    break;
            }
        }

        private static void BeginValue(List<Level> levels)
        {
            int last = levels.Count - 1;
            if (last >= 0 && levels[last].Count >= 0)
            {
                levels[last] = new Level { Count = levels[last].Count + 1 };
            }
        }

        private static string Name(ref JsonReader reader)
        {
            try
            {
                return reader.GetString();
            }
            catch (System.InvalidOperationException)
            {
                // The name is ill-formed: keep its escapes, and replace ill-formed bytes.
                return Encoding.UTF8.GetString(reader.ValueSpan.ToArray());
            }
        }

        private static string Text(List<Level> levels)
        {
            StringBuilder path = new StringBuilder("$");
            foreach (Level level in levels)
            {
                if (level.Count > 0)
                {
                    path.Append('[').Append((level.Count - 1).ToString(CultureInfo.InvariantCulture)).Append(']');
                }
                else if (level.Name != null)
                {
                    // The form in which System.Text.Json writes such names in a path.
                    bool isSpecial = level.Name.IndexOfAny(SpecialChars) >= 0;
                    path.Append(isSpecial ? "['" : ".").Append(level.Name).Append(isSpecial ? "']" : "");
                }
            }
            return path.ToString();
        }

        private static readonly char[] SpecialChars =
        {
            '.', ' ', '\'', '/', '"', '[', ']', '(', ')', '\t', '\n', '\r', '\f', '\b', '\\', '\u0085', '\u2028', '\u2029',
        };
    }
}
