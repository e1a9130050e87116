using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Http;
using Microsoft.Net.Http.Headers;

namespace StringMill
{
    /// <summary>Records in requests and responses, with the names of ASP.NET Core and a plan instead of its options.</summary>
    public static class RecordHttp
    {
        /// <summary>Reads the body of a request as a record.</summary>
        /// <param name="request">Its content type must be JSON in UTF-8.</param>
        /// <param name="plan">How to read; <c>RecordOptions.Web()</c> reads as ASP.NET Core.</param>
        /// <param name="cancellationToken">Cancels reading; without one the end of the connection does.</param>
        /// <returns>The record.</returns>
        /// <exception cref="BadHttpRequestException">The content type is another one (415).</exception>
        /// <exception cref="JsonReadException">The text is refused.</exception>
        public static ValueTask<T> ReadFromJsonAsync<T>(this HttpRequest request, RecordPlan<T> plan,
            CancellationToken cancellationToken = default)
        {
            CheckContentType(request ?? throw new ArgumentNullException(nameof(request)));
            return plan.DeserializeAsync(request.BodyReader, TokenOf(request.HttpContext, cancellationToken));
        }

        /// <summary>Reads the elements of the array that is the body, one at a time.</summary>
        /// <param name="request">Its content type must be JSON in UTF-8.</param>
        /// <param name="plan">How to read an element.</param>
        /// <param name="topLevelValues">Whether the elements follow each other instead of an array.</param>
        /// <param name="cancellationToken">Cancels reading; without one the end of the connection does.</param>
        /// <returns>The elements.</returns>
        /// <exception cref="BadHttpRequestException">The content type is another one (415).</exception>
        public static IAsyncEnumerable<T> ReadFromJsonAsAsyncEnumerable<T>(this HttpRequest request, RecordPlan<T> plan,
            bool topLevelValues = false, CancellationToken cancellationToken = default)
        {
            CheckContentType(request ?? throw new ArgumentNullException(nameof(request)));
            return plan.DeserializeAsyncEnumerable(request.BodyReader, topLevelValues, TokenOf(request.HttpContext, cancellationToken));
        }

        /// <summary>Writes a record as the body of a response, in memory that does not grow with it.</summary>
        /// <param name="response">Gets a content type if it has none.</param>
        /// <param name="value">The record.</param>
        /// <param name="plan">How to write; <c>RecordOptions.Web()</c> with <c>JsonEncoder.DotNetRelaxed</c> writes as ASP.NET Core.</param>
        /// <param name="contentType">The content type; null for JSON.</param>
        /// <param name="cancellationToken">Cancels writing; without one the end of the connection does, in silence.</param>
        /// <returns>Ends after the last byte.</returns>
        public static Task WriteAsJsonAsync<T>(this HttpResponse response, T value, RecordPlan<T> plan, string contentType = null,
            CancellationToken cancellationToken = default)
        {
            Begin(response, contentType ?? JsonType);
            return Quietly(response, plan.SerializeAsync(response.BodyWriter, value, TokenOf(response.HttpContext, cancellationToken)),
                cancellationToken);
        }

        /// <summary>Writes records as the body of a response, as they come: as an array, or one a line.</summary>
        /// <param name="response">Gets a content type if it has none.</param>
        /// <param name="values">The records.</param>
        /// <param name="plan">How to write one.</param>
        /// <param name="topLevelValues">Whether each record gets a line (NDJSON) instead of an array for all.</param>
        /// <param name="cancellationToken">Cancels writing; without one the end of the connection does, in silence.</param>
        /// <returns>Ends after the last byte.</returns>
        public static Task WriteAsJsonAsync<T>(this HttpResponse response, IAsyncEnumerable<T> values, RecordPlan<T> plan,
            bool topLevelValues = false, CancellationToken cancellationToken = default)
        {
            Begin(response, topLevelValues ? LinesType : JsonType);
            CancellationToken token = TokenOf(response.HttpContext, cancellationToken);
            return Quietly(response, plan.SerializeAsyncEnumerable(response.BodyWriter, values, topLevelValues, token), cancellationToken);
        }

        private const string JsonType = "application/json; charset=utf-8";
        private const string LinesType = "application/x-ndjson; charset=utf-8";

        private static void Begin(HttpResponse response, string contentType)
        {
            if (response == null)
            {
                throw new ArgumentNullException(nameof(response));
            }
            response.ContentType ??= contentType;
        }

        private static CancellationToken TokenOf(HttpContext context, CancellationToken asked)
        {
            return asked.CanBeCanceled ? asked : context.RequestAborted;
        }

        // A client that goes away is no error of the application, as in ASP.NET Core.
        private static async Task Quietly(HttpResponse response, Task written, CancellationToken asked)
        {
            try
            {
                await written.ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (!asked.CanBeCanceled && response.HttpContext.RequestAborted.IsCancellationRequested)
            {
            }
        }

        private static void CheckContentType(HttpRequest request)
        {
            bool isKnown = MediaTypeHeaderValue.TryParse(request.ContentType, out MediaTypeHeaderValue type);
            bool isJson = isKnown && (request.HasJsonContentType() || type.MediaType.Equals("application/x-ndjson", StringComparison.OrdinalIgnoreCase));
            if (!isJson || type.Charset.HasValue && !type.Charset.Equals("utf-8", StringComparison.OrdinalIgnoreCase))
            {
                throw new BadHttpRequestException("the content type is " + (request.ContentType ?? "absent")
                    + "; expected JSON in UTF-8", StatusCodes.Status415UnsupportedMediaType);
            }
        }
    }
}
