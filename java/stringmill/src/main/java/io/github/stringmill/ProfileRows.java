// Generated from spec/profiles.toml by `cargo run -p stringmill-gen -- profiles`; do not edit.
package io.github.stringmill;

import io.github.stringmill.ProfileRow.Option;
import java.util.List;

/** Every row of profiles, as {@link ProfileRow} explains them. */
final class ProfileRows {
    private static final String DOTNET_ALL_RANGES_NON_ASCII =
            "80-a0 378-379 380-383 38b 38d 3a2 530 557-558 58b-58c 590 5c8-5cf 5eb-5ee 5f5-5ff 70e 74b-74c 7b2-7bf"
                    + " 7fb-7fc 82e-82f 83f 85c-85d 85f 86b-86f 88f 892-897 984 98d-98e 991-992 9a9 9b1 9b3-9b5"
                    + " 9ba-9bb 9c5-9c6 9c9-9ca 9cf-9d6 9d8-9db 9de 9e4-9e5 9ff-a00 a04 a0b-a0e a11-a12 a29 a31 a34"
                    + " a37 a3a-a3b a3d a43-a46 a49-a4a a4e-a50 a52-a58 a5d a5f-a65 a77-a80 a84 a8e a92 aa9 ab1 ab4"
                    + " aba-abb ac6 aca ace-acf ad1-adf ae4-ae5 af2-af8 b00 b04 b0d-b0e b11-b12 b29 b31 b34 b3a-b3b"
                    + " b45-b46 b49-b4a b4e-b54 b58-b5b b5e b64-b65 b78-b81 b84 b8b-b8d b91 b96-b98 b9b b9d ba0-ba2"
                    + " ba5-ba7 bab-bad bba-bbd bc3-bc5 bc9 bce-bcf bd1-bd6 bd8-be5 bfb-bff c0d c11 c29 c3a-c3b c45"
                    + " c49 c4e-c54 c57 c5b-c5c c5e-c5f c64-c65 c70-c76 c8d c91 ca9 cb4 cba-cbb cc5 cc9 cce-cd4"
                    + " cd7-cdc cdf ce4-ce5 cf0 cf4-cff d0d d11 d45 d49 d50-d53 d64-d65 d80 d84 d97-d99 db2 dbc"
                    + " dbe-dbf dc7-dc9 dcb-dce dd5 dd7 de0-de5 df0-df1 df5-e00 e3b-e3e e5c-e80 e83 e85 e8b ea4 ea6"
                    + " ebe-ebf ec5 ec7 ecf eda-edb ee0-eff f48 f6d-f70 f98 fbd fcd fdb-fff 10c6 10c8-10cc 10ce-10cf"
                    + " 1249 124e-124f 1257 1259 125e-125f 1289 128e-128f 12b1 12b6-12b7 12bf 12c1 12c6-12c7 12d7 1311"
                    + " 1316-1317 135b-135c 137d-137f 139a-139f 13f6-13f7 13fe-13ff 1680 169d-169f 16f9-16ff 1716-171e"
                    + " 1737-173f 1754-175f 176d 1771 1774-177f 17de-17df 17ea-17ef 17fa-17ff 181a-181f 1879-187f"
                    + " 18ab-18af 18f6-18ff 191f 192c-192f 193c-193f 1941-1943 196e-196f 1975-197f 19ac-19af 19ca-19cf"
                    + " 19db-19dd 1a1c-1a1d 1a5f 1a7d-1a7e 1a8a-1a8f 1a9a-1a9f 1aae-1aaf 1acf-1aff 1b4d-1b4f 1b7f"
                    + " 1bf4-1bfb 1c38-1c3a 1c4a-1c4c 1c89-1c8f 1cbb-1cbc 1cc8-1ccf 1cfb-1cff 1f16-1f17 1f1e-1f1f"
                    + " 1f46-1f47 1f4e-1f4f 1f58 1f5a 1f5c 1f5e 1f7e-1f7f 1fb5 1fc5 1fd4-1fd5 1fdc 1ff0-1ff1 1ff5"
                    + " 1fff-200a 2028-2029 202f 205f 2065 2072-2073 208f 209d-209f 20c1-20cf 20f1-20ff 218c-218f"
                    + " 2427-243f 244b-245f 2b74-2b75 2b96 2cf4-2cf8 2d26 2d28-2d2c 2d2e-2d2f 2d68-2d6e 2d71-2d7e"
                    + " 2d97-2d9f 2da7 2daf 2db7 2dbf 2dc7 2dcf 2dd7 2ddf 2e5e-2e7f 2e9a 2ef4-2eff 2fd6-2fef 2ffc-3000"
                    + " 3040 3097-3098 3100-3104 3130 318f 31e4-31ef 321f a48d-a48f a4c7-a4cf a62c-a63f a6f8-a6ff"
                    + " a7cb-a7cf a7d2 a7d4 a7da-a7f1 a82d-a82f a83a-a83f a878-a87f a8c6-a8cd a8da-a8df a954-a95e"
                    + " a97d-a97f a9ce a9da-a9dd a9ff aa37-aa3f aa4e-aa4f aa5a-aa5b aac3-aada aaf7-ab00 ab07-ab08"
                    + " ab0f-ab10 ab17-ab1f ab27 ab2f ab6c-ab6f abee-abef abfa-abff d7a4-d7af d7c7-d7ca d7fc-f8ff"
                    + " fa6e-fa6f fada-faff fb07-fb12 fb18-fb1c fb37 fb3d fb3f fb42 fb45 fbc3-fbd2 fd90-fd91 fdc8-fdce"
                    + " fdd0-fdef fe1a-fe1f fe53 fe67 fe6c-fe6f fe75 fefd-ff00 ffbf-ffc1 ffc8-ffc9 ffd0-ffd1 ffd8-ffd9"
                    + " ffdd-ffdf ffe7 ffef-fff8 fffe-10ffff";

