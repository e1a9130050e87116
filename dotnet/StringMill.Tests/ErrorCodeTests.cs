using System;
using System.IO;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>The texts of errors are those of <c>spec/errors.toml</c>, and exceptions have the remedy.</summary>
    internal static class ErrorCodeTests
    {
        [Test]
        internal static void TextsAreThoseOfAllLanguages()
        {
            string code = null;
            int count = 0;
            foreach (string line in File.ReadAllLines(Path.Combine(Check.Root, "spec", "errors.toml")))
            {
                int equals = line.IndexOf(" = ", StringComparison.Ordinal);
                if (equals < 0 || line[0] == '#')
                {
                    continue;
                }
                string value = line.Substring(equals + 3).Trim('"', '\'');
                switch (line.Substring(0, equals))
                {
                    case "code":
                        code = value;
                        break;
                    case "name":
                        Check.Equal(value, ErrorCodes.Id(Parsed(code)), code);
                        break;
                    case "says":
                        Check.Equal(value, ErrorCodes.Says(Parsed(code)), code);
                        break;
                    case "remedy":
                        Check.Equal(value, ErrorCodes.Remedy(Parsed(code)), code);
                        count++;
                        break;
                }
            }
            Check.Equal(Enum.GetValues(typeof(ErrorCode)).Length, count, "remedies in spec/errors.toml");
        }

        private static ErrorCode Parsed(string number)
        {
            return (ErrorCode)Enum.Parse(typeof(ErrorCode), number);
        }

        [Test]
        internal static void ExceptionsHaveTheRemedy()
        {
            string remedy = "none";
            try
            {
                JsonEncoder.Json.OnIllFormed(IllFormed.Reject, IllFormedUtf16.Reject).EscapeUtf8(new byte[] { 0xFF });
            }
            catch (StringMillException e)
            {
                remedy = e.Remedy;
            }
            Check.Equal("convert the input to UTF-8, or replace the ill-formed bytes", remedy, "StringMillException");
            remedy = "none";
            try
            {
                JsonReader reader = new JsonReader(Encoding.UTF8.GetBytes("[1,]"));
                while (reader.Read())
                {
                }
            }
            catch (JsonReadException e)
            {
                remedy = e.Remedy;
                Check.Equal(ErrorCodes.Remedy(e.Code), remedy, "of the code");
            }
            Check.True(remedy != "none", "[1,] is refused");
        }
    }
}
