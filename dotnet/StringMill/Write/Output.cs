using System;
using System.Buffers;

namespace StringMill
{
    /// <summary>Memory of an <see cref="IBufferWriter{T}"/>, which another library's code gives.</summary>
    internal static class Output
    {
        /// <summary>Memory for at least so many bytes.</summary>
        /// <exception cref="InvalidOperationException">The output gives less.</exception>
        internal static Span<byte> Span(IBufferWriter<byte> output, int len)
        {
            Span<byte> span = output.GetSpan(len);
            return span.Length >= len ? span : throw TooLittle();
        }

        /// <summary>What is thrown instead of asking again and again.</summary>
        internal static InvalidOperationException TooLittle()
        {
            return new InvalidOperationException("the output gave less memory than asked for");
        }
    }
}
