using System.Runtime.CompilerServices;

namespace StringMill
{
    // Short records, without a native call.
    public sealed unsafe partial class RecordPlan<T>
    {
        // So many long records are not tried by steps when they are read.
        private int unplain;

        /// <summary>Writes a record, which is not null.</summary>
        /// <returns>Null where it is to be written in another way.</returns>
        private byte[] SerializeBySteps(ref T record)
        {
            RecordRoom room = RecordRoom.Current ?? RecordRoom.Make();
            if (room.IsBusy)
            {
                return null;
            }
            byte[] bytes;
            if (steps.ExpectsLong)
            {
                bytes = WriteLongBySteps(room, ref record);
                if (bytes != null || steps.ExpectsLong)
                {
                    return bytes;
                }
            }
            int len = WriteBySteps(ref record, room.Memory, room.Len, RecordSteps.LongFrom);
            if (len < 0)
            {
                return WriteLongBySteps(room, ref record);
            }
            bytes = Fresh.Bytes(len);
            fixed (byte* dst = &bytes[0])
            {
                System.Buffer.MemoryCopy(room.Memory, dst, len, len);
            }
            return bytes;
        }

        private byte[] WriteLongBySteps(RecordRoom room, ref T record)
        {
            if (!isClass)
            {
                return steps.WriteLong(RecordSteps.OfLocal(ref record), room.Memory, room.Len);
            }
            fixed (byte* memory = &RecordMemory.Of(record).First)
            {
                return steps.WriteLong(memory, room.Memory, room.Len);
            }
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private int WriteBySteps(ref T record, byte* dst, int cap, int textMax)
        {
            return isClass ? WriteObjectBySteps(record, dst, cap, textMax)
                : steps.Write(RecordSteps.OfLocal(ref record), dst, cap, textMax);
        }

        private int WriteObjectBySteps(T record, byte* dst, int cap, int textMax)
        {
            fixed (byte* memory = &RecordMemory.Of(record).First)
            {
                return steps.Write(memory, dst, cap, textMax);
            }
        }

        // Measured: not inlined, with a conditional expression, CoreCLR 3.1 took 20 ns more.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private T ReadBySteps(byte* src, int len)
        {
            if (isClass)
            {
                return ReadObjectBySteps(src, len);
            }
            T record = default(T);
            if ((unplain == 0 || len < RecordSteps.LongFrom) && steps.Read(RecordSteps.OfLocal(ref record), src, len))
            {
                return record;
            }
            return ReadUnplain(src, len);
        }

        private T ReadUnplain(byte* src, int len)
        {
            // Long texts with escapes mostly come one after the other.
            if (len >= RecordSteps.LongFrom)
            {
                int left = unplain;
                unplain = left == 0 ? RecordSteps.Unplain : left - 1;
            }
            return Read(src, len, default(T));
        }

        private T ReadObjectBySteps(byte* src, int len)
        {
            // What is no record at all calls no constructor.
            if (*src != '{')
            {
                return Read(src, len, default(T));
            }
            T made = Make();
            fixed (byte* memory = &RecordMemory.Of(made).First)
            {
                if (steps.Read(memory, src, len))
                {
                    return made;
                }
            }
            return Read(src, len, made);
        }
    }
}
