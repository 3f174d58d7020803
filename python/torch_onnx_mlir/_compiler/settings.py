"""How the compiler is run, apart from the program."""

from __future__ import annotations

import dataclasses


def _name(option: str) -> str:
    return option.partition("=")[0]


@dataclasses.dataclass(frozen=True)
class Settings:
    """What all conversions of one program have in common.

    Attributes:
        options: Options of the tool torch-onnx, without the model and without `-o`.
        isolate: Whether the compiler runs in a process of its own.
    """

    options: tuple[str, ...] = ()
    isolate: bool = False

    def __contains__(self, option: str) -> bool:
        return option in self.options

    def sets(self, name: str) -> bool:
        """Whether an option of a name is among them, as "--weights"."""
        return any(_name(option) == name for option in self.options)

    def values_of(self, *names: str) -> list[str]:
        """The values of all options of some names, as "--weights-from"."""
        pairs = [option.partition("=") for option in self.options]
        return [value for name, _, value in pairs if name in names]

    def adding(self, *options: str) -> Settings:
        """The settings with further options."""
        return dataclasses.replace(self, options=(*self.options, *options))

    def without(self, *names: str) -> Settings:
        """The settings without the options of some names, as "--weights" or "-O0"."""
        kept = tuple(option for option in self.options if _name(option) not in names)
        return dataclasses.replace(self, options=kept)

    def replacing(self, *options: str) -> Settings:
        """The settings with other values of some options."""
        return self.without(*map(_name, options)).adding(*options)
