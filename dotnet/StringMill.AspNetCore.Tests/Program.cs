using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Pipelines;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace StringMill.AspNetCore.Tests;

/// <summary>Records in pipes, and in a real application. Prints what passed; the status is 1 if a test failed.</summary>
internal static class Program
{
    private const string Order = "{\"id\":7,\"name\":\"café\",\"items\":[{\"name\":\"a\",\"price\":1.50},null]}";

    private static int Main()
    {
        int passed = 0;
        int failed = 0;
        foreach (Func<Task> test in new Func<Task>[]
        {
            PipesHaveWholeRecords, PipesAreCutAnywhere, AFinishedReaderEndsWriting, BodiesAreThoseOfTheSerializer, BadBodiesHaveAPath,
            OtherTypesAreRefused, LongResponsesNeedNoMemory, LongRequestsNeedNoMemory, AClientThatLeavesEndsTheRecords,
        })
        {
            try
            {
                test().GetAwaiter().GetResult();
                passed++;
            }
            catch (Exception fault)
            {
                failed++;
                Console.WriteLine("FAILED: " + test.Method.Name + ": " + fault);
            }
        }
        Console.WriteLine($"aspnetcore tests: {passed} passed, {failed} failed (ASP.NET Core {Environment.Version}; {JsonEncoder.Kernels})");
        return failed;
    }

    private static void Equal<T>(T expected, T actual, string what)
    {
        if (!Equals(expected, actual))
        {
            throw new InvalidOperationException($"{what}: expected {expected}, got {actual}");
        }
    }

    /// <summary>A pipe gets nothing of a record that fails before its first part, and is never told as done.</summary>
    private static async Task PipesHaveWholeRecords()
    {
        RecordPlan<List<double>> plan = Records<List<double>>.Plan;
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        try
        {
            await plan.SerializeAsync(pipe.Writer, new List<double> { 1, double.NaN });
            throw new InvalidOperationException("NaN was written");
        }
        catch (ArgumentException)
        {
        }
        Equal(false, pipe.Reader.TryRead(out _), "a part of a refused record");
        await plan.SerializeAsync(pipe.Writer, new List<double> { 1, 2 });
        await plan.SerializeAsync(pipe.Writer, new List<double> { 3 });
        await pipe.Writer.CompleteAsync();
        Equal("[1,2][3]", await new StreamReader(pipe.Reader.AsStream()).ReadToEndAsync(), "two records");
    }

    private static async Task PipesAreCutAnywhere()
    {
        byte[] json = Encoding.UTF8.GetBytes("[" + Order + "," + Order + "]");
        for (int len = 1; len < json.Length + 2; len++)
        {
            var pipe = new Pipe();
            Task write = WritePieces(pipe.Writer, json, len);
            int count = 0;
            await foreach (Application.Order order in Application.Orders.DeserializeAsyncEnumerable(pipe.Reader))
            {
                Equal(Order, Application.Orders.SerializeToString(order), "pieces of " + len);
                count++;
            }
            await write;
            Equal(2, count, "pieces of " + len);
        }
    }

    private static async Task WritePieces(PipeWriter writer, byte[] bytes, int len)
    {
        for (int at = 0; at < bytes.Length; at += len)
        {
            await writer.WriteAsync(bytes.AsMemory(at, Math.Min(len, bytes.Length - at)));
            await Task.Yield();
        }
        await writer.CompleteAsync();
    }

    private static async Task AFinishedReaderEndsWriting()
    {
        var pipe = new Pipe();
        await pipe.Reader.CompleteAsync();
        await Records<int[]>.Plan.SerializeAsync(pipe.Writer, new int[1_000_000]);
        using var source = new CancellationTokenSource();
        var slow = new Pipe();
        Task write = Records<int[]>.Plan.SerializeAsync(slow.Writer, new int[1_000_000], source.Token);
        Equal(false, write.IsCompleted, "written without a reader");
        source.Cancel();
        try
        {
            await write;
            throw new InvalidOperationException("not cancelled");
        }
        catch (OperationCanceledException)
        {
        }
    }

    private static async Task<string> Post(Application application, string path, string body, HttpStatusCode status = HttpStatusCode.OK,
        string type = "application/json")
    {
        HttpResponseMessage response = await application.Client.PostAsync(path, new StringContent(body, Encoding.UTF8, type));
        Equal(status, response.StatusCode, path + " of " + body);
        return await response.Content.ReadAsStringAsync();
    }

