using System;
using System.IO;
using System.Text;
using Newtonsoft.Json;

namespace StringMill.Benchmarks.Peers
{
    /// <summary>
    /// Newtonsoft.Json, with default settings: it writes and reads UTF-16, and nothing else is counted. It escapes less,
    /// so that what it writes is not compared.
    /// </summary>
    public static class NewtonsoftJson
    {
        private const string PeerName = "Newtonsoft.Json";

        private static readonly string NotRun = Try();

        /// <summary>The version of its assembly, such as 13.0.3, or why it does not run here.</summary>
        public static string Version
        {
            get { return NotRun == null ? FileVersion.Of(typeof(JsonConvert)) : "not run (" + NotRun + ")"; }
        }

        /// <summary>What the library is made for is more than CoreCLR 3.1 alone or the browser's trimmed assemblies have.</summary>
        private static string Try()
        {
            try
            {
                JsonConvert.DeserializeObject<Sample>(JsonConvert.SerializeObject(default(Sample)));
                return null;
            }
            catch (Exception e) when (e is FileNotFoundException || e is TypeLoadException || e is MissingMemberException)
            {
                return e.Message.Split(',', '\n')[0].Replace("'", "");
            }
        }

        /// <summary>Who does an operation; null where it has none like it, or does not run here.</summary>
        public static Subject Of(string operation, Inputs inputs)
        {
            if (NotRun != null || inputs.Member != null)
            {
                return null;
            }
            switch (operation)
            {
                case "serialize": return new Serialize(inputs);
                case "deserialize": return new Deserialize(inputs);
                default: return null;
            }
        }

        private sealed class Serialize : Subject
        {
            internal Serialize(Inputs inputs)
                : base(PeerName, inputs)
            {
            }

            public override int Call(int input)
            {
                return JsonConvert.SerializeObject(Inputs.Samples[input]).Length;
            }

            public override byte[] Output(int input)
            {
                return null;
            }
        }

        private sealed class Deserialize : Subject
        {
            internal Deserialize(Inputs inputs)
                : base(PeerName, inputs)
            {
            }

            public override int Call(int input)
            {
                return JsonConvert.DeserializeObject<Sample>(Inputs.JsonTexts[input]).Text.Length;
            }

            public override byte[] Output(int input)
            {
                Sample sample = JsonConvert.DeserializeObject<Sample>(Inputs.JsonTexts[input]);
                return Encoding.UTF8.GetBytes(sample.Num + sample.Text);
            }
        }
    }
}
