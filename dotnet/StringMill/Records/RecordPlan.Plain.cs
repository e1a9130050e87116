// Typed references are used, which that warning does not know of.
#pragma warning disable 219

using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace StringMill
{
    // Most records are so simple that all but one text at a known place is left to the native library, which finds it by
    // its place. They do not go the way of all: so few steps of an interpreter count that each call is spared.
    public sealed unsafe partial class RecordPlan<T>
    {
        /// <summary>Whether records are so.</summary>
        private bool isPlain;

        // The number of the text, and where its slot stands. Here and below 64 bits, which are added to an address as they
        // are, and fields of the plan, since statics of a generic class are dear to an interpreter.
        private int textNumber;
        private long textSlotAt;
        private long textOffset;
#if !INTRINSICS
        private readonly long addressAt = RecordMemory.AddressWord * sizeof(void*);
#endif

        /// <summary>Up to so many units or bytes the quick door is taken; -1 where it cannot be.</summary>
        private readonly int quickMax = QuickDoor.Max;

#if INTRINSICS
        private const int FreshFrom = 0;
#else
        // Mono has nothing to do for shorter ones, and a call is spared.
        private const int FreshFrom = KeptSections.LargeFrom / sizeof(char);
#endif

        private void PreparePlain()
        {
            isPlain = hasPlaces && !isClass && texts.Length == 1 && textOffsets[0] >= 0
                && members[texts[0]].Sets && others.Length == 0;
            if (isPlain)
            {
                textNumber = texts[0];
                textSlotAt = textNumber * sizeof(RecordSlot);
                textOffset = textOffsets[0];
            }
        }

        /// <summary>Writes a record of a plain plan, for which the arguments stand already.</summary>
        /// <param name="room">Where it is written to if there is no array.</param>
        /// <param name="record">The record.</param>
        /// <param name="array">Where it is written to, not empty; or null.</param>
        /// <param name="makes">Whether an array is made, as long as the record should become.</param>
        /// <returns>The length; negative where it is to be written in another way, as one without a text is.</returns>
        private int WritePlain(RecordRoom room, ref T record, ref byte[] array, bool makes)
        {
            // A string's head for where its units are, which an interpreter asks the runtime for.
#if INTRINSICS
            byte* memory = RecordSteps.OfLocal(ref record);
            RecordMemory.Fields text = Unsafe.Read<RecordMemory.Fields>(memory + textOffset);
#else
            // RecordMemory.OfLocal and Get, whose calls it would make one by one.
            TypedReference local = __makeref(record);
            byte* memory = *(byte**)((byte*)&local + addressAt);
            RecordMemory.Fields text = null;
            TypedReference field = __makeref(text);
            *(byte**)((byte*)&field + addressAt) = memory + textOffset;
            text = __refvalue(field, RecordMemory.Fields);
#endif
            if (text == null)
            {
                return -1;
            }
            NativeDoor.RecordWriteArgs* args = room.WriteArgs;
            args->Record = memory;
            RecordSlot* slot = (RecordSlot*)((byte*)args->Slots + textSlotAt);
            fixed (byte* head = &text.First)
            {
                int len = *(int*)head;
                slot->Len = (ulong)len;
                slot->Value = (ulong)(head + RecordMemory.UnitsAt);
                byte[] bytes = array;
                if (makes)
                {
                    array = bytes = len < FreshFrom ? new byte[len + room.Around] : Fresh.Bytes(len + room.Around);
                }
                fixed (byte* dst = bytes)
                {
                    if (dst != null)
                    {
                        args->Dst = dst;
                        args->DstCap = (void*)bytes.Length;
                    }
                    else
                    {
                        args->Dst = room.Memory;
                        args->DstCap = (void*)room.Len;
                    }
                    int error = len <= quickMax ? QuickDoor.Write(args) : WriteLongPlain(args, len);
                    // Loaded once more, as in WithTexts.
                    room.Pinned = head;
                    room.Pinned = dst;
                    return error == 0 ? (int)args->Progress.Written : -1;
                }
            }
        }

        private static int WriteLongPlain(NativeDoor.RecordWriteArgs* args, int len)
        {
            // The writer refuses what is longer.
            return len <= JsonWriter.MaxTextLen ? NativeDoor.RecordWrite(args) : (int)ErrorCode.LengthExcessive;
        }

        /// <summary>Reads a record of a plain plan, for which the arguments stand already.</summary>
        /// <returns>False where it is to be read in another way; then the record holds anything.</returns>
        private bool ReadPlain(NativeDoor.RecordReadArgs* args, ref T record, byte* src, int len)
        {
#if INTRINSICS
            byte* memory = RecordSteps.OfLocal(ref record);
#else
            TypedReference local = __makeref(record);
            byte* memory = *(byte**)((byte*)&local + addressAt);
#endif
            args->Record = memory;
            args->Src = src;
            args->SrcLen = (void*)len;
            int error = len <= quickMax ? QuickDoor.Read(args) : NativeDoor.RecordRead(args);
            if (error != 0
                || ((int)args->Progress.Read != len && !IsBlank(src + args->Progress.Read, src + len)))
            {
                return false;
            }
            RecordSlot* slot = (RecordSlot*)((byte*)args->Slots + textSlotAt);
            if (slot->Len < RecordSlot.Missing)
            {
#if INTRINSICS
                Unsafe.Write(memory + textOffset, Fresh.TextOf((char*)args->Text, (int)slot->Len));
#else
                // RecordMemory.Set, as above.
                string text = null;
                TypedReference field = __makeref(text);
                *(byte**)((byte*)&field + addressAt) = memory + textOffset;
                __refvalue(field, string) = len < FreshFrom ? Marshal.PtrToStringUni(args->Text, (int)slot->Len)
                    : Fresh.TextOf((char*)args->Text, (int)slot->Len);
#endif
            }
            return true;
        }
    }
}
