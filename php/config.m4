PHP_ARG_WITH([stringmill],
  [whether to build stringmill],
  [AS_HELP_STRING([--with-stringmill@<:@=DIR@:>@],
    [Build stringmill; DIR is the prefix of an installed C library, or a clone in which it was built])])

if test "$PHP_STRINGMILL" != "no"; then
  dnl Without DIR, this folder is part of a clone, or of a source package with static libraries for Linux.
  AS_VAR_IF([PHP_STRINGMILL], [yes], [STRINGMILL_DIR=$abs_srcdir/..], [STRINGMILL_DIR=$PHP_STRINGMILL])
  AS_IF([test ! -d "$STRINGMILL_DIR"], [AC_MSG_ERROR([--with-stringmill: there is no folder $STRINGMILL_DIR])])
  STRINGMILL_DIR=`cd "$STRINGMILL_DIR" && pwd`

  dnl Of a clone: `cargo build` writes to another folder where CARGO_TARGET_DIR is set.
  AC_MSG_CHECKING([for the static library of stringmill])
  STRINGMILL_ARCHIVE=
  STRINGMILL_NAMES="$PHP_LIBDIR/libstringmill.a lib/libstringmill.a lib/$host_cpu-$host_os/libstringmill.a target/release/libstringmill_capi.a"
  for file in $STRINGMILL_NAMES libstringmill_capi.a; do
    if test -z "$STRINGMILL_ARCHIVE" && test -f "$STRINGMILL_DIR/$file"; then
      STRINGMILL_ARCHIVE=$STRINGMILL_DIR/$file
    fi
  done
  if test -z "$STRINGMILL_ARCHIVE" && test -d "$STRINGMILL_DIR/core/capi" &&
    test -f "$CARGO_TARGET_DIR/release/libstringmill_capi.a"; then
    STRINGMILL_ARCHIVE=$CARGO_TARGET_DIR/release/libstringmill_capi.a
  fi
  AS_VAR_IF([STRINGMILL_ARCHIVE], [], [
    AC_MSG_RESULT([not found])
    AC_MSG_ERROR([$STRINGMILL_DIR has none of $STRINGMILL_NAMES;
run "cargo build --release -p stringmill-capi" in a clone and configure with --with-stringmill=CLONE,
or run "make install PREFIX=DIR" there and configure with --with-stringmill=DIR])
  ])
  AC_MSG_RESULT([$STRINGMILL_ARCHIVE])

  dnl The last two are for DIR = target/release of a clone.
  AC_MSG_CHECKING([for stringmill.h])
  STRINGMILL_HEADERS=
  for place in include core/capi/include ../../core/capi/include; do
    if test -z "$STRINGMILL_HEADERS" && test -f "$STRINGMILL_DIR/$place/stringmill.h"; then
      STRINGMILL_HEADERS=$STRINGMILL_DIR/$place
    fi
  done
  if test -z "$STRINGMILL_HEADERS" && test -f "$abs_srcdir/../core/capi/include/stringmill.h"; then
    STRINGMILL_HEADERS=$abs_srcdir/../core/capi/include
  fi
  AS_VAR_IF([STRINGMILL_HEADERS], [], [
    AC_MSG_RESULT([not found])
    AC_MSG_ERROR([stringmill.h is neither in $STRINGMILL_DIR/include nor in $STRINGMILL_DIR/core/capi/include])
  ])
  AC_MSG_RESULT([$STRINGMILL_HEADERS])
  PHP_ADD_INCLUDE([$STRINGMILL_HEADERS])

  dnl What Rust's standard library stands on, as `rustc --print native-static-libs` says. Nothing of the library shows
  dnl in the extension, so that it cannot meet another copy of it in one process.
  AS_CASE([$host_os],
    [darwin*], [STRINGMILL_NEEDS="-lSystem -lc -lm"],
    [STRINGMILL_NEEDS="-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc -Wl,--exclude-libs,ALL -Wl,--gc-sections"])
  STRINGMILL_SHARED_LIBADD="$STRINGMILL_ARCHIVE $STRINGMILL_NEEDS"

  dnl A shared object is linked with names missing, and fails only when PHP loads it; a program fails here.
  AC_MSG_CHECKING([whether the library links and has the version of the header])
  STRINGMILL_SAVED_CPPFLAGS=$CPPFLAGS
  STRINGMILL_SAVED_LIBS=$LIBS
  CPPFLAGS="$CPPFLAGS -I$STRINGMILL_HEADERS"
  LIBS="$STRINGMILL_SHARED_LIBADD"
  AC_RUN_IFELSE([AC_LANG_PROGRAM([[#include <stringmill.h>]], [[return smill_version() != SMILL_VERSION;]])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
    AC_MSG_ERROR([$STRINGMILL_ARCHIVE and $STRINGMILL_HEADERS/stringmill.h cannot be used together, see config.log])],
    [AC_MSG_RESULT([not tried, cross-compiling])])
  CPPFLAGS=$STRINGMILL_SAVED_CPPFLAGS
  LIBS=$STRINGMILL_SAVED_LIBS

  PHP_SUBST([STRINGMILL_SHARED_LIBADD])

  PHP_ADD_EXTENSION_DEP([stringmill], [json])
  PHP_NEW_EXTENSION([stringmill],
    [stringmill.c functions.c override.c decode.c token.c encode.c object.c text.c short.c canonical.c plain.c buffer.c marks.c sink.c rows.c cursor.c window.c extent.c pointer.c items.c path.c lines.c door.c],
    [$ext_shared],,
    [-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 -fvisibility=hidden])
fi
