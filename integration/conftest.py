"""Options, random numbers and totals of the integration tests.

TORCH_ONNX_TEST_SEED=N runs the tests with other random numbers than those of CI:
those that do not fix their own must pass with any.
"""

from __future__ import annotations

import collections
import os
import random
from collections.abc import Iterator

import numpy
import pytest
import torch

from integration.common import replay, runtime
from integration.common.compiler import CompilerNotFound, compiler_hash, find_compiler, run


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds --compiler."""
    parser.addoption("--compiler", help="the torch-onnx to test")


def pytest_configure(config: pytest.Config) -> None:
    """Passes --compiler on; workers of pytest-xdist inherit the environment."""
    if config.getoption("--compiler"):
        os.environ["TORCH_ONNX"] = config.getoption("--compiler")
    _seed()  # What modules draw when they are imported.
    config.pluginmanager.register(_Replays())


def _seed() -> None:
    seed = int(os.environ.get("TORCH_ONNX_TEST_SEED", "0"))
    torch.manual_seed(seed)
    numpy.random.seed(seed)
    random.seed(seed)


@pytest.fixture(autouse=True)
def _same_numbers() -> None:
    """Random numbers do not depend on the tests that a worker ran before."""
    _seed()


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Iterator[None]:
    """Runs a test again on the models as they are written, where ONNX Runtime's
    optimizations change a bit of a result: numbers hold with and without them."""
    runtime.forget_differences()
    yield
    if not runtime.have_differed():
        return
    names = pyfuncitem._fixtureinfo.argnames
    arguments = {name: pyfuncitem.funcargs[name] for name in names}
    if "tmp_path" in arguments:
        arguments["tmp_path"] /= "as_written"
        arguments["tmp_path"].mkdir()
    _seed()
    with runtime.as_written():
        pyfuncitem.obj(**arguments)


class _Replays:
    """A test that has passed is not called if the compiler does the same for it."""

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> Iterator[None]:
        """Around the call of the hook above, which may run the test twice."""
        if not replay.can_record(pyfuncitem):
            pyfuncitem.user_properties.append(("replay", "not recorded: fixtures"))
            return (yield)
        if replay.passes_again(pyfuncitem, compiler_hash(), run):
            pyfuncitem.obj = lambda **_: None
            pyfuncitem.user_properties.append(("replay", "has passed before"))
            return (yield)
        with replay.recorded(pyfuncitem, compiler_hash()):
            return (yield)


@pytest.fixture(scope="session")
def compiler() -> str:
    """The compiler under test; without one its tests fail."""
    try:
        return str(find_compiler())
    except CompilerNotFound as error:
        pytest.fail(str(error), pytrace=False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many rows of the ledger and models pass, whatever was expected; how many tests
    had passed before, and why others have no record."""
    statuses: dict[str, list[str]] = {}
    replays: collections.Counter[object] = collections.Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") != "call":
                continue
            properties = dict(report.user_properties)
            replays[properties.get("replay", "recorded")] += 1
            if "status" in properties:
                statuses.setdefault("models", []).append(properties["status"])
            for run, status in properties.get("statuses", {}).items():
                statuses.setdefault(f"{run} rows of the ledger", []).append(status)
    for kind, found in sorted(statuses.items()):
        passing = found.count("pass")
        terminalreporter.write_line(f"{passing} of {len(found)} {kind} pass")
    for kind, count in replays.most_common():
        terminalreporter.write_line(f"{count} tests: {kind}")
