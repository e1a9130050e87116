namespace StringMill.Benchmarks
{
    /// <summary>How long to measure.</summary>
    internal sealed class Effort
    {
        internal Effort(int rounds, int micros)
        {
            Rounds = rounds;
            Nanoseconds = 1000L * micros;
        }

        /// <summary>Rounds in which every subject is measured once.</summary>
        internal int Rounds { get; }

        /// <summary>What a sample lasts at least.</summary>
        internal long Nanoseconds { get; }
    }
}
