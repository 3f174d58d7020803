"""Recurrent layers of any length, and packed sequences, while models are captured.

To find the sizes of the results, torch.export runs all steps of an RNN, LSTM or GRU. This takes
long and makes the length of the input static. Before PyTorch 2.7 the states of an LSTM also get
one dimension too many. The captured program contains the operator itself, so sizes are enough.

torch.export cannot capture a layer that runs on packed sequences
(`torch.nn.utils.rnn.pack_padded_sequence`): the layer reads the size of the batch from a tensor,
and PyTorch takes the number of steps of one sequence for that of all. Here the size of the batch
is that of the packed tensor, and the number of steps is a symbol.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import torch
from torch import _VF
from torch._subclasses import fake_impls
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.nn.utils.rnn import PackedSequence

from torch_onnx_mlir._support import torch_internals as _torch

_KEYS = (
    torch._C.DispatchKey.CompositeImplicitAutograd,
    torch._C.DispatchKey.Autograd,
)
_OPERATORS = ("lstm", "gru", "rnn_tanh", "rnn_relu")
#: The attribute of `PackedSequence.batch_sizes` that has the number of sequences.
_BATCH = "_torch_onnx_batch"
_check: Any = torch._check


def _sized(of_torch: Callable[..., Any], input: torch.Tensor, hx: Any, *options: Any) -> Any:
    """Fake results with the right sizes for a fake input; PyTorch's kernel for other inputs."""
    if not isinstance(input, FakeTensor):
        return of_torch(input, hx, *options)
    states = [hx] if isinstance(hx, torch.Tensor) else list(hx)
    is_bidirectional = options[5]  # params, has_biases, num_layers, dropout, train
    features = states[0].shape[-1] * (2 if is_bidirectional else 1)
    output = input.new_empty([*input.shape[:-1], features])
    return output, *(state.new_empty(state.shape) for state in states)


def _sized_packed(
    of_torch: Callable[..., Any], data: torch.Tensor, sizes: torch.Tensor, hx: Any, *options: Any
) -> Any:
    """The same for packed sequences."""

    def of_data(data: torch.Tensor, hx: Any, *options: Any) -> Any:
        return of_torch(data, sizes, hx, *options)

    return _sized(of_data, data, hx, *options)


def _fake_pack(
    mode: Any, func: Any, input: torch.Tensor, lengths: torch.Tensor, batch_first: bool
) -> Any:
    """The data [steps, *] and the sizes of the batches [time], with new symbols for both."""
    steps, time = (mode.shape_env.create_unbacked_symint() for _ in range(2))
    for size in (steps, time):
        _check(size >= 0)
    return input.new_empty([steps, *input.shape[2:]]), lengths.new_empty([time])


def _fake_pad(
    data: torch.Tensor, sizes: torch.Tensor, batch_first: bool, padding_value: Any, length: int
) -> Any:
    """The padded sequences and their lengths; -1 is the length of the longest sequence."""
    if not isinstance(data, FakeTensor):
        of_torch: Any = torch.ops.aten._pad_packed_sequence.default._op_dk
        return of_torch(_KEYS[0], data, sizes, batch_first, padding_value, length)
    batch = getattr(sizes, _BATCH)
    time = sizes.shape[0] if length == -1 else length
    shape = [batch, time] if batch_first else [time, batch]
    return data.new_empty([*shape, *data.shape[1:]]), sizes.new_empty([batch])


def _pack(input: torch.Tensor, lengths: torch.Tensor, batch_first: bool) -> Any:
    """`_VF._pack_padded_sequence`, which records the number of sequences."""
    # PyTorch 2.6 would take the symbols of an earlier capture from the cache.
    FakeTensorMode.cache_clear()
    data, sizes = torch._C._VariableFunctions._pack_padded_sequence(input, lengths, batch_first)
    _check(sizes.shape[0] <= input.shape[1 if batch_first else 0])
    setattr(sizes, _BATCH, input.shape[0 if batch_first else 1])
    return data, sizes


