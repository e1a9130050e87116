using System;
using System.Collections;

namespace StringMill
{
    /// <summary>A value that is made before its members are found, since a type may have members of its own type.</summary>
    internal interface IRecordObject
    {
        /// <summary>Finds the members.</summary>
        void FindMembers(RecordTypes types);
    }

    /// <summary>A class or struct with members: C# writes and reads it member by member.</summary>
    internal sealed partial class RecordObject<T> : RecordValue<T>, IRecordObject
    {
        // Not static: statics of a generic class are expensive in an interpreter.
        private readonly bool isClass = !typeof(T).IsValueType;

        private RecordNames names;
        private Func<T> factory;
        private RecordConstructor<T> constructor;
        private bool? hasParts;
        private bool hasRequired;

        public RecordObject()
        {
        }

        internal RecordObject(RecordTypes types, RecordMember<T>[] members, Func<T> factory)
        {
            this.factory = factory;
            SetMembers(types, members);
        }

        /// <summary>The members, in the order in which they are written.</summary>
        internal RecordMember<T>[] Members { get; private set; }

        /// <summary>Which records the native library writes and reads instead.</summary>
        internal NativeLimits LimitsOf(RecordOptions options)
        {
            bool fitSlots = Array.TrueForAll(Members, one => one.Kind != RecordKind.None && one.IsAlwaysWritten);
            return new NativeLimits(KernelDriver.NativeFrom != int.MaxValue, RuntimeKind.IsMono || KernelDriver.NativeFrom == 0, Members.Length,
                fitSlots && !options.WriteIndented, constructor == null && !options.IgnoreNameCase && !hasRequired);
        }

        public void FindMembers(RecordTypes types) => SetMembers(types, types.MembersOf<T>(out constructor));

        private void SetMembers(RecordTypes types, RecordMember<T>[] members)
        {
            Members = members;
            hasRequired = Array.Exists(members, member => member.IsRequired);
            names = new RecordNames(Array.ConvertAll(members, member => member.Name), types.Options.IgnoreNameCase);
        }

        internal override void Write(JsonWriter writer, T record)
        {
            if (isClass && record == null)
            {
                writer.WriteNullValue();
                return;
            }
            writer.WriteStartObject();
            foreach (RecordMember<T> member in Members)
            {
                member.Write(ref record, writer);
            }
            writer.WriteEndObject();
        }

        // A record of a type that contains itself counts as one with parts.
        internal override bool HasParts
        {
            get
            {
                if (!hasParts.HasValue)
                {
                    hasParts = true;
                    hasParts = Array.Exists(Members, member => member.HasParts);
                }
                return hasParts.Value;
            }
        }

        internal override IEnumerator Parts(JsonWriter writer, T record)
        {
            if (isClass && record == null)
            {
                writer.WriteNullValue();
                yield break;
            }
            writer.WriteStartObject();
            foreach (RecordMember<T> member in Members)
            {
                yield return member.WriteOrParts(ref record, writer);
            }
            writer.WriteEndObject();
        }

        internal override T Read(ref JsonReader reader)
        {
            if (isClass && reader.TokenType == JsonTokenKind.Null)
            {
                return default(T);
            }
            if (reader.TokenType != JsonTokenKind.StartObject)
            {
                reader.FailUnfit(typeof(T));
            }
            if (constructor != null)
            {
                return ReadForConstructor(ref reader);
            }
            T record = Make();
            int number = -1;
            bool[] present = hasRequired ? new bool[Members.Length] : null;
            while (NextMember(ref reader, ref number, present))
            {
                Members[number].Read(ref record, ref reader);
            }
            return record;
        }

        private T ReadForConstructor(ref JsonReader reader)
        {
            RecordConstructor<T>.Arguments arguments = constructor.Begin();
            int number = -1;
            bool[] present = hasRequired ? new bool[Members.Length] : null;
            while (NextMember(ref reader, ref number, present))
            {
                arguments.Add(number, Members[number].ReadValue(ref reader));
            }
            return constructor.Make(arguments);
        }

        /// <summary>Reads up to the value of the next member that can be read.</summary>
        /// <returns>False at the end of the object.</returns>
        private bool NextMember(ref JsonReader reader, ref int number, bool[] present)
        {
            int likely = number + 1;
            while (reader.Read() && reader.TokenType != JsonTokenKind.EndObject)
            {
                number = names.Find(ref reader, likely);
                if (number >= 0 && (Members[number].CanSet || constructor != null && constructor.Takes(number)))
                {
                    reader.Read();
                    if (present != null)
                    {
                        present[number] = true;
                    }
                    return true;
                }
                reader.Skip();
            }
            for (int i = 0; present != null && i < present.Length; i++)
            {
                if (Members[i].IsRequired && !present[i])
                {
                    reader.FailMissing();
                }
            }
            return false;
        }

        /// <summary>A new record without values.</summary>
        internal T Make()
        {
            if (!isClass || factory != null)
            {
                return isClass ? factory() : default(T);
            }
            try
            {
                return Activator.CreateInstance<T>();
            }
            catch (MissingMethodException fault)
            {
                throw new NotSupportedException(typeof(T) + " has no public constructor for its members, and is only written;"
                    + " RecordPlanBuilder.MadeBy takes a method that makes one", fault);
            }
        }
    }
}
