using System;
using System.Globalization;
using StringMill.Oracle;

namespace StringMill.Tests
{
    /// <summary>A case of the vectors with the kernel that its operation names.</summary>
    internal sealed unsafe class VectorSubject
    {
        private const byte Canary = 0x55;
        private const int Margin = 8;

        private static byte[] canaries = new byte[0];

        private readonly string operation;
        private readonly VectorCase one;
        private readonly char[] units;

        internal VectorSubject(string operation, VectorCase one)
        {
            this.operation = operation;
            this.one = one;
            if (one.Choices["units"] == "16")
            {
                units = new char[one.In.Length / 2];
                for (int i = 0; i < units.Length; i++)
                {
                    units[i] = (char)(one.In[2 * i] << 8 | one.In[2 * i + 1]);
                }
            }
        }

        /// <summary>Units of the input.</summary>
        internal int Len => units != null ? units.Length : one.In.Length;

        /// <summary>Whether an operation is offered in .NET; vectors/runners.toml says why others are not.</summary>
        internal static bool Has(string operation)
        {
            switch (operation)
            {
                case "json_escape":
                case "json_escape_utf16":
                case "json_unescape":
                case "utf8_validate":
                case "scan":
                case "json_canonical":
                    return true;
                default:
                    return false;
            }
        }

        /// <summary>Whether what a case asks for is offered in .NET.</summary>
        internal static bool Takes(string operation, VectorCase one)
        {
            switch (operation)
            {
                case "json_escape":
                    return Array.IndexOf(new[] { "reject", "replace", "copy" }, one.Choices["policy"]) >= 0;
                case "json_escape_utf16":
                    return Array.IndexOf(new[] { "reject", "replace", "escape" }, one.Choices["policy"]) >= 0;
                case "json_unescape":
                    return one.Choices["surrogates"] != "reversible";
                case "scan":
                    return one.Choices["class"] == "string";
                default:
                    return true;
            }
        }

        /// <summary>All at once, into exactly the room that the output needs, and into one byte less.</summary>
        internal void Whole()
        {
            byte[] expected = one.Out ?? new byte[0];
            int room = one.Error == null ? expected.Length : 6 * Len + 6;
            byte[] memory = Memory(room);
            int read;
            int written;
            int error = Run(0, Len, false, memory, Margin, room, out read, out written);
            CheckOutcome(error, read, read);
            CheckCanaries(memory, room);
            if (error != 0)
            {
                return;
            }
            CheckBytes(expected, memory, written);
            if (room > 0)
            {
                memory = Memory(room - 1);
                Run(0, Len, false, memory, Margin, room - 1, out read, out written);
                Check.True(read < Len, "stops where the room ends");
                Check.True(written < room, "counts what fits");
                CheckCanaries(memory, room - 1);
            }
        }

        /// <summary>A text that becomes canonical; it has to be whole.</summary>
        internal void Canonical()
        {
            try
            {
                byte[] made = JsonCanonical.Of(one.In, int.Parse(one.Choices["depth_max"], CultureInfo.InvariantCulture));
                Check.Equal(one.Error ?? "read", "read", "outcome");
                Check.Bytes(one.Out, made, "output");
            }
            catch (StringMillException e)
            {
                Check.Equal(one.Error ?? "read", ErrorCodes.Id(e.Code), "outcome");
                Check.Equal(one.Offset, e.Offset, "place");
            }
        }

        /// <summary>In pieces of a length, each after what the one before has left.</summary>
        internal void Pieces(int chunk)
        {
            byte[] expected = one.Out ?? new byte[0];
            int room = one.Error == null ? expected.Length : 6 * Len + 6;
            byte[] memory = Memory(room);
            int done = 0;
            int filled = 0;
            for (int to = chunk; ; to += chunk)
            {
                to = Math.Min(to, Len);
                int read;
                int written;
                int error = Run(done, to, to < Len, memory, Margin + filled, room - filled, out read, out written);
                bool stopped = error == 0 && one.Read >= 0 && done + read == one.Read;
                if (error != 0 || to == Len || stopped)
                {
                    CheckOutcome(error, done + read, read);
                    filled += written;
                    break;
                }
                done += read;
                filled += written;
            }
            CheckCanaries(memory, room);
            if (one.Error == null)
            {
                CheckBytes(expected, memory, filled);
            }
        }

