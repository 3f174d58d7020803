#!/usr/bin/env python3
#===- torch_versions.py - The package's tests with versions of PyTorch ----===#
#
#   python utils/torch_versions.py 2.6.0 2.8.0 2.10.0 2.12.0 2.14.1 2.15.0
#
# Makes a virtual environment for each version in the cache folder (a CUDA build
# of 5 GB each, so it is removed afterwards unless --keep is given), runs the
# tests of python/tests there with the library of the build, one file at a time,
# and writes versions x files into docs/TorchVersions.md. The pinned version
# takes the environment of setup.sh. Results of other versions and files stay in
# the table, from utils/torch_versions.json. A version that cannot be installed
# is named at the end, and the others are run.
#
#===----------------------------------------------------------------------===#

import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
TESTS = ROOT / "python" / "tests"
RESULTS = ROOT / "utils" / "torch_versions.json"
TABLE = ROOT / "docs" / "TorchVersions.md"

# About the sources and documents of the tree, not about PyTorch.
SKIPPED = {"test_types.py", "test_c_example.py", "test_page.py", "test_report_text.py"}
# A few minutes of `make check`: what most users call.
SMALL = ("test_services.py", "test_program.py", "test_dynamic_sizes.py", "test_serialize.py",
         "test_parts.py", "test_translation.py", "test_versions.py")
NOT_INSTALLED = ("no other version of PyTorch is installed: utils/torch_versions.py --keep VERSION "
                 "installs one")
# A file that takes longer is counted as one failure.
LONGEST = 900

HEADER = """# Versions of PyTorch

`utils/torch_versions.py` writes this page. It runs the tests of the Python package
(`python/tests`) with each version of PyTorch and one build of the compiler. The LibTorch
plug-in belongs to the pinned version, {pinned}. With other versions the package itself
computes and decomposes operators, and TorchScript (`.pt`, `torch.jit`) is refused with a
message that says what works. A number in the first table counts the tests that pass, of those
that are not skipped. An empty cell was not run. Each file keeps its latest run; the row "date"
has the dates of the oldest and the newest run of a column. A test of
a feature that a version of PyTorch lacks is skipped; the second table counts the skipped tests
by the feature. Conditions try the feature and do not compare versions: a size from a computed
floating-point number (`interpolate` by a computed factor), tensor subclasses as weights, and
numbers as dynamic inputs are tried with `torch.export`. `export()` refuses such models with an
error. A test whose expectation depends on the wording of `torch.export`, such as the report of
a failed capture, compares with what `torch.export` of this version says.

PyTorch before 2.6 is refused with a message; PyTorch newer than the newest column works through
`torch.export.save`, and a warning says so. With PyTorch 2.6, a dynamic size that is 1 in the
example is captured as 2, and the program is used only if it has the operators of the example's
own capture.

"""


def cache():
    home = os.environ.get("TORCH_ONNX_CACHE")
    return pathlib.Path(home or pathlib.Path.home() / ".cache" / "torch-onnx")


def pinned():
    text = (ROOT / "utils" / "requirements.txt").read_text()
    return re.search(r"^torch==(\S+)", text, re.M)[1]


def python_of(version):
    """The interpreter of a version; None if it is not installed."""
    if version == pinned():
        folder = pathlib.Path(os.environ.get("TORCH_ONNX_VENV", sys.prefix))
        return folder / "bin" / "python"
    folder = cache() / f"versions-torch-{version}"
    return folder / "bin" / "python" if (folder / ".stamp").exists() else None


def install(version):
    """Make the environment of a version."""
    folder = cache() / f"versions-torch-{version}"
    pip = [folder / "bin" / "python", "-m", "pip", "install", "-q"]
    wanted = [
        line
        for line in (ROOT / "utils" / "requirements.txt").read_text().splitlines()
        if re.match(r"\w", line) and not re.match(r"(torch|cmake|mypy|onnxsim|onnxslim|openvino.*|auditwheel|pyelftools)==", line)
    ]
    subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
    # A constraint of the machine can name another version.
    constraints = folder / "constraints.txt"
    constraints.write_text(f"torch=={version}\n")
    environment = dict(os.environ, PIP_CONSTRAINT=str(constraints))
    try:
        for packages in [f"torch=={version}"], wanted:
            subprocess.run([*pip, *packages], check=True, env=environment)
    except subprocess.CalledProcessError:
        shutil.rmtree(folder)
        raise
    (folder / ".stamp").touch()
    return folder / "bin" / "python"


def reason_of(skip):
    """The reason of a skipped test, or of a skipped file."""
    if skip.get("message") == "collection skipped":
        return re.search(r"Skipped: (.*?)['\"]\)$", skip.text.strip())[1]
    return skip.get("message").removeprefix("Skipped: ")


