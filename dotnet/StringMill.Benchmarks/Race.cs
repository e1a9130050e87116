using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Threading;
using StringMill.Benchmarks.Peers;

namespace StringMill.Benchmarks
{
    /// <summary>
    /// Ours and the peers in turn in this process, over the cases of a file: a line for each, with operation, content
    /// and length. <c>tools/run bench-dotnet</c> starts it, on each runtime and for each kind of kernels.
    ///
    /// <code>
    /// --about                                   versions of the peers, and which kernels run
    /// --quick CASES TEXTS [WORD...]             as a test: outputs are compared, nothing is timed
    /// --race CASES TEXTS ROUNDS MICROS [WORD...]   prints nanoseconds of each round
    /// --rows SAMPLES CSV                        rows of a record, of the samples of all processes
    /// --rules WORDS DOCUMENTS ROUNDS MICROS [WORD...]      a line for each cell of the tables: table, row, column, ratio,
    ///                                           nanoseconds of ours; with 0 rounds as a test, as --quick
    /// </code>
    ///
    /// A word leaves the cases that it names: by operation, content or length.
    /// </summary>
    internal static class Race
    {
        private static int Main(string[] arguments)
        {
            try
            {
                return Run(new List<string>(arguments));
            }
            catch (Exception e) when (e is IOException || e is InvalidOperationException || e is ArgumentException)
            {
                Console.Error.WriteLine("error: " + e.Message);
                return 1;
            }
        }

        private static int Run(List<string> arguments)
        {
            string task = arguments.Count == 0 ? "" : arguments[0];
            if (task == "--about")
            {
                Console.WriteLine("System.Text.Json " + SystemTextJson.Version + ", Newtonsoft.Json "
                    + NewtonsoftJson.Version + "; ours: " + JsonEncoder.Kernels);
            }
            else if (task == "--quick" && arguments.Count >= 3)
            {
                List<Case> cases = Cases(arguments, 3);
                cases.ForEach(one => one.Compare(16));
                Console.WriteLine(cases.Count + " cases: outputs agree (" + Runtime + "; " + JsonEncoder.Kernels + ")");
            }
            else if (task == "--race" && arguments.Count >= 5)
            {
                Effort effort = new Effort(int.Parse(arguments[3]), int.Parse(arguments[4]));
                Measure(Cases(arguments, 5), effort);
            }
            else if (task == "--rules" && arguments.Count >= 5)
            {
                MeasureByRule(arguments);
            }
            else if (task == "--rows" && arguments.Count == 3)
            {
                Samples.Summarize(arguments[1], arguments[2]);
            }
            else
            {
                throw new ArgumentException("wrong arguments; see Race.cs");
            }
            return 0;
        }

        internal static string Runtime
        {
            get { return Environment.GetEnvironmentVariable("STRINGMILL_RUNTIME") ?? "CLR-" + Environment.Version; }
        }

        /// <summary>Which of our kernels run here: <c>native</c>, where they pay, or <c>pure</c>.</summary>
        private static string Kernels
        {
            get { return JsonEncoder.Kernels.StartsWith("kernels: native") ? "native" : "pure"; }
        }

        private static List<Case> Cases(List<string> arguments, int words)
        {
            List<Case> cases = new List<Case>();
            Dictionary<string, Inputs> made = new Dictionary<string, Inputs>();
            List<string> wanted = arguments.GetRange(words, arguments.Count - words);
            foreach (string line in File.ReadAllLines(arguments[1]))
            {
                string[] fields = line.Split(' ');
                if (!wanted.TrueForAll(word => Array.IndexOf(fields, word) >= 0))
                {
                    continue;
                }
                int length = int.Parse(fields[2]);
                bool isRelaxed = Relaxed.Is(fields[0]);
                string input = fields[1] + " " + fields[2] + " " + isRelaxed;
                if (!made.ContainsKey(input))
                {
                    made.Add(input, Contents.Make(arguments[2], fields[1], length, isRelaxed));
                }
                cases.Add(new Case(fields[0], Kernels, made[input], length));
            }
            if (cases.Count == 0)
            {
                throw new ArgumentException("no case has these words; bench/cases/dotnet.toml lists all");
            }
            return cases;
        }

        private static void MeasureByRule(List<string> arguments)
        {
            Effort effort = new Effort(int.Parse(arguments[3]), int.Parse(arguments[4]));
            RowsByRule rows = new RowsByRule(arguments[1], arguments[2], "stringmill " + Kernels);
            Table table = new Table(rows, arguments.GetRange(5, arguments.Count - 5), effort);
            if (effort.Rounds == 0)
            {
                Console.WriteLine(table.Compare() + " cells by rule: outputs agree (" + Runtime + "; " + JsonEncoder.Kernels + ")");
                return;
            }
            table.WarmUp(IsCompiledInStages ? 5 : 0);
            table.Measure();
        }

        // CoreCLR compiles methods with many calls again, in stages and in the background. It waits for a quiet moment, which a
        // shared machine delays.
        private static bool IsCompiledInStages
        {
            get { return Runtime.StartsWith("coreclr"); }
        }

        private static void Measure(List<Case> cases, Effort effort)
        {
            cases.ForEach(one => one.Compare(8));
            for (int stage = 0; stage < 5 && IsCompiledInStages; stage++)
            {
                cases.ForEach(one => one.WarmUp(effort));
                Thread.Sleep(900);
            }
            FillHeap();
            StringBuilder lines = new StringBuilder();
            foreach (Case one in cases)
            {
                one.Measure(effort, lines);
            }
            Console.Write(lines.ToString());
        }

        /// <summary>
        /// Makes garbage until the collector has run twice: until then each page of new memory is the first use of it, which
        /// the operating system has to fill, and where the processor has much cache that are hundreds of megabytes.
        /// </summary>
        private static void FillHeap()
        {
            int before = GC.CollectionCount(0);
            while (GC.CollectionCount(0) < before + 2)
            {
                GC.KeepAlive(new byte[4096]);
            }
        }
    }
}
