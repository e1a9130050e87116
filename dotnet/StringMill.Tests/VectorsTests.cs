using System;
using System.Collections.Generic;
using StringMill.Oracle;

namespace StringMill.Tests
{
    /// <summary>Every case of the vectors: whole, in pieces, and into room that is too short.</summary>
    internal static unsafe class VectorsTests
    {
        private static readonly SortedDictionary<string, string> Lines = new SortedDictionary<string, string>();

        private static readonly Dictionary<string, JsonRules> Rules = new Dictionary<string, JsonRules>();

        private static readonly int[] Chunks = Check.OneInInterpreted == 1 ? new[] { 1, 3, 16, 61 } : new[] { 3, 61 };

        /// <summary>STRINGMILL_EVERY_VECTOR is set where the cases are counted: then none is left out.</summary>
        private static readonly int OneIn =
            Environment.GetEnvironmentVariable("STRINGMILL_EVERY_VECTOR") == null ? Check.OneInInterpreted : 1;

        /// <summary>What the runner prints at its end: a line for each operation.</summary>
        internal static void Report()
        {
            foreach (string line in Lines.Values)
            {
                Console.WriteLine(line);
            }
        }

        [Test]
        internal static void MatchesVectors()
        {
            SortedDictionary<string, List<VectorCase>> operations = new SortedDictionary<string, List<VectorCase>>();
            foreach (string path in VectorFiles.Paths())
            {
                VectorFile file = VectorFile.Read(path, VectorSubject.Has, OneIn);
                if (file != null)
                {
                    List<VectorCase> cases;
                    if (!operations.TryGetValue(file.Operation, out cases))
                    {
                        operations[file.Operation] = cases = new List<VectorCase>();
                    }
                    cases.AddRange(file.Cases.FindAll(one => VectorSubject.Takes(file.Operation, one)));
                }
            }
            List<string> failures = new List<string>();
            foreach (KeyValuePair<string, List<VectorCase>> operation in operations)
            {
                Run(operation.Key, operation.Value, failures);
            }
            Check.True(failures.Count == 0, "such as\n" + string.Join("\n", failures.ToArray()));
        }

        private static void Run(string operation, List<VectorCase> cases, List<string> failures)
        {
            int passed = 0;
            foreach (VectorCase one in cases)
            {
                try
                {
                    RunCase(operation, one);
                    passed++;
                }
                catch (Exception e)
                {
                    if (failures.Count < 5)
                    {
                        failures.Add(operation + " " + one.Name + ": " + e.Message);
                    }
                }
            }
            Lines[operation] = operation + " " + passed + "/" + cases.Count + " skipped 0 (" + Kind() + ")";
        }

        /// <summary>The runtime and the kernels, as in <c>coreclr-3.1-native</c>.</summary>
        private static string Kind()
        {
            return Runner.RuntimeName().Replace(' ', '-') + (KernelDriver.NativeFrom == int.MaxValue ? "-pure" : "-native");
        }

        private static void RunCase(string operation, VectorCase one)
        {
            VectorSubject subject = new VectorSubject(operation, one);
            if (operation == "json_canonical")
            {
                subject.Canonical();
                return;
            }
            subject.Whole();
            foreach (int chunk in Chunks)
            {
                if (chunk < subject.Len)
                {
                    subject.Pieces(chunk);
                }
            }
        }

        /// <summary>The rules of a case, each made once.</summary>
        internal static JsonRules RulesOf(string profile, IllFormed policy, IllFormedUtf16 policyUtf16)
        {
            string key = profile + " " + policy + " " + policyUtf16;
            JsonRules rules;
            if (!Rules.TryGetValue(key, out rules))
            {
                Rules[key] = rules = new JsonRules(Profile.Of(profile), policy, policyUtf16);
            }
            return rules;
        }
    }
}
