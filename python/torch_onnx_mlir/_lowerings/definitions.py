"""Definitions of operators in MLIR text, as --ops-library takes them.

The compiler reads and checks them; here is only which operators they are of.
"""

from __future__ import annotations

import os
import pathlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch._ops import OpOverload

from torch_onnx_mlir.errors import RegistrationError

_OPERATOR = re.compile(r'torch\.operator\s*=\s*"\s*(\w+)::(\w+)(?:\.(\w+))?')


def defined(text: str) -> list[str]:
    """The operators that a text has definitions of: "my::op.default"."""
    return [f"{match[1]}::{match[2]}.{match[3] or 'default'}" for match in _OPERATOR.finditer(text)]


def check(text: str, operator: str) -> None:
    """Check that a text has a definition of an operator.

    Args:
        text: MLIR text.
        operator: The operator, "my::op.default".

    Raises:
        RegistrationError: It has none.
    """
    found = defined(text)
    if operator not in found:
        what = ", ".join(f"'{name}'" for name in found) or "no operator"
        raise RegistrationError(
            f"expected a definition of '{operator}' in MLIR text (torch.operator), found one of "
            f"{what}"
        )


def name_of(operator: Any) -> str:
    """The qualified name of an operator of PyTorch.

    Raises:
        RegistrationError: It is none that can have a definition.
    """
    if not isinstance(operator, OpOverload):
        raise RegistrationError(f"'{operator}' is not an operator that can have a definition")
    schema = operator._schema
    return f"{schema.name}.{schema.overload_name or 'default'}"


class Definitions:
    """What the caller of `export` defines in MLIR text.

    Args:
        table: Texts and functions by operators; functions are left alone.
        files: Files of definitions.

    Raises:
        RegistrationError: A text has no definition of its operator, or a file cannot be read.
    """

    def __init__(
        self,
        table: Mapping[Callable[..., Any], Any],
        files: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    ) -> None:
        self._texts = {key: text for key, text in table.items() if isinstance(text, str)}
        for key, text in self._texts.items():
            check(text, name_of(key))
        self._files = [files] if isinstance(files, (str, os.PathLike)) else list(files)
        names = []
        for file in self._files:
            try:
                names += defined(pathlib.Path(file).read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError) as error:
                raise RegistrationError(f"cannot read '{os.fspath(file)}': {error}") from error
        for text in self._texts.values():
            names += defined(text)
        #: The operators that have definitions, as far as they exist here.
        self.operators = frozenset(filter(None, map(_operator, names)))

    @property
    def options(self) -> list[str]:
        """What the compiler has to be told."""
        return [f"--ops-library={os.fspath(file)}" for file in self._files] + [
            f"--ops-library-text={text}" for text in dict.fromkeys(self._texts.values())
        ]


def _operator(name: str) -> OpOverload[..., Any] | None:
    qualified, overload = name.rsplit(".", 1)
    namespace, op_name = qualified.split("::")
    packet = getattr(getattr(torch.ops, namespace), op_name, None)
    return getattr(packet, overload, None)
