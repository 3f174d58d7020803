"""Random weights under which every path of a model has a say in the result."""

from __future__ import annotations

import math

import torch
from torch import nn


def _fan_in(module: nn.Module, weight: torch.Tensor) -> int:
    """Products that are summed up in one element of the result."""
    if isinstance(module, nn.modules.conv._ConvTransposeNd):
        return max(1, weight.shape[0] // module.groups)
    if type(module).__name__ == "Conv1D":  # of transformers: [in, out]
        return weight.shape[0]
    return math.prod(weight.shape[1:])


def _is_norm(module: nn.Module) -> bool:
    return "Norm" in type(module).__name__


def rescale_(module: nn.Module, seed: int = 0) -> nn.Module:
    """Redraws all parameters and buffers of normalizations; returns the module.

    Matrices are normal with deviation 1/sqrt(fan-in), so that values keep their
    size through the layers; embeddings are standard normal; biases are not zero;
    weights of normalizations are around 1; running statistics are not trivial.
    Fresh models of most libraries have zero biases, ones as norm weights and
    layer scales of 1e-6, which hides what is missing in a converted model.
    """
    generator = torch.Generator().manual_seed(seed)

    def normal(like: torch.Tensor, deviation: float, mean: float = 0.0) -> torch.Tensor:
        return torch.randn(like.shape, generator=generator) * deviation + mean

    done: set[int] = set()
    with torch.no_grad():
        for child in module.modules():
            for name, parameter in child.named_parameters(recurse=False):
                if id(parameter) in done or parameter.ndim == 0:
                    continue
                done.add(id(parameter))
                if "bias" in name and parameter.ndim == 1:
                    parameter.copy_(normal(parameter, 0.2))
                elif parameter.ndim == 1 or _is_norm(child):
                    parameter.copy_(normal(parameter, 0.2, 1.0))
                elif isinstance(child, nn.Embedding):
                    parameter.copy_(normal(parameter, 1.0))
                elif "weight" in name:
                    deviation = 1.0 / math.sqrt(_fan_in(child, parameter))
                    parameter.copy_(normal(parameter, deviation))
                else:  # positions, tokens, tables of relative positions
                    parameter.copy_(normal(parameter, 0.5))
            if isinstance(child, nn.modules.batchnorm._BatchNorm):
                if child.running_mean is not None and child.running_var is not None:
                    child.running_mean.copy_(normal(child.running_mean, 0.3))
                    child.running_var.uniform_(0.5, 1.5, generator=generator)
    return module
