using System;
using System.IO;

#if ORACLE
namespace StringMill.Oracle
#else
namespace StringMill.Tests
#endif
{
#if ORACLE
    using System.Text.Json;
    using Refusal = System.Text.Json.JsonException;
    using Writer = System.Text.Json.Utf8JsonWriter;
#else
    using JsonWriterOptions = StringMill.JsonWriteOptions;
    using Refusal = StringMill.JsonReadException;
    using Writer = StringMill.JsonWriter;
#endif

    /// <summary>What a call on a writer is.</summary>
    public enum WriterCall
    {
        /// <summary>Opens an object.</summary>
        StartObject,

        /// <summary>Opens an array.</summary>
        StartArray,

        /// <summary>Opens an object, with a name.</summary>
        StartNamedObject,

        /// <summary>Opens an array, with a name.</summary>
        StartNamedArray,

        /// <summary>Closes an object.</summary>
        EndObject,

        /// <summary>Closes an array.</summary>
        EndArray,

        /// <summary>A name.</summary>
        Name,

        /// <summary>A name as UTF-8.</summary>
        NameUtf8,

        /// <summary>A value of the type of the argument.</summary>
        Value,

        /// <summary>A name and a value of the type of the argument.</summary>
        NamedValue,

        /// <summary>A string as UTF-8.</summary>
        Utf8,

        /// <summary>Bytes in base64.</summary>
        Base64,

        /// <summary>A comment.</summary>
        Comment,

        /// <summary>A comment as UTF-8.</summary>
        CommentUtf8,

        /// <summary>A value as it is, checked.</summary>
        Raw,

        /// <summary>A value as it is, not checked.</summary>
        RawUnchecked,
    }

    /// <summary>
    /// What a writer makes of a list of calls: compiled once for Utf8JsonWriter and once for ours, so that the two are
    /// asked the same.
    /// </summary>
    public static class WriterTranscript
    {
        /// <summary>Whether these writers have calls for values as they are.</summary>
#if ORACLE && !RAW
        public static readonly bool KnowsRaw = false;
#else
        public static readonly bool KnowsRaw = true;
#endif

        /// <summary>Makes the calls, also after one that was refused.</summary>
        /// <param name="calls">For each call what it is, a name, and an argument.</param>
        /// <param name="indented">Whether there are lines.</param>
        /// <param name="unchecked">Whether calls that do not make JSON are carried out.</param>
        /// <param name="refusals">
        /// For each call 0, or 1 for InvalidOperationException, 2 for ArgumentException, 3 for others.
        /// </param>
        /// <returns>The bytes in the stream at the end.</returns>
        public static byte[] Of(object[][] calls, bool indented, bool @unchecked, int[] refusals)
        {
            var stream = new MemoryStream();
            var writer = new Writer(stream, new JsonWriterOptions { Indented = indented, SkipValidation = @unchecked });
            for (int i = 0; i < calls.Length; i++)
            {
                refusals[i] = 0;
                try
                {
                    Make(writer, (WriterCall)(int)calls[i][0], (string)calls[i][1], calls[i][2]);
                }
                catch (InvalidOperationException)
                {
                    refusals[i] = 1;
                }
                catch (ArgumentException)
                {
                    refusals[i] = 2;
                }
                catch (Refusal)
                {
                    refusals[i] = 3;
                }
            }
            writer.Flush();
            return stream.ToArray();
        }

        private static void Make(Writer writer, WriterCall call, string name, object value)
        {
            switch (call)
            {
                case WriterCall.StartObject: writer.WriteStartObject(); break;
                case WriterCall.StartArray: writer.WriteStartArray(); break;
                case WriterCall.StartNamedObject: writer.WriteStartObject(name); break;
                case WriterCall.StartNamedArray: writer.WriteStartArray(name); break;
                case WriterCall.EndObject: writer.WriteEndObject(); break;
                case WriterCall.EndArray: writer.WriteEndArray(); break;
                case WriterCall.Name: writer.WritePropertyName(name); break;
                case WriterCall.NameUtf8: writer.WritePropertyName(new ReadOnlySpan<byte>((byte[])value)); break;
                case WriterCall.Value: MakeValue(writer, value); break;
                case WriterCall.NamedValue: MakeNamedValue(writer, name, value); break;
                case WriterCall.Utf8: writer.WriteStringValue(new ReadOnlySpan<byte>((byte[])value)); break;
                case WriterCall.Base64: writer.WriteBase64StringValue(new ReadOnlySpan<byte>((byte[])value)); break;
                case WriterCall.Comment: writer.WriteCommentValue(name); break;
                case WriterCall.CommentUtf8: writer.WriteCommentValue(new ReadOnlySpan<byte>((byte[])value)); break;
#if !ORACLE || RAW
                case WriterCall.Raw: writer.WriteRawValue(new ReadOnlySpan<byte>((byte[])value)); break;
                case WriterCall.RawUnchecked: writer.WriteRawValue(new ReadOnlySpan<byte>((byte[])value), true); break;
#endif
                default: throw new NotSupportedException();
            }
        }

        private static void MakeValue(Writer writer, object value)
        {
            if (value == null)
            {
                writer.WriteNullValue();
            }
            else if (value is string)
            {
                writer.WriteStringValue((string)value);
            }
            else if (value is bool)
            {
                writer.WriteBooleanValue((bool)value);
            }
            else if (value is int)
            {
                writer.WriteNumberValue((int)value);
            }
            else if (value is uint)
            {
                writer.WriteNumberValue((uint)value);
            }
            else if (value is long)
            {
                writer.WriteNumberValue((long)value);
            }
            else if (value is ulong)
            {
                writer.WriteNumberValue((ulong)value);
            }
            else if (value is double)
            {
                writer.WriteNumberValue((double)value);
            }
            else if (value is float)
            {
                writer.WriteNumberValue((float)value);
            }
            else if (value is decimal)
            {
                writer.WriteNumberValue((decimal)value);
            }
            else if (value is DateTime)
            {
                writer.WriteStringValue((DateTime)value);
            }
            else if (value is DateTimeOffset)
            {
                writer.WriteStringValue((DateTimeOffset)value);
            }
            else if (value is Guid)
            {
                writer.WriteStringValue((Guid)value);
            }
            else
            {
                throw new NotSupportedException();
            }
        }

        private static void MakeNamedValue(Writer writer, string name, object value)
        {
            if (value == null)
            {
                writer.WriteNull(name);
            }
            else if (value is string)
            {
                writer.WriteString(name, (string)value);
            }
            else if (value is bool)
            {
                writer.WriteBoolean(name, (bool)value);
            }
            else if (value is long)
            {
                writer.WriteNumber(name, (long)value);
            }
            else if (value is ulong)
            {
                writer.WriteNumber(name, (ulong)value);
            }
            else if (value is double)
            {
                writer.WriteNumber(name, (double)value);
            }
            else if (value is float)
            {
                writer.WriteNumber(name, (float)value);
            }
            else if (value is decimal)
            {
                writer.WriteNumber(name, (decimal)value);
            }
            else if (value is DateTime)
            {
                writer.WriteString(name, (DateTime)value);
            }
            else if (value is DateTimeOffset)
            {
                writer.WriteString(name, (DateTimeOffset)value);
            }
            else if (value is Guid)
            {
                writer.WriteString(name, (Guid)value);
            }
            else if (value is byte[])
            {
                writer.WriteBase64String(name, new ReadOnlySpan<byte>((byte[])value));
            }
            else
            {
                throw new NotSupportedException();
            }
        }
    }
}
