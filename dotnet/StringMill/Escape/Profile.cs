using System.Diagnostics.CodeAnalysis;
using System;
using System.Collections.Generic;

namespace StringMill
{
    /// <summary>The form of escapes above U+007F.</summary>
    public enum EscapeForm
    {
        /// <summary><c>\uXXXX</c>, and a pair of them above U+FFFF (RFC 8259, section 7).</summary>
        Json,

        /// <summary><c>\xXX</c> up to U+00FF, <c>\uXXXX</c> up to U+FFFF, <c>\UXXXXXXXX</c> above (Ion 1.0).</summary>
        Ion,
    }

    /// <summary>
    /// Escaping rules: which characters a writer escapes, and how. Never changes; any number of threads can share one.
    /// </summary>
    /// <example>
    /// <code>
    /// Profile json = Profile.Of("json");
    /// Profile php = Profile.Of("php:unescaped-slashes,hex-tag");
    /// Profile mine = json.ToBuilder("mine").Escape('/', "\\/").EscapeNonAscii(new CodePointRange(0x2028,
    /// 0x2029)).Build();
    /// </code>
    /// </example>
    public sealed class Profile
    {
        private readonly string[] ascii;
        private readonly CodePointRange[] ranges;

        private Profile(Builder builder, CodePointRange[] ranges)
        {
            Name = builder.ProfileName;
            ascii = (string[])builder.Texts.Clone();
            this.ranges = ranges;
            UpperHex = builder.Upper;
            Form = builder.FormOfEscapes;
            EscapesReplacement = builder.ReplacementEscaped;
            RefusesSurrogates = builder.SurrogatesRefused;
        }

        /// <summary>The name, with its options.</summary>
        public string Name { get; }

        /// <summary>Whether the digits of escapes above U+007F are upper case.</summary>
        public bool UpperHex { get; }

        /// <summary>The form of escapes above U+007F.</summary>
        public EscapeForm Form { get; }

        /// <summary>
        /// Whether a U+FFFD instead of ill-formed input is escaped, even if a genuine one is not.
        /// </summary>
        public bool EscapesReplacement { get; }

        /// <summary>
        /// Whether readers of this profile refuse lone surrogate escapes, so that none can be written.
        /// </summary>
        public bool RefusesSurrogates { get; }

        /// <summary>The escaped ranges above U+007F, ascending. Must not be changed.</summary>
        internal CodePointRange[] Ranges => ranges;

        /// <summary>
        /// Returns a profile of the library, by <c>name</c> or <c>name:option,option</c>. The order of options does not matter.
        /// </summary>
        /// <param name="text">Such as <c>json</c>, <c>dotnet</c> or <c>newtonsoft:escape-html</c>.</param>
        /// <returns>A profile; making one costs some microseconds, so keep it.</returns>
        /// <exception cref="StringMillException">
        /// <see cref="ErrorCode.ProfileUnknown"/>, <see cref="ErrorCode.ProfileOptionUnknown"/>.
        /// </exception>
        public static Profile Of(string text)
        {
            int colon = (text ?? throw new ArgumentNullException(nameof(text))).IndexOf(':');
            string name = colon < 0 ? text : text.Substring(0, colon);
            string[] chosen = colon < 0 ? new string[0]
                : text.Substring(colon + 1).Split(new[] { ',' }, StringSplitOptions.RemoveEmptyEntries);
            ProfileRow row = Array.Find(ProfileRows.All, one => one.Name == name);
            if (row == null)
            {
                throw new StringMillException(ErrorCode.ProfileUnknown, 0);
            }
            return RowReader.Read(text, row, chosen);
        }

        /// <summary>Returns the names of the profiles of the library, without options.</summary>
        public static string[] Names() => Array.ConvertAll(ProfileRows.All, row => row.Name);

        /// <summary>Returns a builder of a profile that escapes no character.</summary>
        /// <param name="name">For people to read.</param>
        public static Builder New(string name) => new Builder(name);

