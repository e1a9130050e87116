using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace StringMill.Tests
{
    /// <summary>
    /// The table of docs/dotnet.md names each public member of Utf8JsonReader and Utf8JsonWriter that ours lack, and no other.
    /// </summary>
    internal static class AbsentMembersTests
    {
        [Test]
        internal static void OfTheReader()
        {
            Compare("JsonReader", Oracle.MemberList.OfReader(), Oracle.MemberList.Of(typeof(JsonReader)));
        }

        [Test]
        internal static void OfTheWriter()
        {
            Compare("JsonWriter", Oracle.MemberList.OfWriter(), Oracle.MemberList.Of(typeof(JsonWriter)));
        }

        /// <summary>The encoder inherits all other members of JavaScriptEncoder.</summary>
        [Test]
        internal static void OfTheEncoder()
        {
            Check.Equal("", string.Join(" ", Oracle.MemberList.InheritedByEncoder()), "static members that return encoders of theirs");
        }

        private static void Compare(string type, string[] theirs, string[] ours)
        {
            // The library for .NET Framework, which runs on Mono, is of another version and has other members.
            if (!Runner.RuntimeName().StartsWith("coreclr", StringComparison.Ordinal))
            {
                return;
            }
            string[] absent = theirs.Except(ours).ToArray();
            HashSet<string> listed = Listed(type);
            string missing = string.Join("\n", Rows(type, absent.Where(member => !listed.Contains(member))));
            Check.Equal("", missing, "docs/dotnet.md lacks");
            // Version 3.1 has fewer members.
            if (Oracle.SystemTextJson.Version != "3.1")
            {
                Check.Equal("", string.Join(" ", listed.Except(absent)), "docs/dotnet.md lists as absent from " + type);
            }
        }

        // A row is | `JsonReader.Name` | | for a property, | `JsonReader.Name` | `()` `(int)` | for overloads of a method, and
        // | `JsonWriter.Name` | `(string, ...)`: `int` `long` | for overloads that only differ in their last parameter.
        private static HashSet<string> Listed(string type)
        {
            var members = new HashSet<string>();
            foreach (string line in File.ReadAllLines(Path.Combine(Check.Root, "docs/dotnet.md")))
            {
                string[] cells = line.Split('|');
                if (cells.Length != 4 || !cells[1].StartsWith(" `" + type + ".", StringComparison.Ordinal))
                {
                    continue;
                }
                string name = cells[1].Split('`')[1].Substring(type.Length + 1);
                string first = null;
                string[] parts = cells[2].Split('`');
                if (parts.Length == 1)
                {
                    members.Add(name);
                }
                for (int i = 1; i < parts.Length; i += 2)
                {
                    if (parts[i].EndsWith(", ...)", StringComparison.Ordinal))
                    {
                        first = parts[i].Substring(0, parts[i].Length - "...)".Length);
                    }
                    else
                    {
                        members.Add(name + (first == null ? parts[i] : first + parts[i] + ")"));
                    }
                }
            }
            return members;
        }

        private static IEnumerable<string> Rows(string type, IEnumerable<string> members)
        {
            foreach (IGrouping<string, string> name in members.GroupBy(member => member.Split('(')[0]))
            {
                string[] lists = name.Where(member => member.Contains("(")).Select(member => member.Substring(name.Key.Length)).ToArray();
                IEnumerable<string> cells = lists.GroupBy(list => list.LastIndexOf(", ", StringComparison.Ordinal) < 0 || lists.Length < 4
                    ? list : list.Substring(0, list.LastIndexOf(", ", StringComparison.Ordinal)))
                    .Select(group => lists.Length < 4 || group.Count() == 1 ? string.Join(" ", group.Select(list => "`" + list + "`"))
                        : "`" + group.Key + ", ...)`: "
                            + string.Join(" ", group.Select(list => "`" + list.Substring(group.Key.Length + 2).TrimEnd(')') + "`")));
                yield return "| `" + type + "." + name.Key + "` | " + string.Join(" ", cells) + " |";
            }
        }
    }
}
