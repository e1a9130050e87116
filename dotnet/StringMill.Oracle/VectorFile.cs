using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Text.Json;

namespace StringMill.Oracle
{
    /// <summary>A case of the vectors: an input, and the bytes or the error that must come of it.</summary>
    public sealed class VectorCase
    {
        /// <summary>For messages.</summary>
        public string Name;

        /// <summary>What the group of the case says: profile, policy and so on.</summary>
        public Dictionary<string, string> Choices;

        /// <summary>The input; of code units the more significant byte first.</summary>
        public byte[] In;

        /// <summary>The expected output; null for an error.</summary>
        public byte[] Out;

        /// <summary>The name of the expected error; null for none.</summary>
        public string Error;

        /// <summary>Where the error is.</summary>
        public long Offset;

        /// <summary>How much of the input is read, in units; -1 for all of it.</summary>
        public int Read = -1;
    }

    /// <summary>A file of vectors, read by System.Text.Json.</summary>
    public sealed class VectorFile
    {
        /// <summary>The operation.</summary>
        public string Operation;

        /// <summary>All its cases.</summary>
        public List<VectorCase> Cases = new List<VectorCase>();

        private int passed;

        /// <summary>Reads one case in <paramref name="oneIn"/> of a file; null if its operation is not wanted.</summary>
        public static VectorFile Read(string path, Predicate<string> wanted, int oneIn)
        {
            VectorFile file = new VectorFile();
            // An interpreter takes seconds to parse a file, so a line near its beginning says whether to skip it.
            if (!wanted(OperationOf(path)))
            {
                return null;
            }
            using (JsonDocument document = JsonDocument.Parse(File.ReadAllBytes(path)))
            {
                file.Operation = document.RootElement.GetProperty("operation").GetString();
                foreach (JsonElement group in document.RootElement.GetProperty("groups").EnumerateArray())
                {
                    file.ReadGroup(group, oneIn);
                }
            }
            return file;
        }

        private static string OperationOf(string path)
        {
            using (StreamReader lines = new StreamReader(path))
            {
                string line = lines.ReadLine();
                while (!line.StartsWith("\"operation\"", StringComparison.Ordinal))
                {
                    line = lines.ReadLine();
                }
                return line.Split('"')[3];
            }
        }

        private void ReadGroup(JsonElement group, int oneIn)
        {
            Dictionary<string, string> choices = new Dictionary<string, string>();
            foreach (JsonProperty property in group.EnumerateObject())
            {
                if (property.Name != "cases")
                {
                    choices[property.Name] = property.Value.ToString();
                }
            }
            foreach (JsonElement one in group.GetProperty("cases").EnumerateArray())
            {
                if (passed++ % oneIn == 0)
                {
                    Cases.Add(ReadCase(one, choices));
                }
            }
        }

        private static VectorCase ReadCase(JsonElement one, Dictionary<string, string> choices)
        {
            VectorCase read = new VectorCase();
            read.Name = "case " + one.GetProperty("id").GetInt32() + " (" + one.GetProperty("why").GetString() + ")";
            read.Choices = choices;
            read.In = Bytes(one.GetProperty("in"));
            JsonElement value;
            if (one.TryGetProperty("out", out value))
            {
                read.Out = Bytes(value);
            }
            if (one.TryGetProperty("error", out value))
            {
                read.Error = value.GetProperty("code").GetString();
                read.Offset = value.GetProperty("offset").GetInt64();
            }
            if (one.TryGetProperty("read", out value) || one.TryGetProperty("run", out value))
            {
                read.Read = value.GetInt32();
            }
            return read;
        }

        /// <summary>The bytes of pieces of hexadecimal digits, each with its number of repetitions.</summary>
        private static byte[] Bytes(JsonElement pieces)
        {
            List<byte> all = new List<byte>();
            foreach (JsonElement piece in pieces.EnumerateArray())
            {
                string text = piece.GetString();
                int star = text.IndexOf('*');
                int digits = star < 0 ? text.Length : star;
                int times = star < 0 ? 1 : int.Parse(text.Substring(star + 1), CultureInfo.InvariantCulture);
                byte[] bytes = new byte[digits / 2];
                for (int i = 0; i < bytes.Length; i++)
                {
                    bytes[i] = (byte)(Digit(text[2 * i]) << 4 | Digit(text[2 * i + 1]));
                }
                for (; times > 0; times--)
                {
                    all.AddRange(bytes);
                }
            }
            return all.ToArray();
        }

        private static int Digit(char digit)
        {
            return digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10;
        }
    }
}
