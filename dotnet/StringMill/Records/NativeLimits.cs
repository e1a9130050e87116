namespace StringMill
{
    /// <summary>
    /// Which records one call of the native library writes or reads (<see cref="RecordNative{T}"/>); all others are written and
    /// read member by member in C# (<see cref="RecordObject{T}"/>). Decided by the type and the runtime, and by the lengths of a
    /// record, never by earlier calls.
    /// </summary>
    internal readonly struct NativeLimits
    {
        /// <summary>More members would need too much of the stack.</summary>
        internal const int MembersMax = 512;

        /// <summary>A native call needs a UTF-16 unit of room for each byte of JSON.</summary>
        internal const int ReadMax = int.MaxValue / 4;

        // One more than the longest that a native call takes; 0 if it takes none.
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
        internal NativeLimits(bool hasNative, bool writePays, int members, bool fitSlots, bool readsSlots)
        {
            bool isPossible = hasNative && fitSlots && members <= MembersMax;
            // C# refuses longer texts.
            writeEnd = isPossible && writePays ? JsonWriter.MaxTextLen + 1 : 0;
            readEnd = isPossible && readsSlots ? ReadMax + 1 : 0;
        }

        /// <summary>Whether a native call takes any record of the type.</summary>
        internal bool Any => writeEnd > 0 || readEnd > 0;

        /// <summary>Whether a native call writes a record whose longest text has this many UTF-16 units.</summary>
        internal bool CanWrite(int longestText) => longestText < writeEnd;

        /// <summary>Whether a native call reads a record from JSON of this many bytes.</summary>
        internal bool CanRead(int len) => len < readEnd;
    }
}
