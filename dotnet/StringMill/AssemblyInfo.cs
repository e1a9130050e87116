using System.Reflection;
using System.Runtime.CompilerServices;

[assembly: AssemblyTitle("StringMill")]
[assembly: AssemblyDescription("JSON strings and records at memory speed, on CoreCLR and Mono")]
[assembly: AssemblyVersion("0.1.0.0")]
[assembly: AssemblyMetadata("IsTrimmable", "True")]
[assembly: AssemblyMetadata("IsAotCompatible", "True")]
[assembly: InternalsVisibleTo("StringMill.SystemTextJson")]
[assembly: InternalsVisibleTo("StringMill.AspNetCore")]
[assembly: InternalsVisibleTo("StringMill.Tests")]
