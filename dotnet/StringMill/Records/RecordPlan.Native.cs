// Typed references are used, which that warning does not know of.
#pragma warning disable 219

using System;

namespace StringMill
{
    // One native call for each record.
    public sealed unsafe partial class RecordPlan<T>
    {
        /// <summary>The plan as the native library has it; null where that is not to be used.</summary>
        private void* nativePlan;

        private void* nativeRules;

        /// <summary>Whether members are reached by their place in memory.</summary>
        private bool hasPlaces;

        // The numbers of the members, by what their slots hold.
        private int[] texts;
        private int[] raws;
        private int[] others;

        // For each text where its field stands, or -1.
        private int[] textOffsets;

        // In a field of the plan, since statics of a generic class are dear to an interpreter.
        private readonly bool isClass = IsClass;

        /// <summary>For short texts, and for all where there is no native library; null where others do it.</summary>
        private RecordSteps steps;

        /// <summary>The longest text that is left to steps where there is room for it.</summary>
        private int stepsTextMax;

        private const uint FloatShapeDotNet = 4;

        private void PrepareNative()
        {
            hasPlaces = RecordMemory.AddressWord >= 0;
            texts = Numbers(RecordKind.String, RecordKind.String);
            raws = Numbers(RecordKind.Raw, RecordKind.Raw);
            others = Array.FindAll(Numbers(RecordKind.Bool, RecordKind.Raw), number => members[number].Place == 0);
            textOffsets = Array.ConvertAll(texts, number => members[number].TextOffset);
            steps = hasPlaces && Kernels.NativeFrom > 0 ? RecordSteps.Of(members, encoder.Rules) : null;
            stepsTextMax = Math.Min(Kernels.VectorsTo, JsonWriter.MaxTextLen);
            if (Kernels.NativeFrom == int.MaxValue)
            {
                return;
            }
            Kernels.RequireNative();
            nativeRules = NativeKernels.RulesUtf16(encoder.Rules);
            nativePlan = MakeNativePlan();
            PreparePlain();
        }

        /// <summary>Gives back what the native library holds.</summary>
        ~RecordPlan()
        {
            if (nativePlan != null)
            {
                NativeDoor.RecordPlanFree(nativePlan);
                nativePlan = null;
            }
        }

        private int[] Numbers(RecordKind first, RecordKind last)
        {
            int[] numbers = new int[members.Length];
            int count = 0;
            for (int i = 0; i < members.Length; i++)
            {
                if (members[i].Kind >= first && members[i].Kind <= last)
                {
                    numbers[count++] = i;
                }
            }
            Array.Resize(ref numbers, count);
            return numbers;
        }

        private void* MakeNativePlan()
        {
            int len = 0;
            foreach (RecordMember<T> member in members)
            {
                len += member.Name.Length + member.Written.Length;
            }
            byte[] names = new byte[len + 1];
            NativeDoor.RecordMember[] made = new NativeDoor.RecordMember[members.Length + 1];
            void* plan;
            uint error;
            fixed (byte* name = names)
            fixed (NativeDoor.RecordMember* first = made)
            {
                int at = 0;
                for (int i = 0; i < members.Length; i++)
                {
                    first[i].Kind = (uint)members[i].Kind;
                    first[i].Place = members[i].Place;
                    first[i].Name = name + at;
                    first[i].NameLen = (void*)members[i].Name.Length;
                    Buffer.BlockCopy(members[i].Name, 0, names, at, members[i].Name.Length);
                    at += members[i].Name.Length;
                    first[i].Written = name + at;
                    first[i].WrittenLen = (void*)members[i].Written.Length;
                    Buffer.BlockCopy(members[i].Written, 0, names, at, members[i].Written.Length);
                    at += members[i].Written.Length;
                }
                error = NativeDoor.RecordPlanNew(first, (void*)members.Length, &plan);
            }
            if (error != 0)
            {
                throw new InvalidOperationException("the native library refuses the plan: error " + error);
            }
            return plan;
        }

        /// <summary>Writes a record, which is not null, to a place, or where that is null to the memory of the room.</summary>
        /// <returns>The length; negative where it has no room, or is to be written without the native library.</returns>
        private int WriteNative(RecordRoom room, ref T record, byte* dst, int cap)
        {
            NativeDoor.RecordWriteArgs* args = room.WriteArgs;
            if (room.Writes != (object)this)
            {
                args->Plan = nativePlan;
                args->Rules = nativeRules;
                args->Slots = room.Slots;
                args->SlotCount = (void*)members.Length;
                args->FloatShape = FloatShapeDotNet;
                room.BeginWrites(this);
            }
            args->Dst = dst == null ? room.Memory : dst;
            args->DstCap = (void*)(dst == null ? room.Len : cap);
            int error;
            if (!hasPlaces)
            {
                error = Gather(room, ref record, null);
            }
            else if (isClass)
            {
                fixed (byte* memory = &RecordMemory.Of(record).First)
                {
                    error = Gather(room, ref record, memory);
                }
            }
            else
            {
                error = Gather(room, ref record, RecordMemory.OfLocal(ref record));
            }
            // The plan is read after the call, so that it is not collected during it.
            return error == 0 && nativePlan != null ? (int)args->Progress.Written : -1;
        }

        private int Gather(RecordRoom room, ref T record, byte* memory)
        {
            JsonWriter pieces = raws.Length == 0 ? null : room.BeginPieces(encoder);
            room.WriteArgs->Record = memory;
            foreach (int number in others)
            {
                members[number].ToSlot(ref record, memory, room.Slots + number, pieces);
            }
            return WithTexts(room, ref record, memory, 0);
        }

