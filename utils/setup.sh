#!/usr/bin/env bash
#===- setup.sh - everything a build needs, once ---------------------------===#
#
# usage: utils/setup.sh [--check]
#   --check   only say what is missing; exit 1 when something is
#
# With TORCH_ONNX_TARGET, the libraries that are linked are those of another
# processor, and qemu-user is among the packages (docs/HowTo/Ship.md).
# With TORCH_ONNX_TEST_NEWEST=1, as in CI, an environment with the newest PyTorch
# is made as well (5 GB), for the tests of the package.
#
# Installs the Debian packages that are missing, a Python environment and the
# onnx C++ library, all of the versions in versions.env and requirements*.txt.
# The last two go to the cache folder (utils/env.sh). Steps that do not need
# each other run side by side; each leaves a stamp, so that a second run takes
# a fraction of a second and an interrupted one goes on where it stopped.
#
#===----------------------------------------------------------------------===#

set -u
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
exec </dev/null 3>&1 # 3: the terminal, also for steps, whose output is a log

requirements="$TORCH_ONNX_ROOT/utils/requirements.txt"
model_requirements="$TORCH_ONNX_ROOT/utils/requirements-models.txt"
libraries="$TORCH_ONNX_VENV/libraries"
logs="$TORCH_ONNX_CACHE/logs"
state="" # a folder of the running steps' results
python="${TORCH_ONNX_HOST_PYTHON:-python3}"
target="${TORCH_ONNX_TARGET:-}"
if [ -n "$target" ]; then DEBIAN_PACKAGES="$DEBIAN_PACKAGES $CROSS_PACKAGES"; fi

#===- What is there already ----------------------------------------------===#

missing_packages() {
  local package status
  for package in $DEBIAN_PACKAGES; do
    status="$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)"
    [ "$status" = installed ] || echo "$package"
  done
}

# Tools instead of packages, where there is no dpkg.
missing_tools() {
  local tool
  for tool in "clang++-$LLVM_MAJOR" "ld.lld-$LLVM_MAJOR" ccache ninja protoc; do
    command -v "$tool" >/dev/null || echo "$tool"
  done
}

missing_system() {
  if command -v dpkg-query >/dev/null; then missing_packages; else missing_tools; fi
}

requirements_hash() { sha256sum <"$requirements" | cut -c1-16; }
have_venv() {
  [ "$(cat "$TORCH_ONNX_VENV/.stamp" 2>/dev/null)" = "$(requirements_hash)" ]
}
libraries_hash() { sha256sum <"$model_requirements" | cut -c1-16; }
have_libraries() {
  [ "$(cat "$libraries/.stamp" 2>/dev/null)" = "$(libraries_hash)" ]
}
have_examples() { [ -e "$TORCH_ONNX_EXAMPLES/.stamp" ]; }
newest="$TORCH_ONNX_CACHE/versions-torch-$NEWEST_TORCH"
have_newest() { [ -z "${TORCH_ONNX_TEST_NEWEST:-}" ] || [ -e "$newest/.stamp" ]; }
have_onnx() { [ -e "$TORCH_ONNX_PREFIX/.stamp" ]; }
have_sysroot() { [ -z "$target" ] || [ -e "$TORCH_ONNX_SYSROOT/.stamp" ]; }

#===- Running steps side by side -----------------------------------------===#

say() { printf '[%4ds] %s\n' "$SECONDS" "$*"; }

# step NAME TITLE HINT COMMAND...: runs COMMAND in the background.
step() {
  local name="$1" title="$2" hint="$3"
  shift 3
  say "$title ..."
  (
    start=$SECONDS
    if "$@" >"$logs/$name.log" 2>&1; then
      say "$title: done ($((SECONDS - start)) s)"
      touch "$state/$name.ok"
    elif [ -e "$state/$name.blocked" ]; then
      say "$title: not done, it needs a step that failed"
      touch "$state/$name.failed"
    else
      # One write, so that the lines of two steps do not mix.
      printf '%s\n' "$(
        say "$title: FAILED after $((SECONDS - start)) s; the end of $logs/$name.log:"
        tail -n 25 "$logs/$name.log" | sed 's/^/    /'
        echo "  What to do: $hint"
      )" >&2
      touch "$state/$name.failed"
    fi
  ) &
}

# need NAME WHO: waits for another step; false when it failed.
need() {
  until [ -e "$state/$1.ok" ]; do
    if [ -e "$state/$1.failed" ]; then
      touch "$state/$2.blocked"
      return 1
    fi
    sleep 0.2
  done
}

#===- The steps -----------------------------------------------------------===#

