// Prints for each line of hexadecimal bytes what .NET writes, in hexadecimal: with an argument Newtonsoft.Json, otherwise both
// encoders. Mono decodes ill-formed bytes otherwise than CoreCLR, and CoreCLR 3.1 has older encoders: each runs one part.

extern alias memory;

using System;
using System.Linq;
using System.Text;
using System.Text.Encodings.Web;

public static class Hosts
{
    static string Hex(byte[] bytes) => string.Concat(bytes.Select(each => each.ToString("x2")));

    static string Encoded(JavaScriptEncoder encoder, byte[] bytes)
    {
        var room = new byte[64 + bytes.Length * 12];
        // Mono has a type `Span` of its own too.
        var source = new memory::System.ReadOnlySpan<byte>(bytes);
        var status = encoder.EncodeUtf8(source, new memory::System.Span<byte>(room), out int read, out int written);
        if ((int)status != 0 || read != bytes.Length) throw new InvalidOperationException(status.ToString());
        return Hex(room.Take(written).ToArray());
    }

    static string Encoders(byte[] bytes) =>
        Encoded(JavaScriptEncoder.Default, bytes) + " " + Encoded(JavaScriptEncoder.UnsafeRelaxedJsonEscaping, bytes);

    static string Newtonsoft(byte[] bytes)
    {
        string json = global::Newtonsoft.Json.JsonConvert.SerializeObject(Encoding.UTF8.GetString(bytes));
        return Hex(Encoding.UTF8.GetBytes(json.Substring(1, json.Length - 2)));
    }

    public static void Main(string[] arguments)
    {
        for (string line = Console.ReadLine(); line != null; line = Console.ReadLine())
        {
            var bytes = Enumerable.Range(0, line.Length / 2).Select(at => Convert.ToByte(line.Substring(2 * at, 2), 16)).ToArray();
            Console.WriteLine(arguments.Length == 0 ? line + " " + Encoders(bytes) : Newtonsoft(bytes));
        }
    }
}
