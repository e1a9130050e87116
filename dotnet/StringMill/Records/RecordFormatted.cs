using System;
using System.Buffers.Text;
using System.Collections.Generic;
using System.Globalization;
using System.Reflection;
using System.Text;

namespace StringMill
{
    /// <summary>Reads a value from its text.</summary>
    internal delegate bool RecordParse<V>(string text, out V value);

    /// <summary>A value of the runtime that is a string in JSON, or a number that the reader has no method for.</summary>
    internal sealed class RecordFormatted<V> : RecordText<V>
    {
        private readonly Func<V, string> format;
        private readonly RecordParse<V> parse;
        private readonly bool isNumber;
        private readonly bool fromText;

        internal RecordFormatted(Func<V, string> format, RecordParse<V> parse)
        {
            this.format = format;
            this.parse = parse;
        }

        /// <summary>A number, which may also come as a string.</summary>
        internal RecordFormatted(Func<V, string> format, RecordParse<V> parse, bool fromText)
            : this(format, parse)
        {
            isNumber = true;
            this.fromText = fromText;
        }

        internal override void Write(JsonWriter writer, V value)
        {
            if (value == null)
            {
                writer.WriteNullValue();
            }
            else if (isNumber)
            {
                // Without a line of its own in an indented array, as System.Text.Json 8.0 to 10.0 write these.
                writer.WriteRawValue(Encoding.ASCII.GetBytes(format(value)), true);
            }
            else
            {
                writer.WriteStringValue(format(value));
            }
        }

        internal override V Read(ref JsonReader reader)
        {
            V value = default(V);
            if (!isNumber || reader.TokenType == JsonTokenKind.String && fromText)
            {
                return base.Read(ref reader);
            }
            if (reader.TokenType != JsonTokenKind.Number || !parse(Encoding.ASCII.GetString(reader.ValueSpan.ToArray()), out value))
            {
                reader.FailUnfit(typeof(V));
            }
            return value;
        }

        protected override bool TryRead(ref JsonReader reader, out V value) => parse(reader.GetString(), out value);
    }

    /// <summary>The texts of types of the runtime, as System.Text.Json has them.</summary>
    internal static class RecordFormats
    {
        private static readonly CultureInfo Invariant = CultureInfo.InvariantCulture;

        /// <summary>Adds the types whose values are made from a text.</summary>
        internal static void AddTo(RecordTypes types, bool fromText)
        {
            types.Add(new RecordFormatted<TimeSpan>(value => value.ToString("c", Invariant), TryTimeSpan));
            types.AddClass(new RecordFormatted<Uri>(value => value.OriginalString, TryUri));
            types.AddClass(new RecordFormatted<Version>(value => value.ToString(), TryVersion));
#if NET8_0_OR_GREATER
            types.Add(new RecordFormatted<DateOnly>(value => value.ToString("O", Invariant), TryDateOnly));
            types.Add(new RecordFormatted<TimeOnly>(value => value.ToTimeSpan().ToString("c", Invariant), TryTimeOnly));
            types.AddNumber(new RecordFormatted<Half>(value => value.ToString(Invariant), TryHalf, fromText));
            types.AddNumber(new RecordFormatted<Int128>(value => value.ToString(Invariant),
                (string text, out Int128 value) => Int128.TryParse(text, NumberStyles.AllowLeadingSign, Invariant, out value), fromText));
            types.AddNumber(new RecordFormatted<UInt128>(value => value.ToString(Invariant),
                (string text, out UInt128 value) => UInt128.TryParse(text, NumberStyles.AllowLeadingSign, Invariant, out value), fromText));
#endif
        }

        private static bool IsDigit(string text, int at) => at >= 0 && at < text.Length && text[at] >= '0' && text[at] <= '9';

        private static bool TryTimeSpan(string text, out TimeSpan value)
        {
            const int MaxLen = 26;
            int read;
            byte[] ascii = Encoding.UTF8.GetBytes(text);
            value = default(TimeSpan);
            return ascii.Length <= MaxLen && (IsDigit(text, 0) || text.StartsWith("-", StringComparison.Ordinal))
                && Utf8Parser.TryParse(ascii, out value, out read, 'c') && read == ascii.Length;
        }

