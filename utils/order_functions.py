#!/usr/bin/env python3
"""Finds the functions that conversions call, for the linker to put side by side.

usage: order_functions.py LIBRARY -o FILE [--torch-python PYTHON]

A page of a library comes into memory with its neighbours, so functions that are
called now and then hold ten times their own size.  This script converts some small
programs with LIBRARY under valgrind, and writes the names of the functions that ran
to FILE, one on a line, as lld's --symbol-ordering-file takes them: those that most
programs need come first.  PYTHON has PyTorch, which captures the programs; the
conversions run in the Python of the script, without it (lib/CAPI/CMakeLists.txt,
docs/Rationale/Linking.md).
"""

from __future__ import annotations

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))


def capture(folder: pathlib.Path) -> None:
    """Write programs as the package hands them over, and as archives."""
    import torch
    from torch import nn
    from torch_onnx_mlir._compiler.program_view import Parts, view

    class Vision(nn.Module):
        """Convolutions, a shortcut, pools, a resized map."""

        def __init__(self) -> None:
            super().__init__()
            self.stem = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8))
            self.depth = nn.Conv2d(8, 8, 3, padding=1, groups=8)
            self.norm, self.act = nn.BatchNorm2d(8), nn.SiLU()
            self.head = nn.Linear(8, 4)

        def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            x = nn.functional.max_pool2d(self.stem(x).relu(), 3, 2, 1)
            x = x + self.act(self.norm(self.depth(x)))
            large = nn.functional.interpolate(x, scale_factor=2.0, mode="bilinear")
            x = nn.functional.adaptive_avg_pool2d(x, 1)
            return self.head(torch.flatten(x, 1)).softmax(-1), large

    class Text(nn.Module):
        """An encoder and a decoder layer, as BERT and Llama have them."""

        def __init__(self) -> None:
            super().__init__()
            self.table, self.places = nn.Embedding(50, 32), nn.Embedding(64, 32)
            self.layer = nn.TransformerEncoderLayer(32, 4, 64, activation="gelu", batch_first=True)
            self.query, self.key, self.value = (nn.Linear(32, 32, bias=False) for _ in range(3))
            self.gate, self.up, self.down = nn.Linear(32, 48), nn.Linear(32, 48), nn.Linear(48, 32)
            self.norm = nn.RMSNorm(32)

        def turned(self, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
            first, second = x.chunk(2, -1)
            return x * cos + torch.cat((-second, first), -1) * sin

        def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
            batch, length = ids.shape
            position = torch.arange(length)
            x = self.layer(self.table(ids) + self.places(position), src_key_padding_mask=mask)
            angles = position[:, None] / 10 ** torch.arange(0, 1, 0.25)
            angles = torch.cat((angles, angles), -1)
            heads = [
                part(self.norm(x)).view(batch, length, 4, 8).transpose(1, 2)
                for part in (self.query, self.key, self.value)
            ]
            query, key = (self.turned(part, angles.cos(), angles.sin()) for part in heads[:2])
            causal = torch.full((length, length), float("-inf")).triu(1)
            attended = nn.functional.scaled_dot_product_attention(query, key, heads[2], causal)
            x = x + attended.transpose(1, 2).reshape(batch, length, 32)
            x = x + self.down(nn.functional.silu(self.gate(x)) * self.up(x))
            return torch.where(mask[..., None], torch.zeros(()), x) @ self.table.weight.t()

    class Others(nn.Module):
        """What is left of the operators that most models have."""

        def forward(self, x: torch.Tensor, ids: torch.Tensor) -> list[torch.Tensor]:
            low, high = torch.split(x, [3, 5], -1)
            values, places = x.topk(2)
            picked = x[ids, ids] + x[:, 1::2][ids].sum(-1)
            mean = x.mean((0, 1), keepdim=True)
            compared = (x >= mean) & (x != 0) | (x < low.max()) & ~(high.min() > x)
            filled = x.masked_fill(compared, -1.0).clamp(-2, 2)
            gathered = torch.gather(filled, 1, places).cumsum(-1)
            half = (x.half() @ x.half().t()).float().abs().log1p()
            stacked = torch.stack([x.exp(), x.sigmoid(), x.tanh(), torch.rsqrt(x.pow(2) + 1)])
            rolled = torch.roll(stacked, 1, -1).flip(0).unsqueeze(1).expand(-1, 2, -1, -1)
            padded = nn.functional.pad(rolled, (1, 1)).var(-1)
            product = torch.einsum("ij,kj->ik", x, x).argmax(-1)
            scattered = torch.zeros(8, 8).index_put((ids, ids), values[ids, 0])
            return [
                gathered, half, padded, product, scattered, picked // 2, (ids % 3).to(torch.int32),
                nn.functional.one_hot(ids, 8), nn.functional.group_norm(x[None], 2), x.min(-1)[0],
                nn.functional.log_softmax(x, -1), nn.functional.leaky_relu(high), x.tril().sqrt(),
            ]  # fmt: skip

    class Decoder(nn.Module):
        """A layer as GPT-2 has it: one projection for all, tanh, a mask by comparison."""

        def __init__(self) -> None:
            super().__init__()
            self.table, self.norm = nn.Embedding(50, 32), nn.LayerNorm(32)
            self.weight = nn.Parameter(torch.rand(32, 96))
            self.bias = nn.Parameter(torch.rand(96))
            self.mlp = nn.Sequential(nn.Linear(32, 64), nn.GELU("tanh"), nn.Dropout(), nn.Linear(64, 32))

        def forward(self, ids: torch.Tensor) -> torch.Tensor:
            x = self.table(ids)
            rows = self.norm(x).view(-1, 32)
            mixed = torch.addmm(self.bias, rows, self.weight).view(*ids.shape, 96)
            query, key, value = (
                part.view(*ids.shape, 4, 8).permute(0, 2, 1, 3) for part in mixed.split(32, dim=2)
            )
            places = torch.arange(ids.shape[1])
            seen = places[None, None, None] <= places[None, None, :, None]
            attended = nn.functional.scaled_dot_product_attention(query, key, value, seen)
            scores = (query @ key.transpose(-1, -2) / 8**0.5).masked_fill(~seen, -1e9)
            attended = attended + nn.functional.softmax(scores, -1) @ value
            x = x + attended.transpose(1, 2).reshape(*ids.shape, -1)
            return (x + self.mlp(self.norm(x)))[:, -1:] @ self.table.weight.t()

    class Diffusion(nn.Module):
        """A block of a U-Net, with an embedding of the time."""

        def __init__(self) -> None:
            super().__init__()
            self.norm, self.down = nn.GroupNorm(2, 8), nn.Conv2d(8, 16, 3, 2, 1)
            self.up, self.time = nn.ConvTranspose2d(16, 8, 4, 2, 1), nn.Linear(8, 16)
            self.attention = nn.MultiheadAttention(16, 2, batch_first=True)

        def forward(self, x: torch.Tensor, time: torch.Tensor) -> torch.Tensor:
            angles = time[:, None].float() * torch.exp(-torch.arange(4) / 4.0)
            step = self.time(torch.cat([angles.sin(), angles.cos()], -1))
            y = self.down(nn.functional.silu(self.norm(x))) + step[:, :, None, None]
            flat = y.flatten(2).transpose(1, 2)
            flat = flat + self.attention(flat, flat, flat, need_weights=False)[0]
            y = flat.transpose(1, 2).reshape(y.shape)
            y = torch.cat([self.up(y), nn.functional.interpolate(x, scale_factor=1.0)], 1)
            scale, shift = nn.functional.avg_pool2d(y, 2).chunk(2, 1)
            return nn.functional.hardswish(scale * (1 + shift)).clamp(0, 1)

    class Sequence(nn.Module):
        """Speech: convolutions over time and recurrence."""

        def __init__(self) -> None:
            super().__init__()
            self.conv, self.norm = nn.Conv1d(4, 8, 3, padding=1), nn.BatchNorm1d(8)
            self.lstm = nn.LSTM(8, 8, 1, batch_first=True, bidirectional=True)
            self.gru = nn.GRU(16, 8, batch_first=True)

        def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            y = nn.functional.elu(self.norm(self.conv(x))).transpose(1, 2)
            y, state = self.gru(self.lstm(y)[0])
            return nn.functional.normalize(y, dim=-1).prod(1), torch.sign(state).squeeze(0)

    length = torch.export.Dim("length", max=64)
    batch = torch.export.Dim("batch")
    ids, mask = torch.zeros(2, 7, dtype=torch.int64), torch.zeros(2, 7, dtype=torch.bool)
    programs = (
        (Vision(), (torch.rand(1, 3, 32, 32),), None),
        (Vision(), (torch.rand(2, 3, 32, 32),), ({0: batch},)),
        (Others(), (torch.rand(8, 8), torch.arange(8)), None),
        (Decoder(), (ids,), ({0: batch, 1: length},)),
        (Diffusion(), (torch.rand(2, 8, 8, 8), torch.arange(2)), None),
        (Sequence(), (torch.rand(2, 4, 6),), None),
        (Text(), (ids, mask), None),
        (Text(), (ids, mask), ({0: batch, 1: length}, {0: batch, 1: length})),
    )
    for number, (module, arguments, sizes) in enumerate(programs):
        with torch.no_grad():
            program = torch.export.export(module.eval(), arguments, dynamic_shapes=sizes)
        torch.export.save(program, folder / f"{number}.pt2")
        parts = Parts(program)
        place = folder / f"{number}.parts"
        place.mkdir()
        for name in ("program", "weights", "constants"):
            (place / f"{name}.json").write_bytes(getattr(parts, name))
        for name, storage in parts.storages.items():
            (place / name).write_bytes(view(storage))


def convert(folder: pathlib.Path) -> None:
    """Convert what `capture` has written, from memory and from the archives."""
    import ctypes

    from torch_onnx_mlir._compiler import library as _library

    library = _library.load()
    poll = _library.Poll(lambda _: 0)
    for parts in sorted(folder.glob("*.parts")):
        json = {path.stem: path.read_bytes() for path in parts.glob("*.json")}
        data = {path.name: path.read_bytes() for path in parts.glob("storage_*")}
        storages = (_library.Storage * len(data))()
        for entry, (name, content) in zip(storages, data.items(), strict=True):
            entry.name, entry.size = name.encode(), len(content)
            entry.data = ctypes.cast(content, ctypes.c_void_p)
        texts = {name: ctypes.cast(text, ctypes.c_void_p) for name, text in json.items()}
        sizes = {f"{name}_size": len(text) for name, text in json.items()}
        options = ["--opset=20", "--target=ort", "--module-scopes"]
        handle = library.torchOnnxConversionCreate(_library.string_array(options), len(options))
        program = _library.Program(
            name=b"program",
            program=texts["program"],
            weights=json["weights"],
            constants=json["constants"],
            **sizes,
            storages=storages,
            storage_count=len(storages),
        )
        library.torchOnnxConversionSetProgram(handle, program)
        library.torchOnnxConversionSetPoll(handle, poll, None)
        assert library.torchOnnxConversionRun(handle, _library.OnMessage(), None) == 0
        path = str(folder / "model.onnx").encode()
        external = _library.WEIGHTS["external"]
        assert library.torchOnnxConversionSave(handle, path, external, 1024) == 0
        bytes_, size = ctypes.c_void_p(), ctypes.c_size_t()
        inline = _library.WEIGHTS["inline"]
        library.torchOnnxConversionSerialize(
            handle, inline, 1024, ctypes.byref(bytes_), ctypes.byref(size)
        )
        library.torchOnnxConversionGetReport(handle)
        library.torchOnnxConversionDestroy(handle)
    for archive in sorted(folder.glob("*.pt2")):
        line = [str(archive), "-o", str(folder / "model.onnx")]
        handle = library.torchOnnxConversionCreate(_library.string_array(line), len(line))
        assert library.torchOnnxConversionRun(handle, _library.OnMessage(), None) == 0
        library.torchOnnxConversionDestroy(handle)


def functions(profile: pathlib.Path, library: pathlib.Path) -> set[str]:
    """The functions of a library that a profile of callgrind has seen running."""
    names: dict[str, str] = {}
    objects: dict[str, str] = {}
    current = ""
    found: set[str] = set()
    # "fn=(12) name" names a function of the object of the last "ob=(3) path" and gives it a
    # number, which stands for both from then on; "cfn" and "cob" are of a call.
    for line in profile.read_text().splitlines():
        match = re.fullmatch(r"(c?fn|c?ob)=\((\d+)\)(?: (.*))?", line)
        if match is None:
            continue
        kind, number, name = match.groups()
        table = names if kind.endswith("fn") else objects
        if name is not None:
            table[number] = name
        if kind == "ob":
            current = objects[number]
        elif kind == "fn" and pathlib.Path(current).name == library.name:
            # Deeper calls of a recursive function are "name'2".
            found.add(re.sub(r"'\d+$", "", names[number]))
    return {name for name in found if re.fullmatch(r"[A-Za-z_][\w.$]*", name)}


def main() -> int:
    """Command line entry point."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("library", type=pathlib.Path, nargs="?")
    parser.add_argument("-o", dest="output", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--torch-python", default=sys.executable, metavar="PYTHON")
    parser.add_argument("--capture", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--convert", type=pathlib.Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.capture:
        capture(options.capture)
        return 0
    if options.convert:
        convert(options.convert)
        return 0
    if not options.library or not options.output:
        parser.error("which library, and where to?")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = os.environ | {"TORCH_ONNX_LIBRARY": str(options.library.resolve())}
        # pip hides the packages of the Python that it builds with.
        environment.pop("PYTHONPATH", None)
        profile = folder / "profile"
        # A profile for each conversion.
        valgrind = ("valgrind", "--tool=callgrind", "--demangle=no", "--quiet",
                    "--dump-after=torchOnnxConversionDestroy")  # fmt: skip
        for command in (
            (options.torch_python, "-W", "ignore", __file__, "--capture", folder),
            (*valgrind, f"--callgrind-out-file={profile}", sys.executable, __file__,
             "--convert", folder),
        ):  # fmt: skip
            done = subprocess.run(command, env=environment, capture_output=True, check=False)
            if done.returncode != 0:
                print(done.stderr.decode(errors="replace")[-4000:], file=sys.stderr)
                print(
                    "order_functions: a program was not converted; with "
                    "TORCH_ONNX_ORDER_FUNCTIONS=OFF the library is built without an order",
                    file=sys.stderr,
                )
                return 1
        counts = collections.Counter(
            name
            for part in folder.glob("profile*")
            for name in functions(part, options.library)
        )
    order = sorted(counts, key=lambda name: (-counts[name], name))
    options.output.write_text("".join(f"{name}\n" for name in order))
    print(f"{options.output.name}: {len(order)} functions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