        /// <summary>Returns a builder with all the rules of this profile.</summary>
        /// <param name="newName">For people to read.</param>
        public Builder ToBuilder(string newName)
        {
            Builder builder = new Builder(newName ?? throw new ArgumentNullException(nameof(newName)));
            Array.Copy(ascii, builder.Texts, ascii.Length);
            foreach (CodePointRange range in ranges)
            {
                builder.EscapeNonAscii(range);
            }
            return builder.UpperHex(UpperHex).Form(Form).EscapeReplacement(EscapesReplacement)
                .RefuseSurrogates(RefusesSurrogates);
        }

        /// <summary>Returns the escape of an ASCII character.</summary>
        /// <param name="character">U+0000 to U+007F.</param>
        /// <returns>The escape, or null if the character is written as it is.</returns>
        /// <exception cref="IndexOutOfRangeException">The character is not ASCII.</exception>
        [return: MaybeNull]
        public string AsciiEscape(char character) => ascii[character];

        /// <summary>Whether a character above U+007F is escaped.</summary>
        /// <param name="codePoint">U+0080 to U+10FFFF.</param>
        public bool EscapesNonAscii(int codePoint)
        {
            int low = 0;
            int high = ranges.Length - 1;
            while (low <= high)
            {
                int middle = (low + high) / 2;
                if (codePoint < ranges[middle].First)
                {
                    high = middle - 1;
                }
                else if (codePoint > ranges[middle].Last)
                {
                    low = middle + 1;
                }
                else
                {
                    return true;
                }
            }
            return false;
        }

        /// <summary>Returns the name.</summary>
        public override string ToString() => Name;

        /// <summary>Builds a profile. Threads cannot share one.</summary>
        public sealed class Builder
        {
            private const int LastCodePoint = 0x10FFFF;

            internal readonly string[] Texts = new string[128];
            private readonly List<CodePointRange> escaped = new List<CodePointRange>();

            internal Builder(string name)
            {
                ProfileName = name ?? throw new ArgumentNullException(nameof(name));
            }

            internal string ProfileName { get; }

            internal bool Upper { get; private set; }

            internal EscapeForm FormOfEscapes { get; private set; }

            internal bool ReplacementEscaped { get; private set; }

            internal bool SurrogatesRefused { get; private set; }

            /// <summary>Writes a text for an ASCII character.</summary>
            /// <param name="ascii">U+0000 to U+007F.</param>
            /// <param name="text">1 to 7 ASCII characters.</param>
            /// <returns>This builder.</returns>
            /// <exception cref="StringMillException">
            /// <see cref="ErrorCode.ProfileUnsound"/> at the character: the text is not 1 to 7 ASCII characters.
            /// </exception>
            /// <exception cref="IndexOutOfRangeException">The character is not ASCII.</exception>
            public Builder Escape(char ascii, string text)
            {
                if (text == null)
                {
                    throw new ArgumentNullException(nameof(text));
                }
                bool sound = text.Length > 0 && text.Length <= 7;
                foreach (char letter in text)
                {
                    sound &= letter < 0x80;
                }
                if (!sound)
                {
                    throw new StringMillException(ErrorCode.ProfileUnsound, ascii);
                }
                Texts[ascii] = text;
                return this;
            }

            /// <summary>Writes an ASCII character as it is.</summary>
            /// <param name="ascii">U+0000 to U+007F.</param>
            /// <returns>This builder.</returns>
            /// <exception cref="IndexOutOfRangeException">The character is not ASCII.</exception>
            public Builder Keep(char ascii)
            {
                Texts[ascii] = null;
                return this;
            }

            /// <summary>Escapes every character above U+007F.</summary>
            /// <returns>This builder.</returns>
            public Builder EscapeNonAscii() => EscapeNonAscii(new CodePointRange(0x80, LastCodePoint));

