using System;
using System.Buffers;

namespace StringMill
{
    /// <summary>Checks the memory of an <see cref="IBufferWriter{T}"/>, which is another library's code.</summary>
    internal static class Output
    {
        /// <summary>Returns memory for at least this many bytes.</summary>
        /// <exception cref="InvalidOperationException">The output gives less.</exception>
        internal static Span<byte> Span(IBufferWriter<byte> output, int len)
        {
            Span<byte> span = output.GetSpan(len);
            return span.Length >= len ? span : throw TooLittle();
        }

        /// <summary>Returns the exception for an output that would be called for ever.</summary>
        internal static InvalidOperationException TooLittle()
        {
            return new InvalidOperationException("the output gave less memory than asked for");
        }
    }
}
