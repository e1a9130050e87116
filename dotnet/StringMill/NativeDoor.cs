using System;
using System.Runtime.InteropServices;
using System.Security;

namespace StringMill
{
    /// <summary>
    /// Every foreign call, and nothing else: <c>stringmill.h</c> in C#.
    ///
    /// <para>Sizes are declared as pointers, as wide as <c>size_t</c>: a cast to a pointer is one instruction, but a cast to
    /// <c>UIntPtr</c> is a call in an interpreter.</para>
    /// </summary>
    [SuppressUnmanagedCodeSecurity]
    internal static unsafe class NativeDoor
    {
        /// <summary>The file is <c>libstringmill.so</c>, <c>stringmill.dll</c> or <c>libstringmill.dylib</c>.</summary>
        internal const string Library = "stringmill";

        /// <summary>In <c>how</c>: more of the same stream follows.</summary>
        internal const uint MoreFollows = 1;

        /// <summary>Bytes that a JSON string has without an escape; see <see cref="Scan"/>.</summary>
        internal const uint ClassString = 5;

        /// <summary>A form of base64: nonzero bits after the last byte are dropped, as by .NET.</summary>
        internal const uint Base64DropsTrailingBits = 0x100;

        /// <summary><c>smill_progress</c>.</summary>
        internal struct Progress
        {
            internal ulong Read;
            internal ulong Written;
            internal ulong Offset;
        }

        /// <summary><c>smill_record_member</c>.</summary>
        internal struct RecordMember
        {
            internal byte* Name;
            internal void* NameLen;
            internal byte* Written;
            internal void* WrittenLen;
            internal uint Kind;
            internal uint Place;
        }

        /// <summary><c>smill_record_write_args</c>.</summary>
        internal struct RecordWriteArgs
        {
            internal void* Plan;
            internal void* Rules;
            internal RecordSlot* Slots;
            internal void* SlotCount;
            internal byte* Dst;
            internal void* DstCap;
            internal byte* Record;
            internal Progress Progress;
            internal uint FloatShape;
            internal uint How;
        }

        /// <summary><c>smill_record_read_args</c>.</summary>
        internal struct RecordReadArgs
        {
            internal void* Plan;
            internal byte* Src;
            internal void* SrcLen;
            internal RecordSlot* Slots;
            internal void* SlotCount;
            internal IntPtr Text;
            internal void* TextCap;
            internal byte* Record;
            internal Progress Progress;
            internal uint How;
            internal uint Reserved;
        }

        [DllImport(Library, EntryPoint = "smill_record_plan_new", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint RecordPlanNew(RecordMember* members, void* count, void** plan);

        [DllImport(Library, EntryPoint = "smill_record_plan_free", CallingConvention = CallingConvention.Cdecl)]
        internal static extern void RecordPlanFree(void* plan);

        // Mono's interpreter calls a function of few arguments that returns an int fast; other calls take a microsecond. So these
        // functions have one pointer, and their error is signed.

        [DllImport(Library, EntryPoint = "smill_record_write_packed", CallingConvention = CallingConvention.Cdecl)]
        internal static extern int RecordWrite(RecordWriteArgs* args);

        [DllImport(Library, EntryPoint = "smill_record_read_packed", CallingConvention = CallingConvention.Cdecl)]
        internal static extern int RecordRead(RecordReadArgs* args);

        [DllImport(Library, EntryPoint = "smill_version", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint Version();

        [DllImport(Library, EntryPoint = "smill_tier_best", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint TierBest();

        [DllImport(Library, EntryPoint = "smill_tier_name", CallingConvention = CallingConvention.Cdecl)]
        internal static extern byte* TierName(uint tier);

        [DllImport(Library, EntryPoint = "smill_tier_forced", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint TierForced(uint* tier);

        [DllImport(Library, EntryPoint = "smill_rules_custom", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint RulesCustom(byte* profile, uint* ranges, void* rangeCount, uint policy,
            void** rules, uint* entry);

        [DllImport(Library, EntryPoint = "smill_rules_free", CallingConvention = CallingConvention.Cdecl)]
        internal static extern void RulesFree(void* rules);

        [DllImport(Library, EntryPoint = "smill_json_escape", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint JsonEscape(void* rules, byte* src, void* srcLen, byte* dst, void* dstCap, uint how,
            Progress* progress, void* repairs);

        [DllImport(Library, EntryPoint = "smill_json_escape_utf16", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint JsonEscapeUtf16(void* rules, char* src, void* srcLen, byte* dst, void* dstCap,
            uint how, Progress* progress, void* repairs);

        [DllImport(Library, EntryPoint = "smill_json_unescape", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint JsonUnescape(uint surrogates, byte* src, void* srcLen, byte* dst, void* dstCap,
            uint how, Progress* progress, void* repairs);

        [DllImport(Library, EntryPoint = "smill_json_unescape_utf16", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint JsonUnescapeUtf16(uint surrogates, byte* src, void* srcLen, char* dst,
            void* dstCap, uint how, Progress* progress, void* repairs);

        [DllImport(Library, EntryPoint = "smill_utf8_to_utf16", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint Utf8ToUtf16(uint policy, byte* src, void* srcLen, char* dst, void* dstCap,
            uint how, Progress* progress, void* repairs);

        [DllImport(Library, EntryPoint = "smill_utf8_validate", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint Utf8Validate(byte* src, void* srcLen, uint how, Progress* progress);

        [DllImport(Library, EntryPoint = "smill_scan", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint Scan(uint charClass, byte* src, void* srcLen, uint how, Progress* progress);

        [DllImport(Library, EntryPoint = "smill_base64_encode", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint Base64Encode(uint form, byte* src, void* srcLen, byte* dst, void* dstCap, uint how,
            Progress* progress);

        [DllImport(Library, EntryPoint = "smill_base64_decode", CallingConvention = CallingConvention.Cdecl)]
        internal static extern uint Base64Decode(uint form, byte* src, void* srcLen, byte* dst, void* dstCap, uint how,
            Progress* progress);
    }
}
