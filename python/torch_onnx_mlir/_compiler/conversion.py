"""The boundary to the compiler.

A `Conversion` takes an exported program and the options of the tool `torch-onnx`,
and gives the ONNX model as files or as bytes.  It runs in this process: the compiler
reads the program as text and the weights where they are.  Nothing else in the
package knows how the compiler is called.
"""

from __future__ import annotations

import ctypes
import json
import os
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import torch

from torch_onnx_mlir._compiler import library as _library
from torch_onnx_mlir._compiler import services as _services
from torch_onnx_mlir._compiler.program_view import Parts, view
from torch_onnx_mlir._support.paths import check_text
from torch_onnx_mlir.errors import CompilerError

#: Tensors of at most so many bytes are never external data.
_THRESHOLD = 1024


class Message(NamedTuple):
    """What the compiler says about a place in the program."""

    severity: str  # "error" | "warning" | "note" | "remark"
    location: str  # "FILE:LINE", or the name of the model
    text: str


def get_version() -> str:
    """The version of the compiler, as in "torch-onnx 0.1.0"."""
    return f"torch-onnx {_library.load().torchOnnxGetVersion().decode()}"


def has_operator(name: str) -> bool:
    """Whether the compiler converts an operator, "aten.add.Tensor"."""
    return bool(_library.load().torchOnnxHasOperator(name.encode()))


def make_page(report: Mapping[str, Any], model: bytes) -> bytes:
    """A page of HTML that shows a model and its conversion.

    Args:
        report: What `Conversion.report` is, with further stages and a text
            "verification" if there are any.
        model: A ModelProto; its weights may be external data.

    Raises:
        CompilerError: The bytes are no model.
    """
    parts: list[bytes] = []
    on_text = _library.OnText(lambda text, size, _: parts.append(ctypes.string_at(text, size)))
    status = _library.load().torchOnnxMakePage(
        json.dumps(report).encode(), model, len(model), on_text, None
    )
    if status != _library.WRITTEN:
        raise CompilerError("the bytes are not those of a model")
    return parts[0]


def _message(message: _library.Message) -> Message:
    fields = (message.severity, message.location, message.text)
    return Message(*(field.decode(errors="replace") for field in fields))


