"""Tests that have passed do not run again while the compiler does the same for them.

The result of a test depends on its code, the installed packages, the files that it
reads, and what the compiler answers.  A test that passes leaves a record of these: the
runs of the compiler with their input files, and hashes of what they wrote.  Next time,
if nothing else has changed, the same compiler does not run again.  Another compiler
repeats the runs (milliseconds each); if it writes the same bytes and messages, the test
has passed.  Otherwise the test runs as usual.  With TORCH_ONNX_TEST_ALL=1 every test runs.

A test is recorded only if all that its result depends on can be seen.  It is not if it

  * asks for a fixture of its own, which can hold results of the compiler,
  * starts another process, or calls the shared library itself,
  * runs the compiler in another folder, or with variables of its own,
  * reads a temporary file that neither the compiler nor the test wrote.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.metadata
import os
import pickle
import sys
import tempfile
from ast import Import, ImportFrom, parse, walk
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from integration.common import cache

Convert = Callable[[list[str]], tuple[int, str]]

_ROOT = Path(__file__).resolve().parents[2]
_TESTS = _ROOT / "integration"
#: Records with larger inputs are not kept.
_MOST_BYTES = 32 << 20
#: Fixtures that hold nothing that the compiler wrote, beside those whose names begin
#: with an underscore.
_FIXTURES = {
    "capfd",
    "capsys",
    "compiler",
    "monkeypatch",
    "record_property",
    "request",
    "tmp_path",
    "tmp_path_factory",
}
#: Variables with which every test runs.
_TEST_ALL = {"TORCH_ONNX_CONVERTER", "TORCH_ONNX_TEST_ALL", "TORCH_ONNX_TEST_SEED"}
#: Variables that change what the compiler does.
_VARIABLES = ("ATEN_", "LD_", "OMP_", "TORCH_")
#: Events of sys.audit() for new processes.
_PROCESSES = ("subprocess.Popen", "os.posix_spawn", "os.fork", "os.system", "os.exec")


def _surroundings() -> tuple[str, dict[str, str]]:
    """The current folder, and the variables that the compiler can read."""
    names = (name for name in os.environ if name.startswith(_VARIABLES))
    return os.getcwd(), {name: os.environ[name] for name in sorted(names)}


@dataclass
class Run:
    """One run of the compiler."""

    arguments: list[str]
    #: The contents of input files; None for files that stay where they are.
    inputs: dict[str, bytes | None]
    #: The exit code, the messages and a hash of each file that was written.
    answer: tuple[int, str, dict[str, str]] = (0, "", {})


@dataclass
class _Recording:
    """What is known so far of the test that runs."""

    runs: list[Run] = field(default_factory=list)
    #: Files and folders of the source tree that were read.
    read: set[Path] = field(default_factory=set)
    #: Temporary files of the compiler and of the test.
    own: set[str] = field(default_factory=set)
    #: Why the test is not recorded.
    reason: str = ""
    #: The compiler runs: what is audited now is not the test's.
    paused: bool = False
    #: The surroundings in which the test started.
    start: tuple[str, dict[str, str]] = field(default_factory=_surroundings)


class _Current:
    recording: _Recording | None = None


def refuse(reason: str) -> None:
    """Does not record the test that runs."""
    if _Current.recording and not _Current.recording.reason:
        _Current.recording.reason = reason


@functools.cache
def _temporary() -> str:
    return os.path.realpath(tempfile.gettempdir())


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    recording = _Current.recording
    if recording is None or recording.paused or recording.reason:
        return
    if event in _PROCESSES:
        refuse(event)
    elif event == "ctypes.dlopen":
        if "torch_onnx" in str(arguments[0]):
            refuse(event)
    elif event in ("open", "os.listdir", "os.scandir"):
        path, mode, flags = (*arguments, "", 0)[:3]
        if not isinstance(path, str | bytes | os.PathLike):
            return
        path = os.path.realpath(os.fsdecode(path))
        if flags & (os.O_WRONLY | os.O_RDWR):
            recording.own.add(path)
        elif path.startswith(f"{_ROOT}/"):
            is_import = mode == "rb" and path.endswith((".py", ".pyc"))
            if not is_import and not path.startswith(f"{_ROOT}/build/"):
                recording.read.add(Path(path))
        elif path.startswith(f"{_temporary()}/"):
            if path not in recording.own and not os.path.isdir(path):
                refuse("reads a temporary file of another")


@functools.cache
def _start_auditing() -> None:
    sys.addaudithook(_audit)


@functools.cache
def _imports(source: Path) -> frozenset[Path]:
    """The Python files of the tests that a file imports."""
    found = set()
    for node in walk(parse(source.read_text())):
        names: list[str] = []
        if isinstance(node, Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{a.name}" for a in node.names)]
        for name in names:
            path = _ROOT / name.replace(".", "/")
            found |= {p for p in (path.with_suffix(".py"), path / "__init__.py") if p.exists()}
    return frozenset(p for p in found if _TESTS in p.parents)


def _sources(test: Path) -> list[Path]:
    """The Python files that a test file consists of."""
    found, waiting = set(), [test, _TESTS / "conftest.py", Path(__file__)]
    while waiting:
        source = waiting.pop()
        if source not in found:
            found.add(source)
            waiting.extend(_imports(source))
    return sorted(found)


@functools.cache
def _packages() -> list[str]:
    found = importlib.metadata.distributions()
    return sorted({f"{each.metadata['Name']} {each.version}" for each in found})


@functools.cache
def _facts(test: Path) -> str:
    """A hash of all that the tests of a file depend on, except what they read
    while they run and the compiler."""
    sources = _sources(test)
    folders = {source.parent for source in sources} - {_TESTS}
    tables = (p for f in folders for p in f.iterdir() if p.suffix not in (".py", ".md"))
    digest = hashlib.sha256(cache.code_hash(*sources).encode())
    for path in sorted(p for p in tables if p.is_file()):
        digest.update(path.read_bytes())
    digest.update(repr(_packages()).encode())
    return digest.hexdigest()


def hash_of(path: Path) -> str:
    """A hash of a file or of the names in a folder; empty for what is not there."""
    if path.is_dir():
        return hashlib.sha256("\0".join(sorted(os.listdir(path))).encode()).hexdigest()
    if not path.exists():
        return ""
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _is_kept(path: str) -> bool:
    """Whether a file is found under its name next time."""
    kept = _ROOT, cache.cache_root()
    return any(path.startswith(f"{os.path.realpath(folder)}/") for folder in kept)


def _paths(arguments: Iterable[str]) -> list[str]:
    """The arguments, and the values of options, that can be paths."""
    values = (a.split("=", 1)[1] if a.startswith("-") and "=" in a else a for a in arguments)
    return [os.path.realpath(value) for value in values if "/" in value]


def _times(arguments: Iterable[str]) -> dict[str, int]:
    """The temporary files that the arguments name, the files in such folders, and the
    files of data beside a model, which have its name and a suffix; with their times."""
    found = {}
    for path in map(Path, _paths(arguments)):
        if _is_kept(str(path)):
            continue
        if path.is_dir():
            files = [*path.rglob("*")]
        elif path.parent.is_dir():
            files = [p for p in path.parent.iterdir() if p.name.startswith(path.name)]
        else:
            continue
        found |= {str(p): p.stat().st_mtime_ns for p in files if p.is_file()}
    return found


def _written(arguments: Iterable[str], before: dict[str, int]) -> dict[str, str]:
    """A hash of each file that the compiler wrote."""
    after = _times(arguments)
    return {p: hash_of(Path(p)) for p in after if after[p] != before.get(p)}


@contextlib.contextmanager
def observed(arguments: list[str]) -> Iterator[Callable[[int, str], None]]:
    """Records one run of the compiler.  The caller calls what this yields with the exit
    code and the messages; if it does not, the test is not recorded."""
    recording = _Current.recording
    if recording is None or recording.reason:
        yield lambda _code, _messages: None
        return
    if _surroundings() != recording.start:
        refuse("changes the environment")
    recording.paused = True
    inputs: dict[str, bytes | None] = {}
    for path in _paths(arguments):
        if os.path.isfile(path):
            inputs[path] = None if _is_kept(path) else Path(path).read_bytes()
            if path.startswith(f"{_ROOT}/"):
                refuse("another checkout has another path")
    before = _times(arguments)
    answers: list[tuple[int, str]] = []
    try:
        yield lambda code, messages: answers.append((code, messages))
    finally:
        written = _written(arguments, before)
        recording.paused = False
        recording.own.update(written)
        if answers:
            recording.runs.append(Run(arguments, inputs, (*answers[0], written)))
        else:
            refuse("no answer")


@contextlib.contextmanager
def recording() -> Iterator[_Recording]:
    """Records what this process does."""
    _start_auditing()
    outer, inner = _Current.recording, _Recording()
    _Current.recording = inner
    try:
        yield inner
    finally:
        _Current.recording = outer


def adopt(other: _Recording) -> None:
    """What another process did for the test that runs."""
    if _Current.recording:
        _Current.recording.runs += other.runs
        _Current.recording.read |= other.read
        if other.reason:
            refuse(other.reason)


def can_record(test: pytest.Function) -> bool:
    """Whether the test asks for no fixture that can hold results of the compiler."""
    if os.environ.keys() & _TEST_ALL:
        return False
    parameters = test.callspec.params.keys() if hasattr(test, "callspec") else set()
    fixtures = {name for name in test.fixturenames if not name.startswith("_")}
    return fixtures <= _FIXTURES | parameters


def _record_of(test: pytest.Function) -> Path:
    name = hashlib.sha256(test.nodeid.encode()).hexdigest()
    return cache.cache_folder("replays", Path(__file__)) / name


@dataclass
class _Record:
    #: A hash of the compiler.
    compiler: str
    facts: str
    runs: list[Run]
    read: dict[str, str]
    properties: list[tuple[str, object]]


@contextlib.contextmanager
def recorded(test: pytest.Function, compiler: str) -> Iterator[None]:
    """Records what a test does with this compiler, and keeps it if the test passes."""
    with recording() as found:
        yield
    size = sum(len(c) for run in found.runs for c in run.inputs.values() if c)
    path = _record_of(test)
    if found.reason or not (found.runs or found.read) or size > _MOST_BYTES:
        path.unlink(missing_ok=True)
        why = found.reason or ("large inputs" if found.runs else "no run of the compiler")
        test.user_properties.append(("replay", f"not recorded: {why}"))
        return
    read = {str(p.relative_to(_ROOT)): hash_of(p) for p in found.read}
    properties = list(test.user_properties)
    _keep(_Record(compiler, _facts(test.path), found.runs, read, properties), path)


def _keep(record: _Record, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cache.write_atomically(pickle.dumps(record), path)


def _answers_again(run: Run, folder: str, convert: Convert) -> bool:
    """Whether the compiler answers as before, in another temporary folder."""
    old, new = f"{_temporary()}/", f"{folder}/"
    for name, content in run.inputs.items():
        if content is not None:
            path = Path(name.replace(old, new))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    arguments = [argument.replace(old, new) for argument in run.arguments]
    for name in _paths(arguments):
        if name.startswith(new):
            Path(name).parent.mkdir(parents=True, exist_ok=True)
    before = _times(arguments)
    code, messages = convert(arguments)
    written = _written(arguments, before)
    renamed = {name.replace(new, old): each for name, each in written.items()}
    return run.answer == (code, messages.replace(new, old), renamed)


def passes_again(test: pytest.Function, compiler: str, convert: Convert) -> bool:
    """Whether a test has passed with this compiler, or with one that does the same.

    `compiler` is a hash of it; `convert` runs it with arguments and returns its exit code
    and messages.
    """
    path = _record_of(test)
    if not path.exists():
        return False
    record = pickle.loads(path.read_bytes())
    if record.facts != _facts(test.path):
        return False
    if any(hash_of(_ROOT / name) != value for name, value in record.read.items()):
        return False
    if record.compiler != compiler:
        with tempfile.TemporaryDirectory(prefix="torch-onnx-replay-") as folder:
            if not all(_answers_again(r, os.path.realpath(folder), convert) for r in record.runs):
                return False
        record.compiler = compiler
        _keep(record, path)
    test.user_properties.extend(record.properties)
    return True
