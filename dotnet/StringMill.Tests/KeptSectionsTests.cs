using System;
using System.Threading;

namespace StringMill.Tests
{
    /// <summary>What is kept of the memory of long texts on Mono, and that it is let go.</summary>
    internal static unsafe class KeptSectionsTests
    {
        /// <summary>So that what is made is.</summary>
        internal static object Made { get; private set; }

        [Test]
        internal static void AreKeptWhileLongTextsAreMade()
        {
            bool isMono = Runner.RuntimeName().StartsWith("mono", StringComparison.Ordinal);
            RecordPlan<Line> plan = Records<Line>.Plan;
            Line line = new Line { Num = 7, Text = new string('x', 10000) };
            // A thread of its own, on whose stack nothing is left that a collector takes for a reference.
            Run(() =>
            {
                for (int i = 0; i < 2000; i++)
                {
                    byte[] json = plan.Serialize(line);
                    Check.Equal(line.Text, plan.Deserialize(json).Text, "text");
                    Made = json;
                }
            });
            Check.True(isMono ? KeptSections.Count > 0 && KeptSections.Count <= KeptSections.Most : KeptSections.Count == 0,
                KeptSections.Count + " sections are kept");

            int idle = KeptSections.IdleMs;
            KeptSections.IdleMs = 0;
            try
            {
                for (int i = 0; i < 100 && KeptSections.Count != 0; i++)
                {
                    Run(() =>
                    {
                        GC.Collect();
                        GC.WaitForPendingFinalizers();
                    });
                }
                Check.Equal(0, KeptSections.Count, "sections that are kept after collections");
            }
            finally
            {
                KeptSections.IdleMs = idle;
            }
        }

        [Test]
        internal static void AreNotKeptForOthers()
        {
            int before = KeptSections.Count;
            for (int i = 0; i < 1000; i++)
            {
                Made = Fresh.Bytes(7999);
                Made = Fresh.Text(3999);
            }
            for (int i = 0; i < 10; i++)
            {
                Made = Fresh.Bytes(1 << 20);
            }
            Check.True(KeptSections.Count <= before, "none more are kept");
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
