namespace StringMill
{
    /// <summary>A way to write or read a record.</summary>
    internal enum Way
    {
        /// <summary>Member by member in C#: <see cref="RecordObject{T}"/>.</summary>
        Plain,

        /// <summary>All members in one call of the native library: <see cref="RecordNative{T}"/>.</summary>
        Native,
    }

    /// <summary>
    /// Chooses the way of a record: by its type and the runtime, and by the lengths of this record. Earlier calls do not
    /// matter, so the same record always goes the same way.
    /// </summary>
    internal readonly struct Ways
    {
        /// <summary>More members would need too much of the stack.</summary>
        internal const int MembersMax = 512;

        /// <summary>The native way needs a UTF-16 unit of room for each byte of JSON.</summary>
        internal const int ReadMax = int.MaxValue / 4;

        // One more than the longest that goes the native way; 0 if none does.
        private readonly int writeEnd;
        private readonly int readEnd;

        /// <param name="hasNative">The native library can be used.</param>
        /// <param name="writePays">
        /// Writing by one native call is faster than in C#. True on Mono, where each step in C# is expensive. On CoreCLR C# is as
        /// fast or faster for a record of two members, up to 1,000 characters.
        /// </param>
        /// <param name="members">How many members the type has.</param>
        /// <param name="fitSlots">Each member has a slot and a getter, and is never omitted.</param>
        /// <param name="readsSlots">New records have a constructor without parameters, and the case of names counts.</param>
        internal Ways(bool hasNative, bool writePays, int members, bool fitSlots, bool readsSlots)
        {
            bool isPossible = hasNative && fitSlots && members <= MembersMax;
            // The plain way refuses longer texts.
            writeEnd = isPossible && writePays ? JsonWriter.MaxTextLen + 1 : 0;
            readEnd = isPossible && readsSlots ? ReadMax + 1 : 0;
        }

        /// <summary>Whether any record of the type goes the native way.</summary>
        internal bool UseNative => writeEnd > 0 || readEnd > 0;

        /// <summary>The way to write a record whose longest text has this many UTF-16 units.</summary>
        internal Way ToWrite(int longestText) => longestText < writeEnd ? Way.Native : Way.Plain;

        /// <summary>The way to read a record from JSON of this many bytes.</summary>
        internal Way ToRead(int len) => len < readEnd ? Way.Native : Way.Plain;
    }
}
