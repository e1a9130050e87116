using System;

namespace StringMill
{
    // What records need beside the calls that are there for all.
    public unsafe ref partial struct JsonReader
    {
        /// <summary>Refuses the value that was read: what it was read for cannot hold it.</summary>
        internal void FailUnfit()
        {
            Fail(JsonReadError.ValueUnfit, consumed);
        }
    }
}
