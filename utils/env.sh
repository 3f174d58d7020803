#===- env.sh - where the tools of a build live ---------------------------===#
#
# Source it:  . utils/env.sh
# It sets the variables that Makefile, setup.sh and a developer's own shell
# share, and runs nothing slow. Everything that is downloaded or built once
# lies in one cache folder outside the tree:
#   TORCH_ONNX_CACHE   default ${XDG_CACHE_HOME:-$HOME/.cache}/torch-onnx
# Afterwards `cmake --preset dev` works without further options.
#
#===----------------------------------------------------------------------===#

TORCH_ONNX_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
. "$TORCH_ONNX_ROOT/utils/versions.env"

# pinned NAME: the version of a package in requirements.txt.
torch_onnx_pinned() {
  sed -n "s/^$1==//p" "$TORCH_ONNX_ROOT/utils/requirements.txt"
}

TORCH_ONNX_CACHE="${TORCH_ONNX_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/torch-onnx}"
TORCH_ONNX_VENV="$TORCH_ONNX_CACHE/venv-torch-$(torch_onnx_pinned torch)-$VENV_RECIPE"
TORCH_ONNX_PREFIX="$TORCH_ONNX_CACHE/onnx-$(torch_onnx_pinned onnx)-llvm$LLVM_MAJOR-$ONNX_RECIPE"
TORCH_ONNX_EXAMPLES="$TORCH_ONNX_CACHE/examples-onnx-runtime-$(torch_onnx_pinned onnxruntime)-$EXAMPLES_RECIPE"

# TORCH_ONNX_TARGET=aarch64-linux-gnu: for builds on one processor that run on
# another (docs/HowTo/Ship.md).
if [ -n "${TORCH_ONNX_TARGET:-}" ]; then
  TORCH_ONNX_PREFIX="$TORCH_ONNX_PREFIX-$TORCH_ONNX_TARGET"
  export TORCH_ONNX_SYSROOT="$TORCH_ONNX_CACHE/sysroot-$TORCH_ONNX_TARGET-llvm$LLVM_MAJOR-$SYSROOT_RECIPE"
fi

export TORCH_ONNX_ROOT TORCH_ONNX_CACHE TORCH_ONNX_VENV TORCH_ONNX_PREFIX TORCH_ONNX_EXAMPLES
export TORCH_ONNX_BUILD="${TORCH_ONNX_BUILD:-$TORCH_ONNX_ROOT/build}"

# CMake looks for onnx here; the first python3 and cmake are the venv's.
export CMAKE_PREFIX_PATH="$TORCH_ONNX_PREFIX"
case ":$PATH:" in
*":$TORCH_ONNX_VENV/bin:"*) ;;
*) export PATH="$TORCH_ONNX_VENV/bin:$PATH" ;;
esac

# One compiler cache for all checkouts: paths below the root are made relative.
export CCACHE_DIR="${CCACHE_DIR:-$TORCH_ONNX_CACHE/ccache}"
export CCACHE_BASEDIR="${CCACHE_BASEDIR:-$TORCH_ONNX_ROOT}"
export CCACHE_NOHASHDIR=1
# For precompiled headers: cmake/Precompiled.cmake.
export CCACHE_PCH_EXTSUM=1 CCACHE_SLOPPINESS=pch_defines,time_macros
export CCACHE_MAXSIZE="${CCACHE_MAXSIZE:-5G}"
