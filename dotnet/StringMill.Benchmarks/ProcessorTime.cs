using System.Diagnostics;
using System.Runtime.InteropServices;

namespace StringMill.Benchmarks
{
    /// <summary>
    /// The processor time of this process, garbage collection included. On a shared machine the clock also measures other
    /// processes. In the browser runtime run.mjs makes the clock that of the process.
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

        private static readonly bool IsBrowser = Race.Runtime.StartsWith("browser");

        internal static long Nanoseconds()
        {
            if (IsBrowser)
            {
                return (long)(Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency));
            }
            Time time;
            Clock(OfProcess, &time);
            return 1000000000 * time.Seconds + time.Nanoseconds;
        }
    }
}
