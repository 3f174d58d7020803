#!/usr/bin/env python3
# ===- check_source.py - checks that need no build ------------------------=== #
#
# usage: check_source.py [--json FILE] [CHECK...]
# Checks the files that git knows or would add: format, length, banners,
# machine paths, left-over merge marks, syntax of scripts, calls of Linux, and that
# generated files are up to date. Each finding is one line "file:line: what"; the last
# line counts the checks. Exceptions stand in source_exceptions.txt, each with
# its reason.
#
# ===----------------------------------------------------------------------=== #

import argparse
import ast
import glob
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CPP = (".cpp", ".h", ".c", ".cc", ".hpp")
SOURCE = CPP + (".td", ".py", ".sh", ".cmake", ".mlir", ".test", ".inc", ".in")
SOURCE_NAMES = ("CMakeLists.txt", "Makefile")
MAX_LINES = 800

# Written so that this file does not match itself.
MACHINE = re.compile(
    rb"(?<![\w.~$})-])/(?:work|root|home)/[\w.-]+"
    rb"|pypi[.]org|pythonhosted[.]org|(?:deb|security)[.]debian[.]org"
    rb"|download[.]pytorch[.]org|proxy[.]golang[.]org|registry[.]npmjs[.]org"
    rb"|static[.]crates[.]io"
)
MERGE = re.compile(rb"^(?:<{7} |>{7} |={7}$)", re.MULTILINE)


def files(root=ROOT):
    """Paths below the root, sorted; what git ignores is left out."""
    command = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
    done = subprocess.run(command, cwd=root, capture_output=True)
    if done.returncode == 0:
        names = done.stdout.decode().split("\0")
    else:  # a source archive
        names = [
            os.path.relpath(os.path.join(folder, name), root)
            for folder, folders, found in os.walk(root)
            if not re.search(r"/(build[^/]*|\.git|__pycache__)(/|$)", folder)
            for name in found
        ]
    return sorted(n for n in set(names) if os.path.isfile(os.path.join(root, n)))


def read(name):
    with open(os.path.join(ROOT, name), "rb") as file:
        return file.read()


def exceptions():
    """{(check, file): line number} of source_exceptions.txt, and its errors."""
    listed, errors = {}, []
    path = "utils/source_exceptions.txt"
    for number, line in enumerate(read(path).decode().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = re.fullmatch(r"(\w+)\s+(\S+)\s*:\s*(\S.*)", line)
        if not found:
            errors.append(f"{path}:{number}: want 'check file: reason'")
        elif not os.path.isfile(os.path.join(ROOT, found[2])):
            errors.append(f"{path}:{number}: {found[2]} does not exist")
        else:
            listed[found[1], found[2]] = number
    return listed, errors


def is_source(name):
    return name.endswith(SOURCE) or os.path.basename(name) in SOURCE_NAMES


def check_format(names):
    """C++ files are as clang-format leaves them (`make format` repairs)."""
    names = [n for n in names if n.endswith(CPP)]
    tool = f"clang-format-{os.environ.get('LLVM_MAJOR', '22')}"
    groups = [names[i : i + 16] for i in range(0, len(names), 16)]

    def run(group):
        command = [tool, "--dry-run", "--Werror", *group]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)

    wrong = {}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in pool.map(run, groups):
            for line in done.stderr.splitlines():
                found = re.match(r"(\S+?):(\d+):\d+: error:", line)
                if found:
                    wrong.setdefault(found[1], found[2])
            if done.returncode and not wrong:
                return [done.stderr.strip()]
    return [f"{n}:{line}: not formatted (make format)" for n, line in wrong.items()]


def check_length(names):
    """No source file is longer than 800 lines."""
    found = []
    for name in filter(is_source, names):
        lines = read(name).count(b"\n")
        if lines > MAX_LINES:
            found.append(f"{name}:{lines}: more than {MAX_LINES} lines")
    return found


def check_banner(names):
    """Each C++ and TableGen file starts with its banner and a paragraph;
    scripts start with a comment or docstring."""
    found = []
    for name in names:
        base = os.path.basename(name)
        lines = read(name).decode(errors="replace").splitlines()[:4]
        if name.endswith(CPP + (".td",)):
            want = rf"//===-+ ?{re.escape(base)} - .*\S.*===//"
            if not lines or not re.fullmatch(want, lines[0]):
                found.append(f"{name}:1: the banner is not '//===- {base} - ...===//'")
            elif len(lines) < 3 or not all(l.startswith("//") for l in lines[1:3]):
                found.append(f"{name}:2: no paragraph below the banner")
        elif name.endswith((".py", ".sh", ".cmake")) and lines:
            start = lines[1:] if lines[0].startswith("#!") else lines
            if start and not re.match(r"\s*(#|\"\"\"|r?\"\"\"|''')", start[0]):
                found.append(f"{name}:1: does not say what it is for")
    return found


