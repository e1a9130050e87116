using System;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;

namespace StringMill.Benchmarks.Peers
{
    /// <summary>System.Text.Json, as it is on the runtime.</summary>
    public static class SystemTextJson
    {
        /// <summary>Its name in records.</summary>
        internal const string PeerName = "System.Text.Json";

        /// <summary>The version of its assembly's file, such as 8.0.30.</summary>
        public static string Version
        {
            get { return FileVersion.Of(typeof(JsonSerializer)); }
        }

        /// <summary>The version of .NET whose characters its encoders leave as they are.</summary>
        public static string TableVersion
        {
            get
            {
                Version version = typeof(JsonSerializer).Assembly.GetName().Version;
                return version.Major == 4 ? "3.1" : version.Major + "." + version.Minor;
            }
        }

        /// <summary>Who does an operation.</summary>
        public static Subject Of(string operation, Inputs inputs)
        {
            if (inputs.Member != null)
            {
                return inputs.Member.Accept(new PeerOfMembers(operation, inputs));
            }
            JavaScriptEncoder encoder = Relaxed.Is(operation) ? JavaScriptEncoder.UnsafeRelaxedJsonEscaping : null;
            JsonSerializerOptions options = encoder == null ? null : new JsonSerializerOptions { Encoder = encoder };
            switch (Relaxed.Less(operation))
            {
                case "serialize": return new Serialize(PeerName, inputs, options);
                case "serialize-plugged":return new Serialize(PeerName, inputs, options ?? new JsonSerializerOptions());
                case PluggedJson: return new Serialize(PeerName, inputs, WithEncoder(JavaScriptEncoder.UnsafeRelaxedJsonEscaping));
                case "serialize-reused": return new SerializeReused(inputs, options);
                case "deserialize": return new Deserialize(inputs);
                case "encode": return new Encode(inputs, encoder ?? JavaScriptEncoder.Default);
                case "encode-utf8": return new EncodeUtf8(inputs, encoder ?? JavaScriptEncoder.Default);
                case "write-string": return new WriteString(inputs, encoder);
                case "get-string": return new GetString(inputs);
                case "tokens": return new Tokens(inputs);
                case "values": return new Values(inputs);
                case "write": return new WriteRows(inputs);
                default: throw new ArgumentException("no operation is called '" + operation + "'");
            }
        }

        // The fewest escapes that JSON allows; the relaxed encoder of the peer has the same ones for ASCII.
        private const string PluggedJson = "serialize-plugged-json";

        private static JsonSerializerOptions WithEncoder(JavaScriptEncoder encoder)
        {
            return new JsonSerializerOptions { Encoder = encoder };
        }

        /// <summary>Its serializer with our encoder instead of its own.</summary>
        public static Subject Plugged(string operation, string name, Inputs inputs)
        {
            if (operation == PluggedJson)
            {
                return new Serialize(name, inputs, WithEncoder(StringMillEncoder.Json));
            }
            // Of the version that is there.
            StringMillEncoder encoder = Relaxed.Is(operation)
                ? StringMillEncoder.Relaxed(StringMillEncoder.ReadTable(JavaScriptEncoder.Create(UnicodeRanges.All)))
                : StringMillEncoder.DotNet;
            return new Serialize(name, inputs, new JsonSerializerOptions { Encoder = encoder });
        }

        private sealed class Serialize : Subject
        {
            private readonly JsonSerializerOptions options;

            internal Serialize(string name, Inputs inputs, JsonSerializerOptions options)
                : base(name, inputs)
            {
                this.options = options;
            }

            public override int Call(int input)
            {
                return Output(input).Length;
            }

            public override byte[] Output(int input)
            {
                return JsonSerializer.SerializeToUtf8Bytes(Inputs.Samples[input], options);
            }
        }

        private sealed class SerializeReused : Subject
        {
            private readonly ReusedBuffer buffer = new ReusedBuffer();
            private readonly Utf8JsonWriter writer;
            private readonly JsonSerializerOptions options;

            internal SerializeReused(Inputs inputs, JsonSerializerOptions options)
                : base(PeerName, inputs)
            {
                this.options = options;
                writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Encoder = options?.Encoder });
            }

            public override int Call(int input)
            {
                buffer.Clear();
                writer.Reset(buffer);
                JsonSerializer.Serialize(writer, Inputs.Samples[input], options);
                return buffer.Length;
            }

            public override byte[] Output(int input)
            {
                Call(input);
                return buffer.ToArray();
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
                return JsonSerializer.Deserialize<Sample>(Inputs.Json[input]).Text.Length;
            }

