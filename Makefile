#===- Makefile - the commands of daily work -------------------------------===#
#
# A thin layer: each target calls a script of utils/ or CMake, with the
# environment of utils/env.sh. `make` alone lists the targets.
#
#===----------------------------------------------------------------------===#

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup build demo quick check bench format tidy clean docs

# nproc would obey OMP_NUM_THREADS, which is not about builds.
JOBS ?= $(shell env -u OMP_NUM_THREADS nproc)
PRESET ?= release

# Set-up and build for another processor (docs/HowTo/Ship.md).
ifeq ($(PRESET),aarch64)
ifneq ($(filter-out setup build,$(MAKECMDGOALS)),)
$(error PRESET=aarch64 is for the targets setup and build)
endif
export TORCH_ONNX_TARGET := aarch64-linux-gnu
endif

# Sets PATH, the ccache folder and where onnx is (utils/env.sh).
ENV := . utils/env.sh &&
# A preset is configured when its inputs change; ninja sees changed CMakeLists
# by itself.
CONFIGURED := build/$(PRESET)/.configured

help: ## this list
	@echo "usage: make TARGET [PRESET=release|dev|asan|aarch64] [JOBS=N]"
	@sed -n 's/^\([a-z]*\):.*## /  \1\t/p' Makefile | expand -t 12

setup: ## install what the build needs: packages, Python environment, onnx
	@utils/setup.sh

$(CONFIGURED): CMakePresets.json utils/versions.env utils/requirements.txt | setup
	@echo "configuring build/$(PRESET)"
	@mkdir -p build/$(PRESET)
	@$(ENV) if ! cmake --preset $(PRESET) --fresh > build/$(PRESET)/configure.log 2>&1; \
	then tail -n 30 build/$(PRESET)/configure.log; \
	  echo "configuring failed; the whole log: build/$(PRESET)/configure.log"; \
	  exit 1; \
	fi
	@touch $@

build: setup $(CONFIGURED) ## build the tools (build/release/bin)
	@$(ENV) ninja -C build/$(PRESET) -j$(JOBS)

demo: build ## convert a ResNet-50 and compare ONNX Runtime with PyTorch
	@$(ENV) python integration/demo.py --torch-onnx build/$(PRESET)/bin/torch-onnx \
	  --work build/demo

quick: setup $(CONFIGURED) ## build what changed, run the tests that depend on it; BASE=REF
	@$(ENV) python utils/quick.py --jobs $(JOBS) $(if $(BASE),--base $(BASE))

check: setup ## all tests: sources, text, unit, integration, sanitizers, fuzzers
	@$(ENV) python utils/check.py --jobs $(JOBS) $(CHECK_ARGS)

bench: build ## speed and size against the peers; BENCH_ARGS are passed on
	@$(ENV) python -m bench.run --torch-onnx build/$(PRESET)/bin/torch-onnx $(BENCH_ARGS)

docs: build ## reference pages of dialects and passes, in build/release/docs
	@$(ENV) cmake --build build/$(PRESET) --target docs

format: ## clang-format all C++ files
	@$(ENV) git ls-files -co --exclude-standard '*.cpp' '*.h' | \
	  xargs -r -P $(JOBS) -n 16 clang-format-$$LLVM_MAJOR -i

tidy: ## clang-tidy over lib/ and tools/; TIDY=REGEX for fewer files
	@$(MAKE) --no-print-directory build PRESET=dev
	@$(ENV) run-clang-tidy-$$LLVM_MAJOR -quiet -j $(JOBS) -p build/dev \
	  "$(abspath .)/(lib|tools)/.*$(TIDY)"

clean: ## remove build/ (the cache folder stays)
	rm -rf build