        private void CheckOutcome(int error, int at, int read)
        {
            string said = error == 0 ? "read" : ErrorCodes.Id((ErrorCode)error);
            Check.Equal(one.Error ?? "read", said, "outcome");
            Check.Equal(one.Error != null ? one.Offset : one.Read >= 0 ? one.Read : Len, at, "place");
        }

        private void CheckBytes(byte[] expected, byte[] memory, int written)
        {
            if (operation != "scan" && operation != "utf8_validate")
            {
                byte[] got = new byte[written];
                Buffer.BlockCopy(memory, Margin, got, 0, written);
                Check.Bytes(expected, got, "output");
            }
        }

        private static byte[] Memory(int room)
        {
            byte[] memory = new byte[room + 2 * Margin];
            while (canaries.Length < memory.Length)
            {
                canaries = Filled(2 * memory.Length);
            }
            // A loop over bytes takes an interpreter longer than all that is tested here.
            Buffer.BlockCopy(canaries, 0, memory, 0, memory.Length);
            return memory;
        }

        private static byte[] Filled(int len)
        {
            byte[] filled = new byte[len];
            for (int i = 0; i < len; i++)
            {
                filled[i] = Canary;
            }
            return filled;
        }

        private static void CheckCanaries(byte[] memory, int room)
        {
            for (int i = 0; i < Margin; i++)
            {
                bool kept = memory[i] == Canary && memory[Margin + room + i] == Canary;
                Check.True(kept, "nothing outside the room changes");
            }
        }

        /// <summary>
        /// Runs the kernel over a part of the input; what making the rules refuses is an outcome too.
        /// </summary>
        private int Run(int from, int to, bool more, byte[] memory, int at, int room, out int read, out int written)
        {
            try
            {
                fixed (byte* dst = memory, bytes = one.In)
                fixed (char* chars = units)
                {
                    return Call(bytes + from, chars + from, to - from, more, dst + at, room, out read, out written);
                }
            }
            catch (StringMillException e)
            {
                read = (int)e.Offset;
                written = 0;
                return (int)e.Code;
            }
        }

        private int Call(byte* bytes, char* chars, int len, bool more, byte* dst, int room, out int read,
            out int written)
        {
            written = 0;
            switch (operation)
            {
                case "json_escape":
                    return KernelDriver.EscapeUtf8(RulesUtf8(), bytes, len, dst, room, more, out read, out written);
                case "json_escape_utf16":
                    return KernelDriver.EscapeUtf16(RulesUtf16(), chars, len, dst, room, more, out read, out written);
                case "json_unescape":
                    LoneSurrogates policy = one.Choices["surrogates"] == "replace"
                        ? LoneSurrogates.Replace : LoneSurrogates.Reject;
                    return KernelDriver.UnescapeUtf8(policy, bytes, len, dst, room, more, out read, out written);
                case "utf8_validate":
                    return KernelDriver.ValidateUtf8(bytes, len, more, out read);
                case "scan":
                    read = KernelDriver.FindSpecial(bytes, len);
                    return 0;
                default:
                    throw new InvalidOperationException(operation);
            }
        }

        private JsonRules RulesUtf8()
        {
            string policy = one.Choices["policy"];
            IllFormed illFormed = policy == "copy" ? IllFormed.Copy
                : policy == "replace" ? IllFormed.Replace : IllFormed.Reject;
            return VectorsTests.RulesOf(one.Choices["profile"], illFormed, IllFormedUtf16.Reject);
        }

        private JsonRules RulesUtf16()
        {
            string policy = one.Choices["policy"];
            IllFormedUtf16 illFormed = policy == "escape" ? IllFormedUtf16.Escape
                : policy == "replace" ? IllFormedUtf16.Replace : IllFormedUtf16.Reject;
            return VectorsTests.RulesOf(one.Choices["profile"], IllFormed.Reject, illFormed);
        }
    }
}
