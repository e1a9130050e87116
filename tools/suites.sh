# shellcheck shell=bash
# Runs suites and says at the end how each one ended. Sourced by tools/test, tools/deep and tools/demo.
#
# A suite is a command. Status 0 is "passed", 77 is "not run" (its last line of output is the reason), any other is
# "FAILED". A suite that passed without a part of itself prints "NAME: left out: PART (REASON)", which the table repeats. A
# failed suite does not stop the others. The verdicts go to build/suites/GROUP.tsv, the output of each suite to
# build/suites/NAME.log. Where STRINGMILL_BRIEF is set, that output is shown only of a suite that failed.

suites_folder=build/suites

# Node of tools/setup js, which is there where the system's is old.
PATH=$PWD/build/node/package/bin:$PATH

# begin GROUP: forgets earlier verdicts of this group.
begin() {
  suites_file=$suites_folder/$1.tsv
  mkdir -p "$suites_folder"
  : >"$suites_file"
}

# suite NAME COMMAND...: runs the command and records its verdict; fails if that is FAILED.
suite() {
  local name=$1 log=$suites_folder/$1.log start=$SECONDS processors before status verdict reason=
  processor_time "$name"
  before=$processors
  shift
  if [ -n "${STRINGMILL_BRIEF:-}" ]; then
    "$@" >"$log" 2>&1
    status=$?
  else
    printf '\n== %s: %s\n' "$name" "$*"
    "$@" 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
  fi
  case $status in
    0) verdict=passed reason=$(sed -n "s/^$name: \(left out: .*\)/\1/p" "$log" | paste -sd ';' -) ;;
    77) verdict='not run' reason=$(tail -n 1 "$log") ;;
    *) verdict=FAILED reason="status $status, see $log: $(tail -n 1 "$log")" ;;
  esac
  # Of a failed suite too: what did not run must not look as if it had passed.
  reason=$(test_counts "$log")$reason
  processor_time "$name"
  printf '%s\t%s\t%s\t%s\t%s\n' "$name" "$verdict" $((SECONDS - start)) $((processors - before)) "$reason" >>"$suites_file"
  if [ -n "${STRINGMILL_BRIEF:-}" ]; then
    # In one piece: another lane may write too.
    printf '%s\n== %s: %s after %d s\n' "$(tail -n 3 "$log")" "$name" "$verdict" $((SECONDS - start))
    [ "$verdict" != FAILED ] || why "$log"
  fi
  [ "$verdict" != FAILED ]
}

# processor_time NAME: sets `processors` to the seconds of all children of this shell that have ended, with those of theirs.
processor_time() {
  local file=$suites_folder/$1.times
  # A subshell would have children of its own.
  times >"$file"
  processors=$(awk 'NR == 2 { gsub(/[ms]/, " "); print int($1 * 60 + $2 + $3 * 60 + $4) }' "$file")
}

# test_counts LOG: how many tests cargo ran and how many failed, where the log has such results.
test_counts() {
  awk '/^test result:/ { passed += $4; failed += $6; programs++ }
    END { if (programs) printf "%d tests in %d programs, %d failed; ", passed + failed, programs, failed }' "$1"
}

# side_by_side: runs the commands on its input, a line each, two at a time, since few suites keep two processors busy. The
# longest come first. Where the output of suites is shown whole, one after another.
side_by_side() {
  local claims=$suites_folder/claims lines=() line worker
  # Bash 3.2, which macOS has, knows no mapfile.
  while IFS= read -r line; do lines+=("$line"); done
  if [ -z "${STRINGMILL_BRIEF:-}" ]; then
    for line in "${lines[@]}"; do eval "$line"; done
    return
  fi
  rm -rf "$claims"
  mkdir -p "$claims"
  for worker in 1 2; do
    # A command is of the worker that makes its folder.
    for line in "${!lines[@]}"; do
      if mkdir "$claims/$line" 2>/dev/null; then eval "${lines[line]}"; fi
    done </dev/null &
  done
  wait
}

# faults LOG: the lines of a failed suite that name a fault, with their neighbours.
faults() { grep -nE -B 2 -A 6 'panicked at|^error|FAILED|WRONG|\bERROR\b|SIG[A-Z]{3,}' "$1" | head -n 120; }

# why LOG: the lines of a failed suite that tell most: those that name a fault, and the last.
why() {
  faults "$1"
  printf '%s\n' '-- the end of it:'
  tail -n 60 "$1"
}

