using System;
using System.Text;
using StringMill.Benchmarks.Peers;

namespace StringMill.Benchmarks
{
    /// <summary>Our part of the rows that are chosen by rule.</summary>
    internal static class OursByRule
    {
        private static RecordPlan<T> PlanOf<T>(Escaping escaping)
        {
            return escaping == Escaping.Default ? Records<T>.Plan
                : RecordPlan<T>.Create(new RecordOptions { Encoder = Ours.RelaxedHere });
        }

        internal static Subject Write<T>(string name, Inputs inputs, T[] values, Escaping escaping)
        {
            RecordPlan<T> plan = PlanOf<T>(escaping);
            return new Doing(name, inputs, i => plan.Serialize(values[i]).Length, i => plan.Serialize(values[i]));
        }

        internal static Subject WriteText<T>(string name, Inputs inputs, T[] values)
        {
            RecordPlan<T> plan = Records<T>.Plan;
            return new Doing(name, inputs, i => plan.SerializeToString(values[i]).Length,
                i => Encoding.UTF8.GetBytes(plan.SerializeToString(values[i])));
        }

        internal static Subject Read<T>(string name, Inputs inputs)
        {
            RecordPlan<T> plan = Records<T>.Plan;
            return new Doing(name, inputs, i => plan.Deserialize(inputs.Json[i]) == null ? 0 : 1,
                i => plan.Serialize(plan.Deserialize(inputs.Json[i])));
        }

        internal static Subject ReadText<T>(string name, Inputs inputs)
        {
            RecordPlan<T> plan = Records<T>.Plan;
            return new Doing(name, inputs, i => plan.Deserialize(inputs.JsonTexts[i]) == null ? 0 : 1,
                i => plan.Serialize(plan.Deserialize(inputs.JsonTexts[i])));
        }

        /// <summary>Writes documents token by token.</summary>
        internal static Subject WriteSteps(string name, Inputs inputs, Step[][] documents)
        {
            JsonWriter writer = new JsonWriter();
            Func<int, int> call = i =>
            {
                writer.Reset();
                foreach (Step step in documents[i])
                {
                    Write(writer, step);
                }
                return writer.BytesPending;
            };
            // On Mono the peer writes 17 digits of a float.
            bool isMono = Type.GetType("Mono.Runtime") != null;
            return new Doing(name, inputs, call, i =>
            {
                call(i);
                return isMono && Array.Exists(documents[i], step => step.Float != 0) ? null : writer.ToArray();
            });
        }

        private static void Write(JsonWriter writer, Step step)
        {
            switch ((JsonTokenKind)step.Kind)
            {
                case JsonTokenKind.StartObject: writer.WriteStartObject(); break;
                case JsonTokenKind.EndObject: writer.WriteEndObject(); break;
                case JsonTokenKind.StartArray: writer.WriteStartArray(); break;
                case JsonTokenKind.EndArray: writer.WriteEndArray(); break;
                case JsonTokenKind.PropertyName: writer.WritePropertyName(step.Text); break;
                case JsonTokenKind.String: writer.WriteStringValue(step.Text); break;
                case JsonTokenKind.Number: WriteNumber(writer, step); break;
                case JsonTokenKind.True: writer.WriteBooleanValue(true); break;
                case JsonTokenKind.False: writer.WriteBooleanValue(false); break;
                default: writer.WriteNullValue(); break;
            }
        }

        private static void WriteNumber(JsonWriter writer, Step step)
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