    private static final String DOTNET_RELAXED_NET_CORE_NON_ASCII =
            "80-a0 378-379 380-383 38b 38d 3a2 530 557-558 58b-58c 590 5c8-5cf 5eb-5ee 5f5-5ff 61d 70e 74b-74c 7b2-7bf"
                    + " 7fb-7fc 82e-82f 83f 85c-85d 85f 86b-89f 8b5 8be-8d2 984 98d-98e 991-992 9a9 9b1 9b3-9b5"
                    + " 9ba-9bb 9c5-9c6 9c9-9ca 9cf-9d6 9d8-9db 9de 9e4-9e5 9ff-a00 a04 a0b-a0e a11-a12 a29 a31 a34"
                    + " a37 a3a-a3b a3d a43-a46 a49-a4a a4e-a50 a52-a58 a5d a5f-a65 a77-a80 a84 a8e a92 aa9 ab1 ab4"
                    + " aba-abb ac6 aca ace-acf ad1-adf ae4-ae5 af2-af8 b00 b04 b0d-b0e b11-b12 b29 b31 b34 b3a-b3b"
                    + " b45-b46 b49-b4a b4e-b55 b58-b5b b5e b64-b65 b78-b81 b84 b8b-b8d b91 b96-b98 b9b b9d ba0-ba2"
                    + " ba5-ba7 bab-bad bba-bbd bc3-bc5 bc9 bce-bcf bd1-bd6 bd8-be5 bfb-bff c0d c11 c29 c3a-c3c c45"
                    + " c49 c4e-c54 c57 c5b-c5f c64-c65 c70-c76 c8d c91 ca9 cb4 cba-cbb cc5 cc9 cce-cd4 cd7-cdd cdf"
                    + " ce4-ce5 cf0 cf3-cff d04 d0d d11 d45 d49 d50-d53 d64-d65 d80-d81 d84 d97-d99 db2 dbc dbe-dbf"
                    + " dc7-dc9 dcb-dce dd5 dd7 de0-de5 df0-df1 df5-e00 e3b-e3e e5c-e80 e83 e85 e8b ea4 ea6 ebe-ebf"
                    + " ec5 ec7 ece-ecf eda-edb ee0-eff f48 f6d-f70 f98 fbd fcd fdb-fff 10c6 10c8-10cc 10ce-10cf 1249"
                    + " 124e-124f 1257 1259 125e-125f 1289 128e-128f 12b1 12b6-12b7 12bf 12c1 12c6-12c7 12d7 1311"
                    + " 1316-1317 135b-135c 137d-137f 139a-139f 13f6-13f7 13fe-13ff 1680 169d-169f 16f9-16ff 170d"
                    + " 1715-171f 1737-173f 1754-175f 176d 1771 1774-177f 17de-17df 17ea-17ef 17fa-17ff 180f 181a-181f"
                    + " 1879-187f 18ab-18af 18f6-18ff 191f 192c-192f 193c-193f 1941-1943 196e-196f 1975-197f 19ac-19af"
                    + " 19ca-19cf 19db-19dd 1a1c-1a1d 1a5f 1a7d-1a7e 1a8a-1a8f 1a9a-1a9f 1aae-1aaf 1abf-1aff 1b4c-1b4f"
                    + " 1b7d-1b7f 1bf4-1bfb 1c38-1c3a 1c4a-1c4c 1c89-1c8f 1cbb-1cbc 1cc8-1ccf 1cfb-1cff 1dfa 1f16-1f17"
                    + " 1f1e-1f1f 1f46-1f47 1f4e-1f4f 1f58 1f5a 1f5c 1f5e 1f7e-1f7f 1fb5 1fc5 1fd4-1fd5 1fdc 1ff0-1ff1"
                    + " 1ff5 1fff-200a 2028-2029 202f 205f 2065 2072-2073 208f 209d-209f 20c0-20cf 20f1-20ff 218c-218f"
                    + " 2427-243f 244b-245f 2b74-2b75 2b96-2b97 2c2f 2c5f 2cf4-2cf8 2d26 2d28-2d2c 2d2e-2d2f 2d68-2d6e"
                    + " 2d71-2d7e 2d97-2d9f 2da7 2daf 2db7 2dbf 2dc7 2dcf 2dd7 2ddf 2e50-2e7f 2e9a 2ef4-2eff 2fd6-2fef"
                    + " 2ffc-3000 3040 3097-3098 3100-3104 3130 318f 31bb-31bf 31e4-31ef 321f 4db6-4dbf 9ff0-9fff"
                    + " a48d-a48f a4c7-a4cf a62c-a63f a6f8-a6ff a7c0-a7c1 a7c7-a7f6 a82c-a82f a83a-a83f a878-a87f"
                    + " a8c6-a8cd a8da-a8df a954-a95e a97d-a97f a9ce a9da-a9dd a9ff aa37-aa3f aa4e-aa4f aa5a-aa5b"
                    + " aac3-aada aaf7-ab00 ab07-ab08 ab0f-ab10 ab17-ab1f ab27 ab2f ab68-ab6f abee-abef abfa-abff"
                    + " d7a4-d7af d7c7-d7ca d7fc-f8ff fa6e-fa6f fada-faff fb07-fb12 fb18-fb1c fb37 fb3d fb3f fb42 fb45"
                    + " fbc2-fbd2 fd40-fd4f fd90-fd91 fdc8-fdef fdfe-fdff fe1a-fe1f fe53 fe67 fe6c-fe6f fe75 fefd-fefe"
                    + " ff00 ffbf-ffc1 ffc8-ffc9 ffd0-ffd1 ffd8-ffd9 ffdd-ffdf ffe7 ffef-fff8 fffe-10ffff";