# finish: prints all verdicts of the group; fails if a suite failed.
finish() {
  printf '\n'
  awk -F '\t' 'BEGIN { printf "%-16s %-8s %7s %11s\n", "suite", "verdict", "elapsed", "processors" }
    { sub(/; $/, "", $5); printf "%-16s %-8s %5d s %9d s  %s\n", $1, $2, $3, $4, $5; elapsed += $3; processors += $4 }
    END { printf "%-16s %-8s %5d s %9d s\n", "sum", "", elapsed, processors }' "$suites_file"
  ! grep -q $'\tFAILED\t' "$suites_file"
}

# machine: a name for this machine that fits a folder: its processor and the number of its threads. Virtual machines give
# different processors the same name, so the number of the model is part of it.
machine() {
  local cpu model
  cpu=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1 | sed 's/([^)]*)//g; s/ Processor//; s/ CPU//')
  model=$(sed -n 's/^model[[:space:]]*: / model /p' /proc/cpuinfo | head -n 1)
  printf '%s%s %s threads' "${cpu:-$(uname -m)}" "$model" "$(nproc --all)" | tr 'A-Z' 'a-z' | tr -cs 'a-z0-9' '-'
}

# record_head BEGUN: what a record of measurements begins with: when, on which commit, on what machine.
record_head() {
  printf 'date      %s, begun %s\n' "$(date -u '+%Y-%m-%d %H:%M UTC')" "$1"
  local changed=
  git diff --quiet HEAD -- . ':!bench/records' || changed=-changed
  printf 'commit    %s%s\n' "$(git describe --always)" "$changed"
  printf 'processor %s\n' "$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1)"
  printf 'system    %s\n' "$(uname -srm)"
}

# Tables of a page that a record writes, after the line `<!-- table of TOOL -->`. The caller sets page and tool.
table_end='<!-- end of the table -->'

# on_page RECORD: what is between the marks of the page: the tables of a record, and its place.
on_page() {
  printf '\n'
  awk '/^\|/ { if (gap) print ""; gap = 0; seen = 1; print } !/^\|/ { gap = seen }' "$1"
  printf '\nRecord: [%s](../%s).\n\n' "$1" "$1"
}

# between: the present text of the page there.
between() {
  awk -v begin="<!-- table of $tool -->" -v end="$table_end" '$0 == end { inside = 0 } inside; $0 == begin { inside = 1 }' "$page"
}

# written RECORD: the page with the tables of a record.
written() {
  awk -v begin="<!-- table of $tool -->" -v end="$table_end" -v table="$(on_page "$1"; printf .)" '
    $0 == end { inside = 0 }
    !inside
    $0 == begin { inside = 1; sub(/\.$/, "", table); printf "%s", table }' "$page" >"$page.new"
  mv "$page.new" "$page"
  echo "record: $1, and its tables in $page"
}

# same_on_page: fails if the tables of the page are not those of the record that it names.
same_on_page() {
  local record
  record=$(between | sed -n 's/^Record: \[\([^]]*\)\].*/\1/p')
  if [ -n "$record" ] && [ "$(between)" != "$(on_page "$record")" ]; then
    echo "$page: the tables are not those of $record; $tool --record writes both"
    exit 1
  fi
  echo "$tool: $page has the tables of ${record:-no record}"
}

# Crates with a workspace of their own, which `--workspace` does not reach.
outside=(core/fuzz bench/runners/rust bench/runners/canonical bench/runners/columns bench/runners/documents bench/runners/peers bench/runners/short)

# The crates that run on any processor, with or without its vectors.
portable=(
  -p stringmill-outcome -p stringmill-profile -p stringmill-kernels -p stringmill-reference -p stringmill-json
  -p stringmill-ion -p stringmill-text -p stringmill
)

# How benchmarks are built, in a folder of target/outside that all of them share.
bench_cargo=(cargo) bench_folder=target/outside/timed

# untimed: from here on, what is compiled soonest will do.
untimed() {
  bench_cargo=(env CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1 cargo)
  bench_folder=target/outside/untimed
}

# where_to_get NAME: how to get the tests of others that no clone has, at the revision that is run against.
where_to_get() {
  local address revision folder=${STRINGMILL_SUITES:-../shared}
  case $1 in
    json-tests) address=https://github.com/nst/JSONTestSuite revision=1ef36fa01286573e846ac449e8683f8833c5b26a ;;
    ion-tests) address=https://github.com/amazon-ion/ion-tests revision=721434649c97baa3d5b9c9a56c1d61fbfd0a5fd7 ;;
    ion-java) address=https://github.com/amazon-ion/ion-java revision=v$(pom_version ion) folder=.. ;;
    jackson-core) address=https://github.com/FasterXML/jackson-core revision=jackson-core-$(pom_version jackson2) folder=.. ;;
  esac
  printf 'git clone %s %s && git -C %s checkout %s' "$address" "$folder/$1" "$folder/$1" "$revision"
}