class Conversion:
    """One conversion of a program to an ONNX model.

    The weights of the program are read where they are, whenever the model is written:
    to change one in place changes the model.

    Args:
        program: The program, or the path of a .pt2 file.
        arguments: Options of the tool, without the model and without `-o`.
    """

    def __init__(
        self,
        program: torch.export.ExportedProgram | os.PathLike[str] | str,
        arguments: Sequence[str],
    ) -> None:
        self._library = _library.load()
        self._source = program
        self._arguments = list(arguments)
        self._parts: Parts | None = None
        if isinstance(program, torch.export.ExportedProgram):
            self._parts = Parts(program)
        # One thread at a time may use a conversion of C.  A handler of a signal that runs inside
        # of C has the lock already: C refuses its call.
        self._lock = threading.RLock()
        self._handle: int | None = self._create()
        #: The same program with weights as inputs, once it is asked for.
        self._without_weights: Conversion | None = None

    def _create(self) -> int:
        arguments = list(self._arguments)
        if self._parts is None:
            arguments.insert(0, os.fspath(self._source))  # type: ignore[arg-type]
        array = _library.string_array(arguments)
        handle: int = self._library.torchOnnxConversionCreate(array, len(arguments))
        if self._parts is None:
            return handle
        parts = self._parts
        storages = (_library.Storage * len(parts.storages))()
        for entry, (name, storage) in zip(storages, parts.storages.items()):
            entry.name = name.encode()
            if storage is not None:
                entry.data, entry.size = storage.data_ptr(), storage.nbytes()
        self._library.torchOnnxConversionSetProgram(
            handle,
            _library.Program(
                name=b"program",
                program=_address(parts.program),
                weights=parts.weights,
                constants=parts.constants,
                program_size=len(parts.program),
                weights_size=len(parts.weights),
                constants_size=len(parts.constants),
                storages=storages,
                storage_count=len(storages),
            ),
        )
        return handle

    def run(self, on_message: Callable[[Message], None] | None = None) -> bool:
        """Convert the program.

        Other threads run meanwhile.  An interrupt (Ctrl-C) stops the compiler before its
        next pass.

        Args:
            on_message: Called with each message of the compiler, soon after it is there.
                What it raises stops the compiler, too.

        Returns:
            False if the program was refused; `messages` says why.

        Raises:
            ValueError: An option has a value that it cannot have.
        """
        known = len(self.messages)

        def on_poll() -> None:
            nonlocal known
            if self._parts is not None:
                self._parts.forget_program()  # The compiler has read it.
            if on_message is not None:
                for message in self._messages_from(known):
                    known += 1
                    on_message(message)

        status = self._call(
            lambda: self._library.torchOnnxConversionRun(
                self._get_handle(), _library.OnMessage(), None
            ),
            on_poll,
        )
        on_poll()
        if status == _library.USAGE:
            raise ValueError("; ".join(message.text for message in self.messages))
        return status == _library.WRITTEN

    def _call(self, call: Callable[[], int], on_poll: Callable[[], None] = lambda: None) -> int:
        """Call C in this thread: in another it could not use memory that this one has freed.

        C polls, and handlers of signals run then.  What they or `on_poll` raise stops C, and
        is raised here.
        """
        failures: list[BaseException] = []

        # A handler may run, and raise, at the first instruction of whatever C calls: that of a
        # function is outside its `try`.  A generator goes on inside, and so does its inner loop.
        def watch() -> Generator[int, Any, None]:
            while True:
                try:
                    while True:
                        yield len(failures)
                        on_poll()
                except GeneratorExit:
                    return
                except BaseException as error:  # noqa: BLE001 - C cannot pass it on
                    failures.append(error)

        watching = watch()
        next(watching)
        poll = _library.Poll(watching.send)
        set_poll = self._library.torchOnnxConversionSetPoll
        with self._lock:
            set_poll(self._get_handle(), poll, None)
            try:
                status = call()
            finally:
                set_poll(self._get_handle(), _library.Poll(), None)
        if failures:
            raise failures[0]
        return status

    @property
    def messages(self) -> list[Message]:
        """All messages so far."""
        return self._messages_from(0)

    def _messages_from(self, index: int) -> list[Message]:
        handle = self._get_handle()
        count = self._library.torchOnnxConversionGetNumMessages(handle)
        get = self._library.torchOnnxConversionGetMessage
        return [_message(get(handle, number)) for number in range(index, count)]

    @property
    def report(self) -> dict[str, Any]:
        """What was done: the JSON of --report; empty before the run."""
        with self._lock:
            text = self._library.torchOnnxConversionGetReport(self._get_handle())
        report: dict[str, Any] = json.loads(text) if text else {}
        return report

    def save(self, path: str | os.PathLike[str], arguments: Sequence[str] = ()) -> list[str]:
        """Write the model.

        Other threads run meanwhile.  An interrupt (Ctrl-C) stops it, and nothing is written.

        Args:
            path: Where the model goes.
            arguments: `--weights=inline|external|none|auto`, `--external-threshold=N`.

        Returns:
            The files that were written: the model, and its data if that is beside it.

        Raises:
            CompilerError: The model cannot be written, or the checker refuses it.
        """
        weights, threshold = "auto", _THRESHOLD
        for argument in arguments:
            name, _, value = argument.partition("=")
            if name == "--weights":
                weights = value
            elif name == "--external-threshold":
                threshold = int(value)
            else:
                raise ValueError(f"'{argument}' is not an option of saving")
        if weights == "none" and not self._has_no_weights():
            return self._get_without_weights().save(path)
        path = os.fspath(path)
        check_text(path, "the path of the model")
        place = _weights(weights)
        with self._lock:
            known = len(self.messages)
            status = self._call(
                lambda: self._library.torchOnnxConversionSave(
                    self._get_handle(), os.fsencode(path), place, threshold
                )
            )
            if status != _library.WRITTEN:
                self._fail(f"'{path}' was not written", known)
            data = self.report["output"].get("data_path")
        return [path, data] if data else [path]

    def serialize(self, weights: str = "inline") -> bytes:
        """The model as the bytes of a ModelProto.

        Args:
            weights: "inline": in the bytes; "none": parameters and buffers are inputs;
                "reference": large ones are external data whose location is a key of
                `storages`.
        """
        if weights == "none" and not self._has_no_weights():
            return self._get_without_weights().serialize()
        known = len(self.messages)
        data, size = ctypes.c_void_p(), ctypes.c_size_t()
        with self._lock:
            status = self._library.torchOnnxConversionSerialize(
                self._get_handle(),
                _weights(weights),
                _THRESHOLD,
                ctypes.byref(data),
                ctypes.byref(size),
            )
            if status != _library.WRITTEN:
                self._fail("the model was not made", known)
            return ctypes.string_at(data, size.value)

    def evaluate(self, inputs: Sequence[torch.Tensor], seconds: float) -> list[Any]:
        """What the model computes, by the evaluator of the compiler.

        Args:
            inputs: The inputs of the model, in order.
            seconds: How long it may take.

        Returns:
            The outputs: tensors, and lists of tensors for sequences.

        Raises:
            CompilerError: An operation cannot be evaluated, or the time is over.
        """
        known = len(self.messages)
        outputs: list[Any] = []
        refusals: list[str] = []
        end = time.monotonic() + seconds

        def take(_: Any, __: int, value: Any) -> None:
            try:
                outputs.append(_output(value.contents))
            except _services.Refusal as refusal:
                refusals.append(str(refusal))

        def on_poll() -> None:
            if time.monotonic() > end:
                raise CompilerError(f"the evaluation takes more than {seconds:.0f} seconds")

        owner = _services.ToC()
        try:
            values = owner.array(inputs)
        except _services.Refusal as refusal:
            raise CompilerError(f"the model was not evaluated: {refusal}") from refusal
        tensors = (_services.Tensor * len(inputs))(*[v.tensor.contents for v in values])
        on_output = _services.OnResult(take)
        status = self._call(
            lambda: self._library.torchOnnxConversionEvaluate(
                self._get_handle(), tensors, len(inputs), on_output, None
            ),
            on_poll,
        )
        if status != _library.WRITTEN:
            self._fail("the model was not evaluated", known)
        if refusals:
            raise CompilerError(f"the model was not evaluated: {refusals[0]}")
        return outputs

    def to_mlir(self) -> str:
        """The model as text of MLIR."""
        with self._lock:
            text = self._library.torchOnnxConversionGetMLIR(self._get_handle())
        if text is None:
            raise CompilerError("there is no model: the program was not converted")
        return str(text.decode())

    @property
    def storages(self) -> Mapping[str, memoryview]:
        """The bytes of weights by the location that external data names."""
        return _Storages(self, self._parts.storages if self._parts else {})

    def _read(self, location: str) -> memoryview:
        """The bytes of a weight that the compiler computes."""
        handle, name = self._get_handle(), location.encode()
        with self._lock:
            size = self._library.torchOnnxConversionReadWeight(handle, name, None, 0)
            if not size:
                raise KeyError(location)
            known = len(self.messages)
            buffer = (ctypes.c_ubyte * size)()
            if self._library.torchOnnxConversionReadWeight(handle, name, buffer, size) != size:
                self._fail(f"the weight at '{location}' cannot be read", known)
        return memoryview(buffer).cast("B")

    def close(self) -> None:
        """Release what the conversion holds; views of `storages` stay valid."""
        if self._without_weights is not None:
            self._without_weights.close()
            self._without_weights = None
        handle, self._handle = self._handle, None
        if handle is not None:
            self._library.torchOnnxConversionDestroy(handle)

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is not None:
            self.close()

    def _get_handle(self) -> int:
        if self._handle is None:
            raise CompilerError("the conversion was closed")
        return self._handle

    def _has_no_weights(self) -> bool:
        return "--weights=none" in self._arguments

    def _get_without_weights(self) -> Conversion:
        if self._without_weights is None:
            kept = [a for a in self._arguments if not a.startswith("--weights=")]
            other = Conversion(self._source, [*kept, "--weights=none"])
            if not other.run():
                texts = "; ".join(message.text for message in other.messages)
                raise CompilerError(f"without weights the program is refused: {texts}")
            self._without_weights = other
        return self._without_weights

    def _fail(self, what: str, known: int) -> None:
        last = self._library.torchOnnxGetLastError().decode()
        texts = "; ".join(message.text for message in self.messages[known:])
        raise CompilerError(f"{what}: {texts or last or 'there is no model'}")


