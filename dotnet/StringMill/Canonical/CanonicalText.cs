using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace StringMill
{
    /// <summary>
    /// Builds the canonical form of a JSON text: first all tokens in the order of the input, then <see cref="CanonicalMembers"/>
    /// sorts the members. Standard: RFC 8785.
    /// </summary>
    internal sealed unsafe class CanonicalText
    {
        private const int None = -1;

        private static readonly JsonRules Rules = new JsonRules(Profile.Of("jcs"), IllFormed.Reject, IllFormedUtf16.Reject);

        private byte[] text;
        private int len;
        private readonly CanonicalMembers members = new CanonicalMembers();

        // For each open container whether it is an object.
        private readonly Stack<bool> open = new Stack<bool>();

        // Whether the last token was a value or the end of one, so that a comma precedes the next name or element.
        private bool followsValue;

        private readonly bool roundIntegers;

        private CanonicalText(int srcLen, bool roundIntegers)
        {
            text = new byte[srcLen];
            this.roundIntegers = roundIntegers;
        }

        /// <summary>The canonical form of a text of at most <paramref name="maxDepth"/> levels.</summary>
        internal static byte[] Of(ReadOnlySpan<byte> utf8, int maxDepth, bool roundIntegers)
        {
            CanonicalText canonical = new CanonicalText(utf8.Length, roundIntegers);
            canonical.Read(utf8, maxDepth);
            if (canonical.members.RepeatedNameOffset >= 0)
            {
                throw new StringMillException(ErrorCode.NameRepeated, canonical.members.RepeatedNameOffset);
            }
            return canonical.members.TextInOrder(canonical.text, canonical.len);
        }

        /// <summary>Why a number was refused.</summary>
        private ErrorCode refusal;

        private void Read(ReadOnlySpan<byte> utf8, int maxDepth)
        {
            JsonReadOptions options = new JsonReadOptions { MaxDepth = maxDepth, Policy = JsonTextPolicy.Strict };
            JsonReader reader = new JsonReader(utf8, options);
            // The place of a number that no double holds. An error of the grammar directly after the number is reported instead.
            int refusedStart = None;
            int refusedEnd = None;
            try
            {
                while (refusedStart == None && reader.Read())
                {
                    if (!Token(ref reader))
                    {
                        refusedStart = (int)reader.TokenStartIndex;
                        refusedEnd = (int)reader.BytesConsumed;
                    }
                }
                if (refusedStart != None)
                {
                    reader.Read();
                }
            }
            catch (JsonReadException e)
            {
                if (refusedStart == None || e.Offset == refusedEnd)
                {
                    throw new StringMillException(e.Code, e.Offset);
                }
            }
            if (refusedStart != None)
            {
                throw new StringMillException(refusal, refusedStart);
            }
        }

        /// <summary>Writes a token; false for a number that no double holds.</summary>
        private bool Token(ref JsonReader reader)
        {
            switch (reader.TokenType)
            {
                case JsonTokenKind.StartObject:
                    Comma();
                    members.Open(len);
                    Open('{');
                    return true;
                case JsonTokenKind.StartArray:
                    Comma();
                    Open('[');
                    return true;
                case JsonTokenKind.EndObject:
                    Close('}');
                    members.Close(len);
                    break;
                case JsonTokenKind.EndArray:
                    Close(']');
                    break;
                case JsonTokenKind.PropertyName:
                    Comma();
                    Name(ref reader);
                    return true;
                case JsonTokenKind.String:
                    Comma();
                    String(ref reader);
                    break;
                case JsonTokenKind.Number:
                    Comma();
                    if (!Number(reader.ValueSpan))
                    {
                        return false;
                    }
                    break;
                default:
                    Comma();
                    Put(reader.ValueSpan);
                    break;
            }
            EndValue();
            return true;
        }

        private void Comma()
        {
            if (followsValue)
            {
                Put(',');
            }
            followsValue = false;
        }

        private void Open(char bracket)
        {
            Put(bracket);
            open.Push(bracket == '{');
        }

        private void Close(char bracket)
        {
            Put(bracket);
            open.Pop();
        }

        private void EndValue()
        {
            followsValue = true;
            if (open.Count > 0 && open.Peek())
            {
                members.End(len);
            }
        }

        private void Name(ref JsonReader reader)
        {
            int start = len;
            byte[] name = String(ref reader);
            if (name == null)
            {
                name = new byte[len - start - 2];
                Buffer.BlockCopy(text, start + 1, name, 0, name.Length);
            }
            Put(':');
            members.Add(start, name, (int)reader.TokenStartIndex);
        }

        /// <summary>Writes a string. Returns its text if it has escapes, and null if it has none.</summary>
        private byte[] String(ref JsonReader reader)
        {
            ReadOnlySpan<byte> inside = reader.ValueSpan;
            byte[] unescaped = null;
            Put('"');
            if (reader.ValueIsEscaped)
            {
                unescaped = Unescape(inside);
                // The canonical escape of a character is its shortest, so the output is no longer than the input.
                Room(inside.Length);
                fixed (byte* src = unescaped, dst = text)
                {
                    int read;
                    int written;
                    KernelDriver.EscapeUtf8(Rules, src, unescaped.Length, dst + len, text.Length - len, false, out read, out written);
                    len += written;
                }
            }
            else
            {
                Put(inside);
            }
            Put('"');
            return unescaped;
        }

        private static byte[] Unescape(ReadOnlySpan<byte> inside)
        {
            byte[] room = new byte[inside.Length];
            int written;
            fixed (byte* src = &MemoryMarshal.GetReference(inside), dst = room)
            {
                int read;
                KernelDriver.UnescapeUtf8(LoneSurrogates.Reject, src, inside.Length, dst, room.Length, false, out read, out written);
            }
            Array.Resize(ref room, written);
            return room;
        }

        private bool Number(ReadOnlySpan<byte> number)
        {
            fixed (byte* src = &MemoryMarshal.GetReference(number))
            {
                if (CanonicalNumber.IsSame(src, src + number.Length))
                {
                    Put(number);
                    return true;
                }
                Room(CanonicalNumber.MaxLen);
                fixed (byte* dst = text)
                {
                    int written = CanonicalNumber.Write(src, src + number.Length, dst + len, roundIntegers);
                    if (written > 0)
                    {
                        len += written;
                        return true;
                    }
                    refusal = written == CanonicalNumber.Changes ? ErrorCode.CanonicalInteger : ErrorCode.NumberOverflow;
                    return false;
                }
            }
        }

        private void Put(char token)
        {
            Room(1);
            text[len++] = (byte)token;
        }

        private void Put(ReadOnlySpan<byte> bytes)
        {
            Room(bytes.Length);
            bytes.CopyTo(new Span<byte>(text, len, bytes.Length));
            len += bytes.Length;
        }

        private void Room(int more)
        {
            if (text.Length - len < more)
            {
                Array.Resize(ref text, checked(Math.Max(len + more, (int)Math.Min(int.MaxValue - 64, 2L * text.Length))));
            }
        }
    }
}
