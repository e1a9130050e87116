using System;

namespace StringMill
{
    /// <summary>The value of a member for the native library: <c>smill_record_slot</c>.</summary>
    internal struct RecordSlot
    {
        /// <summary>Instead of a length: the member is null.</summary>
        internal const ulong Null = ulong.MaxValue;

        /// <summary>Instead of a length: the record has no such member.</summary>
        internal const ulong Missing = ulong.MaxValue - 1;

        /// <summary>
        /// False on .NET Core 3.x, which writes some floats with other digits than the nearest ones of the native library.
        /// </summary>
        internal static readonly bool CanHoldFloats = Environment.Version.Major != 3;

        internal ulong Value;
        internal ulong Len;
    }

    /// <summary>The type of a slot's value: the numbers of <c>SMILL_RECORD_...</c>.</summary>
    internal enum RecordKind : uint
    {
        String = 0,
        Bool = 1,
        Int64 = 2,
        UInt64 = 3,
        Float64 = 4,
        Float32 = 5,

        /// <summary>Not a value for a slot: only C# writes and reads it.</summary>
        None = uint.MaxValue,
    }
}
