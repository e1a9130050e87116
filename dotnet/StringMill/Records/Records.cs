using System.Diagnostics.CodeAnalysis;

namespace StringMill
{
    /// <summary>
    /// The plan of a type with the defaults of System.Text.Json, made on first use: writes records of the type as JSON, and
    /// reads them. See <see cref="RecordPlan{T}"/>.
    /// </summary>
    /// <typeparam name="T">A class or struct.</typeparam>
    public static class Records<T>
    {
        private static RecordPlan<T> plan;

        /// <summary>The plan.</summary>
        /// <exception cref="System.NotSupportedException">As for <see cref="RecordPlan{T}.Create"/>.</exception>
        public static RecordPlan<T> Plan
        {
            [RequiresUnreferencedCode(TrimmingReasons.Members)]
            [RequiresDynamicCode(TrimmingReasons.Generics)]
            get { return plan ?? (plan = RecordPlan<T>.Create()); }
        }
    }
}
