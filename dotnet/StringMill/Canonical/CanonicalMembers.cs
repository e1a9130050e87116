using System;
using System.Collections.Generic;

namespace StringMill
{
    /// <summary>
    /// The members of the objects of a text that is being made canonical, and their order: that of the UTF-16 code units of their
    /// names. Standard: RFC 8785, section 3.2.3.
    /// </summary>
    /// <remarks>
    /// The text keeps the order of the input. When an object ends whose members are out of order, this class keeps their
    /// order, and <see cref="TextInOrder"/> applies all orders in one pass. To sort each object in the text would copy nested objects
    /// once for each level.
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
        private sealed class SortedObject
        {
            internal int Start;
            internal int End;
            internal Member[] Members;
        }

        /// <summary>What is left to write: members of an object from <see cref="Next"/> on, then a part of the text.</summary>
        private struct Remainder
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
        private readonly List<SortedObject> sortedObjects = new List<SortedObject>();

        /// <summary>The offset of the first name of the input that its object has already; -1 for none.</summary>
        internal int RepeatedNameOffset { get; private set; } = None;

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
                        RepeatedNameOffset = RepeatedNameOffset == None ? order[i].Offset : Math.Min(RepeatedNameOffset, order[i].Offset);
                    }
                }
                sortedObjects.Add(new SortedObject { Start = frame.Start, End = end, Members = order });
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
        internal byte[] TextInOrder(byte[] text, int len)
        {
            byte[] written = Allocate.Bytes(len);
            int put = 0;
            sortedObjects.Sort((one, other) => one.Start.CompareTo(other.Start));
            Stack<Remainder> remainders = new Stack<Remainder>();
            remainders.Push(new Remainder { End = len, Members = NoMembers });
            while (remainders.Count > 0)
            {
                Remainder current = remainders.Pop();
                if (current.Next < current.Members.Length)
                {
                    Member member = current.Members[current.Next];
                    written[put++] = (byte)(current.Next == 0 ? '{' : ',');
                    current.Next++;
                    remainders.Push(current);
                    remainders.Push(new Remainder { From = member.Start, End = member.End, Members = NoMembers });
                    continue;
                }
                if (current.Next > 0)
                {
                    written[put++] = (byte)'}';
                }
                SortedObject inside = FirstFrom(current.From, current.End);
                int to = inside == null ? current.End : inside.Start;
                Buffer.BlockCopy(text, current.From, written, put, to - current.From);
                put += to - current.From;
                if (inside != null)
                {
                    remainders.Push(new Remainder { From = inside.End, End = current.End, Members = inside.Members });
                }
            }
            return written;
        }

        /// <summary>The first object out of order that begins in a part of the text; null for none.</summary>
        private SortedObject FirstFrom(int from, int end)
        {
            int low = 0;
            int high = sortedObjects.Count;
            while (low < high)
            {
                int middle = low + (high - low) / 2;
                if (sortedObjects[middle].Start < from)
                {
                    low = middle + 1;
                }
                else
                {
                    high = middle;
                }
            }
            return low < sortedObjects.Count && sortedObjects[low].Start < end ? sortedObjects[low] : null;
        }
    }
}
