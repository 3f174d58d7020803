"""Options and totals of the integration tests."""

from __future__ import annotations

import os

import pytest

from integration.common.compiler import CompilerNotFound, find_compiler


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds --compiler."""
    parser.addoption("--compiler", help="the torch-onnx to test")


def pytest_configure(config: pytest.Config) -> None:
    """Passes --compiler on; workers of pytest-xdist inherit the environment."""
    if config.getoption("--compiler"):
        os.environ["TORCH_ONNX"] = config.getoption("--compiler")


@pytest.fixture(scope="session")
def compiler() -> str:
    """The compiler under test; tests are skipped when there is none."""
    try:
        return str(find_compiler())
    except CompilerNotFound as error:
        pytest.skip(str(error))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many entries and models pass, whatever their rows say."""
    statuses: dict[str, list[str]] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            properties = dict(getattr(report, "user_properties", ()))
            if getattr(report, "when", "") == "call" and "status" in properties:
                kind = "entries" if "test_ledger" in report.nodeid else "models"
                statuses.setdefault(kind, []).append(properties["status"])
    for kind, found in sorted(statuses.items()):
        passing = found.count("pass")
        terminalreporter.write_line(f"{passing} of {len(found)} {kind} pass")
