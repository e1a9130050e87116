using System;
using System.Text.Json;
using StringMill;

/// <summary>The first example of docs/dotnet.md.</summary>
internal static class DotnetPage
{
    private static void Main()
    {
        // example docs/dotnet.md csharp 1
    }

    private static void Expect(string made, string expected)
    {
        if (made != expected)
        {
            throw new InvalidOperationException(made + " instead of " + expected);
        }
        Console.WriteLine("docs/dotnet.md: " + made);
    }
}
