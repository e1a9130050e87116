using System;
using System.Buffers;
using System.Text;

namespace StringMill.Tests
{
    /// <summary>How deep records may be nested and how long their texts may be: as with JsonSerializer.</summary>
    internal static class RecordsLimitsTests
    {
        private const int Most = 64;

        internal sealed class Node
        {
            public Node Next { get; set; }
        }

        internal sealed class Numbered
        {
            public int Num { get; set; }

            public Numbered Next { get; set; }
        }

        internal struct NodeStruct
        {
            public Node Next { get; set; }
        }

        internal struct NumberedStruct
        {
            public int Num { get; set; }

            public Numbered Next { get; set; }
        }

        internal sealed class Line
        {
            public int Num { get; set; }

            public string Text { get; set; }
        }

        internal struct LineStruct
        {
            public int Num { get; set; }

            public string Text { get; set; }
        }

        internal sealed class Tree
        {
            public System.Collections.Generic.List<Tree> Children { get; set; }
        }

        /// <summary>
        /// 64 levels are written, of objects and arrays. JsonSerializer also refuses the 64th if it holds a value, as a
        /// guard against cycles; 3.1 refuses it always.
        /// </summary>
        [Test]
        internal static void LevelsThatAreWritten()
        {
            for (int levels = Most - 3; levels < Most + 4; levels++)
            {
                Node node = null;
                Numbered numbered = null;
                for (int i = 1; i < levels; i++)
                {
                    node = new Node { Next = node };
                    numbered = new Numbered { Next = numbered };
                }
                Write(new Node { Next = node }, levels);
                Write(new NodeStruct { Next = node }, levels);
                Write(new Numbered { Next = numbered }, levels);
                Write(new NumberedStruct { Next = numbered }, levels);
                // A tree and a list are two levels.
                var tree = levels % 2 == 0 ? new Tree { Children = new System.Collections.Generic.List<Tree>() } : new Tree();
                for (int i = 1; i < (levels + 1) / 2; i++)
                {
                    tree = new Tree { Children = new System.Collections.Generic.List<Tree> { tree } };
                }
                Write(tree, levels);
            }
        }

        private static void Write<T>(T record, int levels)
        {
            RecordPlan<T> plan = RecordPlan<T>.Create();
            string what = typeof(T).Name + ", levels " + levels;
            byte[] found = null;
            try
            {
                found = plan.Serialize(record);
            }
            catch (InvalidOperationException)
            {
                // Too deep.
            }
            Check.Equal(levels <= Most, found != null, what);
            Refused<InvalidOperationException>(levels > Most, () => plan.SerializeToString(record), what);
            byte[] buffer = new byte[16];
            Refused<InvalidOperationException>(levels > Most, () => plan.Serialize(record, ref buffer), what);
            if (levels < Most)
            {
                Check.Bytes(Oracle.SerializerOracle.Serialize(record, typeof(T)), found, what);
            }
            if (found != null)
            {
                Check.Bytes(found, plan.Serialize(plan.Deserialize(found)), what);
            }
        }

        private static void Refused<E>(bool expected, Action act, string what)
            where E : Exception
        {
            bool refused = false;
            try
            {
                act();
            }
            catch (E)
            {
                refused = true;
            }
            Check.Equal(expected, refused, what + ": refused");
        }

        /// <summary>64 levels are read, skipped ones too, at the places where JsonSerializer stops.</summary>
        [Test]
        internal static void LevelsThatAreRead()
        {
            for (int levels = Most - 3; levels < Most + 4; levels++)
            {
                string nodes = Repeat("{\"Next\":", levels - 1) + "{}" + new string('}', levels - 1);
                string arrays = "{\"x\":" + new string('[', levels - 1) + new string(']', levels - 1) + "}";
                string mixed = "{\"Next\":{\"x\":" + Repeat("{\"y\":", levels - 2) + "1" + new string('}', levels);
                string numbers = "{\"Num\":1,\"x\":" + Repeat("[", levels - 1) + "1" + Repeat("]", levels - 1) + "}";
                foreach (string json in new[] { nodes, arrays, mixed, numbers })
                {
                    Read<Node>(json, levels);
                    Read<NodeStruct>(json, levels);
                    Read<Numbered>(json, levels);
                    Read<NumberedStruct>(json, levels);
                    Read<Line>(json, levels);
                    Read<LineStruct>(json, levels);
                }
            }
        }

        private static string Repeat(string text, int times)
        {
            return new StringBuilder().Insert(0, text, times).ToString();
        }

        private static void Read<T>(string text, int levels)
        {
            byte[] json = Encoding.UTF8.GetBytes(text);
            RecordPlan<T> plan = RecordPlan<T>.Create();
            bool refused;
            long line;
            long position;
            Oracle.SerializerOracle.Deserialize(json, typeof(T), out refused, out line, out position);
            Check.Equal(levels > Most, refused, text + ": theirs");
            // Again after another record: nothing may depend on earlier calls.
            for (int times = 0; times < 2; times++)
            {
                try
                {
                    plan.Deserialize(json);
                    Check.True(levels <= Most, typeof(T).Name + ", levels " + levels + ": " + text);
                }
                catch (JsonReadException refusal)
                {
                    Check.Equal(ErrorCode.LimitDepth + " " + position, refusal.Code + " " + refusal.BytePositionInLine, text);
                }
                plan.Deserialize(Encoding.UTF8.GetBytes("{}"));
            }
        }

        /// <summary>A text that JsonSerializer refuses for its length is refused by every call.</summary>
        [Test]
        internal static void TextsThatAreTooLong()
        {
            // Zeros, whose pages the system need not make.
            string text = new string('\0', JsonWriter.MaxTextLen + 1);
            TooLong(new Line { Text = text }, new Line { Text = "" });
            TooLong(new LineStruct { Text = text }, new LineStruct { Text = "" });
        }

        private static void TooLong<T>(T record, T good)
        {
            RecordPlan<T> plan = RecordPlan<T>.Create();
            // After a record that is good, and without.
            for (int times = 0; times < 2; times++)
            {
                byte[] buffer = new byte[1024];
                Refused<ArgumentException>(true, () => plan.Serialize(record), "an array");
                Refused<ArgumentException>(true, () => plan.Serialize(record, ref buffer), "a buffer");
                Refused<ArgumentException>(true, () => plan.Serialize(record, ref buffer, ArrayPool<byte>.Shared), "a pool");
                Refused<ArgumentException>(true, () => plan.SerializeToString(record), "a string");
                for (int i = 0; i < 8; i++)
                {
                    plan.Serialize(good);
                    plan.Serialize(good, ref buffer);
                }
            }
        }
    }
}
