using System.Runtime.InteropServices;

namespace StringMill.Benchmarks
{
    /// <summary>
    /// The processor time of this process, collection of garbage included: on a machine that others use too, the clock
    /// on the wall tells more of them than of us.
    /// </summary>
    internal static unsafe class ProcessorTime
    {
        private const int OfProcess = 2;

        private struct Time
        {
            internal long Seconds;
            internal long Nanoseconds;
        }

        [DllImport("libc", EntryPoint = "clock_gettime")]
        private static extern int Clock(int clock, Time* time);

        internal static long Nanoseconds()
        {
            Time time;
            Clock(OfProcess, &time);
            return 1000000000 * time.Seconds + time.Nanoseconds;
        }
    }
}
