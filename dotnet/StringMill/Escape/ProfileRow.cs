namespace StringMill
{
    /// <summary>A row of <c>spec/profiles.toml</c>.</summary>
    internal sealed class ProfileRow
    {
        /// <summary>The name, as in <see cref="Profile.Of"/>.</summary>
        internal readonly string Name;

        /// <summary>
        /// The form of escape for each range of ASCII bytes, which is hexadecimal: <c>u</c> and <c>U</c> for <c>\u00XX</c> in lower and upper case,
        /// <c>x</c> and <c>X</c> for <c>\xXX</c>, a backslash and a letter for that, nothing for the byte as it is.
        /// </summary>
        internal readonly string Ascii;

        /// <summary>Ranges of escaped scalar values.</summary>
        internal readonly string NonAscii;

        /// <summary>
        /// Words: <c>upper</c>, <c>ion</c>, <c>replacement-escaped</c>, <c>surrogates-refused</c>; in an option also <c>lower</c>
        /// and <c>replacement-plain</c>.
        /// </summary>
        internal readonly string Traits;

        /// <summary>Options, in the order in which they apply.</summary>
        internal readonly Option[] Options;

        internal ProfileRow(string name, string ascii, string nonAscii, string traits, params Option[] options)
        {
            Name = name;
            Ascii = ascii;
            NonAscii = nonAscii;
            Traits = traits;
            Options = options;
        }

        /// <summary>A named change of a row.</summary>
        internal sealed class Option
        {
            /// <summary>The name, as in <see cref="Profile.Of"/>.</summary>
            internal readonly string Name;

            /// <summary>Another option without which this one changes nothing, or null.</summary>
            internal readonly string Requires;

            /// <summary>Changed entries.</summary>
            internal readonly string Ascii;

            /// <summary>Ranges in place of those of the row, or null.</summary>
            internal readonly string NonAscii;

            /// <summary>Words as for a row.</summary>
            internal readonly string Traits;

            internal Option(string name, string requires, string ascii, string nonAscii, string traits)
            {
                Name = name;
                Requires = requires;
                Ascii = ascii;
                NonAscii = nonAscii;
                Traits = traits;
            }
        }
    }
}
