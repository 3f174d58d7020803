"""Ctrl-C while the compiler works: KeyboardInterrupt, and no file that is half written."""

from __future__ import annotations

import _thread
import contextlib
import os
import pathlib
import signal
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest
import torch
import torch_onnx_mlir
from torch_onnx_mlir._compiler import library as _library
from torch_onnx_mlir._compiler.conversion import Conversion, Message

from .models import Mlp


@pytest.fixture(autouse=True)
def _ctrl_c() -> Iterator[None]:
    """Ctrl-C interrupts, also where the tests run in the background, which ignores it."""
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, former)


class Wide(torch.nn.Module):
    """A weight of `megabytes` that takes a moment to write."""

    def __init__(self, megabytes: int) -> None:
        super().__init__()
        self.table = torch.nn.Parameter(torch.zeros(megabytes, 2**18), requires_grad=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.table + x


@contextlib.contextmanager
def _interrupted_in(name: str, interrupt: Callable[[], None]) -> Iterator[None]:
    """KeyboardInterrupt comes of what is inside; `interrupt` is called, in another thread, when
    the function `name` of C is."""
    library = _library.load()
    function = getattr(library, name)
    entered = threading.Event()

    def watched(*arguments: object) -> int:
        entered.set()
        return int(function(*arguments))

    def wait_and_interrupt() -> None:
        entered.wait()
        interrupt()

    thread = threading.Thread(target=wait_and_interrupt)
    thread.start()
    try:
        with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(library, name, watched)
            yield
            time.sleep(5)  # It was faster than the interrupt.
    finally:
        thread.join()


def test_interrupt_of_a_conversion(tmp_path: pathlib.Path) -> None:
    """A signal that arrives while C runs is an exception where the export was called."""
    with _interrupted_in("torchOnnxConversionRun", lambda: os.kill(os.getpid(), signal.SIGINT)):
        torch_onnx_mlir.export(torch.nn.Linear(3, 2), (torch.zeros(1, 3),), tmp_path / "model.onnx")
    assert not torch.onnx.is_in_onnx_export()


def _conversion() -> Conversion:
    return Conversion(torch.export.export(Mlp(), (torch.zeros(1, 64),)), ["--weights=reference"])


def test_poll_stops_a_run() -> None:
    """Before its first pass: no model, one message."""
    library = _library.load()
    conversion = _conversion()
    polls: list[int] = []

    @_library.Poll
    def poll(_user: object) -> int:
        polls.append(1)
        return 1

    handle = conversion._get_handle()
    library.torchOnnxConversionSetPoll(handle, poll, None)
    assert library.torchOnnxConversionRun(handle, _library.OnMessage(), None) == 1
    assert len(polls) == 1, "who was told to stop does not ask again"
    assert [message.text for message in conversion.messages] == [
        "the conversion was stopped"
    ]
    assert library.torchOnnxConversionGetMLIR(handle) is None
    assert _conversion().run(), "others are as before"


def test_what_a_listener_raises_stops_a_run() -> None:
    class Unsupported(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.poisson(x)

    def listen(message: Message) -> None:
        raise LookupError(message.text)

    conversion = Conversion(torch.export.export(Unsupported(), (torch.eye(3),)), [])
    with pytest.raises(LookupError, match="poisson"):
        conversion.run(listen)


def test_signals_that_do_not_interrupt(tmp_path: pathlib.Path) -> None:
    """Calls of the system that a signal ends are made again; the handler runs meanwhile."""
    count = 0

    def on_alarm(_signal: int, _frame: object) -> None:
        nonlocal count
        count += 1

    former = signal.signal(signal.SIGALRM, on_alarm)
    try:
        program = torch_onnx_mlir.export(Wide(128), (torch.zeros(2**18),))
        with torch.no_grad():
            program.exported_program.state_dict["table"].copy_(torch.rand(128, 2**18))
        signal.setitimer(signal.ITIMER_REAL, 1e-4, 1e-4)
        paths = program.save(tmp_path / "model.onnx", external_data=True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
    assert count > 1, "handlers run while C does"
    data = np.fromfile(paths[1], np.float32, count=128 * 2**18).reshape(128, 2**18)
    expected = program.exported_program.state_dict["table"].detach().numpy()
    assert np.array_equal(data, expected)


def test_interrupt_while_a_model_is_written(tmp_path: pathlib.Path) -> None:
    program = torch_onnx_mlir.export(Wide(256), (torch.zeros(2**18),))

    def interrupt() -> None:
        time.sleep(0.01)
        _thread.interrupt_main()

    with _interrupted_in("torchOnnxConversionSave", interrupt):
        program.save(tmp_path / "model.onnx", external_data=True)
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == [] or len(written) == 2, "a model is there with its data, or not at all"
    # The program is as good as before.
    assert len(program.save(tmp_path / "model.onnx", external_data=True)) == 2


def test_stop(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A save that is stopped writes nothing, says so, and keeps the model that was there."""
    path = tmp_path / "model.onnx"
    path.write_bytes(b"before")
    program = torch_onnx_mlir.export(Wide(512), (torch.zeros(2**18),))
    library = _library.load()
    handle = program._compiled()._get_handle()
    library.torchOnnxConversionStop(handle)  # There is nothing to stop.
    statuses: list[int] = []

    def save() -> None:
        statuses.append(library.torchOnnxConversionSave(handle, str(path).encode(), 2, 1024))

    thread = threading.Thread(target=save)
    thread.start()
    while thread.is_alive():
        library.torchOnnxConversionStop(handle)
        time.sleep(0.001)
    assert statuses == [1]
    assert program._compiled().messages[-1].text == "was stopped before it was written"
    assert [entry.name for entry in tmp_path.iterdir()] == ["model.onnx"]
    assert path.read_bytes() == b"before"


def test_interrupt_of_the_capture(tmp_path: pathlib.Path) -> None:
    class Interrupting(Mlp):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        torch_onnx_mlir.export(Interrupting(), (torch.zeros(1, 64),), tmp_path / "model.onnx")
    assert not list(tmp_path.iterdir())
    assert not torch.onnx.is_in_onnx_export()
