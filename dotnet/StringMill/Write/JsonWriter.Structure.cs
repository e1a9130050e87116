using System;
using System.Runtime.CompilerServices;

namespace StringMill
{
    public sealed partial class JsonWriter
    {
        // A comma, the longest line end, a colon and a space, and a bracket or quotes.
        private const int MarksLen = 8;

        /// <summary>Opens an object: at the top, in an array, or after a property name.</summary>
        public void WriteStartObject() => Open(true);

        /// <summary>Opens an array: at the top, in an array, or after a property name.</summary>
        public void WriteStartArray() => Open(false);

        /// <summary>Opens an object as a member of an object.</summary>
        public void WriteStartObject(string name)
        {
            CheckDepth();
            WritePropertyName(name);
            Open(true);
        }

        /// <summary>Opens an array as a member of an object.</summary>
        public void WriteStartArray(string name)
        {
            CheckDepth();
            WritePropertyName(name);
            Open(false);
        }

        /// <summary>Closes the innermost object.</summary>
        public void WriteEndObject() => Close(true);

        /// <summary>Closes the innermost array.</summary>
        public void WriteEndArray() => Close(false);

        private void CheckDepth()
        {
            if (depth >= maxDepth)
            {
                throw new InvalidOperationException("nested deeper than the limit of " + maxDepth);
            }
        }

        private void Open(bool isObject)
        {
            CheckDepth();
            // A comment moves a bracket, but no other value, to a line of its own.
            bool isAfterComment = isIndented && isCommentFirst;
            BeginValue(0);
            if (isAfterComment && (token == JsonTokenKind.None || token == JsonTokenKind.PropertyName))
            {
                StartLine(depth, MarksLen);
            }
            if (isValidated)
            {
                nesting.Push(isObject);
                inObject = isObject;
            }
            buffer[at++] = (byte)(isObject ? '{' : '[');
            depth++;
            isCommaDue = false;
            token = isObject ? JsonTokenKind.StartObject : JsonTokenKind.StartArray;
        }

        private void Close(bool isObject)
        {
            if (isValidated)
            {
                ValidateEnd(isObject);
            }
            Need(MarksLen);
            bool isEmpty = token == JsonTokenKind.StartObject || token == JsonTokenKind.StartArray;
            if (isIndented && !isEmpty)
            {
                unfinishedStart = BytesCommitted + BytesPending;
                StartLine(depth == 0 ? 0 : depth - 1, MarksLen);
            }
            buffer[at++] = (byte)(isObject ? '}' : ']');
            if (depth > 0)
            {
                depth--;
            }
            if (isValidated)
            {
                inObject = nesting.Pop();
            }
            EndValue(isObject ? JsonTokenKind.EndObject : JsonTokenKind.EndArray);
        }

        private void ValidateEnd(bool isObject)
        {
            if (nesting.Depth == 0 || inObject != isObject || token == JsonTokenKind.PropertyName)
            {
                throw Misplaced("the end of an " + (isObject ? "object" : "array"));
            }
        }

        // Writes the text before a value, and makes room for this many bytes and the marks of the value.
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private void BeginValue(int len)
        {
            if (isValidated)
            {
                ValidateValue();
            }
            unfinishedStart = BytesCommitted + BytesPending;
            Need(len + MarksLen);
            if (isCommaDue)
            {
                buffer[at++] = (byte)',';
            }
            if (isIndented && token != JsonTokenKind.PropertyName && token != JsonTokenKind.None)
            {
                StartLine(depth, len + MarksLen);
            }
        }

        private void ValidateValue()
        {
            if (inObject ? token != JsonTokenKind.PropertyName : depth == 0 && token != JsonTokenKind.None)
            {
                throw Misplaced("a value");
            }
        }

        private void EndValue(JsonTokenKind kind)
        {
            isCommaDue = true;
            token = kind;
        }

        // Writes the text before a property name.
        private void BeginName(int len)
        {
            if (isValidated && (!inObject || token == JsonTokenKind.PropertyName))
            {
                throw Misplaced("a property name");
            }
            unfinishedStart = BytesCommitted + BytesPending;
            Need(len + MarksLen);
            if (isCommaDue)
            {
                buffer[at++] = (byte)',';
            }
            if (isIndented && token != JsonTokenKind.None)
            {
                StartLine(depth, len + MarksLen);
            }
        }

        private void EndName()
        {
            NeedInside(3);
            buffer[at++] = (byte)'"';
            buffer[at++] = (byte)':';
            if (isIndented)
            {
                buffer[at++] = (byte)' ';
            }
            isCommaDue = false;
            isCommentFirst = false;
            token = JsonTokenKind.PropertyName;
        }

        // Begins a line that is indented by a number of levels, and makes room for len bytes after the indentation.
        private void StartLine(int levels, int len)
        {
            int count = levels * indentSize;
            if (isLineEndLong)
            {
                buffer[at++] = (byte)'\r';
            }
            buffer[at++] = (byte)'\n';
            NeedInside(count + len);
            for (int textStart = at + count; at < textStart; at++)
            {
                buffer[at] = indentUnit;
            }
        }

        private Exception Misplaced(string what)
        {
            string place = inObject ? "in an object" : depth == 0 ? "at the top" : "in an array";
            return new InvalidOperationException(what + " cannot be written " + place + " after " + token);
        }
    }
}
