namespace StringMill.Benchmarks.Peers
{
    /// <summary>
    /// Operations of which a form writes with the relaxed encoder, by which letters of all scripts stay as they are, or reads
    /// what was written so.
    /// </summary>
    public static class Relaxed
    {
        private const string End = "-relaxed";

        /// <summary>Whether it is such a form.</summary>
        public static bool Is(string operation)
        {
            return operation.EndsWith(End, System.StringComparison.Ordinal);
        }

        /// <summary>The name of the operation itself.</summary>
        public static string Less(string operation)
        {
            return Is(operation) ? operation.Substring(0, operation.Length - End.Length) : operation;
        }
    }
}
