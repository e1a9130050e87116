// Calls of hosts, each with the profile and the policy that write the same bytes.

export interface Host {
  host: string;
  call: string;
  /** The rules of the kernel that write the same bytes. */
  profile: string;
  policy: string;
}

export const hosts: Host[] = [
  {
    host: "Java",
    call: "Jackson 2, writeString(new String(bytes, UTF_8))",
    profile: "jackson:surrogate-pairs",
    policy: "replace-java",
  },
  { host: "Java", call: "Jackson 2 and 3, writeUTF8String(bytes)", profile: "jackson", policy: "copy" },
  { host: "PHP", call: "json_encode($bytes)", profile: "php", policy: "reject" },
  { host: "PHP", call: "json_encode($bytes, JSON_INVALID_UTF8_SUBSTITUTE)", profile: "php", policy: "replace-php" },
  { host: "PHP", call: "json_encode($bytes, JSON_INVALID_UTF8_IGNORE)", profile: "php", policy: "ignore-php" },
  { host: ".NET", call: "JavaScriptEncoder.Default.EncodeUtf8", profile: "dotnet", policy: "replace" },
  {
    host: ".NET",
    call: "JavaScriptEncoder.UnsafeRelaxedJsonEscaping.EncodeUtf8",
    profile: "dotnet-relaxed",
    policy: "replace",
  },
  { host: ".NET", call: "Newtonsoft.Json, Encoding.UTF8.GetString(bytes)", profile: "newtonsoft", policy: "replace" },
  { host: "Node", call: "JSON.stringify(buffer.toString())", profile: "json", policy: "replace" },
  { host: "Python", call: "json.dumps(data.decode())", profile: "ascii:delete", policy: "reject" },
  { host: "Python", call: 'json.dumps(data.decode(errors="replace"))', profile: "ascii:delete", policy: "replace" },
];

/** The output of this browser's own JSON.stringify, without quotes: the row of Node, computed without our code. */
export function ofThisBrowser(bytes: Uint8Array): string {
  return JSON.stringify(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)).slice(1, -1);
}
