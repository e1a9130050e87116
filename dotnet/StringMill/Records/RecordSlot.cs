namespace StringMill
{
    /// <summary>What a member of a record holds, as the native library has it: <c>smill_record_slot</c>.</summary>
    internal struct RecordSlot
    {
        /// <summary>In place of a length: the member is null.</summary>
        internal const ulong Null = ulong.MaxValue;

        /// <summary>In place of a length: the record has no such member.</summary>
        internal const ulong Missing = ulong.MaxValue - 1;

        internal ulong Value;
        internal ulong Len;
    }

    /// <summary>What a slot holds: the numbers of <c>SMILL_RECORD_...</c>.</summary>
    internal enum RecordKind : uint
    {
        String = 0,
        Bool = 1,
        Int64 = 2,
        UInt64 = 3,
        Float64 = 4,
        Float32 = 5,

        /// <summary>JSON, written or yet to be read.</summary>
        Raw = 6,
    }
}
