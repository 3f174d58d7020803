"""How two tensors differ, where torch.onnx has no class for it (before PyTorch 2.7)."""

from __future__ import annotations

import dataclasses
from typing import Any

import torch

_BOUNDS = (0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0, 1e6)


@dataclasses.dataclass
class VerificationInfo:
    """The differences of two tensors, with the fields of torch.onnx.verification."""

    name: str
    max_abs_diff: float
    max_rel_diff: float
    abs_diff_hist: tuple[torch.Tensor, torch.Tensor]
    rel_diff_hist: tuple[torch.Tensor, torch.Tensor]
    expected_dtype: torch.dtype
    actual_dtype: torch.dtype

    @classmethod
    def from_tensors(cls, name: str, expected: Any, actual: Any) -> VerificationInfo:
        """Compare two tensors of one shape."""
        expected, actual = torch.as_tensor(expected), torch.as_tensor(actual)
        kinds = (expected.dtype, actual.dtype)
        expected, actual = (
            (torch.view_as_real(t.resolve_conj()) if t.is_complex() else t).detach().cpu().double()
            for t in (expected, actual)
        )
        absolute = (expected - actual).abs()
        relative = absolute / (expected.abs() + 1e-7)
        bins = torch.tensor(_BOUNDS)
        absolute_counts, relative_counts = (
            torch.histogram(difference.float(), bins=bins) for difference in (absolute, relative)
        )
        return cls(
            name,
            absolute.max().item(),
            relative.max().item(),
            (absolute_counts[0], absolute_counts[1]),
            (relative_counts[0], relative_counts[1]),
            *kinds,
        )

    def asdict(self) -> dict[str, Any]:
        """The fields as values that JSON has."""
        fields = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        for name, value in fields.items():
            if isinstance(value, tuple):
                fields[name] = [part.tolist() for part in value]
            elif isinstance(value, torch.dtype):
                fields[name] = str(value)
        return fields