    private static async Task BodiesAreThoseOfTheSerializer()
    {
        await using Application application = Application.Start();
        foreach (string body in new[] { Order, "null", "{}", "{\"ID\":\"8\",\"items\":[]}", "{\"name\":\"" + new string('é', 100000) + "\"}" })
        {
            string expected = await Post(application, "/theirs", body);
            Equal(expected, await Post(application, "/order", body), body);
            Equal(expected, await Post(application, "/body", body), body);
        }
        HttpResponseMessage typed = await application.Client.PostAsync("/order", new StringContent("{}", Encoding.UTF8, "application/json"));
        Equal("application/json; charset=utf-8", typed.Content.Headers.ContentType.ToString(), "the content type");
        Equal("[\"caf\\u00E9\"]", await application.Client.GetStringAsync("/writer"), "the writer");
    }

    private static async Task BadBodiesHaveAPath()
    {
        await using Application application = Application.Start();
        string refused = await Post(application, "/order", "{\"id\":1,\n\"items\":[{},{\"price\":\"x\"}]}", HttpStatusCode.BadRequest);
        Equal("$.items[1].price 1 24 JsonMemberType: " + ErrorCodes.Remedy(ErrorCode.JsonMemberType), refused, "a value");
        refused = await Post(application, "/order", "{\"id\":1,]", HttpStatusCode.BadRequest);
        Equal(true, refused.StartsWith("$.id 0 8 "), refused);
        await Post(application, "/order", Order);
    }

    private static async Task OtherTypesAreRefused()
    {
        await using Application application = Application.Start();
        await Post(application, "/order", Order, HttpStatusCode.UnsupportedMediaType, "text/plain");
        var latin = new StringContent(Order, Encoding.Latin1, "application/json");
        HttpResponseMessage response = await application.Client.PostAsync("/order", latin);
        Equal(HttpStatusCode.UnsupportedMediaType, response.StatusCode, "another charset");
        await Post(application, "/order", Order, type: "application/problem+json");
    }

    private const long AliveMax = 8 << 20;

    private static void IsSmall(Application application, string what)
    {
        Equal(true, application.MostAlive > 0 && application.MostAlive < AliveMax, $"{what}: {application.MostAlive} bytes alive");
        Console.WriteLine($"{what}: at most {application.MostAlive >> 10} KB alive");
    }

    private static async Task LongResponsesNeedNoMemory()
    {
        await using Application application = Application.Start();
        long len = 0;
        using (Stream body = await application.Client.GetStreamAsync("/many"))
        {
            byte[] buffer = new byte[1 << 16];
            for (int read = 1; read > 0; len += read)
            {
                read = await body.ReadAsync(buffer);
            }
        }
        Equal(100L * Application.Many + 1, len, "bytes");
        Equal(Application.Many, await application.Written.Task, "lines");
        IsSmall(application, "a response of 100 MB");
    }

    private sealed class LinesContent : HttpContent
    {
        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext context)
        {
            byte[] line = Encoding.UTF8.GetBytes("{\"name\":\"" + new string('y', 76) + "\",\"price\":2.5}\n");
            for (int i = 0; i < Application.Many; i++)
            {
                await stream.WriteAsync(line);
            }
        }

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }
    }

    private static async Task LongRequestsNeedNoMemory()
    {
        await using Application application = Application.Start();
        var content = new LinesContent();
        content.Headers.Add("Content-Type", "application/x-ndjson");
        var request = new HttpRequestMessage(HttpMethod.Post, "/many") { Content = content };
        HttpResponseMessage response = await application.Client.SendAsync(request);
        Equal(Application.Many.ToString(), await response.Content.ReadAsStringAsync(), "lines");
        IsSmall(application, "a request of 100 MB");
    }

    /// <summary>The client reads a megabyte and leaves: the records are disposed, and the next request is answered.</summary>
    private static async Task AClientThatLeavesEndsTheRecords()
    {
        await using Application application = Application.Start();
        using (var cancel = new CancellationTokenSource())
        {
            HttpResponseMessage response = await application.Client.GetAsync("/many", HttpCompletionOption.ResponseHeadersRead, cancel.Token);
            Stream body = await response.Content.ReadAsStreamAsync();
            byte[] buffer = new byte[1 << 20];
            await body.ReadExactlyAsync(buffer);
            cancel.Cancel();
            response.Dispose();
        }
        Task first = await Task.WhenAny(application.Written.Task, Task.Delay(TimeSpan.FromMinutes(1)));
        Equal(true, first == application.Written.Task, "the records are disposed");
        Equal(true, await application.Written.Task < Application.Many, "lines written: " + await application.Written.Task);
        await Post(application, "/order", Order);
    }
}
