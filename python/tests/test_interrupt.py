"""Ctrl-C while the compiler works: KeyboardInterrupt, and no file that is half written."""

from __future__ import annotations

import _thread
import pathlib
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator

import pytest
import torch
import torch_onnx_mlir
from torch_onnx_mlir import _library

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


def test_interrupt_of_a_conversion(tmp_path: pathlib.Path) -> None:
    """A signal that arrives while C runs is an exception in the thread that waits."""
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent(
            """
            import os, pathlib, signal, sys, threading, time
            import torch, torch_onnx_mlir
            from torch_onnx_mlir import _library

            signal.signal(signal.SIGINT, signal.default_int_handler)
            library = _library.load()
            run = library.torchOnnxConversionRun
            entered, ended = threading.Event(), threading.Event()

            def slow(*arguments):
                entered.set()
                time.sleep(1)  # As C does, which is not interrupted.
                status = run(*arguments)
                ended.set()
                return status

            library.torchOnnxConversionRun = slow

            def interrupt():
                entered.wait()
                os.kill(os.getpid(), signal.SIGINT)

            threading.Thread(target=interrupt).start()
            start = time.monotonic()
            try:
                torch_onnx_mlir.export(torch.nn.Linear(3, 2), (torch.zeros(1, 3),), "model.onnx")
            except KeyboardInterrupt:
                assert not ended.is_set(), "it waited for the compiler"
                ended.wait()
                time.sleep(0.1)
                print("interrupted", sorted(path.name for path in pathlib.Path().glob("model*")))
            """
        )
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.stdout == "interrupted []\n", done.stderr


def test_interrupt_while_a_model_is_written(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = torch_onnx_mlir.export(Wide(256), (torch.zeros(2**18),))
    library = _library.load()
    save = library.torchOnnxConversionSave
    entered = threading.Event()

    def watched(*arguments: object) -> int:
        entered.set()
        return int(save(*arguments))

    def interrupt() -> None:
        entered.wait()
        time.sleep(0.01)
        _thread.interrupt_main()

    monkeypatch.setattr(library, "torchOnnxConversionSave", watched)
    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            program.save(tmp_path / "model.onnx", external_data=True)
            time.sleep(5)  # It was faster than the interrupt.
    finally:
        thread.join()
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == [] or len(written) == 2, "a model is there with its data, or not at all"
    # The program is as good as before.
    monkeypatch.undo()
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
