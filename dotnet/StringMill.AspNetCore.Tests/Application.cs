using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace StringMill.AspNetCore.Tests;

/// <summary>A minimal API on Kestrel, which refuses synchronous calls of bodies, and a client for it.</summary>
internal sealed class Application : IAsyncDisposable
{
    internal sealed class Order
    {
        public int Id { get; set; }

        public string Name { get; set; }

        public List<Line> Items { get; set; }
    }

    internal sealed class Line
    {
        public string Name { get; set; }

        public decimal Price { get; set; }
    }

    internal const int Many = 1_000_000;

    internal static readonly RecordPlan<Order> Orders = RecordPlan<Order>.Create(Options());
    internal static readonly RecordPlan<Line> Lines = RecordPlan<Line>.Create(Options());

    // One hundred bytes a line.
    private static readonly Line Long = new() { Name = new string('x', 76), Price = 1.5m };

    private readonly WebApplication server;

    internal HttpClient Client { get; }

    /// <summary>The most bytes that were alive while a long body was written or read.</summary>
    internal long MostAlive { get; private set; }

    /// <summary>Ends when the records of a long response are disposed: how many of them were written.</summary>
    internal TaskCompletionSource<int> Written { get; } = new();

    private Application(WebApplication server)
    {
        this.server = server;
        Map();
        server.StartAsync().GetAwaiter().GetResult();
        Client = new HttpClient { BaseAddress = new Uri(server.Urls.Single()), Timeout = TimeSpan.FromMinutes(5) };
    }

    // ASP.NET Core has this encoder beside the defaults for the web.
    private static RecordOptions Options()
    {
        RecordOptions options = RecordOptions.Web();
        options.Encoder = JsonEncoder.DotNetRelaxed;
        return options;
    }

    internal static Application Start()
    {
        WebApplicationBuilder builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0").ConfigureKestrel(options => options.Limits.MaxRequestBodySize = null);
        return new Application(builder.Build());
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await server.DisposeAsync();
    }

    private void Map()
    {
        server.Use(async (context, next) =>
        {
            try
            {
                await next();
            }
            catch (JsonReadException fault)
            {
                context.Response.StatusCode = StatusCodes.Status400BadRequest;
                await context.Response.WriteAsync($"{fault.Path} {fault.LineNumber} {fault.BytePositionInLine} {fault.Code}: {fault.Remedy}");
            }
        });
        server.MapPost("/order", async context =>
            await context.Response.WriteAsJsonAsync(await context.Request.ReadFromJsonAsync(Orders), Orders));
        server.MapPost("/theirs", async context =>
            await context.Response.WriteAsJsonAsync(await context.Request.ReadFromJsonAsync<Order>()));
        server.MapPost("/body", async context =>
            await Orders.SerializeAsync(context.Response.Body, await Orders.DeserializeAsync(context.Request.Body)));
        server.MapGet("/writer", async context =>
        {
            await using var writer = new JsonWriter(context.Response.Body);
            writer.WriteStartArray();
            await writer.FlushAsync();
            writer.WriteStringValue("café");
            writer.WriteEndArray();
        });
        server.MapGet("/many", async context => await context.Response.WriteAsJsonAsync(ManyLines(context.RequestAborted), Lines));
        server.MapPost("/many", async context =>
        {
            int count = 0;
            await foreach (Line line in context.Request.ReadFromJsonAsAsyncEnumerable(Lines, true))
            {
                Watch(count++);
            }
            await context.Response.WriteAsync(count.ToString());
        });
    }

    /// <summary>A hundred megabytes of lines.</summary>
    internal async IAsyncEnumerable<Line> ManyLines([System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken cancellation)
    {
        int count = 0;
        try
        {
            for (; count < Many; count++)
            {
                cancellation.ThrowIfCancellationRequested();
                Watch(count);
                yield return Long;
            }
            await Task.Yield();
        }
        finally
        {
            Written.TrySetResult(count);
        }
    }

    private void Watch(int count)
    {
        if (count == 0)
        {
            MostAlive = 0;
        }
        if (count % (Many / 10) == 0)
        {
            MostAlive = Math.Max(MostAlive, GC.GetTotalMemory(true));
        }
    }
}
