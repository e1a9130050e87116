using System;
using System.Collections.Generic;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace StringMill.Benchmarks.Peers
{
    /// <summary>A subject by two functions.</summary>
    public sealed class Doing : Subject
    {
        private readonly Func<int, int> call;
        private readonly Func<int, byte[]> output;

        /// <summary>What a call does, and what it gives, to be compared.</summary>
        public Doing(string name, Inputs inputs, Func<int, int> call, Func<int, byte[]> output)
            : base(name, inputs)
        {
            this.call = call;
            this.output = output;
        }

        /// <inheritdoc/>
        public override int Call(int input) => call(input);

        /// <inheritdoc/>
        public override byte[] Output(int input) => output(input);
    }

    /// <summary>Which characters are escaped, by settings of both sides.</summary>
    public enum Escaping
    {
        /// <summary>All but ASCII, and HTML.</summary>
        Default,

        /// <summary>As few as the relaxed encoder of System.Text.Json.</summary>
        Relaxed,
    }

    /// <summary>System.Text.Json on values of any type.</summary>
    public static class PeerByRule
    {
        private static readonly JsonSerializerOptions RelaxedOptions =
            new JsonSerializerOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

        private static readonly JsonSerializerOptions DefaultOptions = new JsonSerializerOptions();

        private static readonly JsonSerializerOptions PluggedOptions = new JsonSerializerOptions { Encoder = StringMillEncoder.Json };

        private static JsonSerializerOptions Of(Escaping escaping) => escaping == Escaping.Relaxed ? RelaxedOptions : DefaultOptions;

        /// <summary>The JSON of values, to be read.</summary>
        public static Inputs InputsOf<T>(T[] values, Escaping escaping)
        {
            return new Inputs(Array.ConvertAll(values, value => JsonSerializer.SerializeToUtf8Bytes(value, Of(escaping))));
        }

        /// <summary>Writes each value into a new array.</summary>
        public static Subject Write<T>(Inputs inputs, T[] values, Escaping escaping)
        {
            return Write(inputs, values, Of(escaping), one => one);
        }

        /// <summary>The same with the encoder of ours that has the fewest escapes; its output is compared after reading.</summary>
        public static Subject WritePlugged<T>(Inputs inputs, T[] values) => Write(inputs, values, PluggedOptions, Again<T>);

        /// <summary>The relaxed encoder of System.Text.Json, which is next to it.</summary>
        public static Subject WriteBesidePlugged<T>(Inputs inputs, T[] values) => Write(inputs, values, RelaxedOptions, Again<T>);

        private static byte[] Again<T>(byte[] json) => JsonSerializer.SerializeToUtf8Bytes(JsonSerializer.Deserialize<T>(json));

        private static Subject Write<T>(Inputs inputs, T[] values, JsonSerializerOptions options, Func<byte[], byte[]> compared)
        {
            return new Doing(SystemTextJson.PeerName, inputs,
                i => JsonSerializer.SerializeToUtf8Bytes(values[i], options).Length,
                i => compared(JsonSerializer.SerializeToUtf8Bytes(values[i], options)));
        }

        /// <summary>Writes each value into a string.</summary>
        public static Subject WriteText<T>(Inputs inputs, T[] values)
        {
            return new Doing(SystemTextJson.PeerName, inputs, i => JsonSerializer.Serialize(values[i], DefaultOptions).Length,
                i => Encoding.UTF8.GetBytes(JsonSerializer.Serialize(values[i], DefaultOptions)));
        }

        /// <summary>Reads each value.</summary>
        public static Subject Read<T>(Inputs inputs)
        {
            return new Doing(SystemTextJson.PeerName, inputs,
                i => JsonSerializer.Deserialize<T>(inputs.Json[i], DefaultOptions) == null ? 0 : 1, i => Again<T>(inputs.Json[i]));
        }

        /// <summary>Reads each value from a string.</summary>
        public static Subject ReadText<T>(Inputs inputs)
        {
            return new Doing(SystemTextJson.PeerName, inputs,
                i => JsonSerializer.Deserialize<T>(inputs.JsonTexts[i], DefaultOptions) == null ? 0 : 1,
                i => Again<T>(inputs.Json[i]));
        }
    }

    /// <summary>One token of a document, to be written.</summary>
    public struct Step
    {
        /// <summary>The number of a <c>JsonTokenType</c>.</summary>
        public int Kind;

        /// <summary>The text of a name or string.</summary>
        public string Text;

        /// <summary>Whether a number is whole.</summary>
        public bool IsWhole;

        /// <summary>A whole number.</summary>
        public long Whole;

        /// <summary>Another number.</summary>
        public double Float;
    }

    /// <summary>Documents as tokens.</summary>
    public static class Documents
    {
        /// <summary>The tokens of a document.</summary>
        public static Step[] StepsOf(byte[] json)
        {
            List<Step> steps = new List<Step>();
            Utf8JsonReader reader = new Utf8JsonReader(json);
            while (reader.Read())
            {
                Step step = new Step { Kind = (int)reader.TokenType };
                if (reader.TokenType == JsonTokenType.Number)
                {
                    step.IsWhole = reader.TryGetInt64(out step.Whole);
                    step.Float = step.IsWhole ? 0 : reader.GetDouble();
                }
                else if (reader.TokenType == JsonTokenType.PropertyName || reader.TokenType == JsonTokenType.String)
                {
                    step.Text = reader.GetString();
                }
                steps.Add(step);
            }
            return steps.ToArray();
        }

        /// <summary>The members of an array, each as JSON of its own; the document itself if it is no array.</summary>
        public static byte[][] MessagesOf(byte[] json)
        {
            using (JsonDocument document = JsonDocument.Parse(json))
            {
                if (document.RootElement.ValueKind != JsonValueKind.Array)
                {
                    return new[] { json };
                }
                List<byte[]> messages = new List<byte[]>();
                foreach (JsonElement element in document.RootElement.EnumerateArray())
                {
                    messages.Add(Encoding.UTF8.GetBytes(element.GetRawText()));
                }
                return messages.ToArray();
            }
        }

        /// <summary>Writes documents token by token.</summary>
        public static Subject Write(Inputs inputs, Step[][] documents)
        {
            ReusedBuffer buffer = new ReusedBuffer();
            Utf8JsonWriter writer = new Utf8JsonWriter(buffer);
            Func<int, int> call = i =>
            {
                buffer.Clear();
                writer.Reset(buffer);
                foreach (Step step in documents[i])
                {
                    Write(writer, step);
                }
                writer.Flush();
                return buffer.Length;
            };
            return new Doing(SystemTextJson.PeerName, inputs, call, i =>
            {
                call(i);
                return buffer.ToArray();
            });
        }

        private static void Write(Utf8JsonWriter writer, Step step)
        {
            switch ((JsonTokenType)step.Kind)
            {
                case JsonTokenType.StartObject: writer.WriteStartObject(); break;
                case JsonTokenType.EndObject: writer.WriteEndObject(); break;
                case JsonTokenType.StartArray: writer.WriteStartArray(); break;
                case JsonTokenType.EndArray: writer.WriteEndArray(); break;
                case JsonTokenType.PropertyName: writer.WritePropertyName(step.Text); break;
                case JsonTokenType.String: writer.WriteStringValue(step.Text); break;
                case JsonTokenType.Number: WriteNumber(writer, step); break;
                case JsonTokenType.True: writer.WriteBooleanValue(true); break;
                case JsonTokenType.False: writer.WriteBooleanValue(false); break;
                default: writer.WriteNullValue(); break;
            }
        }

        private static void WriteNumber(Utf8JsonWriter writer, Step step)
        {
            if (step.IsWhole)
            {
                writer.WriteNumberValue(step.Whole);
            }
            else
            {
                writer.WriteNumberValue(step.Float);
            }
        }
    }
}
