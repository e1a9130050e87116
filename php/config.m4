PHP_ARG_WITH([stringmill],
  [whether to build stringmill],
  [AS_HELP_STRING([--with-stringmill@<:@=DIR@:>@],
    [Build stringmill; DIR is where the C library was installed, or where libstringmill_capi.a is])])

if test "$PHP_STRINGMILL" != "no"; then
  dnl Where nobody says, what `cargo build --release -p stringmill-capi` makes beside this folder.
  AS_VAR_IF([PHP_STRINGMILL], [yes],
    [STRINGMILL_PLACES="$abs_srcdir/../target/release"],
    [STRINGMILL_PLACES="$PHP_STRINGMILL $PHP_STRINGMILL/lib"])

  AC_MSG_CHECKING([for the static library of stringmill])
  STRINGMILL_ARCHIVE=
  for place in $STRINGMILL_PLACES; do
    for name in libstringmill_capi.a libstringmill.a; do
      if test -z "$STRINGMILL_ARCHIVE" && test -f "$place/$name"; then
        STRINGMILL_ARCHIVE=$place/$name
      fi
    done
  done
  AS_VAR_IF([STRINGMILL_ARCHIVE], [], [
    AC_MSG_RESULT([not found])
    AC_MSG_ERROR([run "cargo build --release -p stringmill-capi", or say where it is by --with-stringmill=DIR])
  ])
  AC_MSG_RESULT([$STRINGMILL_ARCHIVE])

  dnl The header stands where the library was installed, or in the sources that this folder is part of.
  AC_MSG_CHECKING([for stringmill.h])
  STRINGMILL_HEADERS=
  for place in "$PHP_STRINGMILL/include" "$abs_srcdir/../core/capi/include" "$abs_srcdir/../../../core/capi/include"
  do
    if test -z "$STRINGMILL_HEADERS" && test -f "$place/stringmill.h"; then
      STRINGMILL_HEADERS=$place
    fi
  done
  AS_VAR_IF([STRINGMILL_HEADERS], [], [
    AC_MSG_RESULT([not found])
    AC_MSG_ERROR([stringmill.h is neither in DIR/include nor in core/capi/include])
  ])
  AC_MSG_RESULT([$STRINGMILL_HEADERS])
  PHP_ADD_INCLUDE([$STRINGMILL_HEADERS])

  dnl What Rust's standard library stands on, as `rustc --print native-static-libs` says. Nothing of the library shows
  dnl in the extension, so that it cannot meet another copy of it in one process.
  AS_CASE([$host_os],
    [darwin*], [STRINGMILL_NEEDS="-lSystem -lc -lm"],
    [STRINGMILL_NEEDS="-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc -Wl,--exclude-libs,ALL -Wl,--gc-sections"])
  STRINGMILL_SHARED_LIBADD="$STRINGMILL_ARCHIVE $STRINGMILL_NEEDS"
  PHP_SUBST([STRINGMILL_SHARED_LIBADD])

  PHP_ADD_EXTENSION_DEP([stringmill], [json])
  PHP_NEW_EXTENSION([stringmill],
    [stringmill.c functions.c override.c encode.c object.c text.c plain.c buffer.c marks.c sink.c door.c],
    [$ext_shared],,
    [-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1 -fvisibility=hidden])
fi