def _pad(
    data: torch.Tensor, sizes: torch.Tensor, batch_first: bool, padding_value: float, length: Any
) -> Any:
    """`_VF._pad_packed_sequence` for lengths that are symbols, which its schema does not have."""
    if not isinstance(length, torch.SymInt):
        return torch._C._VariableFunctions._pad_packed_sequence(
            data, sizes, batch_first, padding_value, length
        )
    padded, lengths = torch._C._VariableFunctions._pad_packed_sequence(
        data, sizes, batch_first, padding_value, -1
    )
    missing = length - sizes.shape[0]
    if not _torch.holds(missing == 0):
        behind: Any = [0, 0] * (padded.dim() - 1 - int(batch_first)) + [0, missing]
        padded = torch.nn.functional.pad(padded, behind, value=padding_value)
    return padded, lengths


def _forward(of_torch: Callable[..., Any], self: Any, input: Any, hx: Any = None) -> Any:
    """`forward` of a layer, without numbers that are read from the sizes of the batches."""
    if not isinstance(input, PackedSequence) or not hasattr(input.batch_sizes, _BATCH):
        return of_torch(self, input, hx)
    data, sizes, order, inverse_order = input
    is_lstm = self.mode == "LSTM"
    shape = [
        self.num_layers * (2 if self.bidirectional else 1),
        getattr(sizes, _BATCH),
        self.proj_size or self.hidden_size,
    ]
    if hx is None:
        hx = data.new_zeros(shape)
        if is_lstm:
            hx = hx, data.new_zeros([*shape[:2], self.hidden_size])
    else:
        self.check_hidden_size(hx[0] if is_lstm else hx, tuple(shape))
        hx = self.permute_hidden(hx, order)
    output, *states = getattr(_VF, self.mode.lower())(
        data, sizes, hx, self._flat_weights, self.bias, self.num_layers, self.dropout,
        self.training, self.bidirectional,
    )  # fmt: skip
    hidden = self.permute_hidden(tuple(states) if is_lstm else states[0], inverse_order)
    return PackedSequence(output, sizes, order, inverse_order), hidden


@contextlib.contextmanager
def layers_of_any_length(strict: bool) -> Iterator[None]:
    """Recurrent layers keep the lengths of their inputs, also of packed ones.

    Args:
        strict: Whether dynamo traces the layers, which cannot trace a `forward` in place of
            theirs. Packed sequences are then as torch.export takes them.
    """
    with contextlib.ExitStack() as stack:

        def replace(operator: Any, kernels: dict[Any, Any]) -> None:
            # It remembers the kernels that it has called.
            stack.enter_context(mock.patch.object(operator, "_dispatch_cache", {}))
            stack.enter_context(mock.patch.dict(operator.py_kernels, kernels))

        for name in _OPERATORS:
            for overload, sized in (("input", _sized), ("data", _sized_packed)):
                operator: Any = getattr(getattr(torch.ops.aten, name), overload)
                kernels = {
                    key: functools.partial(sized, operator.py_kernels[key])
                    for key in _KEYS
                    if key in operator.py_kernels
                }
                replace(operator, kernels)
        if strict:
            yield
            return
        replace(torch.ops.aten._pad_packed_sequence.default, {_KEYS[0]: _fake_pad})
        pack: Any = torch.ops.aten._pack_padded_sequence.default
        known = fake_impls.op_implementations_dict
        stack.enter_context(mock.patch.dict(known, {pack: _fake_pack}))
        stack.enter_context(mock.patch.object(_VF, "_pack_padded_sequence", _pack, create=True))
        stack.enter_context(mock.patch.object(_VF, "_pad_packed_sequence", _pad, create=True))
        for layer in (torch.nn.RNN, torch.nn.LSTM, torch.nn.GRU):
            forward = functools.partialmethod(functools.partial(_forward, layer.forward))
            stack.enter_context(mock.patch.object(layer, "forward", forward))
        yield
