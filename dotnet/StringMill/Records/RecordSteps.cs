using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace StringMill
{
    /// <summary>
    /// Records of short texts, integers and booleans, whose places are known, in C# for runtimes that compile: what a call
    /// of the native library costs, and what it has to be told, is there more than the work.
    ///
    /// <para>Only what nearly all records are is done: texts of ASCII without escapes are written, and what this library
    /// and others write is read, members in the order of the plan without white space between them. All else is left to
    /// others, who begin anew.</para>
    /// </summary>
    internal sealed unsafe class RecordSteps
    {
        /// <summary>So much room is left wherever a step begins: for a name, and for the longest number.</summary>
        internal const int StepRoom = HeadMax + 32;

        /// <summary>The longest name in its quotes, with what stands around it.</summary>
        private const int HeadMax = 32;

        private const int Word = 8;

        /// <summary>Measured: from so many characters on a second copy takes longer than what is done to avoid it.</summary>
        internal const int LongFrom = 512;

        /// <summary>Long texts with escapes mostly come one after the other: so many are not tried after one.</summary>
        internal const int Unplain = 16;

        private struct Step
        {
            /// <summary>What stands before the value.</summary>
            internal fixed byte Head[HeadMax];

            internal long HeadLen;

            internal RecordKind Kind;

            /// <summary>Where the value stands in the record, and how many bytes it has there.</summary>
            internal long Offset;
            internal int Width;

            /// <summary>In the first word of the head: the bits that are compared.</summary>
            internal ulong Mask;
        }

#if !INTRINSICS
        /// <summary>A place in memory, seen as the reference that stands there.</summary>
        [StructLayout(LayoutKind.Explicit)]
        private ref struct Place
        {
            [FieldOffset(0)]
            internal Span<byte> Memory;

            [FieldOffset(0)]
            internal Span<string> Texts;
        }
#endif

        /// <summary>Whether steps can be used on this runtime.</summary>
        internal static readonly bool AreUsable = CanBeUsed();

        private readonly Step* steps;
        private readonly int count;
        private readonly JsonRules rules;

        // So many long texts are not tried as they are; and whether they are instead counted first.
        private int unplain;
        private bool expands;

        /// <summary>Whether the last record that was longer than short ones are had a long text.</summary>
        internal bool ExpectsLong { get; private set; }

        private RecordSteps(int count, JsonRules rules)
        {
            this.count = count;
            this.rules = rules;
            steps = (Step*)Marshal.AllocHGlobal((count + 1) * sizeof(Step));
        }

        ~RecordSteps()
        {
            Marshal.FreeHGlobal((IntPtr)steps);
        }

        // On Mono these structs are laid out as well, but a typed reference is quicker there and the native library
        // quicker than either.
        private static bool CanBeUsed()
        {
            try
            {
                return BitConverter.IsLittleEndian && !RecordString.IsMono && PlacesWork();
            }
            catch (TypeLoadException fault)
            {
                System.Diagnostics.Trace.WriteLine("StringMill: records without steps: " + fault.Message);
                return false;
            }
        }

        private static bool PlacesWork()
        {
            if (RecordMemory.AddressWord < 0)
            {
                return false;
            }
            string text = null;
            byte* memory = OfLocal(ref text);
            string mark = new string('x', 1);
            SetText(memory, mark);
            return ReferenceEquals(RecordMemory.Text(memory), mark) && ReferenceEquals(Text(memory), mark);
        }

        // These are as in RecordMemory, but of typed references CoreCLR makes calls.

        /// <summary>The address of a local variable or of a parameter, which never moves.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal static byte* OfLocal<T>(ref T local)
        {
#if INTRINSICS
            return (byte*)Unsafe.AsPointer(ref local);
#else
            return RecordMemory.OfLocal(ref local);
#endif
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static string Text(byte* memory)
        {
#if INTRINSICS
            return Unsafe.Read<string>(memory);
#else
            Place place = default(Place);
            place.Memory = new Span<byte>(memory, 1);
            return place.Texts[0];
#endif
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static void SetText(byte* memory, string text)
        {
#if INTRINSICS
            Unsafe.Write(memory, text);
#else
            Place place = default(Place);
            place.Memory = new Span<byte>(memory, 1);
            place.Texts[0] = text;
#endif
        }

        /// <summary>The steps of a plan; null where it has members of other kinds.</summary>
        internal static RecordSteps Of<T>(RecordMember<T>[] members, JsonRules rules)
        {
            if (!AreUsable || members.Length == 0)
            {
                return null;
            }
            foreach (RecordMember<T> member in members)
            {
                bool isText = member.Kind == RecordKind.String && member.TextOffset >= 0 && member.Sets;
                bool isNumber = member.Kind >= RecordKind.Bool && member.Kind <= RecordKind.UInt64 && member.Place != 0;
                if ((!isText && !isNumber) || member.Quoted.Length + 1 > HeadMax)
                {
                    return null;
                }
            }
            RecordSteps made = new RecordSteps(members.Length, rules);
            for (int i = 0; i < members.Length; i++)
            {
                RecordMember<T> member = members[i];
                Step* step = made.steps + i;
                *step = default(Step);
                step->Head[0] = (byte)(i == 0 ? '{' : ',');
                for (int at = 0; at < member.Quoted.Length; at++)
                {
                    step->Head[at + 1] = member.Quoted[at];
                }
                step->HeadLen = member.Quoted.Length + 1;
                step->Mask = step->HeadLen >= Word ? ulong.MaxValue : (1UL << 8 * (int)step->HeadLen) - 1;
                step->Kind = member.Kind;
                step->Offset = member.Kind == RecordKind.String ? member.TextOffset : (int)(member.Place & 0xFFFFFF);
                step->Width = (int)(member.Place >> 24);
            }
            return made;
        }

        /// <summary>Writes a record.</summary>
        /// <param name="memory">Its fields, which do not move.</param>
        /// <param name="dst">Where it is written to.</param>
        /// <param name="cap">How much room is there, of which some must be left.</param>
        /// <param name="textMax">The longest text.</param>
        /// <returns>The length; negative where it is to be written in another way.</returns>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal int Write(byte* memory, byte* dst, int cap, int textMax)
        {
            byte* at = PutSteps(steps, steps + count, memory, dst, dst + cap - StepRoom, textMax);
            if (at == null)
            {
                return -1;
            }
            // A text leaves room behind it, and so does any other value.
            *at++ = (byte)'}';
            GC.KeepAlive(this);
            return (int)(at - dst);
        }

        /// <summary>
        /// Writes a record with one text that is longer than <see cref="LongFrom"/>: what stands around it by way of some
        /// room, and itself at once to its place.
        /// </summary>
        /// <returns>Null where it is to be written in another way.</returns>
        internal byte[] WriteLong(byte* memory, byte* room, int cap)
        {
            Step* step = steps;
            string text = null;
            for (; step < steps + count; step++)
            {
                text = step->Kind == RecordKind.String ? Text(memory + step->Offset) : null;
                if (text != null && text.Length > LongFrom)
                {
                    break;
                }
            }
            ExpectsLong = step < steps + count;
            if (!ExpectsLong || text.Length > JsonWriter.MaxTextLen)
            {
                return null;
            }
            // Texts with escapes mostly come one after the other.
            bool isTried = unplain <= 0;
            if (!isTried)
            {
                unplain--;
                if (!expands)
                {
                    return null;
                }
            }
            byte* last = room + cap - StepRoom;
            byte* at = PutSteps(steps, step, memory, room, last, LongFrom);
            if (at == null || at > last)
            {
                return null;
            }
            at = PutHead(step, at);
            *at++ = (byte)'"';
            int before = (int)(at - room);
            *at++ = (byte)'"';
            at = PutSteps(step + 1, steps + count, memory, at, last, LongFrom);
            if (at == null)
            {
                return null;
            }
            *at++ = (byte)'}';
            int behind = (int)(at - room) - before;
            byte[] bytes = null;
            fixed (char* pinned = text)
            {
                char* units = pinned;
                if (isTried)
                {
                    bytes = MakePlain(room, before, behind, units, text.Length);
                }
                if (bytes == null)
                {
                    long escaped = Kernels.EscapedLen(rules, units, text.Length);
                    if (isTried)
                    {
                        unplain = Unplain;
                        // Of what becomes much longer, a copy into a new array takes longer than to count it.
                        expands = escaped >= 2 * text.Length;
                    }
                    if (expands)
                    {
                        bytes = MakeEscaped(room, before, behind, units, text.Length, escaped);
                        expands = bytes != null;
                    }
                }
            }
            GC.KeepAlive(this);
            return bytes;
        }

        private byte[] MakePlain(byte* room, int before, int behind, char* units, int len)
        {
            byte[] bytes = MakeAround(room, before, behind, len);
            fixed (byte* pinned = &bytes[before])
            {
                byte* dst = pinned;
                return Kernels.TryNarrow(rules, units, dst, len) ? bytes : null;
            }
        }

        private byte[] MakeEscaped(byte* room, int before, int behind, char* units, int len, long escaped)
        {
            if (escaped < 0 || escaped > int.MaxValue / 2)
            {
                return null;
            }
            byte[] bytes = MakeAround(room, before, behind, (int)escaped);
            fixed (byte* dst = &bytes[before])
            {
                int read;
                int written;
                int error = Kernels.EscapeUnplainUtf16(
                    rules, units, len, dst, (int)escaped, false, out read, out written);
                // Lone surrogates may be refused, or become something shorter.
                return error == 0 && read == len && written == escaped ? bytes : null;
            }
        }

        private static byte[] MakeAround(byte* room, int before, int behind, int len)
        {
            byte[] bytes = Fresh.Bytes(checked(before + len + behind));
            fixed (byte* dst = &bytes[0])
            {
                Buffer.MemoryCopy(room, dst, before, before);
                Buffer.MemoryCopy(room + before, dst + before + len, behind, behind);
            }
            return bytes;
        }

        /// <summary>Writes some members; null where they are to be written in another way.</summary>
        [MethodImpl(MethodImplOptions.NoInlining)]
        private byte* PutSteps(Step* step, Step* end, byte* memory, byte* at, byte* last, int textMax)
        {
            for (; step < end; step++)
            {
                if (at > last)
                {
                    return null;
                }
                at = PutHead(step, at);
                byte* field = memory + step->Offset;
                if (step->Kind == RecordKind.String)
                {
                    string text = Text(field);
                    if (text == null)
                    {
                        *(uint*)at = Null;
                        at += 4;
                        continue;
                    }
                    int len = text.Length;
                    if (len > textMax || len > last - at)
                    {
                        return null;
                    }
                    *at = (byte)'"';
                    fixed (char* units = text)
                    {
                        if (!PlainText.TryNarrow(rules, units, at + 1, len))
                        {
                            return null;
                        }
                    }
                    at += len + 2;
                    at[-1] = (byte)'"';
                }
                else if (step->Kind == RecordKind.Int64)
                {
                    long value = Signed(field, step->Width);
                    ulong whole = (ulong)value;
                    if (value < 0)
                    {
                        *at++ = (byte)'-';
                        whole = 0 - whole;
                    }
                    at += JsonWriterNumbers.UInt64(whole, at);
                }
                else if (step->Kind == RecordKind.UInt64)
                {
                    at += JsonWriterNumbers.UInt64(Unsigned(field, step->Width), at);
                }
                else if (*field != 0)
                {
                    *(uint*)at = True;
                    at += 4;
                }
                else
                {
                    *(ulong*)at = False;
                    at += 5;
                }
            }
            return at;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static byte* PutHead(Step* step, byte* at)
        {
            ulong* head = (ulong*)step->Head;
            ((ulong*)at)[0] = head[0];
            ((ulong*)at)[1] = head[1];
            if (step->HeadLen > 2 * Word)
            {
                ((ulong*)at)[2] = head[2];
                ((ulong*)at)[3] = head[3];
            }
            return at + step->HeadLen;
        }

        private const uint Null = 'n' | (uint)'u' << 8 | (uint)'l' << 16 | (uint)'l' << 24;
        private const uint True = 't' | (uint)'r' << 8 | (uint)'u' << 16 | (uint)'e' << 24;
        private const ulong False = 'f' | (ulong)'a' << 8 | (ulong)'l' << 16 | (ulong)'s' << 24 | (ulong)'e' << 32;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static long Signed(byte* field, int width)
        {
            return width == 4 ? *(int*)field : width == 8 ? *(long*)field : width == 2 ? *(short*)field : *(sbyte*)field;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static ulong Unsigned(byte* field, int width)
        {
            return width == 4 ? *(uint*)field : width == 8 ? *(ulong*)field : width == 2 ? *(ushort*)field : *field;
        }

        /// <summary>Reads a record.</summary>
        /// <param name="memory">Its fields, which do not move.</param>
        /// <param name="src">The JSON.</param>
        /// <param name="len">Its length.</param>
        /// <returns>False where it is to be read in another way, from the beginning; then some fields may be set.</returns>
        internal bool Read(byte* memory, byte* src, int len)
        {
            byte* at = src;
            byte* end = src + len;
            Step* step = steps;
            for (Step* stop = step + count; step < stop; step++)
            {
                // There is room for the shortest value and what ends the record.
                if (end - at < Math.Max(step->HeadLen + 2, Word) || !IsHead(step, at))
                {
                    return false;
                }
                at += step->HeadLen;
                byte* field = memory + step->Offset;
                if (step->Kind == RecordKind.String)
                {
                    if (*at != '"')
                    {
                        if (end - at < 4 || *(uint*)at != Null)
                        {
                            return false;
                        }
                        at += 4;
                        SetText(field, null);
                        continue;
                    }
                    at++;
#if INTRINSICS
                    if (end - at > LongFrom && PlainText.HasShuffles && step == stop - 1 && end[-1] == '}' && end[-2] == '"')
                    {
                        return ReadLastText(field, at, (int)(end - 2 - at));
                    }
#endif
                    int units = PlainText.Find(at, (int)(end - at));
                    if (units == end - at || at[units] != '"')
                    {
                        return false;
                    }
                    SetText(field, units == 0 ? "" : PlainText.MakeAsciiString(at, units));
                    at += units + 1;
                }
                else if (step->Kind == RecordKind.Bool)
                {
                    if (end - at >= 5 && *(uint*)at == unchecked((uint)False) && at[4] == 'e')
                    {
                        at += 5;
                        *field = 0;
                    }
                    else if (end - at >= 4 && *(uint*)at == True)
                    {
                        at += 4;
                        *field = 1;
                    }
                    else
                    {
                        return false;
                    }
                }
                else
                {
                    byte* digits = at;
                    bool isNegative = *at == '-';
                    if (isNegative)
                    {
                        digits++;
                    }
                    long value = 0;
                    byte* digit = digits;
                    for (; digit < end && (uint)(*digit - '0') <= 9; digit++)
                    {
                        value = value * 10 + (*digit - '0');
                    }
                    long digitCount = digit - digits;
                    // A first zero is that of 0 alone. What else a number may have is for others, and so is its error.
                    if (digitCount == 0 || digitCount > DigitsMax || (*digits == '0' && (digitCount != 1 || isNegative))
                        || !Set(field, step, isNegative ? -value : value))
                    {
                        return false;
                    }
                    at = digit;
                }
            }
            GC.KeepAlive(this);
            if (at >= end || *at != '}')
            {
                return false;
            }
            for (at++; at < end; at++)
            {
                if (*at != ' ' && *at != '\n' && *at != '\r' && *at != '\t')
                {
                    return false;
                }
            }
            return true;
        }

#if INTRINSICS
        // A text that ends the record: its length is known, and one pass will do.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static bool ReadLastText(byte* field, byte* src, int len)
        {
            string text = PlainAvx2.MakeStringOfPlain(src, len);
            SetText(field, text);
            return text != null;
        }
#endif

        private const int DigitsMax = 18;

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool IsHead(Step* step, byte* at)
        {
            if (((*(ulong*)at ^ *(ulong*)step->Head) & step->Mask) != 0)
            {
                return false;
            }
            long len = step->HeadLen;
            if (len <= Word)
            {
                return true;
            }
            for (long word = Word; word < len - Word; word += Word)
            {
                if (*(ulong*)(at + word) != *(ulong*)(step->Head + word))
                {
                    return false;
                }
            }
            return *(ulong*)(at + len - Word) == *(ulong*)(step->Head + len - Word);
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool Set(byte* field, Step* step, long value)
        {
            if (step->Kind == RecordKind.Int64)
            {
                switch (step->Width)
                {
                    case 4:
                        *(int*)field = (int)value;
                        return (int)value == value;
                    case 8:
                        *(long*)field = value;
                        return true;
                    case 2:
                        *(short*)field = (short)value;
                        return (short)value == value;
                    default:
                        *(sbyte*)field = (sbyte)value;
                        return (sbyte)value == value;
                }
            }
            switch (step->Width)
            {
                case 4:
                    *(uint*)field = (uint)value;
                    return (uint)value == value;
                case 8:
                    *(ulong*)field = (ulong)value;
                    return value >= 0;
                case 2:
                    *(ushort*)field = (ushort)value;
                    return (ushort)value == value;
                default:
                    *field = (byte)value;
                    return (byte)value == value;
            }
        }
    }
}
