using System;
using System.Diagnostics.CodeAnalysis;

namespace StringMill
{
    /// <summary>
    /// How records are written and read. The default of each option is that of System.Text.Json, unless it says otherwise.
    /// </summary>
    public sealed class RecordOptions
    {
        /// <summary>The encoder of strings and names; null means <see cref="JsonEncoder.DotNet"/>.</summary>
        [AllowNull, MaybeNull]
        public JsonEncoder Encoder { get; set; }

        /// <summary>
        /// Whether public fields are left out. By default they are members, as with IncludeFields of System.Text.Json.
        /// </summary>
        public bool IgnoreFields { get; set; }

        /// <summary>
        /// Whether names begin in lower case, as with <c>JsonNamingPolicy.CamelCase</c>. A name of <c>JsonPropertyName</c>
        /// and the keys of a dictionary stay as they are.
        /// </summary>
        public bool CamelCase { get; set; }

        /// <summary>
        /// Makes the names instead, as with PropertyNamingPolicy of System.Text.Json: <c>JsonNamingPolicy.SnakeCaseLower.ConvertName</c>
        /// is one. Null for none.
        /// </summary>
        [AllowNull, MaybeNull]
        public Func<string, string> PropertyNamingPolicy { get; set; }

        /// <summary>Whether members that are null are left out, as with <c>JsonIgnoreCondition.WhenWritingNull</c>.</summary>
        public bool IgnoreNullValues { get; set; }

        /// <summary>Whether each member and element gets a line of its own.</summary>
        public bool WriteIndented { get; set; }

        /// <summary>
        /// Whether enumerations are written by the names of their values, as with a <c>JsonStringEnumConverter</c>. Numbers are read too.
        /// </summary>
        public bool EnumsAsText { get; set; }

        /// <summary>
        /// Whether the case of names does not count when reading, as with PropertyNameCaseInsensitive of System.Text.Json.
        /// </summary>
        public bool IgnoreNameCase { get; set; }

        /// <summary>
        /// Whether numbers may come as strings, as with <c>JsonNumberHandling.AllowReadingFromString</c>.
        /// </summary>
        public bool ReadNumbersFromStrings { get; set; }

        /// <summary>
        /// How strict reading is. By default as System.Text.Json: members that the type does not have, and their names, may
        /// hold ill-formed UTF-8, and these members lone surrogates.
        /// </summary>
        public JsonTextPolicy Policy { get; set; }

        /// <summary>
        /// Makes the exception that reading throws instead of <see cref="JsonReadException"/>; null for that itself.
        /// <c>StringMillErrors.ToJsonException</c>, in StringMill.SystemTextJson, makes a <c>JsonException</c>.
        /// </summary>
        [AllowNull, MaybeNull]
        public Func<JsonReadException, Exception> TranslateError { get; set; }

        /// <summary>
        /// New options as <c>JsonSerializerDefaults.Web</c> has them: names in camel case, read in any case, numbers also from
        /// strings, no fields. ASP.NET Core and Blazor write and read so.
        /// </summary>
        public static RecordOptions Web()
        {
            return new RecordOptions
            {
                IgnoreFields = true, CamelCase = true, IgnoreNameCase = true, ReadNumbersFromStrings = true,
            };
        }
    }
}