def check_paths(names):
    """No committed file, binary ones too, names a path of somebody's machine
    or the host of a package registry."""
    found = []
    for name in names:
        content = read(name)
        match = MACHINE.search(content)
        if match:
            line = content.count(b"\n", 0, match.start()) + 1
            text = match[0].decode(errors="replace")
            found.append(f"{name}:{line}: machine path or registry host '{text}'")
    return found


def check_merge(names):
    """No left-over marks of a merge; text files end in a newline."""
    found = []
    for name in filter(is_source, names):
        content = read(name)
        match = MERGE.search(content)
        if match:
            line = content.count(b"\n", 0, match.start()) + 1
            found.append(f"{name}:{line}: left over from a merge")
        if content and not content.endswith(b"\n"):
            found.append(f"{name}:{content.count(10) + 1}: no newline at the end")
        if b"\r\n" in content:
            found.append(f"{name}:1: Windows line ends")
    return found


def check_scripts(names):
    """Python and shell files parse."""
    found = []
    for name in names:
        if name.endswith(".py"):
            try:
                ast.parse(read(name), name)
            except SyntaxError as error:
                found.append(f"{name}:{error.lineno}: {error.msg}")
        elif name.endswith(".sh") or name == ".ci/run":
            done = subprocess.run(
                ["bash", "-n", name], cwd=ROOT, capture_output=True, text=True
            )
            if done.returncode:
                found.append(done.stderr.strip())
    return found


