using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;

namespace StringMill.Benchmarks
{
    /// <summary>The lines that <see cref="Case.Measure"/> makes, of several processes.</summary>
    internal static class Samples
    {
        /// <summary>What a row begins with: operation, variant, content, length, subject and bytes.</summary>
        private const int Fields = 6;

        /// <summary>Appends rows of a record to a file, and a first line where it is new.</summary>
        internal static void Summarize(string samples, string csv)
        {
            List<string> names = new List<string>();
            Dictionary<string, List<double>> times = new Dictionary<string, List<double>>();
            foreach (string line in File.ReadAllLines(samples))
            {
                string[] fields = line.Split(',');
                string name = string.Join(",", fields, 0, Fields);
                if (!times.ContainsKey(name))
                {
                    names.Add(name);
                    times.Add(name, new List<double>());
                }
                for (int i = Fields; i < fields.Length; i++)
                {
                    times[name].Add(double.Parse(fields[i], CultureInfo.InvariantCulture));
                }
            }
            using (StreamWriter rows = new StreamWriter(csv, true))
            {
                if (rows.BaseStream.Length == 0)
                {
                    rows.Write("operation,variant,content,length,subject,bytes,median_ns,quarter_ns,"
                        + "three_quarters_ns,ratio,quarter_ratio,three_quarters_ratio\n");
                }
                // Our subject precedes the peers that were measured in the same rounds.
                List<double> ours = null;
                foreach (string name in names)
                {
                    string ratios = ",,,";
                    if (name.Contains(" beside "))
                    {
                        ratios = Quartiles(Ratios(times[name], ours));
                    }
                    else
                    {
                        ours = times[name];
                    }
                    rows.Write(name + Quartiles(times[name]) + ratios + "\n");
                }
            }
        }

        /// <summary>How many times as long a peer took, round by round: the machine changes its speed.</summary>
        private static List<double> Ratios(List<double> peer, List<double> ours)
        {
            List<double> ratios = new List<double>();
            for (int round = 0; round < ours.Count; round++)
            {
                // Less than a hundredth of a nanosecond, the loop taken off, is nothing that was measured.
                ratios.Add(peer[round] / Math.Max(ours[round], 0.01));
            }
            return ratios;
        }

        // Median first.
        private static string Quartiles(List<double> samples)
        {
            List<double> sorted = new List<double>(samples);
            sorted.Sort();
            return Quantile(sorted, 0.5) + Quantile(sorted, 0.25) + Quantile(sorted, 0.75);
        }

        private static string Quantile(List<double> sorted, double share)
        {
            double sample = sorted[(int)Math.Round(share * (sorted.Count - 1))];
            return "," + sample.ToString("F2", CultureInfo.InvariantCulture);
        }
    }
}
