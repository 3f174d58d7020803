#!/usr/bin/env python3
"""Writes seeds for fuzz-state-dict: pickles that torch.save writes.

Usage: make_state_dict_corpus.py FOLDER
"""

import collections
import io
import pathlib
import sys
import zipfile

import torch


def write(path: pathlib.Path, value: object) -> None:
    """The pickle of `value` alone."""
    buffer = io.BytesIO()
    torch.save(value, buffer)
    with zipfile.ZipFile(buffer) as archive:
        name = next(n for n in archive.namelist() if n.endswith("data.pkl"))
        path.write_bytes(archive.read(name))


def main(folder: pathlib.Path) -> None:
    """A dictionary for each of the ways in which torch.save writes tensors."""
    matrix = torch.ones(2, 2)
    tagged = torch.nn.Parameter(torch.ones(2))
    tagged.note = ["text", 1.5, None, 1 << 40]
    write(folder / "empty", {})
    write(folder / "views", {"a": matrix, "b": matrix.t(), "c": matrix[1]})
    write(folder / "parameters", torch.nn.Linear(2, 1).state_dict())
    write(folder / "tagged", collections.OrderedDict(p=tagged))
    write(folder / "untyped", {"u": torch.ones(2).to(torch.uint16)})
    write(folder / "meta", {"m": torch.ones(2, device="meta")})


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