def check_generated(names):
    """Generated files are what their generators (utils/gen_*.py --check) make."""
    found = []
    for path in sorted(glob.glob(os.path.join(ROOT, "utils", "gen_*.py"))):
        done = subprocess.run(
            [sys.executable, path, "--check"],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            tail = "\n    ".join(done.stdout.strip().splitlines()[-10:])
            found.append(f"utils/{os.path.basename(path)} --check:\n    {tail}")
    return found


def check_links(names):
    """Relative links of Markdown files lead somewhere, and so does every page
    of docs/ that a comment or document names."""
    found = []
    for name in names:
        if not (is_source(name) or name.endswith(".md")):
            continue
        for number, line in enumerate(read(name).decode(errors="replace").splitlines(), 1):
            targets = [t for t in re.findall(r"(?<![\w/])docs/[\w/]+\.md", line)]
            if name.endswith(".md"):
                links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", line)
                base = os.path.dirname(name)
                targets += [
                    os.path.join(base, t) for t in links if "://" not in t and " " not in t
                ]
            for target in targets:
                if not os.path.exists(os.path.join(ROOT, target)):
                    found.append(f"{name}:{number}: {target} does not exist")
    return found


RULES = "lib/Dialect/Torch/Inference/"
INFERENCE = "include/torch-onnx/Dialect/Torch/Inference/"
LOWERINGS = "lib/Conversion/TorchToONNX/"
LOWERING_TESTS = "test/Conversion/TorchToONNX/"
#: Folders of tests that are of no family.
NO_FAMILY = {"Control", "Cost"}


def check_families(names):
    """The families are those of Families.def beside the type rules. A file of
    lowerings belongs to the family that its name begins with and is in the
    folder of that family; a family has its rows in one or more files of that
    name, and its tests in one folder. An operator is in the same family
    everywhere."""
    text = read(RULES + "Families.def").decode()
    rule_files = re.findall(r"^FAMILY\((\w+)\)", text, re.MULTILINE)
    text = read(LOWERINGS + "Families.def").decode()
    lowering_files = re.findall(r"^FAMILY\((\w+)\)", text, re.MULTILINE)
    # ViewStack is a file of the family View.
    families = [
        f for f in rule_files
        if not any(f != g and f.startswith(g) for g in rule_files)
    ]

    def family_of(name):
        return next((f for f in families if name.startswith(f)), None)

    found = []
    family_of_rule = {}
    operator = re.compile(r'"((?:aten|prims)\.\w+\.\w+)"')

    def operators(path):
        text = read(path).decode()
        return operator.findall(text[text.index("void torch_onnx::"):])

    for name in rule_files:
        for op in operators(f"{RULES}{name}.cpp"):
            family_of_rule[op] = family_of(name)
    for name in lowering_files:
        family = family_of(name)
        path = f"{LOWERINGS}{family}/{name}.cpp"
        if not family or not os.path.isfile(os.path.join(ROOT, path)):
            found.append(f"{LOWERINGS}Families.def:1: {name} is in no folder of a family")
            continue
        for op in operators(path):
            other = family_of_rule.get(op)
            if other and other != family:
                found.append(f"{path}:1: '{op}' has its row in the family {other}")
    folders = {n[len(LOWERING_TESTS):].split("/")[0] for n in names
               if n.startswith(LOWERING_TESTS) and n.count("/") > 3}
    for folder in sorted(folders - NO_FAMILY - set(families)):
        found.append(f"{LOWERING_TESTS}{folder}:1: of no family")
    lowered = {family_of(name) for name in lowering_files}
    for family in sorted(lowered - folders - {None}):
        found.append(f"{RULES}Families.def:1: {family} has no folder of tests")
    return found


#: Where operators are listed by name: rows of the operator table, lowerings,
#: decompositions, what is special for batches, complex numbers or pairs.
TABLES = re.compile(
    r"lib/Dialect/Torch/Inference/\w+\.cpp|lib/Conversion/TorchToONNX/\w+/\w+\.cpp"
    r"|lib/Dialect/Torch/Transforms/(Decompose|Batch|Complex|Float4)/\w+\.cpp"
)
OPERATOR = r'"(?:aten|prims)\.\w+(?:\.\w+)?"'
LIST = re.compile(OPERATOR + r"\s*,\s*" + OPERATOR)
COMPARISON = re.compile(
    r"(?:==\s*|!=\s*|\.Cases?\(\s*\{?\s*)" + OPERATOR + r'|starts_with\("aten\.\w+'
)
#: Comparisons with names in one file above which they are a table.
MAX_COMPARISONS = 3


def check_tables(names):
    """A pass has no table of operators: what it needs to know of an operator is
    in the operator table (docs/Rationale/Movement.md)."""
    found = []
    for name in names:
        if not (name.startswith("lib/") and name.endswith(CPP)) or TABLES.fullmatch(name):
            continue
        text = read(name).decode(errors="replace")
        matches = list(LIST.finditer(text))
        comparisons = list(COMPARISON.finditer(text))
        if len(comparisons) > MAX_COMPARISONS:
            matches += comparisons[:1]
        for match in matches[:1]:
            line = text.count("\n", 0, match.start()) + 1
            found.append(f"{name}:{line}: operators by name; see {INFERENCE}OperatorTable.h")
    return found


#: Headers and names of Linux and glibc that other systems lack.
LINUX_HEADER = re.compile(
    r"#\s*include\s*<(linux/.*|elf\.h|link\.h|malloc\.h|features\.h"
    r"|sys/(prctl|syscall|epoll|eventfd|inotify|sendfile|sysinfo|vfs|random)\.h)>"
)
LINUX_NAME = re.compile(
    r"\b(SYS_\w+|O_(TMPFILE|PATH)|MAP_POPULATE|off64_t|__rlimit_resource|ElfW"
    r"|(pipe2|memfd_create|copy_file_range|fallocate|malloc_trim|mallopt|renameat2"
    r"|openat2|prctl|getrandom|gettid|dlmopen|dlinfo|secure_getenv|sched_setaffinity)(?=\())"
)


def check_linux(names):
    """Only lib/Support calls what no other system than Linux has. Elsewhere such a
    call is in a part that `#if defined(__linux__)` selects."""
    found = []
    for name in names:
        if not re.match(r"(lib|tools|include)/(?!.*Support/)", name) or not name.endswith(CPP):
            continue
        conditions = []  # of each open #if: whether this part is for Linux
        for number, line in enumerate(read(name).decode(errors="replace").splitlines(), 1):
            directive = re.match(r"\s*#\s*(if|el|endif)", line)
            if directive and directive[1] == "endif":
                conditions.pop()
            elif directive:
                if directive[1] == "el":
                    conditions.pop()
                conditions.append("__linux__" in line and "!" not in line)
            code = re.sub(r'//.*|"[^"]*"', "", line)
            if any(conditions) or not (LINUX_HEADER.search(line) or LINUX_NAME.search(code)):
                continue
            found.append(f"{name}:{number}: for Linux only; add #if or use lib/Support")
    return found


CHECKS = {
    "format": check_format,
    "length": check_length,
    "banner": check_banner,
    "paths": check_paths,
    "merge": check_merge,
    "scripts": check_scripts,
    "links": check_links,
    "generated": check_generated,
    "families": check_families,
    "tables": check_tables,
    "linux": check_linux,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", help="write the counts here")
    parser.add_argument("checks", nargs="*", choices=[[], *CHECKS], metavar="CHECK",
                        help=", ".join(CHECKS))
    options = parser.parse_args()

    names = files()
    excepted, errors = exceptions()
    failed = 1 if errors else 0
    print(*errors, sep="\n", end="\n" if errors else "")
    wanted = options.checks or list(CHECKS)
    for check in wanted:
        left = [n for n in names if (check, n) not in excepted]
        found = CHECKS[check](left)
        failed += bool(found)
        for line in found:
            print(f"{line} [{check}]")
        print(f"{check}: {'FAILED' if found else 'ok'}", flush=True)
    passed = len(wanted) + 1 - failed  # the list of exceptions is a check, too
    print(f"source checks: {passed} passed, {failed} failed")
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"passed": passed, "failed": failed, "skipped": []}, file)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
