using System;
using StringMill.Benchmarks.Peers;

namespace StringMill.Benchmarks
{
    /// <summary>Our part of the operations on records of one member.</summary>
    internal sealed class OursOfMembers : IMemberSubjects
    {
        private readonly string operation;
        private readonly string name;
        private readonly Inputs inputs;

        internal OursOfMembers(string operation, string name, Inputs inputs)
        {
            this.operation = operation;
            this.name = name;
            this.inputs = inputs;
        }

        public Subject Of<T>(Holder<T> record)
        {
            switch (operation)
            {
                case "serialize": return new Serialize<T>(name, inputs, record);
                case "deserialize": return new Deserialize<T>(name, inputs);
                default: throw new ArgumentException("no operation on members is called '" + operation + "'");
            }
        }

        private sealed class Serialize<T> : Subject
        {
            private readonly RecordPlan<Holder<T>> plan = Records<Holder<T>>.Plan;
            private readonly Holder<T> record;

            internal Serialize(string name, Inputs inputs, Holder<T> record)
                : base(name, inputs)
            {
                this.record = record;
            }

            public override int Call(int input)
            {
                return plan.Serialize(record).Length;
            }

            public override byte[] Output(int input)
            {
                return plan.Serialize(record);
            }
        }

        private sealed class Deserialize<T> : Subject
        {
            private readonly RecordPlan<Holder<T>> plan = Records<Holder<T>>.Plan;

            internal Deserialize(string name, Inputs inputs)
                : base(name, inputs)
            {
            }

            public override int Call(int input)
            {
                return plan.Deserialize(Inputs.Json[input]).Value == null ? 0 : 1;
            }

            public override byte[] Output(int input)
            {
                return plan.Serialize(plan.Deserialize(Inputs.Json[input]));
            }
        }
    }
}
