using System;
using System.Text;
using StringMill.Benchmarks.Peers;

namespace StringMill.Benchmarks
{
    /// <summary>Our part of each operation.</summary>
    internal static class Ours
    {
        /// <summary>Who does an operation, under the name of the kernels that run.</summary>
        internal static Subject Of(string operation, string name, Inputs inputs)
        {
            if (inputs.Member != null)
            {
                return inputs.Member.Accept(new OursOfMembers(operation, name, inputs));
            }
            JsonEncoder encoder = Relaxed.Is(operation) ? RelaxedHere : JsonEncoder.DotNet;
            switch (Relaxed.Less(operation))
            {
                case "serialize": return new Serialize(name, inputs, encoder);
                case "serialize-reused": return new SerializeReused(name, inputs, encoder);
                case "deserialize": return new Deserialize(name, inputs);
                case "serialize-plugged":
                case "serialize-plugged-json": return SystemTextJson.Plugged(operation, name, inputs);
                case "encode": return new Encode(name, inputs, encoder);
                case "encode-utf8": return new EncodeUtf8(name, inputs, encoder);
                case "write-string": return new WriteString(name, inputs, encoder);
                case "get-string": return new GetString(name, inputs);
                case "tokens": return new Tokens(name, inputs);
                case "values": return new Values(name, inputs);
                case "write": return new WriteRows(name, inputs);
                default: throw new ArgumentException("no operation is called '" + operation + "'");
            }
        }

        /// <summary>With the table of the version that is there.</summary>
        internal static readonly JsonEncoder RelaxedHere =
            JsonEncoder.Relaxed(EncoderTable.Of(SystemTextJson.TableVersion));

        private static RecordPlan<Sample> PlanOf(JsonEncoder encoder)
        {
            return encoder == JsonEncoder.DotNet ? Records<Sample>.Plan
                : RecordPlan<Sample>.Create(new RecordOptions { Encoder = encoder });
        }

        private sealed class Serialize : Subject
        {
            private readonly RecordPlan<Sample> plan;

            internal Serialize(string name, Inputs inputs, JsonEncoder encoder)
                : base(name, inputs)
            {
                plan = PlanOf(encoder);
            }

            public override int Call(int input)
            {
                return plan.Serialize(Inputs.Samples[input]).Length;
            }

            public override byte[] Output(int input)
            {
                return plan.Serialize(Inputs.Samples[input]);
            }
        }

        private sealed class SerializeReused : Subject
        {
            private readonly RecordPlan<Sample> plan;
            private byte[] buffer = new byte[256];

            internal SerializeReused(string name, Inputs inputs, JsonEncoder encoder)
                : base(name, inputs)
            {
                plan = PlanOf(encoder);
            }

            public override int Call(int input)
            {
                return plan.Serialize(Inputs.Samples[input], ref buffer);
            }

            public override byte[] Output(int input)
            {
                byte[] copy = new byte[Call(input)];
                Buffer.BlockCopy(buffer, 0, copy, 0, copy.Length);
                return copy;
            }
        }

        private sealed class Deserialize : Subject
        {
            private readonly RecordPlan<Sample> plan = Records<Sample>.Plan;

            internal Deserialize(string name, Inputs inputs)
                : base(name, inputs)
            {
            }

            public override int Call(int input)
            {
                return plan.Deserialize(Inputs.Json[input]).Text.Length;
            }

            public override byte[] Output(int input)
            {
                Sample sample = plan.Deserialize(Inputs.Json[input]);
                return Encoding.UTF8.GetBytes(sample.Num + sample.Text);
            }
        }

        private sealed class Encode : Subject
        {
            private readonly JsonEncoder encoder;

            internal Encode(string name, Inputs inputs, JsonEncoder encoder)
                : base(name, inputs)
            {
                this.encoder = encoder;
            }

            public override int Call(int input)
            {
                return encoder.EscapeToString(Inputs.Texts[input]).Length;
            }

            public override byte[] Output(int input)
            {
                return Encoding.UTF8.GetBytes(encoder.EscapeToString(Inputs.Texts[input]));
            }
        }

        private sealed class EncodeUtf8 : Subject
        {
            private readonly JsonEncoder encoder;
            private readonly byte[] buffer;

            internal EncodeUtf8(string name, Inputs inputs, JsonEncoder encoder)
                : base(name, inputs)
            {
                this.encoder = encoder;
                buffer = new byte[inputs.EscapedMax];
            }

            public override int Call(int input)
            {
                int read;
                int written;
                encoder.EscapeUtf8(Inputs.Utf8[input], buffer, out read, out written);
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
            private readonly JsonWriter writer;

            internal WriteString(string name, Inputs inputs, JsonEncoder encoder)
                : base(name, inputs)
            {
                writer = new JsonWriter(new JsonWriteOptions { Encoder = encoder });
            }

            public override int Call(int input)
            {
                writer.Reset();
                writer.WriteStringValue(Inputs.Texts[input]);
                return writer.BytesPending;
            }

            public override byte[] Output(int input)
            {
                Call(input);
                return writer.ToArray();
            }
        }

        private sealed class GetString : Subject
        {
            internal GetString(string name, Inputs inputs)
                : base(name, inputs)
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
                JsonReader reader = new JsonReader(Inputs.Strings[input]);
                reader.Read();
                return reader.GetString();
            }
        }

        private sealed class Tokens : Subject
        {
            internal Tokens(string name, Inputs inputs)
                : base(name, inputs)
            {
            }

            public override int Call(int input)
            {
                JsonReader reader = new JsonReader(Inputs.Json[input]);
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
            internal Values(string name, Inputs inputs)
                : base(name, inputs)
            {
            }

            public override int Call(int input)
            {
                JsonReader reader = new JsonReader(Inputs.Json[input]);
                double sum = 0;
                while (reader.Read())
                {
                    if (reader.TokenType == JsonTokenKind.Number)
                    {
                        int whole;
                        sum += reader.TryGetInt32(out whole) ? whole : reader.GetDouble();
                    }
                    else if (reader.TokenType == JsonTokenKind.String)
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

        private sealed class WriteRows : Subject
        {
            private readonly JsonWriter writer = new JsonWriter();

            internal WriteRows(string name, Inputs inputs)
                : base(name, inputs)
            {
            }

            public override int Call(int input)
            {
                writer.Reset();
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
                return writer.BytesPending;
            }

            // On Mono the peer writes 17 digits of a float.
            public override byte[] Output(int input)
            {
                Call(input);
                return Inputs.Rows[0].Name == null && Type.GetType("Mono.Runtime") != null ? null : writer.ToArray();
            }
        }
    }
}