install_packages() {
  # shellcheck disable=SC2046
  install_debian $(missing_packages)
}

# install_debian PACKAGE...
install_debian() {
  local sudo=() apt packages="$*"
  if [ "$(id -u)" -ne 0 ]; then sudo=(sudo -n); fi
  apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get
    -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 -o Acquire::Retries=3)
  # Package lists may be old or absent; they are fetched only when needed.
  # shellcheck disable=SC2086
  if ! apt-cache policy $packages | grep -q Candidate ||
    ! "${apt[@]}" install -y --no-install-recommends $packages; then
    "${apt[@]}" update &&
      "${apt[@]}" install -y --no-install-recommends $packages
  fi
}

pip_install() {
  "$TORCH_ONNX_VENV/bin/python" -m pip install --disable-pip-version-check \
    --no-input --progress-bar off "$@"
}

make_venv() {
  # An environment that is half made, or whose Python is gone, is made anew.
  if ! "$TORCH_ONNX_VENV/bin/python" -m pip --version; then
    rm -rf "$TORCH_ONNX_VENV"
    if ! "$python" -m venv "$TORCH_ONNX_VENV"; then
      # Debian keeps venv in a package of its own: it may be on its way.
      need packages venv && rm -rf "$TORCH_ONNX_VENV" &&
        "$python" -m venv "$TORCH_ONNX_VENV" || return 1
    fi
  fi
  # CMake first: the onnx build waits for it.
  pip_install "cmake==$(torch_onnx_pinned cmake)"
}

fill_venv() {
  need venv python || return 1
  # torch by itself: with others beside it, pip may look for a torch that
  # suits them instead of the one that is pinned.
  pip_install "torch==$(torch_onnx_pinned torch)" &&
    pip_install -r "$requirements" &&
    "$TORCH_ONNX_VENV/bin/python" -c '
import sys, torch, onnx, onnxruntime
print("torch", torch.__version__, "onnx", onnx.__version__)
sys.exit(torch.__version__.split("+")[0] != sys.argv[1])' \
      "$(torch_onnx_pinned torch)" &&
    requirements_hash >"$TORCH_ONNX_VENV/.stamp"
}

# Beside the environment's own packages, not among them, and without what they
# say that they need: it is pinned in the same file, or torch.
fill_libraries() {
  need venv libraries || return 1
  rm -rf "$libraries" &&
    pip_install --no-deps --target "$libraries" -r "$model_requirements" &&
    libraries_hash >"$libraries/.stamp"
}