            /// <summary>Escapes a range of characters above U+007F.</summary>
            /// <param name="range">From U+0080 on.</param>
            /// <returns>This builder.</returns>
            /// <exception cref="StringMillException">
            /// <see cref="ErrorCode.ProfileUnsound"/>, if ASCII is in the range.
            /// </exception>
            public Builder EscapeNonAscii(CodePointRange range)
            {
                int first = CheckRange(range).First;
                int last = range.Last;
                // Joins ranges that it touches; the list stays in order, and most ranges come in order.
                int at = escaped.Count;
                if (at > 0 && first <= escaped[at - 1].Last + 1)
                {
                    at = 0;
                }
                while (at < escaped.Count && escaped[at].Last < first - 1)
                {
                    at++;
                }
                while (at < escaped.Count && escaped[at].First <= last + 1)
                {
                    first = Math.Min(first, escaped[at].First);
                    last = Math.Max(last, escaped[at].Last);
                    escaped.RemoveAt(at);
                }
                escaped.Insert(at, new CodePointRange(first, last));
                return this;
            }

            /// <summary>Writes every character above U+007F as it is.</summary>
            /// <returns>This builder.</returns>
            public Builder KeepNonAscii()
            {
                escaped.Clear();
                return this;
            }

            /// <summary>
            /// Writes a range of characters above U+007F as they are. After <see cref="EscapeNonAscii()"/> such ranges are a list of
            /// allowed characters.
            /// </summary>
            /// <param name="range">From U+0080 on.</param>
            /// <returns>This builder.</returns>
            /// <exception cref="StringMillException">As for <see cref="EscapeNonAscii(CodePointRange)"/>.</exception>
            public Builder KeepNonAscii(CodePointRange range)
            {
                CheckRange(range);
                int at = 0;
                while (at < escaped.Count && escaped[at].Last < range.First)
                {
                    at++;
                }
                while (at < escaped.Count && escaped[at].First <= range.Last)
                {
                    CodePointRange old = escaped[at];
                    escaped.RemoveAt(at);
                    if (old.First < range.First)
                    {
                        escaped.Insert(at, new CodePointRange(old.First, range.First - 1));
                        at++;
                    }
                    if (old.Last > range.Last)
                    {
                        escaped.Insert(at, new CodePointRange(range.Last + 1, old.Last));
                        at++;
                    }
                }
                return this;
            }

            private static CodePointRange CheckRange(CodePointRange range)
            {
                return range.First >= 0x80 ? range : throw new StringMillException(ErrorCode.ProfileUnsound, 128);
            }

            /// <summary>Sets the case of digits in escapes above U+007F; lower by default.</summary>
            /// <param name="upper">Whether digits are upper case.</param>
            /// <returns>This builder.</returns>
            public Builder UpperHex(bool upper)
            {
                Upper = upper;
                return this;
            }

            /// <summary>Sets the form of escapes above U+007F; that of JSON by default.</summary>
            /// <param name="form">That of JSON or of Ion.</param>
            /// <returns>This builder.</returns>
            public Builder Form(EscapeForm form)
            {
                FormOfEscapes = form;
                return this;
            }

            /// <summary>Writes U+FFFD as an escape if it replaces ill-formed input.</summary>
            /// <param name="asEscape">Whether to.</param>
            /// <returns>This builder.</returns>
            public Builder EscapeReplacement(bool asEscape)
            {
                ReplacementEscaped = asEscape;
                return this;
            }

            /// <summary>Declares that readers refuse lone surrogate escapes, so that none can be written.</summary>
            /// <param name="refused">Whether they do.</param>
            /// <returns>This builder.</returns>
            public Builder RefuseSurrogates(bool refused)
            {
                SurrogatesRefused = refused;
                return this;
            }

            /// <summary>Returns a new profile. The builder can build more.</summary>
            public Profile Build() => new Profile(this, escaped.ToArray());
        }
    }
}
