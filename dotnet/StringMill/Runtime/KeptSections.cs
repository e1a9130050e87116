using System;
using System.Runtime.CompilerServices;

namespace StringMill
{
    /// <summary>
    /// What Mono's collector (SGen) would give back to the system too soon. It has objects of more than 8,000 bytes in
    /// sections of a megabyte, and unmaps at each major collection those in which nothing lives: the next long texts then
    /// have every page mapped anew, which takes several times as long as to make them. An array that lives in a section
    /// keeps it. All are let go by the first major collection that finds that for some seconds no long text was made.
    /// </summary>
    internal static class KeptSections
    {
        /// <summary>In bytes; shorter ones are elsewhere, and much longer ones have no section.</summary>
        internal const int LargeFrom = 8000;
        private const int LargeMax = SectionLen / 2;

        private const int SectionLen = 1 << 20;

        /// <summary>Measured: more than are made from one major collection to the next.</summary>
        internal const int Most = 64;

        private const int KeeperMax = 1 << 16;

        // Large objects stay where they are.
        private static readonly byte[][] Keepers = new byte[Most][];
        private static readonly long[] Sections = new long[Most];
        private static int made;
        private static int usedAt;

        /// <summary>For so many milliseconds all are kept though no long text is made.</summary>
        internal static int IdleMs { get; set; } = 5000;

        /// <summary>How many are kept.</summary>
        internal static int Count { get; private set; }

        /// <summary>Takes note of a text or an array of that many bytes, which is made.</summary>
        internal static void Note(int bytes)
        {
            if (bytes >= LargeFrom && bytes <= LargeMax && RecordString.IsMono)
            {
                usedAt = Environment.TickCount;
                // Threads at once may count less than there was.
                if (Count < Most && (made += bytes) >= SectionLen)
                {
                    TryKeep(Math.Min(bytes, KeeperMax));
                }
            }
        }

        // An array as long as what was made is where the next of these would be; it is kept if none is there yet.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private static unsafe void TryKeep(int len)
        {
            byte[] keeper = new byte[len];
            long section;
            fixed (byte* first = keeper)
            {
                section = (long)first / SectionLen;
            }
            lock (Keepers)
            {
                made = 0;
                if (Count == Most || Array.IndexOf(Sections, section, 0, Count) >= 0)
                {
                    return;
                }
                if (Count == 0)
                {
                    new Watch();
                }
                Sections[Count] = section;
                Keepers[Count++] = keeper;
            }
        }

        // Whether all were let go.
        private static bool Collected()
        {
            lock (Keepers)
            {
                if (unchecked(Environment.TickCount - usedAt) < IdleMs)
                {
                    return false;
                }
                Array.Clear(Keepers, 0, Most);
                Count = 0;
                return true;
            }
        }

        /// <summary>Nobody refers to it: it is finalized after a collection, and once it is old, after major ones.</summary>
        private sealed class Watch
        {
            ~Watch()
            {
                if (!Environment.HasShutdownStarted && !Collected())
                {
                    GC.ReRegisterForFinalize(this);
                }
            }
        }
    }
}
