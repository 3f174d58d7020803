#!/usr/bin/env python3
#===- make_old_glibc.py - Libraries to link with for an older Linux -------===#
#
# Linking binds each symbol of the system libraries to the newest version that
# the machine has, so that the result does not load on older systems, although
# these have the symbol, too. This script makes stubs of the system libraries
# with the newest version of each symbol that is old enough. glibc and libstdc++
# keep all versions that there ever were, so the machine's own libraries say
# which these are. Stubs have names, versions and no code.
#
#   make_old_glibc.py OUT --glibc 2.28 --glibcxx 3.4.25 --cxxabi 1.3.11
#     --readelf llvm-readelf-22 --compiler clang-22 [--target=...]
#
# lib/Support/OldGlibc.cpp has what older versions of glibc lack.
#
#===----------------------------------------------------------------------===#

import argparse
import pathlib
import re
import subprocess
import sys

# Libraries that glibc 2.34 has merged into libc, by what their symbols begin
# with: there they have a version of 2.32 to 2.34 and an older one.
MOVED = {"libpthread.so.0": ("pthread_", "sem_", "__pthread_"), "libdl.so.2": ("dl",)}
FIRST_OF_MERGE, LAST_OF_MERGE = (2, 30), (2, 34)

# In the libc of 2.28 as well as in its libpthread.
IN_BOTH = re.compile(
    r"pthread_(attr_(destroy|init|[gs]etdetachstate|[gs]etinheritsched|[gs]etschedparam|"
    r"[gs]etschedpolicy|[gs]etscope)|cond(attr)?_(broadcast|destroy|init|signal|timedwait|wait)|"
    r"equal|exit|getschedparam|mutex_(destroy|init|lock|unlock)|self|setcancelstate|"
    r"setcanceltype|setschedparam)$"
)

LINE = re.compile(
    r"^\s*\d+:\s+[0-9a-f]+\s+\d+\s+(\S+)\s+(GLOBAL|WEAK|UNIQUE)\s+DEFAULT\s+(\S+)\s+"
    r"([^@\s]+)@{1,2}([A-Za-z]+)_([0-9.]+)\b"
)


def number(text):
    return tuple(int(part) for part in text.split(".") if part)


def find_library(compiler, name):
    """The path of a library, as the compiler's linker finds it at run time."""
    done = subprocess.run(
        [*compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
    )
    path = pathlib.Path(done.stdout.strip())
    return path.resolve() if path.is_absolute() and path.exists() else None


def read_symbols(readelf, path, limits):
    """The newest version of each symbol that is old enough, and all its versions."""
    text = subprocess.run(
        [readelf, "--dyn-syms", "--wide", path], capture_output=True, text=True, check=True
    ).stdout
    versions = {}
    for line in text.splitlines():
        if not (match := LINE.match(line)) or match[3] in ("UND", "ABS"):
            continue
        kind, name, family, version = match[1], match[4], match[5], number(match[6])
        if kind in ("FUNC", "OBJECT", "IFUNC", "NOTYPE"):
            versions.setdefault(name, []).append((version, family, kind))
    chosen, every = {}, {}
    for name, found in versions.items():
        every[name] = max(version for version, _, _ in found)
        usable = [f for f in found if f[1] in limits and f[0] <= limits[f[1]]]
        if usable:
            chosen[name] = max(usable)
    return chosen, every


def write_stub(folder, soname, symbols, compiler):
    """A shared library with these symbols and versions."""
    by_version = {}
    lines = [".text"]
    for name, (version, family, kind) in sorted(symbols.items()):
        node = f"{family}_{'.'.join(map(str, version))}"
        by_version.setdefault(node, []).append(name)
        what = "object" if kind == "OBJECT" else "function"
        quoted = f'"{name}"'
        lines += [f".globl {quoted}", f".type {quoted}, @{what}", f"{quoted}: .byte 0"]
        lines += [f".size {quoted}, 1"]
    script = "".join(
        f"{node} {{ global: {' '.join(f'{chr(34)}{n}{chr(34)};' for n in names)} }};\n"
        for node, names in by_version.items()
    )
    # The loader has the same name on all processors, for cmake/OldGlibc.cmake.
    base = folder / re.sub(r"(^ld-linux)?(-[^.]*)?\.so.*", r"\1", soname)
    base.with_suffix(".s").write_text("\n".join(lines) + "\n")
    base.with_suffix(".map").write_text(script)
    subprocess.run(
        [*compiler, "-w", "-shared", "-nostdlib", "-fuse-ld=lld", f"-Wl,-soname,{soname}",
         f"-Wl,--version-script={base.with_suffix('.map')}", "-o", base.with_suffix(".so"),
         base.with_suffix(".s")],
        check=True,
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--glibc", required=True, type=number)
    parser.add_argument("--glibcxx", required=True, type=number)
    parser.add_argument("--cxxabi", required=True, type=number)
    parser.add_argument("--readelf", required=True)
    parser.add_argument(
        "--compiler", required=True, nargs=argparse.REMAINDER, help="the last option"
    )
    options = parser.parse_args()
    limits = {"GLIBC": options.glibc}
    options.out.mkdir(parents=True, exist_ok=True)

    loaders = ("ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1")
    libraries = {}
    for name in ("libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", *loaders):
        if (path := find_library(options.compiler, name)) is None:
            continue
        chosen, newest = read_symbols(options.readelf, path, limits)
        for symbol, version in chosen.items():
            home = name
            if name == "libc.so.6" and FIRST_OF_MERGE <= newest[symbol] <= LAST_OF_MERGE:
                for former, prefixes in MOVED.items():
                    if symbol.startswith(prefixes) and not IN_BOTH.match(symbol):
                        home = former
            libraries.setdefault(home, {})[symbol] = version
    if "libc.so.6" not in libraries:
        sys.exit("make_old_glibc.py: the compiler finds no libc.so.6")
    cxx = find_library(options.compiler, "libstdc++.so.6")
    if cxx is not None:
        limits = {"GLIBCXX": options.glibcxx, "CXXABI": options.cxxabi}
        libraries["libstdc++.so.6"], _ = read_symbols(options.readelf, cxx, limits)
    for name, symbols in libraries.items():
        write_stub(options.out, name, symbols, options.compiler)


if __name__ == "__main__":
    main()
