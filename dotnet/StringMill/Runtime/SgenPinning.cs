using System;
using System.Runtime.CompilerServices;

namespace StringMill
{
    /// <summary>
    /// Keeps memory for long texts on Mono. Its collector (SGen) has objects of more than 8,000 bytes in sections of a
    /// megabyte, and unmaps a section in which nothing lives at each major collection. The next long texts then map every page
    /// again, which takes several times as long as to make them. A small array that lives in a section keeps it.
    /// <para>Off by default; the switch <c>StringMill.SgenPinning</c> of AppContext or STRINGMILL_SGEN_PINNING=1 in the
    /// environment turns it on. Texts of 10,000 characters are then read 3 to 4 times as fast.</para>
    /// </summary>
    internal static class SgenPinning
    {
        /// <summary>Whether it is turned on.</summary>
        internal static readonly bool IsOn = RuntimeKind.IsMono && IsAskedFor();

        /// <summary>In bytes; SGen has shorter objects elsewhere, and much longer ones have no section.</summary>
        private const int LargeFrom = 8000;
        private const int LargeMax = SectionLen / 2;

        private const int SectionLen = 1 << 20;

        /// <summary>The most sections that are kept; measured: more than one major collection needs.</summary>
        internal const int SectionsMax = 64;

        private const int KeeperMax = 1 << 16;

        // The collector does not move large objects, so a keeper stays in its section.
        private static readonly byte[][] Keepers = new byte[SectionsMax][];
        private static readonly long[] Sections = new long[SectionsMax];
        private static int newBytes;
        private static int lastUseMs;

        /// <summary>After this time without a long text, a major collection gives all sections back.</summary>
        internal static int IdleMs { get; set; } = 5000;

        /// <summary>How many sections are kept.</summary>
        internal static int Count { get; private set; }

        private static bool IsAskedFor()
        {
            bool isOn;
            return AppContext.TryGetSwitch("StringMill.SgenPinning", out isOn) ? isOn
                : Environment.GetEnvironmentVariable("STRINGMILL_SGEN_PINNING") == "1";
        }

        /// <summary>Counts a new text or array of this many bytes.</summary>
        internal static void Note(int bytes)
        {
            if (IsOn && bytes >= LargeFrom && bytes <= LargeMax)
            {
                lastUseMs = Environment.TickCount;
                // No lock: threads may lose some of the sum, which only delays the next keeper.
                if (Count < SectionsMax && (newBytes += bytes) >= SectionLen)
                {
                    TryKeep(Math.Min(bytes, KeeperMax));
                }
            }
        }

        // A new array is in the section of the next long text; the array is kept if it is the first in its section.
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
                newBytes = 0;
                if (Count == SectionsMax || Array.IndexOf(Sections, section, 0, Count) >= 0)
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

        private static bool TryGiveBack()
        {
            lock (Keepers)
            {
                if (unchecked(Environment.TickCount - lastUseMs) < IdleMs)
                {
                    return false;
                }
                Array.Clear(Keepers, 0, SectionsMax);
                Count = 0;
                return true;
            }
        }

        /// <summary>
        /// An object without references: its finalizer runs after a collection, and after major ones once the object is old.
        /// </summary>
        private sealed class Watch
        {
            ~Watch()
            {
                if (!Environment.HasShutdownStarted && !TryGiveBack())
                {
                    GC.ReRegisterForFinalize(this);
                }
            }
        }
    }
}
