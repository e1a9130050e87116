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
                        + "three_quarters_ns\n");
                }
                foreach (string name in names)
                {
                    times[name].Sort();
                    rows.Write(name + "," + Quantile(times[name], 0.5) + "," + Quantile(times[name], 0.25) + ","
                        + Quantile(times[name], 0.75) + "\n");
                }
            }
        }

        private static string Quantile(List<double> sorted, double share)
        {
            double time = sorted[(int)Math.Round(share * (sorted.Count - 1))];
            return time.ToString("F2", CultureInfo.InvariantCulture);
        }
    }
}
