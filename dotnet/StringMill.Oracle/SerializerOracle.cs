using System;
using System.Reflection;
using System.Text.Json;

namespace StringMill.Oracle
{
    /// <summary>The JsonSerializer of the System.Text.Json that is present.</summary>
    public static class SerializerOracle
    {
        private static readonly PropertyInfo IncludeFields = typeof(JsonSerializerOptions).GetProperty("IncludeFields");

        private static readonly JsonSerializerOptions Options = MakeOptions();

        /// <summary>Whether it knows of fields; since 5.0.</summary>
        public static bool HasFields => IncludeFields != null;

        private static JsonSerializerOptions MakeOptions()
        {
            JsonSerializerOptions options = new JsonSerializerOptions();
            if (HasFields)
            {
                IncludeFields.SetValue(options, true);
            }
            return options;
        }

        /// <summary>A record as JSON; null where that is refused.</summary>
        public static byte[] Serialize(object record, Type type)
        {
            try
            {
                return JsonSerializer.SerializeToUtf8Bytes(record, type, Options);
            }
            catch (ArgumentException)
            {
                return null;
            }
        }

        /// <summary>JSON as a record; where it is refused, the place of what is wrong, or -1.</summary>
        public static object Deserialize(byte[] json, Type type, out bool refused, out long line, out long position)
        {
            refused = false;
            line = -1;
            position = -1;
            try
            {
                return JsonSerializer.Deserialize(json, type, Options);
            }
            catch (JsonException fault)
            {
                refused = true;
                line = fault.LineNumber ?? -1;
                position = fault.BytePositionInLine ?? -1;
            }
            return null;
        }
    }
}