# fetch_sdist NAME==VERSION FOLDER: unpacks a source package. pip asks it for
# its metadata, for which old ones need an old setuptools and a compiler.
fetch_sdist() {
  local name="${1%%==*}" download="$work/download-${1%%==*}"
  local constraint="$work/constraint-$name.txt"
  rm -rf "$download" "$2"
  mkdir -p "$download" "$2" && echo "setuptools<80" >"$constraint" &&
    PIP_CONSTRAINT="$constraint" PIP_BUILD_CONSTRAINT="$constraint" \
      CXX="clang++-$LLVM_MAJOR" \
      "$TORCH_ONNX_VENV/bin/python" -m pip download --no-input \
      --disable-pip-version-check --progress-bar off --no-deps \
      --no-binary "$name" "$1" -d "$download" &&
    tar -xzf "$download"/*.tar.gz -C "$2" --strip-components=1
}

fetch_sources() {
  command -v "clang++-$LLVM_MAJOR" || need packages fetch || return 1
  need venv fetch || return 1
  fetch_sdist "onnx==$(torch_onnx_pinned onnx)" "$work/onnx" &&
    fetch_sdist "$PROTOBUF_SDIST" "$work/protobuf" &&
    fetch_sdist "$SIMDJSON_SDIST" "$work/simdjson"
}

make_sysroot() {
  need packages sysroot && "$TORCH_ONNX_ROOT/utils/make_sysroot.sh" "$TORCH_ONNX_SYSROOT"
}

# cmake_install SOURCE BUILD OPTION...: into the folder "$installed".
# Sections of their own let the linker leave functions out and order them
# (docs/Rationale/Linking.md).
cmake_install() {
  local source="$1" build="$2"
  local flags="-O2 -DNDEBUG -ffunction-sections -fdata-sections"
  shift 2
  if [ -n "$target" ]; then
    set -- -DCMAKE_TOOLCHAIN_FILE="$TORCH_ONNX_ROOT/cmake/$target.cmake" "$@"
  fi
  cmake -G Ninja -S "$source" -B "$build" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="$flags" \
    -DCMAKE_C_COMPILER="clang-$LLVM_MAJOR" \
    -DCMAKE_CXX_COMPILER="clang++-$LLVM_MAJOR" \
    -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache \
    -DCMAKE_INSTALL_PREFIX="$TORCH_ONNX_PREFIX" "$@" &&
    DESTDIR="$work/install" ninja -C "$build" install
}

build_third_party() {
  cmake_install "$TORCH_ONNX_ROOT/utils/third-party" "$work/build-third-party" \
    -DPROTOBUF_SOURCE="$work/protobuf/third_party/protobuf/src" \
    -DSIMDJSON_SOURCE="$work/simdjson/simdjson"
}

build_onnx() {
  need packages onnx && need fetch onnx && need sysroot onnx || return 1
  rm -rf "$work/install" "$work"/build-*
  local staged="$work/install$TORCH_ONNX_PREFIX"
  # Hidden visibility and no shared protobuf: LibTorch and Python carry
  # protobufs of their own, which must not meet this one. The runtime without
  # reflection is a tenth of the other, and all that onnx needs. Nobody reads
  # the documentation of its operators here: half a megabyte of texts.
  build_third_party &&
    cmake_install "$work/onnx" "$work/build-onnx" \
      -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
      -DCMAKE_CXX_FLAGS="-D__ONNX_NO_DOC_STRINGS" \
      -DCMAKE_CXX_VISIBILITY_PRESET=hidden \
      -DCMAKE_VISIBILITY_INLINES_HIDDEN=ON \
      -DBUILD_SHARED_LIBS=OFF -DONNX_ML=ON -DONNX_USE_LITE_PROTO=ON \
      -DONNX_USE_PROTOBUF_SHARED_LIBS=OFF -DProtobuf_USE_STATIC_LIBS=ON \
      -DProtobuf_INCLUDE_DIR="$staged/include" \
      -DProtobuf_LIBRARY="$staged/lib/libprotobuf-lite.a" \
      -DProtobuf_LITE_LIBRARY="$staged/lib/libprotobuf-lite.a" \
      -DPython3_EXECUTABLE="$TORCH_ONNX_VENV/bin/python" &&
    rm -rf "$TORCH_ONNX_PREFIX" &&
    mv "$work/install$TORCH_ONNX_PREFIX" "$TORCH_ONNX_PREFIX" &&
    touch "$TORCH_ONNX_PREFIX/.stamp"
}

#===- The examples' packages ----------------------------------------------===#

# attempt WHAT COMMAND...: runs it, and says on the terminal what did not work.
attempt() {
  local what="$1"
  shift
  "$@" || say "examples: no $what on this machine; their tests are skipped" >&3
}

install_example_packages() {
  # shellcheck disable=SC2086
  dpkg-query -W $EXAMPLE_PACKAGES >/dev/null 2>&1 ||
    install_debian $EXAMPLE_PACKAGES
}

fetch_onnxruntime_web() {
  npm install --prefix "$TORCH_ONNX_EXAMPLES/web" --ignore-scripts --no-audit \
    --no-fund "$ONNXRUNTIME_WEB"
}

# With package lists of their own, so that the machine's stay as they are.
fetch_onnxruntime_headers() {
  local lists="$work/apt" mirror
  mirror="$(apt-get indextargets --format '$(REPO_URI)' 'Label: Debian' | head -n 1)"
  [ -n "$mirror" ] && mkdir -p "$lists/lists/partial" "$lists/archives/partial" &&
    echo "deb $mirror $ONNXRUNTIME_HEADERS_SUITE main" >"$lists/sources.list" || return 1
  local apt=(apt-get -o "Dir::Etc::SourceList=$lists/sources.list"
    -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$lists/lists"
    -o "Dir::Cache=$lists" -o Acquire::Retries=3)
  "${apt[@]}" update && (cd "$lists" && "${apt[@]}" download "$ONNXRUNTIME_HEADERS") &&
    dpkg -x "$lists/$ONNXRUNTIME_HEADERS"_*.deb "$lists/unpacked" &&
    cp -r "$lists/unpacked/usr/include/onnxruntime" "$TORCH_ONNX_EXAMPLES/include"
}

# The library of Python's package under the name that its users ask for.
link_onnxruntime() {
  local library
  library="$(find "$TORCH_ONNX_VENV" -name 'libonnxruntime.so.[0-9]*')"
  mkdir -p "$TORCH_ONNX_EXAMPLES/lib" && [ -e "$library" ] &&
    ln -sf "$library" "$TORCH_ONNX_EXAMPLES/lib/libonnxruntime.so" &&
    ln -sf "$library" "$TORCH_ONNX_EXAMPLES/lib/libonnxruntime.so.1"
}

prepare_examples() {
  need packages examples && need python examples || return 1
  rm -rf "$TORCH_ONNX_EXAMPLES" && mkdir -p "$TORCH_ONNX_EXAMPLES" || return 1
  attempt "Chromium" install_example_packages
  attempt "onnxruntime-web (npm)" fetch_onnxruntime_web
  attempt "headers of ONNX Runtime" fetch_onnxruntime_headers
  link_onnxruntime && touch "$TORCH_ONNX_EXAMPLES/.stamp"
}

#===- The newest PyTorch --------------------------------------------------===#

# Not a reason to fail: CI says that its tests were skipped.
prepare_newest() {
  need python newest || return 1
  "$TORCH_ONNX_VENV/bin/python" "$TORCH_ONNX_ROOT/utils/torch_versions.py" \
    --install-only "$NEWEST_TORCH" ||
    say "no PyTorch $NEWEST_TORCH on this machine; its tests are skipped" >&3
}

#===----------------------------------------------------------------------===#

missing="$(missing_system | tr '\n' ' ')"
if [ -z "$missing" ] && have_venv && have_libraries && have_onnx &&
  have_sysroot && have_examples && have_newest; then
  echo "setup: up to date (cache folder $TORCH_ONNX_CACHE)"
  exit 0
fi
if [ "${1:-}" = --check ]; then
  [ -z "$missing" ] || echo "setup: missing: $missing"
  have_venv || echo "setup: the Python environment is missing or old"
  have_libraries || echo "setup: the libraries of the tests' models are missing or old"
  have_examples || echo "setup: the packages of the examples are missing"
  have_newest || echo "setup: the environment with PyTorch $NEWEST_TORCH is missing"
  have_sysroot || echo "setup: the libraries of $target are missing"
  have_onnx || echo "setup: the onnx C++ library is missing"
  exit 1
fi

if [ -n "$missing" ] && ! command -v apt-get >/dev/null; then
  cat >&2 <<MESSAGE
setup: missing: $missing
  This script installs packages on Debian only. Install LLVM, MLIR and clang
  $LLVM_MAJOR, protoc, GoogleTest, ccache and ninja by your
  system's own means, then run it again (docs/HowTo/Build.md).
MESSAGE
  exit 1
fi
if [ -n "$missing" ] && [ "$(id -u)" -ne 0 ] && ! sudo -n true 2>/dev/null; then
  cat >&2 <<MESSAGE
setup: these Debian packages are missing, and installing them needs root:
  sudo apt-get install $missing
  Run that command, then this script again.
MESSAGE
  exit 1
fi

mkdir -p "$logs" "$CCACHE_DIR" || exit 1
# Two setups of one cache folder would undo each other's work.
exec 9>"$TORCH_ONNX_CACHE/.lock"
if ! flock -n 9; then
  say "another setup is running on $TORCH_ONNX_CACHE: waiting for it"
  flock 9
fi
state="$(mktemp -d)"
work="$(mktemp -d "$TORCH_ONNX_CACHE/onnx-build.XXXXXX")"
trap 'rm -rf "$state" "$work"' EXIT
trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM

network="see the log; without network access to the package registries nothing
    can be downloaded (proxies: http_proxy, PIP_INDEX_URL, ...). Then run again:
    what is done is kept."

say "setting up in $TORCH_ONNX_CACHE (logs in its folder logs)"
if [ -n "$missing" ]; then
  step packages "Debian packages" "$network
    A package that has no candidate: LLVM $LLVM_MAJOR needs an apt source that
    carries it (docs/HowTo/Build.md)." install_packages
else
  touch "$state/packages.ok"
fi
step venv "Python environment" "$network" make_venv
if have_sysroot; then
  touch "$state/sysroot.ok"
else
  step sysroot "libraries of $target" "$network" make_sysroot
fi
if have_onnx; then
  touch "$state/onnx.ok"
else
  step fetch "sources of onnx, protobuf and simdjson" "$network" fetch_sources
  step onnx "onnx C++ library" "see the log; delete $TORCH_ONNX_CACHE and run
    again if the compiler or protobuf changed in between" build_onnx
fi
if have_venv; then
  touch "$state/python.ok"
else
  step python "Python packages" "$network" fill_venv
fi
have_libraries || step libraries "libraries of the tests' models" "$network" fill_libraries
have_examples || step examples "packages of the examples" "$network" prepare_examples
have_newest || step newest "PyTorch $NEWEST_TORCH" "$network" prepare_newest
wait

if compgen -G "$state/*.failed" >/dev/null; then
  say "setup FAILED; the steps that are done are kept" >&2
  exit 1
fi
say "setup finished"
