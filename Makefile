# The front door. `make help` lists what there is.

.PHONY: help demo test deep bench pictures capi java php dotnet python spark js js-page release install uninstall install-command uninstall-command setup

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 20

demo: ## packs 100 MB of text into JSON and back, proves the round trip, and times it beside cat, jq and Python
	@tools/demo/run

test: ## everything that needs no more than the toolchain, Debian packages and crates
	@tools/test

deep: ## what is slow or needs more: Miri, sanitizers, cross targets, longer fuzzing
	@tools/deep

bench: ## kernels, the command, Java, PHP, .NET, Python, JavaScript and Spark beside their peers and memcpy; the records go to bench/records/
	@tools/run bench
	@tools/run bench-convert
	@tools/run bench-java || [ $$? = 77 ]
	@tools/run bench-php || [ $$? = 77 ]
	@tools/run bench-dotnet || [ $$? = 77 ]
	@tools/run bench-python --record || [ $$? = 77 ]
	@tools/run bench-js --record || [ $$? = 77 ]
	@tools/run bench-spark --record || [ $$? = 77 ]

pictures: ## verdicts on goals and pictures of every record, from its figures
	@tools/run bench --pictures

capi: ## the C library: installed into a folder of its own, and its C and C++ programs run against it
	@tools/setup test && tools/run capi

java: ## the Java modules: built with JDK 17, tested on it and on a newer JDK
	@tools/run java

php: ## the PHP extension: built with phpize, and held against PHP's own json_encode
	@tools/run php

dotnet: ## the .NET library: built with Mono's compiler, tested on CoreCLR 3.1, 8.0 and 9.0, Mono and the browser runtime
	@tools/run dotnet

python: ## the wheel for Python: built with maturin, tested on Python 3.11 and on a newer one
	@tools/run python

spark: ## the jar for Apache Spark 4: built, tested, and a job of 2 GB in a cluster that loses executors
	@tools/run spark
	@tools/run spark job

js-page: ## the page that shows every byte, as one file, tested in chromium
	@tools/run js-page

js: ## the package for JavaScript: WebAssembly with SIMD and without, tested on Node
	@tools/run js

release: ## dist/: archives, packages and checksums for every platform, from one version number
	@tools/setup release && tools/release

install: ## the C library into PREFIX (/usr/local), libraries into LIBDIR (PREFIX/lib): headers, files for pkg-config and CMake
	@tools/run install

uninstall: ## removes what make install put into PREFIX
	@tools/run install uninstall

install-command: ## smill into PREFIX, with manual pages and completions for bash, zsh and fish
	@tools/run install command

uninstall-command: ## removes what make install-command put into PREFIX
	@tools/run install uninstall-command

setup: ## installs what make test and make demo need
	@tools/setup test && tools/setup demo
