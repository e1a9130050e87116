using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using StringMill.Benchmarks.Peers;

namespace StringMill.Benchmarks
{
    /// <summary>One operation on inputs of one content and length: ours, the peers, and the loop around them.</summary>
    internal sealed class Case
    {
        /// <summary>CoreCLR compiles a method again after 30 calls.</summary>
        private const int NotedFrom = 40;

        private readonly string operation;
        private readonly int length;
        private readonly Inputs inputs;
        private readonly List<Subject> subjects = new List<Subject>();
        private readonly Subject nothing;

        internal Case(string operation, string kernels, Inputs inputs, int length)
        {
            this.operation = operation;
            this.length = length;
            this.inputs = inputs;
            subjects.Add(Ours.Of(operation, "stringmill " + kernels, inputs));
            subjects.Add(SystemTextJson.Of(operation, inputs));
            // Beside one kind of kernels it is shown well enough.
            Subject other = kernels == "native" ? NewtonsoftJson.Of(operation, inputs) : null;
            if (other != null)
            {
                subjects.Add(other);
            }
            nothing = new Nothing(inputs);
            Kernels = kernels;
        }

        private string Kernels { get; }

        /// <summary>Refuses subjects that differ on one of the first inputs.</summary>
        internal void Compare(int most)
        {
            for (int input = 0; input < Math.Min(most, inputs.Count); input++)
            {
                byte[] expected = subjects[1].Output(input);
                foreach (Subject subject in subjects)
                {
                    byte[] output = subject.Output(input);
                    if (output != null && Convert.ToBase64String(output) != Convert.ToBase64String(expected))
                    {
                        throw new InvalidOperationException(operation + " " + inputs.Content + " " + length + ": "
                            + subject.Name + " and " + subjects[1].Name + " differ on input " + input);
                    }
                }
            }
        }

        /// <summary>Runs every subject so often that a compiler takes note, and for the time of a few samples.</summary>
        internal void WarmUp(Effort effort)
        {
            Passes(nothing, effort);
            foreach (Subject subject in subjects)
            {
                subject.Run(NotedFrom);
                Passes(subject, effort);
            }
        }

        /// <summary>
        /// Appends a line for each subject: what a row of a record begins with, then nanoseconds of a call for each
        /// round, the loop around it taken off.
        /// </summary>
        internal void Measure(Effort effort, StringBuilder lines)
        {
            int empty = Passes(nothing, effort);
            int[] passes = subjects.ConvertAll(subject => Passes(subject, effort)).ToArray();
            double[][] taken = subjects.ConvertAll(subject => new double[effort.Rounds]).ToArray();
            for (int round = 0; round < effort.Rounds; round++)
            {
                double loop = Nanoseconds(nothing, empty);
                for (int i = 0; i < passes.Length; i++)
                {
                    taken[i][round] = Math.Max(0, Nanoseconds(subjects[i], passes[i]) - loop);
                }
            }
            for (int i = 0; i < passes.Length; i++)
            {
                string beside = i == 0 ? "" : " beside " + Kernels;
                lines.Append(operation).Append(',').Append(Race.Runtime).Append(',').Append(inputs.Content).Append(',')
                    .Append(length).Append(',').Append(subjects[i].Name).Append(beside).Append(',')
                    .Append(inputs.Bytes.ToString("F1", CultureInfo.InvariantCulture));
                foreach (double time in taken[i])
                {
                    lines.Append(',').Append(time.ToString("F2", CultureInfo.InvariantCulture));
                }
                lines.Append('\n');
            }
        }

        private static double Nanoseconds(Subject subject, int passes)
        {
            return (double)Taken(subject, passes) / passes;
        }

        private static long Taken(Subject subject, int passes)
        {
            long start = ProcessorTime.Nanoseconds();
            subject.Run(passes);
            return ProcessorTime.Nanoseconds() - start;
        }

        // How many calls make a sample; no more than tenfold at once, since the first calls are slow. What else the
        // runtime did meanwhile may count too, but hardly twice.
        private static int Passes(Subject subject, Effort effort)
        {
            int passes = 1;
            while (true)
            {
                long taken = Math.Max(1, Math.Min(Taken(subject, passes), Taken(subject, passes)));
                if (taken >= effort.Nanoseconds)
                {
                    return passes;
                }
                passes = (int)Math.Min(passes * 10L, Math.Ceiling(passes * 1.2 * effort.Nanoseconds / taken));
            }
        }
    }
}
