using System;

namespace StringMill
{
    /// <summary>
    /// Which of the open containers are objects: one bit for each, 64 in a word and deeperContainers ones in an array.
    /// </summary>
    internal struct JsonNesting
    {
        private ulong containers;
        private ulong[] deeperContainers;

        /// <summary>How many containers are open.</summary>
        internal int Depth { get; private set; }

        /// <summary>Opens a container.</summary>
        internal void Push(bool isObject)
        {
            ulong bit = isObject ? 1UL : 0UL;
            if (Depth < 64)
            {
                containers = containers << 1 | bit;
            }
            else
            {
                int index = Depth - 64;
                deeperContainers = deeperContainers ?? new ulong[4];
                if (index >> 6 == deeperContainers.Length)
                {
                    Array.Resize(ref deeperContainers, deeperContainers.Length * 2);
                }
                deeperContainers[index >> 6] = deeperContainers[index >> 6] & ~(1UL << (index & 63)) | bit << (index & 63);
            }
            Depth++;
        }

        /// <summary>Closes a container; returns whether the one around it is an object.</summary>
        internal bool Pop()
        {
            Depth--;
            if (Depth < 64)
            {
                containers >>= 1;
                return (containers & 1) != 0;
            }
            if (Depth == 64)
            {
                return (containers & 1) != 0;
            }
            int index = Depth - 65;
            return (deeperContainers[index >> 6] >> (index & 63) & 1) != 0;
        }
    }
}
