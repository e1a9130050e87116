using System;
using System.Collections.Generic;
using System.IO.Pipelines;
using System.Threading;
using System.Threading.Tasks;

namespace StringMill
{
    /// <summary>Records in pipes, with the names and the order of arguments of System.Text.Json.</summary>
    public static class RecordPipes
    {
        /// <summary>Writes a record as JSON into a pipe, and flushes it each 16 KB and at the end.</summary>
        /// <param name="plan">How to write.</param>
        /// <param name="utf8Json">
        /// Gets the JSON; it is not completed. After an exception it has at most the parts that were flushed: complete it with the
        /// exception, not without.
        /// </param>
        /// <param name="value">The record.</param>
        /// <param name="cancellationToken">Cancels writing.</param>
        /// <returns>Ends after the last flush, or at once if the reader was completed.</returns>
        /// <exception cref="OperationCanceledException">The pipe cancelled a flush.</exception>
        public static Task SerializeAsync<T>(this RecordPlan<T> plan, PipeWriter utf8Json, T value,
            CancellationToken cancellationToken = default)
        {
            Check(plan, utf8Json);
            return plan.SendAsync(value, SenderOf(utf8Json), cancellationToken);
        }

        /// <summary>Writes records as one JSON array, or one a line (NDJSON), as they come.</summary>
        /// <param name="plan">How to write.</param>
        /// <param name="utf8Json">As for a single record. It is flushed while the next record is awaited.</param>
        /// <param name="values">The records.</param>
        /// <param name="topLevelValues">Whether each record gets a line of its own instead of an array for all.</param>
        /// <param name="cancellationToken">Cancels writing, and is given to the records.</param>
        /// <returns>Ends after the last flush, or at once if the reader was completed.</returns>
        public static Task SerializeAsyncEnumerable<T>(this RecordPlan<T> plan, PipeWriter utf8Json, IAsyncEnumerable<T> values,
            bool topLevelValues = false, CancellationToken cancellationToken = default)
        {
            Check(plan, utf8Json);
            return plan.SendAllAsync(values ?? throw new ArgumentNullException(nameof(values)), topLevelValues,
                SenderOf(utf8Json), cancellationToken);
        }

        /// <summary>Reads a record from a pipe up to its end.</summary>
        /// <param name="plan">How to read.</param>
        /// <param name="utf8Json">JSON in UTF-8; it is not completed.</param>
        /// <param name="cancellationToken">Cancels reading.</param>
        /// <returns>The record.</returns>
        /// <exception cref="JsonReadException">The text is refused.</exception>
        public static ValueTask<T> DeserializeAsync<T>(this RecordPlan<T> plan, PipeReader utf8Json,
            CancellationToken cancellationToken = default)
        {
            Check(plan, utf8Json);
            return plan.DeserializeAsync(utf8Json.AsStream(true), cancellationToken);
        }

        /// <summary>Reads the elements of a JSON array one at a time, or values that follow each other.</summary>
        /// <param name="plan">How to read.</param>
        /// <param name="utf8Json">JSON in UTF-8; it is not completed.</param>
        /// <param name="topLevelValues">Whether the records follow each other instead of an array.</param>
        /// <param name="cancellationToken">Cancels reading.</param>
        /// <returns>The records, as of a stream.</returns>
        public static IAsyncEnumerable<T> DeserializeAsyncEnumerable<T>(this RecordPlan<T> plan, PipeReader utf8Json,
            bool topLevelValues = false, CancellationToken cancellationToken = default)
        {
            Check(plan, utf8Json);
            return plan.DeserializeAsyncEnumerable(utf8Json.AsStream(true), topLevelValues, cancellationToken);
        }

        private static RecordSend SenderOf(PipeWriter pipe)
        {
            return async (bytes, len, cancellation) =>
            {
                FlushResult result = await pipe.WriteAsync(new ReadOnlyMemory<byte>(bytes, 0, len), cancellation).ConfigureAwait(false);
                return result.IsCanceled ? throw new OperationCanceledException() : !result.IsCompleted;
            };
        }

        private static void Check(object plan, object utf8Json)
        {
            if (plan == null)
            {
                throw new ArgumentNullException(nameof(plan));
            }
            if (utf8Json == null)
            {
                throw new ArgumentNullException(nameof(utf8Json));
            }
        }
    }
}
