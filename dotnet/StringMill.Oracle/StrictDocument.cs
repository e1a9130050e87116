using System;
using System.Reflection;
using System.Text.Json;

namespace StringMill.Oracle
{
    /// <summary>Documents of System.Text.Json that refuse repeated names, which is an option from version 10 on.</summary>
    public static class StrictDocument
    {
        private static readonly PropertyInfo Allows = typeof(JsonDocumentOptions).GetProperty("AllowDuplicateProperties");

        /// <summary>Whether the System.Text.Json that is present has the option.</summary>
        public static readonly bool IsPresent = Allows != null;

        /// <summary>Why it refuses a text; null if it takes the text.</summary>
        public static string Refusal(byte[] json)
        {
            object options = new JsonDocumentOptions { MaxDepth = 4096 };
            Allows.SetValue(options, false);
            try
            {
                using (JsonDocument.Parse(new ReadOnlyMemory<byte>(json), (JsonDocumentOptions)options))
                {
                    return null;
                }
            }
            catch (JsonException e)
            {
                return e.Message;
            }
        }
    }
}
