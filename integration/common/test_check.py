"""utils/check.py counts a test that is skipped without need as failed."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

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
