#!/bin/sh
# Copies what changed since yesterday; prints one line for each file.
set -eu

from=${1:?"usage: backup FROM TO"}
to=${2:?"usage: backup FROM TO"}
stamp=$(date +%Y-%m-%d)

find "$from" -type f -mtime -1 -print | while IFS= read -r file; do
	target="$to/$stamp/${file#"$from"/}"
	mkdir -p "$(dirname "$target")"
	cp -p "$file" "$target" && printf '%s\t"%s"\n' "$stamp" "$target"
done

# Old copies go, but the first of each month stays.
ls "$to" | grep -E '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' | grep -v -- '-01$' | sort | head -n -30 | while read -r old; do
	rm -r "${to:?}/$old"
done
