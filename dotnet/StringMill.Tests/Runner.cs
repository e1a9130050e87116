using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Reflection;

namespace StringMill.Tests
{
    /// <summary>Marks a test: a static method without parameters, which fails by throwing.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class TestAttribute : Attribute
    {
        /// <summary>Threads or functions of the C library, which the browser lacks.</summary>
        public bool NeedsSystem { get; set; }
    }

    /// <summary>What a test throws.</summary>
    internal sealed class FailedException : Exception
    {
        internal FailedException(string message)
            : base(message)
        {
        }
    }

    /// <summary>
    /// Runs the tests, each of which is named by its class and method. Words on the command line select the tests with one
    /// of them in their names. The last line reports how many passed and failed; the status is 1 if one failed.
    /// </summary>
    internal static class Runner
    {
        /// <summary>What the library has written to the trace.</summary>
        internal static readonly StringWriter Traced = new StringWriter();

        private static int Main(string[] words)
        {
            Trace.Listeners.Add(new TextWriterTraceListener(Traced));
            int passed = 0;
            int failed = 0;
            foreach (MethodInfo test in Tests(words))
            {
                string name = test.DeclaringType.Name + "." + test.Name;
                Stopwatch watch = Stopwatch.StartNew();
                try
                {
                    test.Invoke(null, null);
                    passed++;
                    if (watch.ElapsedMilliseconds >= 2000)
                    {
                        Console.WriteLine(name + ": " + watch.ElapsedMilliseconds / 1000 + " s");
                    }
                }
                catch (TargetInvocationException e)
                {
                    failed++;
                    Console.WriteLine("FAILED: " + name + ": " + e.InnerException);
                }
            }
            VectorsTests.Report();
            Console.WriteLine("dotnet tests: " + passed + " passed, " + failed + " failed (" + RuntimeName() + "; "
                + JsonEncoder.Kernels + ")");
            return failed == 0 && passed > 0 ? 0 : 1;
        }

        private static List<MethodInfo> Tests(string[] words)
        {
            const BindingFlags Static = BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public;
            List<MethodInfo> tests = new List<MethodInfo>();
            foreach (Type type in typeof(Runner).Assembly.GetTypes())
            {
                foreach (MethodInfo method in type.GetMethods(Static))
                {
                    string name = type.Name + "." + method.Name;
                    bool wanted = words.Length == 0 || Array.Exists(words, word => name.Contains(word));
                    var mark = (TestAttribute)Attribute.GetCustomAttribute(method, typeof(TestAttribute));
                    if (!wanted || mark == null)
                    {
                        continue;
                    }
                    if (mark.NeedsSystem && IsInBrowser)
                    {
                        Console.WriteLine(name + ": left out (a browser has no threads and no C library)");
                        continue;
                    }
                    tests.Add(method);
                }
            }
            return tests;
        }

        /// <summary>Whether this is the browser runtime, in Node or in a page.</summary>
        internal static readonly bool IsInBrowser = RuntimeName() == "browser-10.0" || RuntimeName() == "chromium-10.0";

        /// <summary>Whether methods are interpreted, for some time or always, so that tests take many times as long.</summary>
        internal static readonly bool IsInterpreted = RuntimeName() == "mono-interpreter" || IsInBrowser;

        /// <summary>Such as <c>coreclr 3.1.23</c>; tools/run dotnet passes it if the runtime does not say.</summary>
        internal static string RuntimeName()
        {
            return Environment.GetEnvironmentVariable("STRINGMILL_RUNTIME") ?? "CLR " + Environment.Version;
        }
    }
}