def run_file(python, path, folder):
    """Passed, failed and skipped tests of one file, and the names of those that failed."""
    result = pathlib.Path(folder) / f"{path.stem}.xml"
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"), OMP_NUM_THREADS="1",
                       HF_HUB_OFFLINE="1", TRANSFORMERS_VERBOSITY="error")
    environment.setdefault(
        "TORCH_ONNX_LIBRARY", str(ROOT / "build" / "release" / "lib" / "libtorch_onnx.so"))
    nothing = {"passed": 0, "failed": 0, "skipped": 0, "reasons": {}}
    command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={result}", path]
    try:
        subprocess.run(command, cwd=ROOT, env=environment, timeout=LONGEST, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return dict(nothing, failed=1, names=[f"{path.stem}: no end"])
    if not result.exists():
        return dict(nothing, failed=1, names=[f"{path.stem}: no result"])
    counts = dict(nothing, names=[], reasons={})
    for case in ElementTree.parse(result).iter("testcase"):
        failure = next((c for c in case if c.tag in ("failure", "error")), None)
        if failure is not None:
            counts["failed"] += 1
            counts["names"].append(f"{path.stem}::{case.get('name')}: {failure.get('message')}"[:300])
        elif (skip := next((c for c in case if c.tag == "skipped"), None)) is not None:
            counts["skipped"] += 1
            reason = reason_of(skip)
            counts["reasons"][reason] = counts["reasons"].get(reason, 0) + 1
        else:
            counts["passed"] += 1
    return counts


def run(version, python, files, jobs, tell=lambda name, counts: None):
    """The results of the test files with one version.

    Args:
        tell: Called with each result as soon as it is there.
    """
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for path, counts in zip(files, pool.map(lambda p: run_file(python, p, folder), files)):
                results[path.stem] = counts
                for name in counts["names"]:
                    print(f"  {name.splitlines()[0]}", flush=True)
                tell(path.stem, counts)
    total = [sum(c[key] for c in results.values()) for key in ("passed", "failed", "skipped")]
    print(f"{version}: {total[0]} passed, {total[1]} failed, {total[2]} skipped", flush=True)
    return results


def key(version):
    return [int(part) for part in version.split(".")]


def write_table(results):
    versions = sorted(results, key=key)
    files = sorted({name for counts in results.values() for name in counts})
    lines = ["| tests | " + " | ".join(versions) + " |", "|---|" + "---:|" * len(versions)]

    def cell(counts):
        if counts is None:
            return ""
        ran = counts["passed"] + counts["failed"]
        return str(ran) if not counts["failed"] else f"{counts['passed']} of {ran}"

    for name in files:
        cells = [cell(results[version].get(name)) for version in versions]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    sums = [
        {k: sum(c[k] for c in results[version].values()) for k in ("passed", "failed")}
        for version in versions
    ]
    lines.append("| **all** | " + " | ".join(cell(counts) for counts in sums) + " |")
    lines.append("| date | " + " | ".join(dates(results[v].values()) for v in versions) + " |")
    lines += skip_table(results, versions)
    TABLE.write_text(HEADER.format(pinned=pinned()) + "\n".join(lines) + "\n")


def dates(counts):
    """The dates of the oldest and the newest run."""
    found = sorted({c.get("date", "earlier") for c in counts}, key=lambda d: (d != "earlier", d))
    return found[0] if len(found) == 1 else f"{found[0]} to {found[-1]}"


def skip_table(results, versions):
    """Reasons of skipped tests x versions."""
    numbers = {}
    for version in versions:
        for counts in results[version].values():
            for reason, number in counts.get("reasons", {}).items():
                row = numbers.setdefault(reason, dict.fromkeys(versions, 0))
                row[version] += number
    lines = ["", "| skipped tests | " + " | ".join(versions) + " |"]
    lines.append("|---|" + "---:|" * len(versions))
    for reason, row in sorted(numbers.items()):
        lines.append(f"| {reason} | " + " | ".join(str(n or "") for n in row.values()) + " |")
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("versions", nargs="*")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--files", help="test files, with commas between, or 'small'")
    parser.add_argument("--keep", action="store_true", help="keep environments that were made")
    parser.add_argument("--install-only", action="store_true", help="run no tests")
    parser.add_argument("--json", help="where --if-installed writes its counts")
    parser.add_argument("--if-installed", action="store_true",
                        help="the newest version that has an environment; writes no table")
    options = parser.parse_args()
    if options.install_only:
        for version in options.versions:
            install(version)
        return 0
    files = [path for path in sorted(TESTS.glob("test_*.py")) if path.name not in SKIPPED]
    if options.files:
        names = SMALL if options.files == "small" else options.files.split(",")
        files = [TESTS / name for name in names]
    if options.if_installed:
        prefix = "versions-torch-"
        found = [p.name.removeprefix(prefix) for p in cache().glob(f"{prefix}*")]
        found = [version for version in found if python_of(version)]
        counts = {"passed": 0, "failed": 0, "skipped": []}
        if found:
            version = max(found, key=key)
            for count in run(version, python_of(version), files, options.jobs).values():
                counts["passed"] += count["passed"]
                counts["failed"] += count["failed"]
        else:
            counts["skipped"].append(["versions", NOT_INSTALLED])
            print(NOT_INSTALLED)
        if options.json:
            pathlib.Path(options.json).write_text(json.dumps(counts))
        return int(counts["failed"] > 0)

    # A shell in the background ignores SIGINT for its children; test_interrupt sends it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    known = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    missing = []
    for version in options.versions:
        python = python_of(version)
        is_new = python is None
        if is_new:
            print(f"{version}: installing", flush=True)
            try:
                python = install(version)
            except subprocess.CalledProcessError as error:
                print(f"{version}: not installed: {error}", flush=True)
                missing.append(version)
                continue

        def keep(name, counts, own=known.setdefault(version, {})):
            own[name] = {k: counts[k] for k in ("passed", "failed", "skipped", "reasons")}
            own[name]["date"] = datetime.date.today().isoformat()
            RESULTS.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")
            write_table(known)

        run(version, python, files, options.jobs, keep)
        if is_new and not options.keep:
            shutil.rmtree(cache() / f"versions-torch-{version}")
    write_table(known)
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
