using System;
using System.Collections.Generic;

namespace StringMill
{
    /// <summary>
    /// The members of the objects of a text that is being made canonical, and their order: that of the UTF-16 code units of their
    /// names. Standard: RFC 8785, section 3.2.3.
    /// </summary>
    /// <remarks>
    /// The text keeps the order of the input. An object that is out of order is noted when it ends, and is written in order with
    /// the whole text: to sort it at once would copy nested objects once for each level.
    /// </remarks>
    internal sealed class CanonicalMembers
    {
        private const int None = -1;

        /// <summary>A member: from its name to the end of its value in the text, and its name without escapes.</summary>
        private sealed class Member
        {
            internal int Start;
            internal int End;
            internal byte[] Name;
            internal int Offset;
        }

        /// <summary>An open object: its place in the text, its first member, and whether the members so far are in order.</summary>
        private sealed class Frame
        {
            internal int Start;
            internal int First;
            internal bool InOrder = true;
        }

        /// <summary>A closed object that is out of order: its place in the text, and its members in order.</summary>
        private sealed class Sorted
        {
            internal int Start;
            internal int End;
            internal Member[] Members;
        }

        /// <summary>A part of the text that is not yet written: members of an object from one on, then text.</summary>
        private struct Left
        {
            internal int From;
            internal int End;
            internal Member[] Members;
            internal int Next;
        }

        private static readonly Member[] NoMembers = new Member[0];

        private readonly Stack<Frame> frames = new Stack<Frame>();

        // Members of the open objects, outer objects first.
        private readonly List<Member> members = new List<Member>();
        private readonly List<Sorted> sorted = new List<Sorted>();

        /// <summary>The offset of the first name of the input that its object has already; -1 for none.</summary>
        internal int Repeated { get; private set; } = None;

        /// <summary>Opens an object at a place of the text.</summary>
        internal void Open(int start) => frames.Push(new Frame { Start = start, First = members.Count });

        /// <summary>Adds a member to the innermost object.</summary>
        /// <param name="start">The place of the name in the text.</param>
        /// <param name="name">The name, without escapes.</param>
        /// <param name="offset">The place of the name in the input.</param>
        internal void Add(int start, byte[] name, int offset)
        {
            Frame frame = frames.Peek();
            if (frame.InOrder && members.Count > frame.First)
            {
                frame.InOrder = Compare(members[members.Count - 1].Name, name) < 0;
            }
            members.Add(new Member { Start = start, Name = name, Offset = offset });
        }

        /// <summary>Ends the last member of the innermost object.</summary>
        internal void End(int end) => members[members.Count - 1].End = end;

        /// <summary>Closes the innermost object.</summary>
        internal void Close(int end)
        {
            Frame frame = frames.Pop();
            int count = members.Count - frame.First;
            if (!frame.InOrder)
            {
                Member[] order = members.GetRange(frame.First, count).ToArray();
                Array.Sort(order, CompareMembers);
                for (int i = 1; i < order.Length; i++)
                {
                    if (Compare(order[i - 1].Name, order[i].Name) == 0)
                    {
                        Repeated = Repeated == None ? order[i].Offset : Math.Min(Repeated, order[i].Offset);
                    }
                }
                sorted.Add(new Sorted { Start = frame.Start, End = end, Members = order });
            }
            members.RemoveRange(frame.First, count);
        }

        private static int CompareMembers(Member one, Member other)
        {
            int order = Compare(one.Name, other.Name);
            // Members of the same name stay in the order of the input.
            return order != 0 ? order : one.Offset.CompareTo(other.Offset);
        }

        /// <summary>
        /// Compares names in well-formed UTF-8 by their UTF-16 code units. The order of bytes is that of code points. Both differ
        /// only between characters above U+FFFF, whose units are surrogates, and U+E000 to U+FFFF.
        /// </summary>
        internal static int Compare(byte[] one, byte[] other)
        {
            int len = Math.Min(one.Length, other.Length);
            for (int i = 0; i < len; i++)
            {
                int a = one[i];
                int b = other[i];
                if (a != b)
                {
                    bool isSwapped = a >= 0xF0 ? b == 0xEE || b == 0xEF : b >= 0xF0 && (a == 0xEE || a == 0xEF);
                    return isSwapped ? b - a : a - b;
                }
            }
            return one.Length - other.Length;
        }

        /// <summary>Returns the first <paramref name="len"/> bytes of the text, with members in order.</summary>
        internal byte[] Written(byte[] text, int len)
        {
            byte[] written = Allocate.Bytes(len);
            int put = 0;
            sorted.Sort((one, other) => one.Start.CompareTo(other.Start));
            Stack<Left> left = new Stack<Left>();
            left.Push(new Left { End = len, Members = NoMembers });
            while (left.Count > 0)
            {
                Left now = left.Pop();
                if (now.Next < now.Members.Length)
                {
                    Member member = now.Members[now.Next];
                    written[put++] = (byte)(now.Next == 0 ? '{' : ',');
                    now.Next++;
                    left.Push(now);
                    left.Push(new Left { From = member.Start, End = member.End, Members = NoMembers });
                    continue;
                }
                if (now.Next > 0)
                {
                    written[put++] = (byte)'}';
                }
                Sorted inside = FirstFrom(now.From, now.End);
                int to = inside == null ? now.End : inside.Start;
                Buffer.BlockCopy(text, now.From, written, put, to - now.From);
                put += to - now.From;
                if (inside != null)
                {
                    left.Push(new Left { From = inside.End, End = now.End, Members = inside.Members });
                }
            }
            return written;
        }

        /// <summary>The first object out of order that begins in a part of the text; null for none.</summary>
        private Sorted FirstFrom(int from, int end)
        {
            int low = 0;
            int high = sorted.Count;
            while (low < high)
            {
                int middle = low + (high - low) / 2;
                if (sorted[middle].Start < from)
                {
                    low = middle + 1;
                }
                else
                {
                    high = middle;
                }
            }
            return low < sorted.Count && sorted[low].Start < end ? sorted[low] : null;
        }
    }
}
