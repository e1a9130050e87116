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

        /// <summary>Whether native calls write records of the type, unless a text is too long.</summary>
        internal readonly bool Writes;

        /// <summary>Whether native calls read records of the type, unless the JSON is too long.</summary>
        internal readonly bool Reads;

        /// <param name="hasNative">Whether the native library can be used.</param>
        /// <param name="writePays">
        /// Whether one native call writes faster than C#. True on Mono, where each step in C# is expensive. On CoreCLR C# writes a
        /// record of two members as fast or faster, up to 1,000 characters.
        /// </param>
        /// <param name="members">How many members the type has.</param>
        /// <param name="fitSlots">Whether each member has a slot and a getter, and is never omitted.</param>
        /// <param name="readsSlots">Whether new records have a constructor without parameters and the case of names counts.</param>
        internal NativeLimits(bool hasNative, bool writePays, int members, bool fitSlots, bool readsSlots)
        {
            bool isPossible = hasNative && fitSlots && members <= MembersMax;
            Writes = isPossible && writePays;
            Reads = isPossible && readsSlots;
        }

        /// <summary>
        /// Whether a native call writes a record whose longest text has this many UTF-16 units. C# refuses a text that is longer
        /// than <see cref="JsonWriter.MaxTextLen"/>.
        /// </summary>
        internal bool CanWrite(int longestText) => Writes && longestText <= JsonWriter.MaxTextLen;

        /// <summary>Whether a native call reads a record from JSON of this many bytes.</summary>
        internal bool CanRead(int len) => Reads && len <= ReadMax;
    }
}
