using System;
using System.Buffers;
using StringMill;

/// <summary>
/// A program with nullable references on: a line that names a warning has that one and no other line has any.
/// </summary>
internal static class NullableUse
{
    private sealed class Line
    {
        public string? Text { get; set; }
    }

    private struct Number
    {
        public int Value { get; set; }
    }

    private static void Encoders(JsonEncoder? encoder, string? text, IBufferWriter<byte>? output)
    {
        byte[] bytes = JsonEncoder.Json.Escape(text); // CS8604
        string escaped = JsonEncoder.Json.EscapeToString(null); // CS8625
        JsonEncoder.Json.EscapeUtf8(bytes, output); // CS8604
        JsonEncoder.Of((string?)null); // CS8625
        string shown = escaped + JsonEncoder.Kernels.Length + encoder.Profile.Name.Length; // CS8602
        string escape = Profile.Of(shown).AsciiEscape('a'); // CS8600
        string? rightEscape = Profile.Of(shown).AsciiEscape('a');
        Console.WriteLine(rightEscape ?? escape);
    }

    private static void Records(Line? line, byte[]? buffer, string? json)
    {
        RecordPlan<Line> plan = RecordPlan<Line>.Create(null);
        byte[] written = plan.Serialize(line);
        int len = plan.Serialize(line, ref buffer);
        len += buffer.Length;
        len += plan.SerializeToString(null).Length + plan.Serialize(line, ref buffer, null); // CS8625
        Line read = plan.Deserialize(written); // CS8600
        Line? right = plan.Deserialize(written);
        len += right.Text.Length; // CS8602 CS8602
        plan.Deserialize(json); // CS8604
        Number number = Records<Number>.Plan.Deserialize(written);
        RecordOptions options = new RecordOptions { Encoder = null };
        JsonEncoder encoder = options.Encoder; // CS8600
        new RecordPlanBuilder<Line>(null).Field<string?>("Text", (ref Line one) => one.Text, null)
            .Field<string>(null, (ref Line one) => ""); // CS8625
        Console.WriteLine(len + number.Value + (read == null ? "" : read.Text) + encoder);
    }

    private static void Tokens(string? text, JsonWriter writer)
    {
        var reader = new JsonReader(new byte[0]);
        string value = reader.GetString(); // CS8600
        string? right = reader.GetString();
        string comment = reader.GetComment();
        bool equal = reader.ValueTextEquals(text);
        writer.WriteStringValue(text);
        writer.WriteString(comment, text);
        writer.WriteString(text, comment); // CS8604
        writer.WritePropertyName((string?)null); // CS8625
        var options = new JsonWriteOptions { Encoder = null, NewLine = null }; // CS8625
        Console.WriteLine(value + right + equal + options.NewLine.Length); // CS8602
    }
}
