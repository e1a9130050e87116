using System;
using System.Text.Json;

namespace StringMill
{
    /// <summary>Errors of StringMill as those of System.Text.Json.</summary>
    /// <example>
    /// <code>
    /// new RecordOptions { TranslateError = StringMillErrors.ToJsonException }    // Deserialize throws JsonException
    /// </code>
    /// </example>
    public static class StringMillErrors
    {
        /// <summary>Returns the same error as a <see cref="JsonException"/>.</summary>
        /// <param name="fault">Becomes the inner exception.</param>
        /// <returns>With the message, path, line and byte of <paramref name="fault"/>.</returns>
        /// <exception cref="ArgumentNullException"><paramref name="fault"/> is null.</exception>
        public static JsonException ToJsonException(this JsonReadException fault)
        {
            if (fault == null)
            {
                throw new ArgumentNullException(nameof(fault));
            }
            return new JsonException(fault.Message, fault.Path, fault.LineNumber, fault.BytePositionInLine, fault);
        }
    }
}
