using System;
using System.IO;
using System.Reflection;

/// <summary>
/// Runs another program in the runtime of a program that is one file: that of STRINGMILL_PROGRAM, whose arguments are
/// the lines of STRINGMILL_ARGUMENTS. The runtime calls it by this name before the program itself, which is never run.
/// </summary>
internal static class StartupHook
{
    public static void Initialize()
    {
        string program = Path.GetFullPath(Environment.GetEnvironmentVariable("STRINGMILL_PROGRAM"));
        string arguments = Environment.GetEnvironmentVariable("STRINGMILL_ARGUMENTS") ?? "";
        string[] lines = arguments.Split(new[] { '\n' }, StringSplitOptions.RemoveEmptyEntries);
        MethodInfo main = Assembly.LoadFrom(program).EntryPoint;
        object status = main.Invoke(null, main.GetParameters().Length == 0 ? null : new object[] { lines });
        Environment.Exit(status == null ? 0 : (int)status);
    }
}