    private static final String DOTNET_RELAXED_NET_10_NON_ASCII =
            "80-a0 378-379 380-383 38b 38d 3a2 530 557-558 58b-58c 590 5c8-5cf 5eb-5ee 5f5-5ff 70e 74b-74c 7b2-7bf"
                    + " 7fb-7fc 82e-82f 83f 85c-85d 85f 86b-86f 88f 892-896 984 98d-98e 991-992 9a9 9b1 9b3-9b5"
                    + " 9ba-9bb 9c5-9c6 9c9-9ca 9cf-9d6 9d8-9db 9de 9e4-9e5 9ff-a00 a04 a0b-a0e a11-a12 a29 a31 a34"
                    + " a37 a3a-a3b a3d a43-a46 a49-a4a a4e-a50 a52-a58 a5d a5f-a65 a77-a80 a84 a8e a92 aa9 ab1 ab4"
                    + " aba-abb ac6 aca ace-acf ad1-adf ae4-ae5 af2-af8 b00 b04 b0d-b0e b11-b12 b29 b31 b34 b3a-b3b"
                    + " b45-b46 b49-b4a b4e-b54 b58-b5b b5e b64-b65 b78-b81 b84 b8b-b8d b91 b96-b98 b9b b9d ba0-ba2"
                    + " ba5-ba7 bab-bad bba-bbd bc3-bc5 bc9 bce-bcf bd1-bd6 bd8-be5 bfb-bff c0d c11 c29 c3a-c3b c45"
                    + " c49 c4e-c54 c57 c5b-c5c c5e-c5f c64-c65 c70-c76 c8d c91 ca9 cb4 cba-cbb cc5 cc9 cce-cd4"
                    + " cd7-cdc cdf ce4-ce5 cf0 cf4-cff d0d d11 d45 d49 d50-d53 d64-d65 d80 d84 d97-d99 db2 dbc"
                    + " dbe-dbf dc7-dc9 dcb-dce dd5 dd7 de0-de5 df0-df1 df5-e00 e3b-e3e e5c-e80 e83 e85 e8b ea4 ea6"
                    + " ebe-ebf ec5 ec7 ecf eda-edb ee0-eff f48 f6d-f70 f98 fbd fcd fdb-fff 10c6 10c8-10cc 10ce-10cf"
                    + " 1249 124e-124f 1257 1259 125e-125f 1289 128e-128f 12b1 12b6-12b7 12bf 12c1 12c6-12c7 12d7 1311"
                    + " 1316-1317 135b-135c 137d-137f 139a-139f 13f6-13f7 13fe-13ff 1680 169d-169f 16f9-16ff 1716-171e"
                    + " 1737-173f 1754-175f 176d 1771 1774-177f 17de-17df 17ea-17ef 17fa-17ff 181a-181f 1879-187f"
                    + " 18ab-18af 18f6-18ff 191f 192c-192f 193c-193f 1941-1943 196e-196f 1975-197f 19ac-19af 19ca-19cf"
                    + " 19db-19dd 1a1c-1a1d 1a5f 1a7d-1a7e 1a8a-1a8f 1a9a-1a9f 1aae-1aaf 1acf-1aff 1b4d 1bf4-1bfb"
                    + " 1c38-1c3a 1c4a-1c4c 1c8b-1c8f 1cbb-1cbc 1cc8-1ccf 1cfb-1cff 1f16-1f17 1f1e-1f1f 1f46-1f47"
                    + " 1f4e-1f4f 1f58 1f5a 1f5c 1f5e 1f7e-1f7f 1fb5 1fc5 1fd4-1fd5 1fdc 1ff0-1ff1 1ff5 1fff-200a"
                    + " 2028-2029 202f 205f 2065 2072-2073 208f 209d-209f 20c1-20cf 20f1-20ff 218c-218f 242a-243f"
                    + " 244b-245f 2b74-2b75 2b96 2cf4-2cf8 2d26 2d28-2d2c 2d2e-2d2f 2d68-2d6e 2d71-2d7e 2d97-2d9f 2da7"
                    + " 2daf 2db7 2dbf 2dc7 2dcf 2dd7 2ddf 2e5e-2e7f 2e9a 2ef4-2eff 2fd6-2fef 3000 3040 3097-3098"
                    + " 3100-3104 3130 318f 31e6-31ee 321f a48d-a48f a4c7-a4cf a62c-a63f a6f8-a6ff a7ce-a7cf a7d2 a7d4"
                    + " a7dd-a7f1 a82d-a82f a83a-a83f a878-a87f a8c6-a8cd a8da-a8df a954-a95e a97d-a97f a9ce a9da-a9dd"
                    + " a9ff aa37-aa3f aa4e-aa4f aa5a-aa5b aac3-aada aaf7-ab00 ab07-ab08 ab0f-ab10 ab17-ab1f ab27 ab2f"
                    + " ab6c-ab6f abee-abef abfa-abff d7a4-d7af d7c7-d7ca d7fc-f8ff fa6e-fa6f fada-faff fb07-fb12"
                    + " fb18-fb1c fb37 fb3d fb3f fb42 fb45 fbc3-fbd2 fd90-fd91 fdc8-fdce fdd0-fdef fe1a-fe1f fe53 fe67"
                    + " fe6c-fe6f fe75 fefd-ff00 ffbf-ffc1 ffc8-ffc9 ffd0-ffd1 ffd8-ffd9 ffdd-ffdf ffe7 ffef-fff8"
                    + " fffe-10ffff";