        // Text by text, each of which stays pinned until the record is written: what is pinned is loaded once more when all
        // is done, so that no runtime takes the pin for one that nobody needs any longer.
        private int WithTexts(RecordRoom room, ref T record, byte* memory, int from)
        {
            if (from == texts.Length)
            {
                return raws.Length == 0 ? CallWrite(room) : WithPieces(room);
            }
            int number = texts[from];
            int offset = textOffsets[from];
            string text = offset >= 0 ? RecordMemory.Text(memory + offset) : members[number].Text(ref record, memory);
            RecordSlot* slot = room.Slots + number;
            if (text != null && text.Length > JsonWriter.MaxTextLen)
            {
                // The writer refuses it.
                return (int)ErrorCode.LengthExcessive;
            }
            fixed (char* units = text)
            {
                slot->Value = (ulong)units;
                slot->Len = text == null ? RecordSlot.Null : (ulong)text.Length;
                int error = from == texts.Length - 1 && raws.Length == 0 ? CallWrite(room)
                    : WithTexts(room, ref record, memory, from + 1);
                room.Pinned = units;
                GC.KeepAlive(text);
                return error;
            }
        }

        private int WithPieces(RecordRoom room)
        {
            byte[] buffer = room.Pieces.Buffer;
            fixed (byte* pieces = buffer)
            {
                foreach (int number in raws)
                {
                    room.Slots[number].Value += (ulong)pieces;
                }
                int error = CallWrite(room);
                room.Pinned = pieces;
                GC.KeepAlive(buffer);
                return error;
            }
        }

        private static int CallWrite(RecordRoom room)
        {
            NativeDoor.RecordWriteArgs* args = room.WriteArgs;
            int error = NativeDoor.RecordWrite(args);
            while (error == (int)ErrorCode.RoomShort && args->Dst == room.Memory && room.Len <= int.MaxValue / 2)
            {
                room.Grow(2 * room.Len);
                args->Dst = room.Memory;
                args->DstCap = (void*)room.Len;
                error = NativeDoor.RecordWrite(args);
            }
            return error;
        }

        /// <summary>Reads a record into a local variable.</summary>
        /// <param name="src">The JSON.</param>
        /// <param name="len">Its length.</param>
        /// <param name="record">
        /// All zeros; or of a class an object of which at most fields were set that the JSON sets too.
        /// </param>
        /// <returns>
        /// False where it is to be read without the native library, which then says what is wrong. The variable is then
        /// null, or such an object.
        /// </returns>
        private bool ReadNative(byte* src, int len, ref T record)
        {
            if (len > int.MaxValue / 2 || (isClass && !BeginsObject(src, len)))
            {
                return false;
            }
            if (isClass && record == null)
            {
                record = Make();
            }
            RecordRoom room = RecordRoom.Rent(members.Length);
            if (room.Len < 2 * len)
            {
                room.Grow(2 * len);
            }
            NativeDoor.RecordReadArgs* args = room.ReadArgs;
            if (room.Reads != (object)this)
            {
                args->Plan = nativePlan;
                args->Slots = room.Slots;
                args->SlotCount = (void*)members.Length;
                room.Reads = this;
            }
            args->Src = src;
            args->SrcLen = (void*)len;
            args->Text = (IntPtr)room.Memory;
            args->TextCap = (void*)(room.Len / 2);
            bool isRead = CallRead(room, ref record);
            room.Return();
            return isRead;
        }

        // What is no record at all calls no constructor.
        private static bool BeginsObject(byte* src, int len)
        {
            int at = 0;
            while (at < len && IsBlank(src + at, src + at + 1))
            {
                at++;
            }
            return at < len && src[at] == '{';
        }

        /// <summary>Calls the native library, which sets what has a place.</summary>
        /// <returns>Whether a record stands there and nothing else.</returns>
        private static bool CallRead(NativeDoor.RecordReadArgs* args, byte* memory)
        {
            args->Record = memory;
            if (NativeDoor.RecordRead(args) != 0)
            {
                return false;
            }
            byte* at = args->Src + args->Progress.Read;
            byte* end = args->Src + (ulong)args->SrcLen;
            return at == end || IsBlank(at, end);
        }

        private bool CallRead(RecordRoom room, ref T record)
        {
            if (!hasPlaces)
            {
                return CallRead(room.ReadArgs, null) && Set(room, ref record, null);
            }
            if (!isClass)
            {
                byte* local = RecordMemory.OfLocal(ref record);
                return CallRead(room.ReadArgs, local) && Set(room, ref record, local);
            }
            fixed (byte* memory = &RecordMemory.Of(record).First)
            {
                return CallRead(room.ReadArgs, memory) && Set(room, ref record, memory);
            }
        }

        private static bool IsBlank(byte* at, byte* end)
        {
            while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
            {
                at++;
            }
            return at == end;
        }

        private bool Set(RecordRoom room, ref T record, byte* memory)
        {
            byte* src = room.ReadArgs->Src;
            RecordSlot* slot = room.Slots;
            try
            {
                for (int i = 0; i < members.Length; i++)
                {
                    RecordMember<T> member = members[i];
                    if (slot->Len != RecordSlot.Missing && member.Sets && member.Place == 0
                        && !member.FromSlot(ref record, memory, slot, src, (char*)room.Memory))
                    {
                        record = default(T);
                        return false;
                    }
                    slot++;
                }
                return true;
            }
            catch (JsonReadException)
            {
                // What is wrong stands at another place of the whole.
                record = default(T);
                return false;
            }
        }
    }
}
