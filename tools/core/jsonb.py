"""Compares the verdicts of `smill check --jsonb` with those of a PostgreSQL server, for texts of the vectors and generated ones.

Usage: jsonb.py SMILL PSQL FOLDER_OF_THE_SOCKET
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ONE_IN = max(1, int(os.environ.get("STRINGMILL_ONE_IN", "1")))

# Errors of a cast become their message.
FUNCTION = r"""
CREATE FUNCTION refusal(text_of bytea) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM convert_from(text_of, 'UTF8')::jsonb;
  RETURN '';
EXCEPTION WHEN OTHERS THEN
  RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
CREATE TEMPORARY TABLE texts (id integer, text_of bytea);
COPY texts FROM STDIN;
"""

PIECES = [
    "0", "-0", "1.5", "1e5", "0.00", "9007199254740993", "1e131071", "1e131072", "9.9e131071", "10e131071", "0.1e131072",
    "0.1e131073", "1e-16383", "1e-16384", "1.0e-16382", "1.0e-16383", "0e-16384", "0e131072", "0e1073741822", "0e1073741823",
    "1e1073741823", "1e-1073741823", "1e99999999999999999999", "-1E+131071", "1e00000000000000000005", "true", "false", "null", "nul",
    '""', '"a"', '"\\u0000"', '"\\u0001"', '"\\\\u0000"', '"\\\\\\u0000"', '"\\ud83d\\ude00"', '"\\ud83d"', '"\\ude00"', '"\\uffff"',
    '"\uffff"', '"\ufdd0"', '"\U0010fffe"', '"\u007f"', '"a\tb"', '"\\x"', '"\\u12"', '"é漢😀"', "01", ".5", "5.", "+1", "NaN", "1e", "[1,]",
    '{"a":1,"a":2}', '{"\\u0000":1}', '{"a":}', '{a:1}', "{}", "[]", "[[]]", "1 2",
]


def of_vectors():
    """The inputs of the vectors of JSON that fit in a line."""
    for name in ("json_check", "json_restricted", "json_canonical"):
        for group in json.loads((ROOT / f"vectors/{name}.json").read_text())["groups"]:
            for case in group["cases"]:
                parts = (piece.partition("*") for piece in case["in"])
                yield b"".join(bytes.fromhex(text) * int(times or 1) for text, _, times in parts)


def generated(count):
    """Texts of pieces, some of them damaged, and numbers around the limits."""
    numbers = random.Random(45)
    for length in (131071, 131072, 131073):
        yield b"9" * length
        yield b"-" + b"1" + b"0" * (length - 1)
    for length in (16382, 16383, 16384):
        yield b"0." + b"0" * length
        yield b"0." + b"3" * length + b"e%d" % numbers.choice([-1, 0, 1])
    for _ in range(count):
        text = text_of(numbers, 3).encode()
        for _ in range(numbers.choice([0, 0, 0, 1])):
            at = numbers.randrange(len(text))
            text = numbers.choice([text[:at], text[:at] + text[at + 1 :], text[:at] + bytes([numbers.randrange(256)]) + text[at:]])
        yield text


def text_of(numbers, depth):
    kind = numbers.randrange(5 if depth else 1)
    if kind < 2:
        return numbers.choice(PIECES)
    if kind == 2:
        digits = "".join(numbers.choice("0123456789") for _ in range(numbers.randrange(1, 9))).lstrip("0") or "0"
        fraction = "." + digits[::-1] if numbers.randrange(2) else ""
        return f"{digits}{fraction}e{numbers.choice([131072, -16383, 0]) + numbers.randrange(-9, 9)}"
    items = [text_of(numbers, depth - 1) for _ in range(numbers.randrange(4))]
    if kind == 3:
        return "[" + ", ".join(items) + "]"
    return "{" + ",".join(f'"{name}":{item}' for name, item in zip("aba", items)) + "}"


def main(smill, psql, folder):
    texts = {bytes(text) for text in [*of_vectors(), *generated(20_000 // ONE_IN)]}
    # The first bytes of a stream decide its encoding.
    first = b"1"
    texts = [first, *sorted(text for text in texts - {first} if b"\n" not in text and text.strip(b" \t\r"))]
    command = [smill, "check", "--all", "--format", "ndjson", "--jsonb", "--max-depth", "4096", "-"]
    said = subprocess.run(command, input=b"\n".join(texts) + b"\n", capture_output=True, check=False)
    if said.returncode not in (0, 3) or said.stderr:
        sys.exit(f"smill: {said.returncode} {said.stderr.decode()}")
    refused = dict(re.findall(r"record (\d+): (.*)", said.stdout.decode()))
    rows = b"".join(b"%d\t\\\\x%s\n" % (number, text.hex().encode()) for number, text in enumerate(texts, 1))
    script = FUNCTION.encode() + rows + b"\\.\nSELECT id, refusal(text_of) FROM texts ORDER BY id;\n"
    command = [psql, "-h", folder, "-U", "smill", "-d", "postgres", "-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1"]
    answers = subprocess.run(command, input=script, capture_output=True, check=False)
    if answers.returncode or answers.stderr:
        sys.exit(f"psql: {answers.returncode} {answers.stderr.decode()}")
    found = re.findall(r"^(\d+)\t(.*)$", answers.stdout.decode(), re.MULTILINE)
    if len(found) != len(texts):
        sys.exit(f"{len(found)} answers for {len(texts)} texts")
    wrong = 0
    for number, answer in found:
        ours = refused.get(number, "")
        if bool(ours) != bool(answer):
            wrong += 1
            print(f"WRONG: {texts[int(number) - 1][:200]!r}: smill: {ours or 'accepted'}; jsonb: {answer or 'taken'}")
    print(f"jsonb: {len(texts)} texts, {len(texts) - len(refused)} taken by both, {wrong} with two verdicts")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
