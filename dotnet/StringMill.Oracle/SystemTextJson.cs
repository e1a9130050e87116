using System;
using System.IO;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;

namespace StringMill.Oracle
{
    /// <summary>
    /// One encoder of the System.Text.Json that is present, as its writer uses it. Arrays alone come and go: on Mono
    /// that library has a Span of its own, which does not mix with that of the tests.
    /// </summary>
    public sealed class SystemTextJson
    {
        private readonly JavaScriptEncoder encoder;
        private readonly MemoryStream stream = new MemoryStream();
        private readonly Utf8JsonWriter writer;

        private SystemTextJson(JavaScriptEncoder encoder)
        {
            this.encoder = encoder;
            writer = new Utf8JsonWriter(stream, new JsonWriterOptions { Encoder = encoder, SkipValidation = true });
        }

        /// <summary>The version of .NET that it belongs to: 3.1, 8.0 or 9.0.</summary>
        public static string Version
        {
            get
            {
                Version version = typeof(JsonSerializer).Assembly.GetName().Version;
                return version.Major == 4 ? "3.1" : version.Major + "." + version.Minor;
            }
        }

        /// <summary><c>JavaScriptEncoder.Default</c>.</summary>
        public static SystemTextJson Default()
        {
            return new SystemTextJson(JavaScriptEncoder.Default);
        }

        /// <summary><c>JavaScriptEncoder.UnsafeRelaxedJsonEscaping</c>.</summary>
        public static SystemTextJson Relaxed()
        {
            return new SystemTextJson(JavaScriptEncoder.UnsafeRelaxedJsonEscaping);
        }

        /// <summary><c>JavaScriptEncoder.Create</c>.</summary>
        /// <param name="borders">The first and the last code unit of each range.</param>
        public static SystemTextJson Create(params int[] borders)
        {
            TextEncoderSettings settings = new TextEncoderSettings();
            for (int i = 0; i < borders.Length; i += 2)
            {
                settings.AllowRange(new UnicodeRange(borders[i], borders[i + 1] - borders[i] + 1));
            }
            return new SystemTextJson(JavaScriptEncoder.Create(settings));
        }

        /// <summary>Ours in the place of theirs, with the rules of a profile.</summary>
        public static SystemTextJson Plugged(string profile)
        {
            return new SystemTextJson(StringMillEncoder.Of(profile));
        }

        /// <summary>
        /// Ours, as <c>Relaxed</c> and as <c>Create</c> with all ranges, by the table that theirs was asked for.
        /// </summary>
        public static SystemTextJson PluggedByTable(bool relaxed)
        {
            TextEncoderSettings settings = new TextEncoderSettings();
            settings.AllowRange(new UnicodeRange(0, 0xFFFF));
            EncoderTable table = StringMillEncoder.ReadTable(JavaScriptEncoder.Create(settings));
            return new SystemTextJson(relaxed ? StringMillEncoder.Relaxed(table)
                : StringMillEncoder.Create(table, new CodePointRange(0, 0xFFFF)));
        }

        /// <summary>What the encoder itself makes of a string.</summary>
        public string Encode(string text)
        {
            return encoder.Encode(text);
        }

        /// <summary>Whether the encoder escapes a scalar value.</summary>
        public bool Escapes(int code)
        {
            return encoder.WillEncode(code);
        }

        /// <summary>What the writer makes of a string, without its quotes.</summary>
        public byte[] Escape(string text)
        {
            writer.WriteStringValue(text);
            return Written();
        }

        /// <summary>What the writer makes of UTF-8, without its quotes.</summary>
        public byte[] EscapeUtf8(byte[] utf8)
        {
            writer.WriteStringValue(utf8);
            return Written();
        }

        private byte[] Written()
        {
            writer.Flush();
            byte[] all = stream.ToArray();
            stream.SetLength(0);
            writer.Reset();
            byte[] inside = new byte[all.Length - 2];
            Buffer.BlockCopy(all, 1, inside, 0, inside.Length);
            return inside;
        }
    }
}
