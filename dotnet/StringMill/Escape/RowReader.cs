using System;
using System.Globalization;

namespace StringMill
{
    /// <summary>Makes profiles of <see cref="ProfileRow"/>s.</summary>
    internal static class RowReader
    {
        /// <summary>Returns the profile of a row with some of its options.</summary>
        internal static Profile Read(string name, ProfileRow row, string[] chosen)
        {
            foreach (string option in chosen)
            {
                if (!Array.Exists(row.Options, one => one.Name == option))
                {
                    throw new StringMillException(ErrorCode.ProfileOptionUnknown, 0);
                }
            }
            Profile.Builder builder = Profile.New(name);
            Ascii(builder, row.Ascii);
            NonAscii(builder, row.NonAscii);
            Traits(builder, row.Traits);
            foreach (ProfileRow.Option option in row.Options)
            {
                bool alone = option.Requires == null || Array.IndexOf(chosen, option.Requires) >= 0;
                if (alone && Array.IndexOf(chosen, option.Name) >= 0)
                {
                    Ascii(builder, option.Ascii);
                    if (option.NonAscii != null)
                    {
                        NonAscii(builder.KeepNonAscii(), option.NonAscii);
                    }
                    Traits(builder, option.Traits);
                }
            }
            return builder.Build();
        }

        private static void Ascii(Profile.Builder builder, string entries)
        {
            foreach (string entry in Words(entries))
            {
                int equals = entry.IndexOf('=');
                CodePointRange range = Range(entry.Substring(0, equals));
                string form = entry.Substring(equals + 1);
                for (int ascii = range.First; ascii <= range.Last; ascii++)
                {
                    string text = Escape(ascii, form);
                    if (text.Length == 0)
                    {
                        builder.Keep((char)ascii);
                    }
                    else
                    {
                        builder.Escape((char)ascii, text);
                    }
                }
            }
        }

        private static string Escape(int ascii, string form)
        {
            switch (form)
            {
                case "u": return "\\u" + ascii.ToString("x4", CultureInfo.InvariantCulture);
                case "U": return "\\u" + ascii.ToString("X4", CultureInfo.InvariantCulture);
                case "x": return "\\x" + ascii.ToString("x2", CultureInfo.InvariantCulture);
                case "X": return "\\x" + ascii.ToString("X2", CultureInfo.InvariantCulture);
                default: return form;
            }
        }

        private static void NonAscii(Profile.Builder builder, string ranges)
        {
            foreach (string text in Words(ranges))
            {
                builder.EscapeNonAscii(Range(text));
            }
        }

        private static void Traits(Profile.Builder builder, string traits)
        {
            foreach (string trait in Words(traits))
            {
                switch (trait)
                {
                    case "lower":
                    case "upper":
                        builder.UpperHex(trait == "upper");
                        break;
                    case "ion":
                        builder.Form(EscapeForm.Ion);
                        break;
                    case "replacement-escaped":
                    case "replacement-plain":
                        builder.EscapeReplacement(trait == "replacement-escaped");
                        break;
                    case "surrogates-refused":
                        builder.RefuseSurrogates(true);
                        break;
                    default: throw new InvalidOperationException(trait);
                }
            }
        }

        private static string[] Words(string text) => text.Length == 0 ? new string[0] : text.Split(' ');

        // Reads 1f or 00-1f.
        private static CodePointRange Range(string text)
        {
            int dash = text.IndexOf('-');
            int first = Number(dash < 0 ? text : text.Substring(0, dash));
            return new CodePointRange(first, dash < 0 ? first : Number(text.Substring(dash + 1)));
        }

        private static int Number(string hex) => int.Parse(hex, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
    }
}
