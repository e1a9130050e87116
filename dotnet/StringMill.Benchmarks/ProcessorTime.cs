using System.Diagnostics;
using System.Runtime.InteropServices;

namespace StringMill.Benchmarks
{
    /// <summary>
    /// Processor time: on a shared machine the clock also measures other processes. In the browser runtime run.mjs makes the clock
    /// that of the process.
    /// </summary>
    internal static unsafe class ProcessorTime
    {
        private const int OfProcess = 2;
        private const int OfThread = 3;

        private struct Time
        {
            internal long Seconds;
            internal long Nanoseconds;
        }

        [DllImport("libc", EntryPoint = "clock_gettime")]
        private static extern int Clock(int which, Time* time);

        private static readonly bool IsBrowser = Race.Runtime.StartsWith("browser");

        /// <summary>Of all threads: the compiler and the collector that run in the background included.</summary>
        internal static long Nanoseconds()
        {
            return Of(OfProcess);
        }

        /// <summary>Of this thread alone, which also collects the youngest garbage.</summary>
        internal static long NanosecondsOfThread()
        {
            return Of(OfThread);
        }

        private static long Of(int clock)
        {
            if (IsBrowser)
            {
                return (long)(Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency));
            }
            Time time;
            Clock(clock, &time);
            return 1000000000 * time.Seconds + time.Nanoseconds;
        }
    }
}