class _Storages(Mapping[str, memoryview]):
    """Bytes by the location that external data names: storages of the program, and
    what the compiler computes of them (`computed:N`), each time that it is asked for.
    Iteration yields the storages only."""

    def __init__(
        self, conversion: Conversion, stored: Mapping[str, torch.UntypedStorage | None]
    ) -> None:
        self._conversion = conversion
        self._stored = stored

    def __getitem__(self, location: str) -> memoryview:
        if location in self._stored:
            return view(self._stored[location])
        return self._conversion._read(location)

    def __iter__(self) -> Iterator[str]:
        return iter(self._stored)

    def __len__(self) -> int:
        return len(self._stored)


def _output(value: _services.Value) -> Any:
    """An output of the evaluator."""
    if value.tag == _services.LIST:
        return [_output(value.elements[index]) for index in range(value.size)]
    if value.tag == _services.TENSOR:
        return _services.tensor_of(value.tensor.contents).clone()
    return None


def _weights(name: str) -> int:
    if name == "none":
        return _library.WEIGHTS["auto"]
    if name not in _library.WEIGHTS:
        raise ValueError(f"weights cannot be '{name}'")
    return _library.WEIGHTS[name]


def _address(text: bytearray) -> int:
    """The address of a text that stays as it is: no copy is made, as of bytes."""
    return ctypes.addressof(ctypes.c_char.from_buffer(text))
