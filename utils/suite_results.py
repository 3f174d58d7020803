"""Results of suites of tests that have passed, by all that they depend on.

A suite that passed leaves its counts in the cache folder, under a hash of what its
result depends on: the programs and libraries of its build, the files of the source tree
except those that it does not read, the Python packages, the variables TORCH_ONNX_*, and
the machine.  check.py takes the counts instead of running the suite again.  Builds with
the same flags write the same bytes in every folder, so another clone finds them, too.
"""

import glob
import hashlib
import importlib.metadata
import json
import os
import platform

import check_source

# Of a build: what tests run or load.
PROGRAMS = ("bin/*", "lib/*.so*", "unittests/bin/*")
# Where the tree and the build are does not matter, nor whether suites are cached.
PLACES = {"TORCH_ONNX_BUILD", "TORCH_ONNX_CACHE", "TORCH_ONNX_EXAMPLES", "TORCH_ONNX_PREFIX",
          "TORCH_ONNX_ROOT", "TORCH_ONNX_VENV", "TORCH_ONNX", "TORCH_ONNX_BIN",
          "TORCH_ONNX_LIBRARY"}


def add_files(digest, root, names):
    """Adds the names and the contents of files below `root`."""
    for name in names:
        with open(os.path.join(root, name), "rb") as file:
            digest.update(name.encode() + b"\0" + hashlib.file_digest(file, "sha256").digest())


def processor():
    """The model and the features of the processor, which numbers can depend on."""
    try:
        with open("/proc/cpuinfo") as file:
            return sorted({line for line in file if line.startswith(("model name", "flags"))})
    except OSError:
        return [platform.processor()]


def inputs_hash(name, root, build, unread, environment):
    """A hash of all that the result of the suite `name` depends on.  `unread` has the
    folders and the suffixes of files that it does not read."""
    variables = {k: v for k, v in {**os.environ, **environment}.items()
                 if k.startswith(("TORCH_ONNX_", "ASAN_", "UBSAN_", "OMP_")) and k not in PLACES}
    packages = sorted({f"{each.metadata['Name']} {each.version}"
                       for each in importlib.metadata.distributions()})
    facts = [name, platform.platform(), processor(), sorted(variables.items()), packages]
    digest = hashlib.sha256(json.dumps(facts).encode())
    add_files(digest, root, (file for file in check_source.files(root)
                             if not file.startswith(unread) and not file.endswith(unread)))
    for pattern in PROGRAMS:
        add_files(digest, build, sorted(glob.glob(pattern, root_dir=build)))
    return digest.hexdigest()


def result_path(key):
    """The file of a result."""
    return os.path.join(os.environ["TORCH_ONNX_CACHE"], "suites", f"{key}.json")


def load(key):
    """The counts of the suite when it passed, or None."""
    if os.environ.get("TORCH_ONNX_TEST_ALL"):
        return None
    try:
        with open(result_path(key)) as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def keep(key, counts):
    """Keeps the counts of a suite that passed."""
    path = result_path(key)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(f"{path}.{os.getpid()}", "w") as file:
        json.dump(counts, file)
    os.replace(file.name, path)