# maven_jar GROUP ARTIFACT VERSION: the file in which Maven keeps a jar. Java takes the home of a user from the system, not
# from HOME.
maven_jar() {
  local repository=${MAVEN_REPOSITORY:-$(getent passwd "$(id -u)" | cut -d : -f 6)/.m2/repository}
  printf '%s\n' "$repository/${1//.//}/$2/$3/$2-$3.jar"
}

# central GROUP ARTIFACT VERSION: the same, out of Maven Central where it is not here yet.
central() {
  local jar
  jar=$(maven_jar "$@")
  [ -e "$jar" ] || mvn --quiet --batch-mode dependency:get -Dartifact="$1:$2:$3" >&2
  echo "$jar"
}

# pom_version NAME: the version that java/pom.xml gives a library.
pom_version() { sed -n "s|.*<$1\.version>\(.*\)</$1\.version>.*|\1|p" java/pom.xml; }

# module_jar NAME: the jar of a module of Java, as Maven builds it.
module_jar() { printf 'java/%s/target/%s-%s.jar\n' "$1" "$1" "$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml)"; }

# debian_sources [RELEASE]: the apt sources of this machine for its own release of Debian, with the name of another in its
# place: deb822 stanzas and lines of the old form. Those of single products, whose suites have other names, stay out.
debian_sources() {
  local own file
  own=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  for file in /etc/apt/sources.list.d/*.sources; do
    [ ! -e "$file" ] || awk -v RS= -v ORS='\n\n' -v own="$own" '$0 ~ "\nSuites:[^\n]*[ \t]" own "([ \n-]|$)"' "$file"
  done | sed "s/\<$own\>/${1:-$own}/g"
  { grep -shE "^deb .* $own(-[a-z]+)? " /etc/apt/sources.list /etc/apt/sources.list.d/*.list || true; } |
    sed "s/\<$own\>/${1:-$own}/g"
}

# may_enter_roots: whether this process may enter another root, with mounts of its own; says why not. It tries, since root may lack
# the right in a container.
may_enter_roots() { unshare --mount --pid --fork sh -ec 'mount --bind / /; chroot / true' 2>&1; }

# without_folders: flags of rustc that leave the folders of this machine out of what it builds.
without_folders() { echo "--remap-path-prefix=$PWD=stringmill --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"; }

# has_target TARGET [TOOLCHAIN]: whether Rust can build for it. Without rustup there is one toolchain.
has_target() {
  if command -v rustup >/dev/null; then
    grep -qx "$1" <<<"$(rustup target list --installed ${2:+--toolchain "$2"})"
  else
    [ -z "${2:-}" ] && [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ]
  fi
}

# empty_tests LOG: the test files of which `cargo test` said that they hold no test here. That looks as if they had passed.
empty_tests() { awk '/^ *Running / { file = $2 } /^running 0 tests/ && file ~ /^tests\// { print file }' "$1"; }

# pass_in NUMBER COMMAND...: runs tests; fails if they ran in fewer programs, since a name that no test has passes too. Tests
# of a few crates are named with `--workspace`: with `-p`, dependencies would get other features, and be compiled again.
pass_in() {
  local number=$1 said
  shift
  said=$("$@") || { echo "$said"; return 1; }
  echo "$said"
  [ "$(grep -c ' [1-9][0-9]* passed' <<<"$said")" -ge "$number" ] || { echo "tests ran in fewer programs than $number"; return 1; }
}

# exhaustive OPTION...: the tests of the kernels that are left out elsewhere for their time. The options select the packages of the
# suite before: others would have dependencies with other features, and be compiled again.
exhaustive() { pass_in 1 cargo test "$@" --test all -- exhaustive:: --ignored --nocapture; }

# expected_tiers: the tiers that the flags of this processor promise, as STRINGMILL_EXPECT_TIERS takes them.
expected_tiers() {
  local flags tiers=scalar
  if [[ $(uname -m) =~ ^(aarch64|arm64)$ ]]; then
    printf 'scalar,neon\n'
    return
  fi
  flags=" $(sed -n 's/^flags[[:space:]]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1) "
  has() { local flag; for flag; do [[ $flags == *" $flag "* ]] || return 1; done; }
  if has sse4_2 ssse3 popcnt; then
    tiers+=,sse42
    if has avx2 bmi1 bmi2 abm pclmulqdq; then
      tiers+=,avx2
      has avx512f avx512bw avx512vl avx512vbmi avx512_vbmi2 && tiers+=,avx512
    fi
  fi
  printf '%s\n' "$tiers"
}
