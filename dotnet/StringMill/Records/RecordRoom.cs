using System;

namespace StringMill
{
    /// <summary>A buffer of this thread, for JSON that has no place yet and for text that was read.</summary>
    internal static class RecordRoom
    {
        internal const int FirstLen = 4096;

        /// <summary>Longer buffers are not kept.</summary>
        internal const int KeptLen = 1 << 20;

        [ThreadStatic]
        private static byte[] spareRoom;

        /// <summary>
        /// Takes a buffer of at least this length. Until it is given back, an accessor that writes or reads another record
        /// gets another one.
        /// </summary>
        internal static byte[] Take(int len)
        {
            byte[] room = spareRoom;
            spareRoom = null;
            return room != null && room.Length >= len ? room : new byte[Math.Max(FirstLen, len)];
        }

        /// <summary>Gives a buffer back.</summary>
        internal static void Return(byte[] room)
        {
            if (room.Length <= KeptLen)
            {
                spareRoom = room;
            }
        }
    }
}
