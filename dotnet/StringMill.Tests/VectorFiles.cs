using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using System.Text.RegularExpressions;

namespace StringMill.Tests
{
    /// <summary>The files of vectors: those in the repository, and the sweeps, which the reference generates.</summary>
    internal static class VectorFiles
    {
        private static readonly Regex Sweep =
            new Regex("^([a-z0-9_]+) = \\{ cases = [0-9]+, sha256 = \"([0-9a-f]{64})\" \\}$");

        /// <summary>The path of each file. Fails if a sweep is missing, or has another hash than vectors/sweeps.toml.</summary>
        internal static List<string> Paths()
        {
            List<string> paths = new List<string>(Directory.GetFiles(Path.Combine(Check.Root, "vectors"), "*.json"));
            foreach (string line in File.ReadAllLines(Path.Combine(Check.Root, "vectors", "sweeps.toml")))
            {
                if (!line.StartsWith("#", StringComparison.Ordinal))
                {
                    Match sweep = Sweep.Match(line);
                    Check.True(sweep.Success, "vectors/sweeps.toml: not a sweep: " + line);
                    paths.Add(PathOf(sweep.Groups[1].Value, sweep.Groups[2].Value));
                }
            }
            return paths;
        }

        private static string PathOf(string name, string expected)
        {
            string path = Path.Combine(Check.Root, "build", "vectors", name + ".json");
            Check.True(File.Exists(path), path + " is missing; run: cargo run -p stringmill-sweeps");
            // CoreCLR 3.1 has SHA-256 from OpenSSL 1 alone, and Mono's interpreter takes seconds for it. The other runtimes
            // check the same files.
            string runtime = Runner.RuntimeName();
            if (runtime != "coreclr-3.1" && runtime != "mono-interpreter")
            {
                string found = Sha256(path);
                Check.True(found == expected, name + ": vectors/sweeps.toml has sha256 " + expected
                    + ", build/vectors has " + found + "; run: cargo run -p stringmill-sweeps");
            }
            return path;
        }

        private static string Sha256(string path)
        {
            using (SHA256 hash = SHA256.Create())
            {
                return BitConverter.ToString(hash.ComputeHash(File.ReadAllBytes(path))).Replace("-", "").ToLowerInvariant();
            }
        }
    }
}
