using System.IO;
using StringMill.Oracle;

namespace StringMill.Tests
{
    /// <summary>Texts that the rules beyond RFC 8259 accept, beside System.Text.Json without repeated names.</summary>
    internal static class StrictDocumentTests
    {
        /// <summary>
        /// System.Text.Json has no rule but that of repeated names. So it takes each text without them that another rule
        /// accepts, and refuses each that is refused for a repeated name or for its grammar.
        /// </summary>
        [Test]
        internal static void VerdictsOnRepeatedNamesAreThoseOfSystemTextJson()
        {
            if (!StrictDocument.IsPresent)
            {
                Check.True(!Runner.IsInBrowser, "System.Text.Json 10 has the option");
                return;
            }
            string path = Path.Combine(Check.Root, "vectors", "json_restricted.json");
            int taken = 0;
            int refused = 0;
            foreach (VectorCase one in VectorFile.Read(path, operation => true, 1).Cases)
            {
                bool isUnique = one.Choices["unique_names"] == "True" || one.Choices["i_json"] == "True";
                string refusal = StrictDocument.Refusal(one.In);
                bool isForNames = refusal != null && refusal.Contains("uplicate");
                if (one.Error == null)
                {
                    Check.True(refusal == null || (isForNames && !isUnique), one.Name + ": " + refusal);
                    taken += refusal == null ? 1 : 0;
                }
                else if (!IsOfAnotherRule(one.Error))
                {
                    Check.True(refusal != null, one.Name + ": " + one.Error);
                    refused++;
                }
            }
            Check.True(taken > 0 && refused > 0, taken + " taken, " + refused + " refused");
        }

        /// <summary>
        /// Errors of rules that System.Text.Json does not have. It judges UTF-8 and surrogates when a string is read, and its
        /// depth here is that of the longest text.
        /// </summary>
        private static bool IsOfAnotherRule(string code)
        {
            return code.StartsWith("utf8_") || code == "limit_depth" || code == "json_nul" || code == "json_noncharacter" || code == "json_integer_inexact" || code == "json_number_range"
                || code == "number_overflow" || code == "surrogate_lone";
        }
    }
}
