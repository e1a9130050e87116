using System;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace StringMill.Benchmarks.Peers
{
    /// <summary>The struct of dotnet/runtime pull request 39733.</summary>
    public struct Sample
    {
        /// <summary>A number.</summary>
        public int Num { get; set; }

        /// <summary>A text.</summary>
        public string Text { get; set; }
    }

    /// <summary>One of the rows that documents consist of.</summary>
    public struct Row
    {
        /// <summary>A whole number.</summary>
        public int Id;

        /// <summary>A few words.</summary>
        public string Name;

        /// <summary>A float.</summary>
        public double Score;
    }

    /// <summary>What subjects work on: texts, or rows of which a document is made; in every form that one needs.</summary>
    public sealed class Inputs
    {
        /// <summary>
        /// Texts, each of which also becomes a record, with letters of all scripts as they are if <paramref name="isRelaxed"/>;
        /// or rows, which all become one document.
        /// </summary>
        public Inputs(string content, string[] texts, Row[] rows, bool isRelaxed)
        {
            JavaScriptEncoder encoder = isRelaxed ? JavaScriptEncoder.UnsafeRelaxedJsonEscaping : null;
            JsonSerializerOptions options = new JsonSerializerOptions { Encoder = encoder };
            Content = content;
            Texts = texts;
            Rows = rows;
            Count = rows == null ? texts.Length : 1;
            Samples = new Sample[Count];
            Json = new byte[Count][];
            JsonTexts = new string[Count];
            Strings = new byte[Count][];
            Utf8 = new byte[Count][];
            long bytes = 0;
            for (int i = 0; i < Count && rows == null; i++)
            {
                Samples[i] = new Sample { Num = 10007 * (i + 1), Text = texts[i] };
                Json[i] = JsonSerializer.SerializeToUtf8Bytes(Samples[i], options);
                JsonTexts[i] = Encoding.UTF8.GetString(Json[i]);
                Strings[i] = JsonSerializer.SerializeToUtf8Bytes(texts[i], options);
                Utf8[i] = Encoding.UTF8.GetBytes(texts[i]);
                EscapedMax = Math.Max(EscapedMax, 6 * Utf8[i].Length);
                bytes += Utf8[i].Length;
            }
            if (rows != null)
            {
                Json[0] = new WriteRows(this).Output(0);
                bytes = Json[0].Length;
            }
            Bytes = (double)bytes / Count;
        }

        /// <summary>A record of one member.</summary>
        public Inputs(string content, Member member)
        {
            Content = content;
            Member = member;
            Count = 1;
            Json = new[] { member.Json };
            Bytes = Json[0].Length;
        }

        /// <summary>JSON alone, of values that the subjects have.</summary>
        public Inputs(byte[][] json)
        {
            Content = "";
            Count = json.Length;
            Json = json;
            JsonTexts = Array.ConvertAll(json, Encoding.UTF8.GetString);
        }

        /// <summary>The record of one member; null for texts and rows.</summary>
        public Member Member { get; }

        /// <summary>The name of the content.</summary>
        public string Content { get; }

        /// <summary>How many there are: a power of two.</summary>
        public int Count { get; }

        /// <summary>Bytes of one of them on average: of a text as UTF-8, of a document as JSON.</summary>
        public double Bytes { get; }

        /// <summary>Texts as they are.</summary>
        public string[] Texts { get; }

        /// <summary>Texts as UTF-8.</summary>
        public byte[][] Utf8 { get; }

        /// <summary>No text has more bytes when it is escaped.</summary>
        public int EscapedMax { get; }

        /// <summary>Records with these texts.</summary>
        public Sample[] Samples { get; }

        /// <summary>Records, or the document, as JSON.</summary>
        public byte[][] Json { get; }

        /// <summary>The same for who reads UTF-16.</summary>
        public string[] JsonTexts { get; }

        /// <summary>Texts as JSON strings.</summary>
        public byte[][] Strings { get; }

        /// <summary>The rows of the document.</summary>
        public Row[] Rows { get; }
    }
}
