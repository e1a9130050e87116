using System;
using System.Threading;

namespace StringMill.Tests
{
    /// <summary>Memory for long texts on Mono: kept only if that is turned on, and given back.</summary>
    internal static unsafe class SgenPinningTests
    {
        /// <summary>Keeps a compiler from leaving out the allocation.</summary>
        internal static object Made { get; private set; }

        [Test(NeedsSystem = true)]
        internal static void WhileLongTextsAreMade()
        {
            bool isOn = Runner.RuntimeName().StartsWith("mono", StringComparison.Ordinal)
                && Environment.GetEnvironmentVariable("STRINGMILL_SGEN_PINNING") == "1";
            Check.Equal(isOn, SgenPinning.IsOn, "whether it is turned on");
            RecordPlan<Line> plan = Records<Line>.Plan;
            Line line = new Line { Num = 7, Text = new string('x', 10000) };
            // A thread of its own, on whose stack nothing is left for a collector to take for a reference.
            Run(() =>
            {
                for (int i = 0; i < 2000; i++)
                {
                    byte[] json = plan.Serialize(line);
                    Check.Equal(line.Text, plan.Deserialize(json).Text, "text");
                    Made = json;
                }
            });
            Check.True(isOn ? SgenPinning.Count > 0 && SgenPinning.Count <= SgenPinning.SectionsMax : SgenPinning.Count == 0,
                SgenPinning.Count + " sections are kept");

            int idle = SgenPinning.IdleMs;
            SgenPinning.IdleMs = 0;
            try
            {
                for (int i = 0; i < 100 && SgenPinning.Count != 0; i++)
                {
                    Run(() =>
                    {
                        GC.Collect();
                        GC.WaitForPendingFinalizers();
                    });
                }
                Check.Equal(0, SgenPinning.Count, "sections that are kept after collections");
            }
            finally
            {
                SgenPinning.IdleMs = idle;
            }
        }

        [Test]
        internal static void NotForOtherLengths()
        {
            int before = SgenPinning.Count;
            for (int i = 0; i < 1000; i++)
            {
                Made = Allocate.Bytes(7999);
            }
            for (int i = 0; i < 10; i++)
            {
                Made = Allocate.Bytes(1 << 20);
            }
            Check.True(SgenPinning.Count <= before, "none more are kept");
        }

        private static void Run(ThreadStart work)
        {
            Exception fault = null;
            Thread thread = new Thread(() =>
            {
                try
                {
                    work();
                }
                catch (Exception e)
                {
                    fault = e;
                }
            });
            thread.Start();
            thread.Join();
            Check.True(fault == null, "no fault: " + fault);
        }

        private struct Line
        {
            public int Num;
            public string Text;
        }
    }
}