        /// <summary>A boolean as a name.</summary>
        internal static RecordValue<bool> NameOfBool()
        {
            return new RecordFormatted<bool>(value => value ? bool.TrueString : bool.FalseString,
                (string text, out bool value) => bool.TryParse(text, out value) && text.Length == (value ? 4 : 5));
        }

        private static bool TryUri(string text, out Uri value) => Uri.TryCreate(text, UriKind.RelativeOrAbsolute, out value);

        private static bool TryVersion(string text, out Version value)
        {
            value = null;
            return IsDigit(text, 0) && IsDigit(text, text.Length - 1) && Version.TryParse(text, out value);
        }

#if NET8_0_OR_GREATER
        private static bool TryDateOnly(string text, out DateOnly value)
        {
            return DateOnly.TryParseExact(text, "yyyy-MM-dd", Invariant, DateTimeStyles.None, out value);
        }

        private static bool TryTimeOnly(string text, out TimeOnly value)
        {
            TimeSpan span;
            int separator = text.IndexOfAny(new[] { '.', ':' });
            bool isTime = IsDigit(text, 0) && separator >= 0 && text[separator] == ':' && TryTimeSpan(text, out span)
                && span < TimeSpan.FromDays(1);
            value = isTime && TryTimeSpan(text, out span) ? TimeOnly.FromTimeSpan(span) : default;
            return isTime;
        }

        private static bool TryHalf(string text, out Half value)
        {
            return Half.TryParse(text, NumberStyles.Float, Invariant, out value) && !Half.IsInfinity(value);
        }
#endif
    }

    /// <summary>An enumeration by the names of its values; numbers are read, and written for values without a name.</summary>
    internal sealed class RecordEnumText<E, V> : RecordValue<E>
        where E : struct
        where V : struct
    {
        private const string MemberName = "System.Text.Json.Serialization.JsonStringEnumMemberNameAttribute";

        private readonly RecordEnum<E, V> number;
        private readonly Dictionary<string, string> names = new Dictionary<string, string>();
        private readonly Dictionary<string, string> values = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

        public RecordEnumText(RecordInteger<V> number)
        {
            this.number = new RecordEnum<E, V>(number);
            foreach (FieldInfo field in typeof(E).GetFields(BindingFlags.Public | BindingFlags.Static))
            {
                CustomAttributeData named = RecordAttributes.Find(field, MemberName);
                if (named != null)
                {
                    names[field.Name] = (string)named.ConstructorArguments[0].Value;
                    values[names[field.Name]] = field.Name;
                }
            }
        }

        internal override void Write(JsonWriter writer, E value)
        {
            string text = value.ToString();
            if (text[0] == '-' || char.IsDigit(text[0]))
            {
                number.Write(writer, value);
                return;
            }
            writer.WriteStringValue(Renamed(text, names));
        }

        internal override E Read(ref JsonReader reader)
        {
            E value = default(E);
            if (reader.TokenType != JsonTokenKind.String)
            {
                return number.Read(ref reader);
            }
            string text = Renamed(reader.GetWellFormedString(), values);
            if (!Enum.TryParse(text, out value) && !Enum.TryParse(text, true, out value))
            {
                reader.FailUnfit(typeof(E));
            }
            return value;
        }

        // Flags are a list of names.
        private static string Renamed(string text, Dictionary<string, string> to)
        {
            if (to.Count == 0)
            {
                return text;
            }
            string[] parts = text.Split(',');
            for (int i = 0; i < parts.Length; i++)
            {
                string name;
                parts[i] = to.TryGetValue(parts[i].Trim(), out name) ? name : parts[i].Trim();
            }
            return string.Join(", ", parts);
        }

        internal override bool IsDefault(E value) => number.IsDefault(value);
    }
}
