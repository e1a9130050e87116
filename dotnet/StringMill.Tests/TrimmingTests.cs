using System;
using System.Linq;
using System.Reflection;

namespace StringMill.Tests
{
    /// <summary>The assembly says that it is trimmable, so calls that need reflection must say so.</summary>
    internal static class TrimmingTests
    {
        [Test]
        internal static void CallsThatReflectSaySo()
        {
            MethodInfo create = typeof(RecordPlan<int>).GetMethod("Create");
            MethodInfo plan = typeof(Records<int>).GetProperty("Plan").GetGetMethod();
            foreach (MethodInfo method in new[] { create, plan })
            {
                string[] names = method.GetCustomAttributesData().Select(one => one.Constructor.DeclaringType.FullName).ToArray();
                foreach (string name in new[] { "RequiresUnreferencedCodeAttribute", "RequiresDynamicCodeAttribute" })
                {
                    Check.True(names.Contains("System.Diagnostics.CodeAnalysis." + name), method + " lacks " + name);
                }
            }
            Check.True(typeof(JsonEncoder).Assembly.GetCustomAttributes(typeof(AssemblyMetadataAttribute), false)
                .Cast<AssemblyMetadataAttribute>().Any(one => one.Key == "IsTrimmable" && one.Value == "True"), "IsTrimmable");
        }
    }
}
