"""Tests are replayed only if nothing that their result depends on has changed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from integration.common import replay

ROOT = Path(__file__).resolve().parents[2]


class Compiler:
    """A compiler that adds a text to its input."""

    text = " and more"
    message = "wrote {}"
    runs = 0

    def passes_again(self, test: Any, name: str = "new") -> bool:
        """Whether a test needs not run with this compiler."""
        return replay.passes_again(test, name, self.run)

    def run(self, arguments: list[str]) -> tuple[int, str]:
        """The exit code and the messages."""
        self.runs += 1
        source, _, target = arguments
        Path(target).write_text(Path(source).read_text() + self.text)
        return 0, self.message.format(target)

    def convert(self, source: Path, target: Path) -> None:
        """As integration.common.compiler.convert()."""
        arguments = [str(source), "-o", str(target)]
        with replay.observed(arguments) as answer:
            answer(*self.run(arguments))


@pytest.fixture(autouse=True)
def _cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TORCH_ONNX_CACHE", str(tmp_path / "cache"))


def record(body: Callable[[Compiler, Path], object], name: str = "test") -> Any:
    """Records a test with this body; returns the test."""
    test = SimpleNamespace(nodeid=name, path=Path(__file__), user_properties=[("status", "pass")])
    with replay.recorded(test, "old"), tempfile.TemporaryDirectory() as folder:
        body(Compiler(), Path(folder))
    test.user_properties = []
    return test


def converts(compiler: Compiler, folder: Path) -> None:
    """A test that converts, and reads what the compiler wrote."""
    (folder / "source").write_text("this")
    compiler.convert(folder / "source", folder / "target")
    assert (folder / "target").read_text() == "this and more"


def test_same_answers() -> None:
    """The compiler runs again on the same input, the test does not."""
    test, compiler = record(converts), Compiler()
    assert compiler.passes_again(test)
    assert compiler.runs == 1
    assert test.user_properties == [("status", "pass")]


def test_the_same_compiler() -> None:
    """It does not run again, and another one runs once."""
    test, compiler = record(converts), Compiler()
    assert compiler.passes_again(test, "old") and compiler.runs == 0
    assert compiler.passes_again(test) and compiler.passes_again(test)
    assert compiler.runs == 1


@pytest.mark.parametrize("change", [{"text": " and less"}, {"message": "wrote it to {}"}])
def test_other_answers(change: dict[str, str]) -> None:
    """Other bytes and other messages."""
    compiler = Compiler()
    vars(compiler).update(change)
    assert not compiler.passes_again(record(converts))


def test_other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """The code of the tests, their tables and installed packages are facts."""
    test = record(converts)
    monkeypatch.setattr(replay, "_facts", lambda _: "other")
    assert not Compiler().passes_again(test)


def test_facts() -> None:
    """A file of tests consists of what it imports, directly or not."""
    sources = replay._sources(ROOT / "integration/semantics/test_control_flow.py")
    names = {str(path.relative_to(ROOT / "integration")) for path in sources}
    assert {"semantics/cases.py", "common/runtime.py", "common/forked.py", "conftest.py"} <= names
    assert not any(name.startswith("models/") for name in names)


def test_other_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test reads in the source tree, also the names in a folder."""

    def reads(compiler: Compiler, folder: Path) -> None:
        (ROOT / "README.md").read_text()
        os.listdir(ROOT / "docs")
        converts(compiler, folder)

    test, compiler = record(reads), Compiler()
    assert compiler.passes_again(test)
    for changed in (ROOT / "README.md", ROOT / "docs"):
        with monkeypatch.context() as patch:
            original = replay.hash_of
            patch.setattr(
                replay, "hash_of", lambda path, c=changed, o=original: "" if path == c else o(path)
            )
            assert not compiler.passes_again(test)


def starts_a_process(compiler: Compiler, folder: Path) -> None:
    """It could run the compiler."""
    converts(compiler, folder)
    subprocess.run([sys.executable, "--version"], check=True, stdout=subprocess.DEVNULL)


def changes_variables(compiler: Compiler, folder: Path) -> None:
    """They could change what the compiler does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TORCH_ONNX_SOMETHING", "1")
        converts(compiler, folder)


def changes_the_folder(compiler: Compiler, folder: Path) -> None:
    """Arguments may be relative to it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        converts(compiler, folder)


def fails_to_answer(compiler: Compiler, folder: Path) -> None:
    """The compiler did not end in time."""
    converts(compiler, folder)
    with pytest.raises(TimeoutError), replay.observed([str(folder / "source")]):
        raise TimeoutError


@pytest.mark.parametrize(
    "body", [starts_a_process, changes_variables, changes_the_folder, fails_to_answer]
)
def test_not_recorded(body: Callable[[Compiler, Path], None]) -> None:
    """The result could depend on something that is not in the record."""
    record(converts)
    assert not Compiler().passes_again(record(body))


def test_models_of_others(tmp_path: Path) -> None:
    """A test that reads what was converted before it."""
    converts(Compiler(), tmp_path)
    test = record(lambda *_: (tmp_path / "target").read_text())
    assert not Compiler().passes_again(test)


def test_failed() -> None:
    """A test that fails leaves no record."""

    def fails(compiler: Compiler, folder: Path) -> None:
        converts(compiler, folder)
        raise AssertionError("wrong")

    with pytest.raises(AssertionError, match="wrong"):
        record(fails)
    test = SimpleNamespace(nodeid="test", path=Path(__file__), user_properties=[])
    assert not Compiler().passes_again(test)


def test_fixtures() -> None:
    """Fixtures of a test can hold results of the compiler; its parameters cannot."""
    test = SimpleNamespace(fixturenames=["_seed", "tmp_path", "x"], callspec=SimpleNamespace(params={"x": 1}))
    assert replay.can_record(test)
    test.fixturenames.append("model")
    assert not replay.can_record(test)
