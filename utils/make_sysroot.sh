#!/usr/bin/env bash
#===- make_sysroot.sh - The libraries of another processor ----------------===#
#
# usage: utils/make_sysroot.sh FOLDER
#
# Unpacks the Debian packages that a build for TORCH_ONNX_TARGET links with into
# FOLDER, with everything that they depend on. The packages come from the
# sources of this machine's apt, by lists of their own: nothing is installed,
# and the machine's lists stay as they are. LLVM's programs, which run during a
# build, are links to the machine's own.
#
#===----------------------------------------------------------------------===#

set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

folder="$1"
case "$TORCH_ONNX_TARGET" in
aarch64-linux-gnu) architecture=arm64 ;;
*)
  echo "make_sysroot.sh: no Debian packages for $TORCH_ONNX_TARGET" >&2
  exit 1
  ;;
esac
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# The version of gcc whose libstdc++ clang uses here.
gcc="$("clang++-$LLVM_MAJOR" -print-file-name=libstdc++.a)"
gcc="$(basename "$(dirname "$gcc")")"
packages="libc6-dev libstdc++-$gcc-dev libmlir-$LLVM_MAJOR-dev
  llvm-$LLVM_MAJOR-dev zlib1g-dev libzstd-dev libgtest-dev libgmock-dev"

mkdir -p "$work/lists/partial" "$work/archives/partial"
touch "$work/status"
cat >"$work/apt.conf" <<CONFIGURATION
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Retries "3";
Dir::State "$work";
Dir::State::status "$work/status";
Dir::Cache "$work";
CONFIGURATION
export APT_CONFIG="$work/apt.conf"
apt-get update
# shellcheck disable=SC2086
apt-get install -y --download-only $packages

rm -rf "$folder"
mkdir -p "$folder"
for package in "$work"/archives/*.deb; do
  dpkg -x "$package" "$folder"
done

# Absolute links name files of the machine that the packages are meant for.
find "$folder" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
  ln -sfn "$folder$(readlink "$link")" "$link"
done
llvm="usr/lib/llvm-$LLVM_MAJOR"
rm -rf "${folder:?}/$llvm/bin"
ln -s "$("llvm-config-$LLVM_MAJOR" --bindir)" "$folder/$llvm/bin"
touch "$folder/.stamp"
