using System;
using System.Runtime.InteropServices;

namespace StringMill
{
    /// <summary>
    /// What a thread needs to write and read records by the native library: arguments, slots and room for text, outside
    /// of the heap, so that nothing of it has to be pinned.
    /// </summary>
    internal sealed unsafe class RecordRoom
    {
        /// <summary>Room that was longer than this for one record is not kept.</summary>
        private const int KeptLen = 1 << 20;

        private const int FirstLen = 4096;
        private const int FirstSlots = 64;

        [ThreadStatic]
        internal static RecordRoom Current;

        internal readonly NativeDoor.RecordWriteArgs* WriteArgs;
        internal readonly NativeDoor.RecordReadArgs* ReadArgs;

        /// <summary>The plan for which the arguments of writing stand, and that for which those of reading do.</summary>
        internal object Writes;
        internal object Reads;

        /// <summary>How much longer than its only text the last record was that was written without a guess.</summary>
        internal int Around;

        /// <summary>The plan for which the length of the next record is foreseen, so that it need not be copied; null
        /// while the room is in use.</summary>
        internal object Foreseen;

        // How many records in a row it was as much, and from how many on it is so foreseen.
        private int steady;
        private const int SteadyFrom = 4;

        /// <summary>What is more than this comes of escapes.</summary>
        private const int AroundMax = 1 << 16;

        /// <summary>Writes what slots hold as JSON.</summary>
        internal JsonWriter Pieces;

        /// <summary>Whether it is in use.</summary>
        internal bool IsBusy;

        /// <summary>Takes what was pinned, and nobody looks at it: who stores it must have kept it until then.</summary>
        internal void* Pinned;

        /// <summary>One for each member.</summary>
        internal RecordSlot* Slots;

        /// <summary>Where records are written that have no place yet, and text is read to.</summary>
        internal byte* Memory;

        internal int Len;

        private int slotCount;
        private JsonEncoder piecesEncoder;

        private RecordRoom()
        {
            WriteArgs = (NativeDoor.RecordWriteArgs*)Zeros(sizeof(NativeDoor.RecordWriteArgs));
            ReadArgs = (NativeDoor.RecordReadArgs*)Zeros(sizeof(NativeDoor.RecordReadArgs));
            Slots = (RecordSlot*)Zeros(FirstSlots * sizeof(RecordSlot));
            slotCount = FirstSlots;
            Len = FirstLen;
            Memory = (byte*)Marshal.AllocHGlobal(Len);
        }

        ~RecordRoom()
        {
            Marshal.FreeHGlobal((IntPtr)WriteArgs);
            Marshal.FreeHGlobal((IntPtr)ReadArgs);
            Marshal.FreeHGlobal((IntPtr)Slots);
            Marshal.FreeHGlobal((IntPtr)Memory);
        }

        private static byte* Zeros(int len)
        {
            byte* made = (byte*)Marshal.AllocHGlobal(len);
            for (int i = 0; i < len; i++)
            {
                made[i] = 0;
            }
            return made;
        }

        /// <summary>Makes the room of this thread, which had none.</summary>
        internal static RecordRoom Make()
        {
            return Current = new RecordRoom();
        }

        /// <summary>The room of this thread, for the caller alone until <see cref="Return"/>.</summary>
        internal static RecordRoom Rent(int slots)
        {
            RecordRoom room = Current;
            if (room == null || room.IsBusy || room.slotCount < slots)
            {
                room = Other(room, slots);
            }
            room.IsBusy = true;
            room.Foreseen = null;
            return room;
        }

        // A room is busy where an accessor writes another record in the midst of one, and for good where one has thrown.
        private static RecordRoom Other(RecordRoom room, int slots)
        {
            if (room == null || room.IsBusy)
            {
                room = Make();
            }
            if (room.slotCount < slots)
            {
                room.Slots = (RecordSlot*)Marshal.ReAllocHGlobal((IntPtr)room.Slots,
                    (IntPtr)((long)slots * sizeof(RecordSlot)));
                room.slotCount = slots;
                room.Writes = room.Reads = null;
            }
            return room;
        }

        /// <summary>Begins what slots hold as JSON.</summary>
        internal JsonWriter BeginPieces(JsonEncoder encoder)
        {
            if (piecesEncoder != encoder)
            {
                piecesEncoder = encoder;
                Pieces = new JsonWriter(new JsonWriteOptions
                {
                    Encoder = encoder, SkipValidation = true, MaxDepth = RecordPlan.MaxDepth - 1,
                });
            }
            Pieces.Reset();
            return Pieces;
        }

        /// <summary>Says for which plan the arguments of writing stand now.</summary>
        internal void BeginWrites(object plan)
        {
            Writes = plan;
            steady = 0;
        }

        /// <summary>Notes how much longer than its only text a record was.</summary>
        internal void Note(int around)
        {
            steady = around == Around && around <= AroundMax ? steady + 1 : 0;
            Around = around;
            Foresee();
        }

        private void Foresee()
        {
            Foreseen = steady >= SteadyFrom ? Writes : null;
        }

        /// <summary>Gives the room back.</summary>
        internal void Return()
        {
            IsBusy = false;
            if (Len > KeptLen)
            {
                Grow(FirstLen);
            }
            Foresee();
        }

        /// <summary>Makes the memory so long; what it held is lost.</summary>
        internal void Grow(int len)
        {
            Marshal.FreeHGlobal((IntPtr)Memory);
            // Arguments may hold its address.
            Writes = Reads = null;
            Len = 0;
            Memory = null;
            Memory = (byte*)Marshal.AllocHGlobal(len);
            Len = len;
        }
    }
}
