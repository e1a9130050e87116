using System;

namespace StringMill
{
    /// <summary>
    /// The characters that the ranges of a <c>JavaScriptEncoder</c> of one version of .NET can allow: assigned ones of the BMP, but
    /// no controls, blanks and line breaks. Never changes.
    /// </summary>
    public sealed class EncoderTable
    {
        private static readonly CodePointRange AboveBmp = new CodePointRange(0x10000, 0x10FFFF);

        /// <summary>Characters above U+007F that are always escaped.</summary>
        private readonly CodePointRange[] refusedRanges;

        private readonly bool escapesReplacement;

        private EncoderTable(string version, CodePointRange[] refusedRanges, bool escapesReplacement)
        {
            Version = version;
            this.refusedRanges = refusedRanges;
            this.escapesReplacement = escapesReplacement;
        }

        /// <summary>The version of .NET, such as <c>8.0</c>, or the name of a table of <see cref="From"/>.</summary>
        public string Version { get; }

        /// <summary>Returns the table of a version.</summary>
        /// <param name="version"><c>3.1</c>, <c>8.0</c>, <c>9.0</c>, which is the same, or <c>10.0</c>.</param>
        /// <exception cref="ArgumentException">There is no table of that version.</exception>
        public static EncoderTable Of(string version)
        {
            switch (version ?? throw new ArgumentNullException(nameof(version)))
            {
                case "3.1": return FromProfile(version, "dotnet-relaxed:net-core");
                case "8.0":
                case "9.0": return FromProfile(version, "dotnet-relaxed");
                case "10.0": return FromProfile(version, "dotnet-relaxed:net-10");
                default:
                    throw new ArgumentException("no table of version " + version, nameof(version));
            }
        }

        private static EncoderTable FromProfile(string version, string name)
        {
            Profile profile = Profile.Of(name);
            return new EncoderTable(version, profile.Ranges, profile.EscapesReplacement);
        }

        /// <summary>Makes a table, for instance that of an encoder that is called for each character.</summary>
        /// <param name="name">For people to read.</param>
        /// <param name="allows">Whether a character from U+0080 to U+FFFF can be allowed.</param>
        /// <param name="escapesReplacement">
        /// Whether the replacement of ill-formed input is an escape, even if U+FFFD is not.
        /// </param>
        public static EncoderTable From(string name, Predicate<char> allows, bool escapesReplacement)
        {
            if (allows == null)
            {
                throw new ArgumentNullException(nameof(allows));
            }
            Profile.Builder builder = Profile.New(name);
            int first = 0x80;
            for (int code = 0x80; code <= 0x10000; code++)
            {
                // Halves of pairs are no characters; encoders throw for them.
                if (code == 0x10000 || (code & 0xF800) != 0xD800 && allows((char)code))
                {
                    if (first < code)
                    {
                        builder.EscapeNonAscii(new CodePointRange(first, code - 1));
                    }
                    first = code + 1;
                }
            }
            return new EncoderTable(name, builder.EscapeNonAscii(AboveBmp).Build().Ranges, escapesReplacement);
        }

        /// <summary>Returns the profile of <c>UnsafeRelaxedJsonEscaping</c>.</summary>
        internal Profile RelaxedProfile()
        {
            Profile.Builder builder = Profile.Of("dotnet-relaxed").ToBuilder("dotnet-relaxed " + Version);
            return Refuse(builder.KeepNonAscii()).EscapeReplacement(escapesReplacement).Build();
        }

        /// <summary>Returns the profile of <c>Create</c> with some ranges.</summary>
        internal Profile CreateProfile(CodePointRange[] allowed)
        {
            Profile.Builder builder = Profile.Of("dotnet").ToBuilder("dotnet " + Version + " of " + string.Join(", ",
                Array.ConvertAll(allowed ?? throw new ArgumentNullException(nameof(allowed)), range => range.ToString())));
            foreach (CodePointRange range in allowed)
            {
                if (range.Last >= 0x80)
                {
                    builder.KeepNonAscii(new CodePointRange(Math.Max(range.First, 0x80), range.Last));
                }
            }
            for (char ascii = ' '; ascii < 0x7F; ascii++)
            {
                if (ascii != '\\' && !Array.Exists(allowed, range => range.First <= ascii && ascii <= range.Last))
                {
                    builder.Escape(ascii, "\\u" + ((int)ascii).ToString("X4"));
                }
            }
            return Refuse(builder).EscapeReplacement(escapesReplacement).Build();
        }

        private Profile.Builder Refuse(Profile.Builder builder)
        {
            foreach (CodePointRange range in refusedRanges)
            {
                builder.EscapeNonAscii(range);
            }
            return builder;
        }
    }
}