            public override byte[] Output(int input)
            {
                Sample sample = JsonSerializer.Deserialize<Sample>(Inputs.Json[input]);
                return Encoding.UTF8.GetBytes(sample.Num + sample.Text);
            }
        }

        private sealed class Encode : Subject
        {
            private readonly JavaScriptEncoder encoder;

            internal Encode(Inputs inputs, JavaScriptEncoder encoder)
                : base(PeerName, inputs)
            {
                this.encoder = encoder;
            }

            public override int Call(int input)
            {
                return encoder.Encode(Inputs.Texts[input]).Length;
            }

            public override byte[] Output(int input)
            {
                return Encoding.UTF8.GetBytes(encoder.Encode(Inputs.Texts[input]));
            }
        }

        private sealed class EncodeUtf8 : Subject
        {
            private readonly JavaScriptEncoder encoder;
            private readonly byte[] buffer;

            internal EncodeUtf8(Inputs inputs, JavaScriptEncoder encoder)
                : base(PeerName, inputs)
            {
                this.encoder = encoder;
                buffer = new byte[inputs.EscapedMax];
            }

            public override int Call(int input)
            {
                int read;
                int written;
                encoder.EncodeUtf8(Inputs.Utf8[input], buffer, out read, out written);
                return written;
            }

            public override byte[] Output(int input)
            {
                byte[] copy = new byte[Call(input)];
                Buffer.BlockCopy(buffer, 0, copy, 0, copy.Length);
                return copy;
            }
        }

        private sealed class WriteString : Subject
        {
            private readonly ReusedBuffer buffer = new ReusedBuffer();
            private readonly Utf8JsonWriter writer;

            internal WriteString(Inputs inputs, JavaScriptEncoder encoder)
                : base(PeerName, inputs)
            {
                writer = new Utf8JsonWriter(buffer, new JsonWriterOptions { Encoder = encoder });
            }

            public override int Call(int input)
            {
                buffer.Clear();
                writer.Reset(buffer);
                writer.WriteStringValue(Inputs.Texts[input]);
                writer.Flush();
                return buffer.Length;
            }

            public override byte[] Output(int input)
            {
                Call(input);
                return buffer.ToArray();
            }
        }

        private sealed class GetString : Subject
        {
            internal GetString(Inputs inputs)
                : base(PeerName, inputs)
            {
            }

            public override int Call(int input)
            {
                return Text(input).Length;
            }

            public override byte[] Output(int input)
            {
                return Encoding.UTF8.GetBytes(Text(input));
            }

            private string Text(int input)
            {
                Utf8JsonReader reader = new Utf8JsonReader(Inputs.Strings[input]);
                reader.Read();
                return reader.GetString();
            }
        }

        private sealed class Tokens : Subject
        {
            internal Tokens(Inputs inputs)
                : base(PeerName, inputs)
            {
            }

            public override int Call(int input)
            {
                Utf8JsonReader reader = new Utf8JsonReader(Inputs.Json[input]);
                int sum = 0;
                while (reader.Read())
                {
                    sum = 31 * sum + (int)reader.TokenStartIndex;
                }
                return sum;
            }

            public override byte[] Output(int input)
            {
                return BitConverter.GetBytes(Call(input));
            }
        }

        private sealed class Values : Subject
        {
            internal Values(Inputs inputs)
                : base(PeerName, inputs)
            {
            }

            public override int Call(int input)
            {
                Utf8JsonReader reader = new Utf8JsonReader(Inputs.Json[input]);
                double sum = 0;
                while (reader.Read())
                {
                    if (reader.TokenType == JsonTokenType.Number)
                    {
                        int whole;
                        sum += reader.TryGetInt32(out whole) ? whole : reader.GetDouble();
                    }
                    else if (reader.TokenType == JsonTokenType.String)
                    {
                        sum += reader.GetString().Length;
                    }
                }
                return (int)sum;
            }

            public override byte[] Output(int input)
            {
                return BitConverter.GetBytes(Call(input));
            }
        }
    }

    /// <summary>The writer, over the rows of a document.</summary>
    internal sealed class WriteRows : Subject
    {
        private readonly ReusedBuffer buffer = new ReusedBuffer();
        private readonly Utf8JsonWriter writer;

        internal WriteRows(Inputs inputs)
            : base(SystemTextJson.PeerName, inputs)
        {
            writer = new Utf8JsonWriter(buffer);
        }

        public override int Call(int input)
        {
            buffer.Clear();
            writer.Reset(buffer);
            writer.WriteStartArray();
            foreach (Row row in Inputs.Rows)
            {
                if (row.Name == null)
                {
                    writer.WriteNumberValue(row.Score);
                    continue;
                }
                writer.WriteStartObject();
                writer.WriteNumber("id", row.Id);
                writer.WriteString("name", row.Name);
                writer.WriteBoolean("even", (row.Id & 1) == 0);
                writer.WriteEndObject();
            }
            writer.WriteEndArray();
            writer.Flush();
            return buffer.Length;
        }

        public override byte[] Output(int input)
        {
            Call(input);
            return buffer.ToArray();
        }
    }
}
