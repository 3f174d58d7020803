"""Recurrent layers of any length, while models are captured.

To find the sizes of the results, torch.export runs all steps of an RNN, LSTM or GRU. This takes
long and makes the length of the input static. Before PyTorch 2.7 the states of an LSTM also get
one dimension too many. The captured program contains the operator itself, so sizes are enough.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import torch
from torch._subclasses.fake_tensor import FakeTensor

_KEYS = (
    torch._C.DispatchKey.CompositeImplicitAutograd,
    torch._C.DispatchKey.Autograd,
)
_OPERATORS = ("lstm", "gru", "rnn_tanh", "rnn_relu")


def _sized(of_torch: Callable[..., Any], input: torch.Tensor, hx: Any, *options: Any) -> Any:
    """Fake results with the right sizes for a fake input; PyTorch's kernel for other inputs."""
    if not isinstance(input, FakeTensor):
        return of_torch(input, hx, *options)
    states = [hx] if isinstance(hx, torch.Tensor) else list(hx)
    is_bidirectional = options[5]  # params, has_biases, num_layers, dropout, train
    features = states[0].shape[-1] * (2 if is_bidirectional else 1)
    output = input.new_empty([*input.shape[:-1], features])
    return output, *(state.new_empty(state.shape) for state in states)


@contextlib.contextmanager
def layers_of_any_length() -> Iterator[None]:
    """Recurrent layers keep the lengths of their inputs."""
    with contextlib.ExitStack() as stack:
        for name in _OPERATORS:
            operator: Any = getattr(torch.ops.aten, name).input
            kernels = {
                key: functools.partial(_sized, operator.py_kernels[key])
                for key in _KEYS
                if key in operator.py_kernels
            }
            # It remembers the kernels that it has called.
            stack.enter_context(mock.patch.object(operator, "_dispatch_cache", {}))
            stack.enter_context(mock.patch.dict(operator.py_kernels, kernels))
        yield
