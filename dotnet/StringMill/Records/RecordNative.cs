using System;
using System.Buffers;

namespace StringMill
{
    /// <summary>
    /// Writes and reads records by the native library: values of members go into slots, and one call writes or reads all slots. If
    /// the library refuses a record, C# writes or reads it, so that errors and their places are always those of C#.
    /// </summary>
    internal sealed unsafe class RecordNative<T>
    {
        private const uint FloatShapeDotNet = 4;

        private readonly RecordObject<T> pure;
        private readonly NativeLimits limits;
        private readonly RecordMember<T>[] members;
        private readonly bool isClass = !typeof(T).IsValueType;
        private readonly void* plan;
        private readonly void* rules;

        // The numbers of the members, strings apart from slotMembers.
        private readonly int[] textMembers;
        private readonly int[] slotMembers;

        internal RecordNative(RecordObject<T> pure, NativeLimits limits, JsonEncoder encoder)
        {
            this.pure = pure;
            this.limits = limits;
            members = pure.Members;
            textMembers = Numbers(true);
            slotMembers = Numbers(false);
            KernelDriver.RequireNative();
            rules = NativeKernels.RulesUtf16(encoder.Rules);
            plan = MakePlan();
        }

        ~RecordNative()
        {
            NativeDoor.RecordPlanFree(plan);
        }

        private int[] Numbers(bool areTexts)
        {
            int[] all = new int[members.Length];
            for (int i = 0; i < all.Length; i++)
            {
                all[i] = i;
            }
            return Array.FindAll(all, number => members[number].Kind == RecordKind.String == areTexts);
        }

        private void* MakePlan()
        {
            NativeDoor.RecordMember[] made = new NativeDoor.RecordMember[members.Length + 1];
            byte[] names = Array.Empty<byte>();
            foreach (RecordMember<T> member in members)
            {
                int at = names.Length;
                Array.Resize(ref names, at + member.Name.Length + member.EscapedName.Length);
                member.Name.CopyTo(names, at);
                member.EscapedName.CopyTo(names, at + member.Name.Length);
            }
            void* newPlan;
            uint error;
            fixed (byte* first = names)
            fixed (NativeDoor.RecordMember* all = made)
            {
                byte* name = first;
                for (int i = 0; i < members.Length; i++)
                {
                    all[i].Kind = (uint)members[i].Kind;
                    all[i].Name = name;
                    all[i].NameLen = (void*)members[i].Name.Length;
                    all[i].Written = name += members[i].Name.Length;
                    all[i].WrittenLen = (void*)members[i].EscapedName.Length;
                    name += members[i].EscapedName.Length;
                }
                error = NativeDoor.RecordPlanNew(all, (void*)members.Length, &newPlan);
            }
            if (error != 0)
            {
                throw new InvalidOperationException("the native library refuses the plan: error " + error);
            }
            return newPlan;
        }

        /// <summary>Writes a record, which is not null, into a buffer. A longer one replaces it if it is too short.</summary>
        /// <returns>The length; -1 if C# has to write it.</returns>
        internal int Write(ref T record, ref byte[] buffer)
        {
            RecordSlot* slots = stackalloc RecordSlot[members.Length];
            foreach (int number in slotMembers)
            {
                members[number].ToSlot(ref record, slots + number);
            }
            NativeDoor.RecordWriteArgs args = default(NativeDoor.RecordWriteArgs);
            args.Plan = plan;
            args.Rules = rules;
            args.Slots = slots;
            args.SlotCount = (void*)members.Length;
            args.FloatShape = FloatShapeDotNet;
            int len = WithTexts(ref record, &args, ref buffer, 0);
            // The finalizer must not free the plan during the call.
            GC.KeepAlive(this);
            return len;
        }

        // Pins one text after the other, and writes the record while all are pinned.
        private int WithTexts(ref T record, NativeDoor.RecordWriteArgs* args, ref byte[] buffer, int from)
        {
            if (from == textMembers.Length)
            {
                return CallWrite(args, ref buffer);
            }
            int number = textMembers[from];
            string text = members[number].Text(ref record);
            RecordSlot* slot = args->Slots + number;
            if (text == null)
            {
                slot->Len = RecordSlot.Null;
                return WithTexts(ref record, args, ref buffer, from + 1);
            }
            if (!limits.CanWrite(text.Length))
            {
                return -1;
            }
            fixed (char* units = text)
            {
                slot->Value = (ulong)units;
                slot->Len = (ulong)text.Length;
                return WithTexts(ref record, args, ref buffer, from + 1);
            }
        }

        private static int CallWrite(NativeDoor.RecordWriteArgs* args, ref byte[] buffer)
        {
            while (true)
            {
                int error;
                fixed (byte* dst = &buffer[0])
                {
                    args->Dst = dst;
                    args->DstCap = (void*)buffer.Length;
                    error = NativeDoor.RecordWrite(args);
                }
                if (error != (int)ErrorCode.RoomShort || buffer.Length > int.MaxValue / 2)
                {
                    return error == 0 ? (int)args->Progress.Written : -1;
                }
                buffer = new byte[2 * buffer.Length];
            }
        }

        /// <summary>Reads a record.</summary>
        /// <returns>False if C# has to read it.</returns>
        internal bool TryRead(byte* src, int len, out T record)
        {
            RecordSlot* slots = stackalloc RecordSlot[members.Length];
            NativeDoor.RecordReadArgs args = default(NativeDoor.RecordReadArgs);
            args.Plan = plan;
            args.Slots = slots;
            args.SlotCount = (void*)members.Length;
            args.Src = src;
            args.SrcLen = (void*)len;
            int roomLen = sizeof(char) * len;
            bool isLong = roomLen > RecordRoom.KeptLen;
            byte[] room = isLong ? ArrayPool<byte>.Shared.Rent(roomLen) : RecordRoom.Take(roomLen);
            bool isRead;
            fixed (byte* text = &room[0])
            {
                args.Text = (IntPtr)text;
                args.TextCap = (void*)(room.Length / sizeof(char));
                isRead = NativeDoor.RecordRead(&args) == 0
                    && RecordPlan.CountBlanks(new ReadOnlySpan<byte>(src + args.Progress.Read, len - (int)args.Progress.Read))
                        == len - (int)args.Progress.Read;
                record = default(T);
                isRead = isRead && TryMakeQuietly(slots, (char*)text, ref record);
            }
            if (isLong)
            {
                ArrayPool<byte>.Shared.Return(room);
            }
            else
            {
                RecordRoom.Return(room);
            }
            GC.KeepAlive(this);
            return isRead;
        }

        // After an exception of a setter C# reads the record again, and reports the place.
        private bool TryMakeQuietly(RecordSlot* slot, char* text, ref T record)
        {
            try
            {
                return TryMake(slot, text, ref record);
            }
            catch (Exception)
            {
                return false;
            }
        }

        private bool TryMake(RecordSlot* slot, char* text, ref T record)
        {
            if (isClass)
            {
                record = pure.Make();
            }
            foreach (RecordMember<T> member in members)
            {
                if (slot->Len != RecordSlot.Missing && member.CanSet && !member.FromSlot(ref record, slot, text))
                {
                    return false;
                }
                slot++;
            }
            return true;
        }
    }
}
