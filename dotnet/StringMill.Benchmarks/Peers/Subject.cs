namespace StringMill.Benchmarks.Peers
{
    /// <summary>
    /// Somebody who does an operation. Arrays alone come and go: on Mono, System.Text.Json has a Span of its own.
    /// </summary>
    public abstract class Subject
    {
        /// <summary>Its inputs; their number is a power of two.</summary>
        protected Inputs Inputs { get; }

        /// <summary>A subject for these inputs.</summary>
        protected Subject(string name, Inputs inputs)
        {
            Name = name;
            Inputs = inputs;
        }

        /// <summary>The name in a record.</summary>
        public string Name { get; }

        /// <summary>Does it once, and gives a number that depends on it, so that no compiler leaves it out.</summary>
        public abstract int Call(int input);

        /// <summary>What a call gives, to be compared; null where it differs by design.</summary>
        public abstract byte[] Output(int input);

        /// <summary>How many inputs there are.</summary>
        public int Count
        {
            get { return Inputs.Count; }
        }

        /// <summary>Calls over the inputs, one after another.</summary>
        public int Run(int times)
        {
            int last = Inputs.Count - 1;
            int sum = 0;
            for (int i = 0; i < times; i++)
            {
                sum += Call(i & last);
            }
            return sum;
        }
    }

    /// <summary>The loop alone, whose time is taken off.</summary>
    public sealed class Nothing : Subject
    {
        /// <summary>A loop over these inputs.</summary>
        public Nothing(Inputs inputs)
            : base("nothing", inputs)
        {
        }

        /// <inheritdoc/>
        public override int Call(int input)
        {
            return input;
        }

        /// <inheritdoc/>
        public override byte[] Output(int input)
        {
            return null;
        }
    }
}
