using System;
using System.Buffers;
using System.IO;
using System.Text;
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

        /// <summary>The version of .NET that it belongs to: 3.1, 8.0, 9.0 or 10.0.</summary>
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
            return new SystemTextJson(JavaScriptEncoder.Create(Settings(borders)));
        }

        private static TextEncoderSettings Settings(int[] borders)
        {
            TextEncoderSettings settings = new TextEncoderSettings();
            for (int i = 0; i < borders.Length; i += 2)
            {
                settings.AllowRange(new UnicodeRange(borders[i], borders[i + 1] - borders[i] + 1));
            }
            return settings;
        }

        /// <summary>Our encoder instead of theirs, with the rules of a profile.</summary>
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

        /// <summary>Ours, created by the settings of <see cref="Create"/>, or by none as the relaxed encoder.</summary>
        public static SystemTextJson PluggedBySettings(params int[] borders)
        {
            return new SystemTextJson(borders.Length == 0 ? StringMillEncoder.UnsafeRelaxedJsonEscaping
                : StringMillEncoder.Create(Settings(borders)));
        }

        /// <summary>What the encoder itself makes of a string.</summary>
        public string Encode(string text)
        {
            return encoder.Encode(text);
        }

        /// <summary>
        /// What the encoder itself makes of a text that comes in two parts, in calls that have so much room.
        /// </summary>
        /// <exception cref="InvalidOperationException">A call went on without an end, or made no progress.</exception>
        public string EncodeInRooms(char[] text, int cut, int room)
        {
            StringBuilder all = new StringBuilder();
            char[] buffer = new char[room];
            int at = 0;
            int end = cut;
            while (true)
            {
                int read;
                int written;
                OperationStatus status = encoder.Encode(
                    new ReadOnlySpan<char>(text, at, end - at), buffer, out read, out written, end == text.Length);
                all.Append(buffer, 0, written);
                at += read;
                if (IsPartDone(status, at == end, end - at < 2, read + written, end == text.Length))
                {
                    if (end == text.Length)
                    {
                        return all.ToString();
                    }
                    end = text.Length;
                }
            }
        }

        /// <summary>The same of UTF-8.</summary>
        /// <exception cref="InvalidOperationException">A call went on without an end, or made no progress.</exception>
        public byte[] EncodeUtf8InRooms(byte[] utf8, int cut, int room)
        {
            MemoryStream all = new MemoryStream();
            byte[] buffer = new byte[room];
            int at = 0;
            int end = cut;
            while (true)
            {
                int read;
                int written;
                OperationStatus status = encoder.EncodeUtf8(
                    new ReadOnlySpan<byte>(utf8, at, end - at), buffer, out read, out written, end == utf8.Length);
                all.Write(buffer, 0, written);
                at += read;
                if (IsPartDone(status, at == end, end - at < 4, read + written, end == utf8.Length))
                {
                    if (end == utf8.Length)
                    {
                        return all.ToArray();
                    }
                    end = utf8.Length;
                }
            }
        }

        // Where more follows, a character that is cut may wait.
        private static bool IsPartDone(OperationStatus status, bool isRead, bool isNearlyRead, int progress, bool isLast)
        {
            bool isRight = status == OperationStatus.Done ? isRead
                : status == OperationStatus.NeedMoreData ? isNearlyRead && !isLast
                : status == OperationStatus.DestinationTooSmall && progress > 0;
            if (!isRight)
            {
                throw new InvalidOperationException(status + ", progress " + progress);
            }
            return status != OperationStatus.DestinationTooSmall;
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
