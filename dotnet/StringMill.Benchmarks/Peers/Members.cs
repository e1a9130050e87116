using System;
using System.Text;
using System.Text.Json;

namespace StringMill.Benchmarks.Peers
{
    /// <summary>A record with one member.</summary>
    public sealed class Holder<T>
    {
        /// <summary>The member.</summary>
        public T Value { get; set; }
    }

    /// <summary>Makes a subject for a record of any type.</summary>
    public interface IMemberSubjects
    {
        /// <summary>A subject that writes or reads this record.</summary>
        Subject Of<T>(Holder<T> record);
    }

    /// <summary>A record of one member, whose type is the content of a case.</summary>
    public abstract class Member
    {
        /// <summary>The record as JSON.</summary>
        public abstract byte[] Json { get; }

        /// <summary>A subject for this record.</summary>
        public abstract Subject Accept(IMemberSubjects subjects);

        /// <summary>Makes a member of <paramref name="length"/> elements; null if no type has the name.</summary>
        public static Member Make(string content, int length)
        {
            Random random = new Random(20261128);
            switch (content)
            {
                case "bytes": return Of(Bytes(random, length));
                case "string": return Of(Encoding.ASCII.GetString(Array.ConvertAll(Bytes(random, length), one => (byte)('a' + one % 26))));
                case "string[]": return Of(Many(length, () => "name " + random.Next(1000)));
                case "bool[]": return Of(Many(length, () => random.Next(2) == 0));
                case "int[]": return Of(Many(length, () => random.Next()));
                case "long[]": return Of(Many(length, () => (long)random.Next() * random.Next()));
                case "decimal[]": return Of(Many(length, () => random.Next() / 100m));
                case "Guid[]": return Of(Many(length, () => new Guid(Bytes(random, 16))));
                case "DateTime[]": return Of(Many(length, () => Moment(random)));
                case "DateTimeOffset[]": return Of(Many(length, () => new DateTimeOffset(Moment(random))));
                default: return null;
            }
        }

        private static Member Of<T>(T value) => new Member<T>(new Holder<T> { Value = value });

        private static T[] Many<T>(int length, Func<T> make)
        {
            T[] values = new T[length];
            for (int i = 0; i < length; i++)
            {
                values[i] = make();
            }
            return values;
        }

        private static byte[] Bytes(Random random, int length)
        {
            byte[] bytes = new byte[length];
            random.NextBytes(bytes);
            return bytes;
        }

        private static DateTime Moment(Random random)
        {
            return new DateTime(2000, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddMilliseconds(random.Next() * 300.0);
        }
    }

    /// <summary>A record of one member of a type.</summary>
    internal sealed class Member<T> : Member
    {
        private readonly Holder<T> record;

        internal Member(Holder<T> record)
        {
            this.record = record;
        }

        public override byte[] Json
        {
            get { return JsonSerializer.SerializeToUtf8Bytes(record); }
        }

        public override Subject Accept(IMemberSubjects subjects)
        {
            return subjects.Of(record);
        }
    }

    /// <summary>System.Text.Json, on records of one member.</summary>
    internal sealed class PeerOfMembers : IMemberSubjects
    {
        private readonly string operation;
        private readonly Inputs inputs;

        internal PeerOfMembers(string operation, Inputs inputs)
        {
            this.operation = operation;
            this.inputs = inputs;
        }

        public Subject Of<T>(Holder<T> record)
        {
            switch (operation)
            {
                case "serialize": return new Serialize<T>(inputs, record);
                case "deserialize": return new Deserialize<T>(inputs);
                default: throw new ArgumentException("no operation on members is called '" + operation + "'");
            }
        }

        private sealed class Serialize<T> : Subject
        {
            private readonly Holder<T> record;

            internal Serialize(Inputs inputs, Holder<T> record)
                : base(SystemTextJson.PeerName, inputs)
            {
                this.record = record;
            }

            public override int Call(int input)
            {
                return JsonSerializer.SerializeToUtf8Bytes(record).Length;
            }

            public override byte[] Output(int input)
            {
                return JsonSerializer.SerializeToUtf8Bytes(record);
            }
        }

        private sealed class Deserialize<T> : Subject
        {
            internal Deserialize(Inputs inputs)
                : base(SystemTextJson.PeerName, inputs)
            {
            }

            public override int Call(int input)
            {
                return JsonSerializer.Deserialize<Holder<T>>(Inputs.Json[input]).Value == null ? 0 : 1;
            }

            public override byte[] Output(int input)
            {
                return JsonSerializer.SerializeToUtf8Bytes(JsonSerializer.Deserialize<Holder<T>>(Inputs.Json[input]));
            }
        }
    }
}
