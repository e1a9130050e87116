using System;
using System.Collections.Generic;
using System.Globalization;
using System.Threading;
using StringMill.Benchmarks.Peers;

namespace StringMill.Benchmarks
{
    /// <summary>Measures the rows that are chosen by rule: a line for each cell, with its ratio.</summary>
    internal sealed class Table
    {
        /// <summary>CoreCLR compiles a method again after 30 calls; there are several cells for each.</summary>
        private const int NotedFrom = 20;

        private readonly List<string> filter;
        private readonly RowsByRule rows;
        private readonly Effort effort;

        internal Table(RowsByRule rows, List<string> filter, Effort effort)
        {
            this.rows = rows;
            this.filter = filter;
            this.effort = effort;
        }

        private IEnumerable<RuleRow> Cells()
        {
            foreach (RuleRow cell in rows.All())
            {
                string text = cell.Table + "|" + cell.Row + "|" + cell.Column;
                if (filter.TrueForAll(word => text.Contains(word)))
                {
                    yield return cell;
                }
            }
        }

        /// <summary>Refuses outputs that differ; returns the number of cells.</summary>
        internal int Compare()
        {
            int cells = 0;
            foreach (RuleRow cell in Cells())
            {
                cells++;
                byte[] ours = cell.Ours.Output(0);
                if (ours != null && Convert.ToBase64String(ours) != Convert.ToBase64String(cell.Theirs.Output(0)))
                {
                    throw new InvalidOperationException(cell.Table + ", " + cell.Row + ", " + cell.Column + ": outputs differ");
                }
            }
            return cells;
        }

        /// <summary>Runs everything a few times, so that compilers take note, and waits for them.</summary>
        internal void WarmUp(int stages)
        {
            for (int stage = 0; stage < stages; stage++)
            {
                foreach (RuleRow cell in Cells())
                {
                    cell.Ours.Run(NotedFrom);
                    cell.Theirs.Run(NotedFrom);
                }
                Thread.Sleep(900);
            }
        }

        internal void Measure()
        {
            foreach (RuleRow cell in Cells())
            {
                int ours = Calls(cell.Ours);
                int theirs = Calls(cell.Theirs);
                List<double> ratios = new List<double>();
                List<double> times = new List<double>();
                for (int round = 0; round < effort.Rounds; round++)
                {
                    bool isFirst = round % 2 == 0;
                    double before = isFirst ? Taken(cell.Ours, ours) : 0;
                    double peer = Taken(cell.Theirs, theirs);
                    double own = isFirst ? before : Taken(cell.Ours, ours);
                    times.Add(own);
                    ratios.Add(peer / own);
                }
                Console.WriteLine(cell.Table + "|" + cell.Row + "|" + cell.Column + "|" + Median(ratios, "F3") + "|" + Median(times, "F0"));
            }
        }

        // The calls of a sample; at least one over each input if that does not take too long.
        private int Calls(Subject subject)
        {
            // Compiles what the warm-up has not.
            subject.Run(1);
            int calls = 1;
            double taken = Taken(subject, calls);
            while (calls < 1 << 20 && taken * calls < effort.Nanoseconds)
            {
                calls *= 2;
                taken = Taken(subject, calls);
            }
            return calls;
        }

        // Nanoseconds of one call. Samples are short: the compiler that works in the background would be most of some.
        private static double Taken(Subject subject, int calls)
        {
            long start = ProcessorTime.NanosecondsOfThread();
            subject.Run(calls);
            return Math.Max(1.0, ProcessorTime.NanosecondsOfThread() - start) / calls;
        }

        private static string Median(List<double> samples, string format)
        {
            samples.Sort();
            return samples[samples.Count / 2].ToString(format, CultureInfo.InvariantCulture);
        }
    }
}
