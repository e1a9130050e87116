using System.Diagnostics.CodeAnalysis;

namespace StringMill
{
    /// <summary>How records are written and read. What is not set is as System.Text.Json has it.</summary>
    public sealed class RecordOptions
    {
        /// <summary>What is escaped in strings and names, and how; null means <see cref="JsonEncoder.DotNet"/>.</summary>
        [AllowNull, MaybeNull]
        public JsonEncoder Encoder { get; set; }

        /// <summary>
        /// Whether public fields are left out. They are members here, as with IncludeFields of System.Text.Json.
        /// </summary>
        public bool IgnoreFields { get; set; }

        /// <summary>
        /// What is checked when records are read. By default as System.Text.Json: members that the type does not have, and
        /// their names, may hold ill-formed UTF-8, and these members lone surrogates.
        /// </summary>
        public JsonTextPolicy Policy { get; set; }
    }
}