    private static final String LOG_NON_ASCII =
            "80-9f 61c 200e-200f 2028-202e 2066-2069";

    private static final String TERMINAL_NON_ASCII =
            "80-9f ad 34f 61c 180e 200b 200e-200f 2028-202e 2060-206f feff fff9-fffb 1d173-1d17a e0000-e0fff";

    static final List<ProfileRow> ALL = List.of(
            new ProfileRow("json",
                    "JSON as RFC 8259 has it, and no escape more: short forms where they exist, else \\u00xx.",
                    "00-07=u 08=\\b 09=\\t 0a=\\n 0b=u 0c=\\f 0d=\\r 0e-1f=u 22=\\\" 5c=\\\\",
                    "", "lower", List.of()),
            new ProfileRow("jackson",
                    "Jackson's UTF-8 generator with default settings: as json, in upper-case hex.",
                    "00-07=U 08=\\b 09=\\t 0a=\\n 0b=U 0c=\\f 0d=\\r 0e-1f=U 22=\\\" 5c=\\\\",
                    "", "upper", List.of(
                    new Option("lower-hex",
                            "Lower-case hex digits; JsonWriteFeature.WRITE_HEX_UPPER_CASE disabled.",
                            null, "00-07=u 0b=u 0e-1f=u", null, "lower"),
                    new Option("slash",
                            "Writes / as \\/; JsonWriteFeature.ESCAPE_FORWARD_SLASHES enabled.",
                            null, "2f=\\/", null, ""),
                    new Option("surrogate-pairs",
                            "Pairs of escapes above U+FFFF, as writeString does in Jackson 2.x: COMBINE_UNICODE_SURROGATES_IN_UTF8 disabled.",
                            null, "", "10000-10ffff", ""),
                    new Option("ascii-only",
                            "Escapes all above U+007F; JsonWriteFeature.ESCAPE_NON_ASCII enabled.",
                            null, "", "80-10ffff", ""))),
            new ProfileRow("php",
                    "PHP's json_encode without flags: as json, and the slash and all non-ASCII escaped, in lower-case hex.",
                    "00-07=u 08=\\b 09=\\t 0a=\\n 0b=u 0c=\\f 0d=\\r 0e-1f=u 22=\\\" 2f=\\/ 5c=\\\\",
                    "80-10ffff", "lower", List.of(
                    new Option("unescaped-slashes",
                            "Writes / as it is; JSON_UNESCAPED_SLASHES.",
                            null, "2f=", null, ""),
                    new Option("unescaped-unicode",
                            "Writes non-ASCII as it is, but for U+2028 and U+2029; JSON_UNESCAPED_UNICODE.",
                            null, "", "2028-2029", ""),
                    new Option("unescaped-line-terminators",
                            "Writes U+2028 and U+2029 as they are too; JSON_UNESCAPED_LINE_TERMINATORS, which does nothing on its own.",
                            "unescaped-unicode", "", "", ""),
                    new Option("hex-tag",
                            "Writes < and > as \\u003C and \\u003E; JSON_HEX_TAG.",
                            null, "3c=U 3e=U", null, ""),
                    new Option("hex-amp",
                            "Writes & as \\u0026; JSON_HEX_AMP.",
                            null, "26=u", null, ""),
                    new Option("hex-apos",
                            "Writes ' as \\u0027; JSON_HEX_APOS.",
                            null, "27=u", null, ""),
                    new Option("hex-quot",
                            "Writes the quote as \\u0022; JSON_HEX_QUOT.",
                            null, "22=u", null, ""))),
            new ProfileRow("dotnet",
                    "JavaScriptEncoder.Default of .NET: all that HTML could take amiss and all non-ASCII escaped, in upper-case hex.",
                    "00-07=U 08=\\b 09=\\t 0a=\\n 0b=U 0c=\\f 0d=\\r 0e-1f=U 22=U 26-27=U 2b=U 3c=U 3e=U 5c=\\\\ 60=U 7f=U",
                    "80-10ffff", "upper", List.of(
                    new Option("all-ranges",
                            "Writes assigned characters of the BMP as they are; JavaScriptEncoder.Create(UnicodeRanges.All).",
                            null, "", DOTNET_ALL_RANGES_NON_ASCII, "replacement-escaped"))),
            new ProfileRow("dotnet-relaxed",
                    "JavaScriptEncoder.UnsafeRelaxedJsonEscaping of .NET 8 and 9: assigned BMP characters as they are, by Unicode 15.0.",
                    "00-07=U 08=\\b 09=\\t 0a=\\n 0b=U 0c=\\f 0d=\\r 0e-1f=U 22=\\\" 5c=\\\\ 7f=U",
                    DOTNET_ALL_RANGES_NON_ASCII, "upper replacement-escaped", List.of(
                    new Option("net-core",
                            "The table of .NET Core 3.1, which knows Unicode 11.0 and lets U+FEFF pass; a replacement is written as it is.",
                            null, "", DOTNET_RELAXED_NET_CORE_NON_ASCII, "replacement-plain"),
                    new Option("net-10",
                            "The table of .NET 10, which knows Unicode 16.0.",
                            null, "", DOTNET_RELAXED_NET_10_NON_ASCII, ""))),
            new ProfileRow("newtonsoft",
                    "Json.NET with default settings: as json, and U+0085, U+2028 and U+2029 escaped, in lower-case hex.",
                    "00-07=u 08=\\b 09=\\t 0a=\\n 0b=u 0c=\\f 0d=\\r 0e-1f=u 22=\\\" 5c=\\\\",
                    "85 2028-2029", "lower", List.of(
                    new Option("escape-non-ascii",
                            "Escapes all above U+007F; StringEscapeHandling.EscapeNonAscii.",
                            null, "", "80-10ffff", ""),
                    new Option("escape-html",
                            "Writes < > & ' and the quote as \\u00xx; StringEscapeHandling.EscapeHtml.",
                            null, "22=u 26-27=u 3c=u 3e=u", null, ""))),
            new ProfileRow("ion",
                    "Double-quoted strings as ion-java's text writer has them: Ion 1.0 escapes, all else as it is.",
                    "00=\\0 01-06=x 07=\\a 08=\\b 09=\\t 0a=\\n 0b=\\v 0c=\\f 0d=\\r 0e-1f=x 22=\\\" 5c=\\\\ 7f=x",
                    "80-9f", "lower ion surrogates-refused", List.of(
                    new Option("ascii-only",
                            "Escapes all above U+007F; the ASCII charset of IonTextWriterBuilder.",
                            null, "", "80-10ffff", ""))),
            new ProfileRow("jcs",
                    "Canonical JSON: as json, and lone surrogates are refused.",
                    "00-07=u 08=\\b 09=\\t 0a=\\n 0b=u 0c=\\f 0d=\\r 0e-1f=u 22=\\\" 5c=\\\\",
                    "", "lower surrogates-refused", List.of()),
            new ProfileRow("ascii",
                    "JSON in ASCII alone: as json, and \\uxxxx for all above U+007F, in pairs above U+FFFF.",
                    "00-07=u 08=\\b 09=\\t 0a=\\n 0b=u 0c=\\f 0d=\\r 0e-1f=u 22=\\\" 5c=\\\\",
                    "80-10ffff", "lower", List.of(
                    new Option("delete",
                            "Escapes U+007F too, as Python's json.dumps does.",
                            null, "7f=u", null, ""))),
            new ProfileRow("html",
                    "JSON for the text of an HTML or XML element and for quoted attribute values.",
                    "00-07=u 08=\\b 09=\\t 0a=\\n 0b=u 0c=\\f 0d=\\r 0e-1f=u 22=u 26-27=u 3c=u 3e=u 5c=\\\\ 60=u",
                    "2028-2029", "lower", List.of()),
            new ProfileRow("script",
                    "JSON inside a script element of HTML or XHTML.",
                    "00-07=u 08=\\b 09=\\t 0a=\\n 0b=u 0c=\\f 0d=\\r 0e-1f=u 22=\\\" 26=u 3c=u 3e=u 5c=\\\\",
                    "2028-2029", "lower", List.of()),
            new ProfileRow("js",
                    "JSON inside a JavaScript string or template literal of any kind of quote.",
                    "00-07=u 08=\\b 09=\\t 0a=\\n 0b=u 0c=\\f 0d=\\r 0e-1f=u 22=\\\" 24=u 27=u 5c=\\\\ 60=u",
                    "2028-2029", "lower", List.of()),
            new ProfileRow("log",
                    "JSON for log lines: one record stays one line, and what is shown is in the order in which it was written.",
                    "00-07=u 08=\\b 09=\\t 0a=\\n 0b=u 0c=\\f 0d=\\r 0e-1f=u 22=\\\" 5c=\\\\ 7f=u",
                    LOG_NON_ASCII, "lower", List.of()),
            new ProfileRow("terminal",
                    "JSON to be looked at in a terminal: nothing commands it, reorders the line or hides in it.",
                    "00-07=u 08=\\b 09=\\t 0a=\\n 0b=u 0c=\\f 0d=\\r 0e-1f=u 22=\\\" 5c=\\\\ 7f=u",
                    TERMINAL_NON_ASCII, "lower", List.of()));

    private ProfileRows() {}
}
