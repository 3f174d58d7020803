"""utils/check.py counts a test that is skipped without need as failed, and takes the
result of a suite that has passed only if nothing has changed."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

_FILE = Path(__file__).resolve().parents[2] / "utils" / "check.py"

XML = """<testsuites><testsuite tests="3" failures="0" errors="0" skipped="2">
<testcase name="a"/>
<testcase name="b"><skipped message="root reads everything">somewhere</skipped></testcase>
<testcase name="c"><skipped message="{reason}"/></testcase>
</testsuite></testsuites>"""


@pytest.fixture(scope="module", name="check")
def load_check() -> ModuleType:
    """The script as a module."""
    sys.path.insert(0, str(_FILE.parent))
    spec = importlib.util.spec_from_file_location("check", _FILE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("reason", "failed"),
    [("root reads everything", 0), ("Missing required feature(s): torch", 1), ("", 1)],
)
def test_xml(reason: str, failed: int, check: ModuleType, tmp_path: Path) -> None:
    """Files of lit and pytest."""
    path = tmp_path / "results.xml"
    path.write_text(XML.format(reason=reason))
    suite = check.Suite("some")
    suite.count(str(path))
    assert (suite.passed, suite.failed, suite.skipped) == (1, failed, 2 - failed)


def test_json(check: ModuleType, tmp_path: Path) -> None:
    """Files of our own runners."""
    path = tmp_path / "results.json"
    skipped = [["Plugin.Loads", "built without LibTorch"]]
    path.write_text(json.dumps({"passed": 4, "failed": 0, "skipped": skipped}))
    suite = check.Suite("some")
    suite.count(str(path))
    assert (suite.passed, suite.failed, suite.skipped) == (4, 1, 0)


@pytest.fixture(name="tree")
def make_tree(check: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a built program."""
    root = tmp_path / "tree"
    for name in ("test/a.mlir", "docs/notes.txt", "build/release/bin/tool"):
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text(name)
    (root / ".gitignore").write_text("build/\n")
    subprocess.run(["git", "init", "-q", root], check=True)
    (tmp_path / "out").mkdir()
    for name, folder in (("ROOT", root), ("BUILD", root / "build"), ("OUT", tmp_path / "out")):
        monkeypatch.setattr(check, name, str(folder))
    monkeypatch.setenv("TORCH_ONNX_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("TORCH_ONNX_TEST_ALL", raising=False)
    return root


def _runs(check: ModuleType, root: Path, code: str = "", env: dict[str, str] | None = None) -> bool:
    """Returns true if the suite runs, and false if an earlier result is used."""
    ran = root.parent / "ran"
    ran.unlink(missing_ok=True)
    step = [sys.executable, "-c", f"open({str(ran)!r}, 'w').close(); {code}"]
    suite = check.Suite("some", steps=[step], env=env, preset="release", unread=("docs/",))
    suite.run()
    assert bool(suite.failed) == (code != "")
    assert ran.exists() or suite.passed == 1
    return ran.exists()


def test_has_passed_before(check: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a suite does not read makes no difference."""
    assert _runs(check, tree)
    assert not _runs(check, tree)
    (tree / "docs" / "notes.txt").write_text("other")
    assert not _runs(check, tree)
    monkeypatch.setenv("TORCH_ONNX_TEST_ALL", "1")
    assert _runs(check, tree)


@pytest.mark.parametrize("name", ["test/a.mlir", "test/new.mlir", "build/release/bin/tool"])
def test_changed_files(check: ModuleType, tree: Path, name: str) -> None:
    """Files that git does not know yet, and programs that it ignores, count."""
    assert _runs(check, tree)
    (tree / name).write_text("other")
    assert _runs(check, tree)
    assert not _runs(check, tree)


def test_other_variables(check: ModuleType, tree: Path) -> None:
    """The variables that the suite sets count, too."""
    assert _runs(check, tree, env={"TORCH_ONNX_SOMETHING": "1"})
    assert _runs(check, tree, env={"TORCH_ONNX_SOMETHING": "2"})


def test_failed_before(check: ModuleType, tree: Path) -> None:
    """A failure is not kept."""
    assert _runs(check, tree, "raise SystemExit(1)")
    assert _runs(check, tree)


def test_suites_at_once(check: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A suite runs after those that it needs, and not at all if one of them fails."""
    monkeypatch.setattr(check, "ROOT", str(tmp_path))
    monkeypatch.setattr(check, "OUT", str(tmp_path))
    order = tmp_path / "order"

    def suite(name: str, code: str, *needs: str) -> Any:
        step = [sys.executable, "-c", f"{code}\nopen({str(order)!r}, 'a').write('{name} ')"]
        return check.Suite(name, needs, steps=[step])

    suites = [
        suite("tested", "", "built"),
        suite("unbuilt", "", "broken"),
        suite("built", "import time; time.sleep(0.5)"),
        suite("broken", "raise SystemExit(1)"),
    ]
    check.run_suites(suites, 2)
    assert order.read_text() == "built tested "
    assert [s.status for s in suites] == ["ok", "not run: broken failed", "ok", "FAILED"]
