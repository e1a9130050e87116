# The front door. `make help` lists what there is.

.PHONY: help demo test deep bench setup

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 8

demo: ## packs 100 MB of text into JSON and back, proves the round trip, and times it beside cat, jq and Python
	@tools/demo/run

test: ## everything that needs no more than the toolchain, Debian packages and crates
	@tools/test

deep: ## what is slow or needs more: Miri, sanitizers, cross targets, longer fuzzing
	@tools/deep

bench: ## kernels beside their peers and memcpy; the record goes to bench/records/
	@tools/bench

setup: ## installs what make test and make demo need
	@tools/setup test && tools/setup demo
