using System;
using System.Collections.Generic;
using System.Reflection;
using System.Text.Json;

namespace StringMill.Oracle
{
    /// <summary>The JsonSerializer of the System.Text.Json that is present.</summary>
    public static class SerializerOracle
    {
        private static readonly PropertyInfo IncludeFields = typeof(JsonSerializerOptions).GetProperty("IncludeFields");

        private static readonly Type Defaults =
            typeof(JsonSerializerOptions).Assembly.GetType("System.Text.Json.JsonSerializerDefaults");

        private static readonly Dictionary<string, JsonSerializerOptions> Styles = new Dictionary<string, JsonSerializerOptions>
        {
            { "default", WithFields(new JsonSerializerOptions()) },
            { "camel", WithFields(new JsonSerializerOptions { PropertyNamingPolicy = JsonNamingPolicy.CamelCase }) },
            { "any-case", WithFields(new JsonSerializerOptions { PropertyNameCaseInsensitive = true }) },
            { "web", Web() },
            { "no-nulls", NoNulls() },
            { "indented", WithFields(new JsonSerializerOptions { WriteIndented = true }) },
            { "snake", Snake() },
            { "enums", EnumsAsText() },
        };

        /// <summary>The assembly of System.Text.Json.</summary>
        public static Assembly Library => typeof(JsonSerializer).Assembly;

        /// <summary>Whether it knows of fields; since 5.0.</summary>
        public static bool HasFields => IncludeFields != null;

        /// <summary>Whether it has defaults for the web; since 5.0.</summary>
        public static bool HasWeb => Defaults != null;

        private static JsonSerializerOptions NoNulls()
        {
            PropertyInfo condition = typeof(JsonSerializerOptions).GetProperty("DefaultIgnoreCondition");
            JsonSerializerOptions options = WithFields(new JsonSerializerOptions());
            condition?.SetValue(options, Enum.Parse(condition.PropertyType, "WhenWritingNull"));
            return options;
        }

        private static JsonSerializerOptions Snake()
        {
            PropertyInfo policy = typeof(JsonNamingPolicy).GetProperty("SnakeCaseLower");
            return policy == null ? null
                : WithFields(new JsonSerializerOptions { PropertyNamingPolicy = (JsonNamingPolicy)policy.GetValue(null) });
        }

        private static JsonSerializerOptions EnumsAsText()
        {
            JsonSerializerOptions options = WithFields(new JsonSerializerOptions());
            options.Converters.Add(new System.Text.Json.Serialization.JsonStringEnumConverter());
            return options;
        }

        /// <summary>A name in snake case; null if it knows of none, which it does since 8.0.</summary>
        public static string SnakeCase(string name) => Styles["snake"]?.PropertyNamingPolicy.ConvertName(name);

        private static JsonSerializerOptions WithFields(JsonSerializerOptions options)
        {
            if (HasFields)
            {
                IncludeFields.SetValue(options, true);
            }
            return options;
        }

        private static JsonSerializerOptions Web()
        {
            return HasWeb ? (JsonSerializerOptions)Activator.CreateInstance(typeof(JsonSerializerOptions), Enum.ToObject(Defaults, 1))
                : null;
        }

        /// <summary>A name in camel case.</summary>
        public static string CamelCase(string name)
        {
            return JsonNamingPolicy.CamelCase.ConvertName(name);
        }

        /// <summary>A record as JSON; null where that is refused.</summary>
        public static byte[] Serialize(object record, Type type, string style = "default")
        {
            try
            {
                return JsonSerializer.SerializeToUtf8Bytes(record, type, Styles[style]);
            }
            catch (ArgumentException)
            {
                return null;
            }
            catch (InvalidOperationException) when (type.ToString().Contains("ImmutableArray"))
            {
                // One without elements and length.
                return null;
            }
        }

        /// <summary>Path, line and byte of a refusal of JSON as a record; null if it is read.</summary>
        public static string Refusal(byte[] json, Type type, string style = "default")
        {
            try
            {
                JsonSerializer.Deserialize(json, type, Styles[style]);
                return null;
            }
            catch (JsonException fault)
            {
                return Describe(fault);
            }
        }

        /// <summary>Makes a JsonException of an error of ours.</summary>
        public static Exception Translate(JsonReadException fault) => fault.ToJsonException();

        /// <summary>Path, line and byte of a JsonException.</summary>
        public static string Describe(Exception fault)
        {
            JsonException json = (JsonException)fault;
            StringMillJsonException ours = fault as StringMillJsonException;
            if (ours != null && (ours.Remedy != ErrorCodes.Remedy(ours.Code) || ours.Remedy.Length == 0))
            {
                return "no remedy";
            }
            return json.Path + " " + json.LineNumber + " " + json.BytePositionInLine;
        }

        /// <summary>JSON as a record; where it is refused, the place of what is wrong, or -1.</summary>
        public static object Deserialize(byte[] json, Type type, out bool refused, out long line, out long position,
            string style = "default")
        {
            refused = false;
            line = -1;
            position = -1;
            try
            {
                return JsonSerializer.Deserialize(json, type, Styles[style]);
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
