"""The programs that are measured, at full size and with random weights.

`python -m bench.models NAME ...` exports what is not in the cache yet (minutes)
and prints the path of each .pt2.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy
import torch
import transformers
from torch import nn

from bench.generate import write_mlp
from integration.common.cache import cache_folder
from integration.models.registry import Program, batch_dim, models, sequence_dim, tokens
from integration.models.registry import padding_mask
from integration.models.text import CausalDecoder

#: Names here -> names in integration/models.
_REGISTERED = {
    "resnet50": "resnet50",
    "vit_b16": "vit_b16.sdpa",
    "bert_base": "bert_base.sdpa",
    "gpt2": "gpt2.sdpa",
}
WIDTH = 64


def _llama(layers: int) -> Program:
    config = transformers.LlamaConfig(
        vocab_size=8000,
        hidden_size=512,
        intermediate_size=1408,
        num_attention_heads=8,
        num_key_value_heads=2,
        num_hidden_layers=layers,
        max_position_embeddings=2048,
        attn_implementation="sdpa",
    )
    dims = {0: batch_dim(), 1: sequence_dim(maximum=2048)}
    return Program(
        CausalDecoder(transformers.LlamaForCausalLM(config).eval()),
        (tokens(2, 13, 8000), padding_mask(2, 13)),
        dynamic_shapes={"input_ids": dims, "attention_mask": dims},
    )


def _linear_5120() -> Program:
    layers = [nn.Linear(5120, 5120) for _ in range(25)]
    stacked: list[nn.Module] = []
    for layer in layers:
        stacked += [layer, nn.ReLU()]
    return Program(
        nn.Sequential(*stacked).eval(),
        (torch.randn(4, 5120),),
        dynamic_shapes={"input": {0: batch_dim()}},
    )


def _three_layers() -> Program:
    layers: list[nn.Module] = []
    for _ in range(3):
        layers += [nn.Linear(WIDTH, WIDTH), nn.ReLU()]
    return Program(
        nn.Sequential(*layers).eval(),
        (torch.randn(4, WIDTH),),
        dynamic_shapes={"input": {0: batch_dim()}},
    )


_BUILDERS: dict[str, Callable[[], Program]] = {
    "llama_16": lambda: _llama(16),
    "llama_32": lambda: _llama(32),
    "linear_5120": _linear_5120,
    "mlp_template": _three_layers,
}


def _build(name: str) -> Program:
    if name in _BUILDERS:
        return _BUILDERS[name]()
    program = models()[_REGISTERED[name]].build(True)
    if name == "resnet50":  # pictures of one size: all that the peer's figures are for
        program.dynamic_shapes = {"pixel_values": {0: batch_dim()}}
    return program


def _export(name: str, path: Path) -> None:
    torch.manual_seed(0)
    program = _build(name)
    with torch.no_grad():
        exported = torch.export.export(
            program.module,
            program.args,
            program.kwargs,
            dynamic_shapes=program.dynamic_shapes,
            strict=False,
        )
    torch.export.save(exported, path)
    values = [*program.args, *program.kwargs.values()]
    numpy.savez(path.with_suffix(".npz"), *[value.numpy() for value in values])


def prepare(name: str) -> Path:
    """The .pt2 of a model in the cache; its inputs are beside it (.npz)."""
    here = Path(__file__).parent
    sources = [Path(__file__), here / "generate.py"]
    if name in _REGISTERED:
        family = models()[_REGISTERED[name]].source
        sources += [family, family.with_name("registry.py"), family.with_name("weights.py")]
    folder = cache_folder("bench", *sources)
    path = folder / f"{name}.pt2"
    if path.exists():
        return path
    # The archive's own name for itself is that of the file it is saved as.
    temporary = folder / "unfinished"
    temporary.mkdir(parents=True, exist_ok=True)
    unfinished = temporary / path.name
    if name.startswith("mlp_") and name != "mlp_template":
        template = prepare("mlp_template")
        write_mlp(template, int(name.removeprefix("mlp_")), unfinished)
        inputs = template.with_suffix(".npz").read_bytes()
        unfinished.with_suffix(".npz").write_bytes(inputs)
    else:
        _export(name, unfinished)
    unfinished.with_suffix(".npz").replace(path.with_suffix(".npz"))
    unfinished.replace(path)
    return path


def main() -> int:
    """Command line entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+", help="e.g. resnet50, llama_32, mlp_2048")
    warnings.simplefilter("ignore")
    for name in parser.parse_args().names:
        print(prepare(name), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
