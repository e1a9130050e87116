using System;
using System.Collections.Generic;
using System.Text;

namespace StringMill
{
    /// <summary>Finds the member that a name in JSON means.</summary>
    internal sealed class RecordNames
    {
        private readonly byte[][] names;

        /// <summary>Null if case counts.</summary>
        private readonly Dictionary<string, int> ignoringCase;

        internal RecordNames(byte[][] names, bool ignoresCase)
        {
            this.names = names;
            if (ignoresCase)
            {
                ignoringCase = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
                for (int i = 0; i < names.Length; i++)
                {
                    ignoringCase[Encoding.UTF8.GetString(names[i])] = i;
                }
            }
        }

        /// <summary>The number of the member whose name was read; -1 if there is none.</summary>
        /// <param name="reader">A reader at the name.</param>
        /// <param name="likely">The number to try first.</param>
        /// <exception cref="JsonReadException">The name has a lone surrogate.</exception>
        internal int Find(ref JsonReader reader, int likely)
        {
            reader.CheckName();
            if (likely < names.Length && IsNamed(ref reader, names[likely]))
            {
                return likely;
            }
            for (int number = 0; number < names.Length; number++)
            {
                if (number != likely && IsNamed(ref reader, names[number]))
                {
                    return number;
                }
            }
            return ignoringCase == null ? -1 : FindIgnoringCase(ref reader);
        }

        private static bool IsNamed(ref JsonReader reader, byte[] name)
        {
            return reader.ValueIsEscaped ? reader.ValueTextEquals(name) : reader.ValueSpan.SequenceEqual(name);
        }

        private int FindIgnoringCase(ref JsonReader reader)
        {
            int number;
            string name;
            try
            {
                name = reader.GetString();
            }
            catch (InvalidOperationException)
            {
                // Ill-formed UTF-8, which no member has in its name.
                return -1;
            }
            return ignoringCase.TryGetValue(name, out number) ? number : -1;
        }

        /// <summary>A name in C# as <c>JsonNamingPolicy.CamelCase</c> writes it.</summary>
        internal static string ToCamelCase(string name)
        {
            char[] units = name.ToCharArray();
            for (int i = 0; i < units.Length && char.IsUpper(units[i]); i++)
            {
                bool isLast = i > 0 && i + 1 < units.Length && !char.IsUpper(units[i + 1]);
                if (isLast && units[i + 1] != ' ')
                {
                    break;
                }
                units[i] = char.ToLowerInvariant(units[i]);
                if (isLast)
                {
                    break;
                }
            }
            return new string(units);
        }
    }
}
