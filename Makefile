# SPDX-License-Identifier: Apache-2.0

comma = ,

.PHONY: help demo test check bench fleet torture figures declarations site format clean

help:
	@echo 'make demo     build and run the example app, Examples/Bazaar: type URLs such as bazaar://catalog'
	@echo 'make test     run the tests; ONLY="GantryRoutingTests …" builds a part of them, and FILTER=RouterTests runs a part'
	@echo 'make check    the gate: everything that must hold before a change lands'
	@echo 'make check-X  one step of it alone: $(subst $(comma), ,$(subst +, ,$(STEPS)))'
	@echo 'make check-long  once a week: all rounds of the tests, in debug and in release; other versions of swift-syntax;'
	@echo '              tvOS; Apple programs in an emulator; the links in the documentation of the API; fleets of launches;'
	@echo '              the web shop and its debug build; make torture; the package of the benchmarks'
	@echo 'make bench    release benchmarks; writes .build/bench.json; fails if a figure misses its aim by more than a tenth'
	@echo 'make torture  kill, stop and starve two servers, Depot and IntegrationTests/shop, and count what they lose: some minutes'
	@echo 'make site     build the documentation of the API as static pages, .build/site; needs make check-apple once'
	@echo 'make fleet    a million simulated launches, asked about with gantry fleet: some minutes'
	@echo 'make figures  at a version: the size of the code, and what is more than 5 % above its budget'
	@echo 'make declarations  at a version: writes the public API to Documentation/Declarations'
	@echo 'make format   format the Swift sources in place'
	@echo 'make clean    remove everything that was built'

demo:
	@Scripts/demo

test:
	@Scripts/bootstrap swift
	@$(if $(ONLY),GANTRY_TESTS='$(ONLY)') Scripts/test $(if $(FILTER),--filter '$(FILTER)')

# In this order. Steps between `+` run beside the others: the first lane builds in the folder of the package, the others
# elsewhere.
STEPS = test+format,words,shape,links,privacy,headers documentation,examples,torture+apple+integration

check:
	@Scripts/bootstrap python swift
	@Scripts/check/run $(STEPS)

check-%:
	@Scripts/bootstrap python swift
	@Scripts/check/run $*

bench:
	@Scripts/bench/run

fleet:
	@Scripts/fleet

torture:
	@Scripts/torture

figures:
	@Scripts/figures.py

declarations:
	@Scripts/bootstrap python swift
	@Scripts/declarations.py

site:
	@Scripts/bootstrap python swift
	@Scripts/site

format:
	@Scripts/check/format --fix

clean:
	@rm -rf .build Examples/*/.build Benchmarks/.build IntegrationTests/*/.build
