"""Programs without weights take their values from files: `--weights-from`.

A model that is made on the meta device or under FakeTensorMode has no bytes. Its
weights are those of a real one, in the files that people have: safetensors, a
sharded model with its index, another program, a state dictionary.
"""

from __future__ import annotations

import json
import struct
import subprocess
from pathlib import Path

import onnx
import pytest
import torch
from safetensors.torch import save_file
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from transformers import LlamaConfig, LlamaForCausalLM

from integration.common.compiler import convert
from integration.common.runtime import Session

X = torch.randn(2, 4)


class Net(nn.Module):
    """A tied weight, a half, a persistent buffer and one that is not."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.second = nn.Linear(4, 4)
        self.second.weight = self.first.weight
        self.low = nn.Parameter(torch.randn(4).half())
        self.register_buffer("shift", torch.randn(4))
        self.register_buffer("transient", torch.randn(4), persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Four numbers from four numbers."""
        x = self.second(self.first(x)) * self.low.float()
        return x + self.shift * self.transient


@pytest.fixture(scope="module", name="real")
def _real() -> nn.Module:
    return Net().eval()


@pytest.fixture(name="source", params=["fake", "meta"])
def _source(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A program without bytes."""
    if request.param == "fake":
        with FakeTensorMode():
            program = torch.export.export(Net().eval(), (torch.randn(2, 4),))
    else:
        program = torch.export.export(Net().to("meta").eval(), (X.to("meta"),))
    path = tmp_path / "m.pt2"
    torch.export.save(program, path)
    return path


def _check(source: Path, real: nn.Module, options: tuple[str, ...]) -> Path:
    target = source.with_suffix(".onnx")
    result = convert(source, target, options)
    assert not result.failure, result.stderr
    torch.testing.assert_close(Session(target).run([X]), [real(X)])
    return target


@pytest.mark.parametrize("weights", ["inline", "external", "reference"])
def test_safetensors(weights: str, compiler: str, real: Net, source: Path) -> None:
    """One name of a tied weight, and a second file for the transient buffer."""
    state = {k: v for k, v in real.state_dict().items() if k != "second.weight"}
    folder = source.parent
    save_file(state, folder / "model.safetensors")
    save_file({"transient": real.transient}, folder / "more.safetensors")
    options = (
        f"--weights-from={folder / 'model.safetensors'}",
        f"--weights-from={folder / 'more.safetensors'}",
        f"--weights={weights}",
        "--external-threshold=0",
    )
    refused = convert(source, source.with_suffix(".onnx"), options)
    assert refused.failure and "--weight-name=second.weight=NAME" in refused.stderr
    assert "first.weight" in refused.stderr
    target = _check(source, real, (*options, "--weight-name=second.weight=first.weight"))
    if weights == "reference":
        graph = onnx.load(target, load_external_data=False).graph
        places = {e.value for t in graph.initializer for e in t.external_data if e.key == "location"}
        assert places <= {"model.safetensors", "more.safetensors"} and places


def test_shards(compiler: str, real: Net, source: Path) -> None:
    """The index that transformers writes beside the files of a large model."""
    state = {**real.state_dict(), "transient": real.transient}
    state["second.weight"] = state["second.weight"].clone()
    folder, weight_map = source.parent, {}
    for number, name in enumerate(state):
        shard = f"model-{number % 2:05}-of-00002.safetensors"
        weight_map[name] = shard
    for shard in set(weight_map.values()):
        save_file({n: state[n] for n, s in weight_map.items() if s == shard}, folder / shard)
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"metadata": {}, "weight_map": weight_map}))
    _check(source, real, (f"--weights-from={index}",))


def test_program(compiler: str, real: Net, source: Path) -> None:
    """Another program has the buffers that no state dictionary has, too."""
    path = source.with_name("real.pt2")
    torch.export.save(torch.export.export(real, (X,)), path)
    _check(source, real, (f"--weights-from={path}",))


def test_state_dictionary(compiler: str, real: Net, source: Path) -> None:
    """What torch.save writes, under a prefix that the program lacks."""
    path = source.with_name("state.pt")
    state = {**real.state_dict(), "transient": real.transient}
    torch.save({f"model.{name}": value for name, value in state.items()}, path)
    _check(source, real, (f"--weights-from={path}", "--weight-name=*=model.*"))


def test_every_problem_at_once(compiler: str, real: Net, source: Path) -> None:
    """A missing name, another dtype and another shape: one error for each."""
    state = {k: v for k, v in real.state_dict().items() if k != "second.weight"}
    state["low"] = state["low"].float()
    state["shift"] = torch.randn(5)
    path = source.with_name("wrong.safetensors")
    save_file(state, path)
    refused = convert(source, source.with_suffix(".onnx"), (f"--weights-from={path}",))
    assert refused.failure
    assert refused.stderr.count("error:") == 4, refused.stderr
    assert "'low', 'tensor<4xf16>', is 'tensor<4xf32>'" in refused.stderr
    assert "'shift', 'tensor<4xf32>', is 'tensor<5xf32>'" in refused.stderr
    assert "weight 'transient', 'tensor<4xf32>', has no bytes" in refused.stderr
    assert not source.with_suffix(".onnx").exists()


def _export_llama(layers: int, **sizes: int) -> tuple[LlamaForCausalLM, torch.export.ExportedProgram]:
    config = LlamaConfig(
        num_hidden_layers=layers, use_cache=False, tie_word_embeddings=False, **sizes
    )
    with torch.device("meta"):
        model = LlamaForCausalLM(config).eval()
    ids = torch.zeros(1, 8, dtype=torch.int64, device="meta")
    program = torch.export.export(
        model, (ids,), {"use_cache": False}, dynamic_shapes={
            "input_ids": {1: torch.export.Dim("sequence", max=2048)}, "use_cache": None
        }, strict=False,
    )
    return model, program


def test_llama(compiler: str, tmp_path: Path) -> None:
    """A Llama from the meta device has the numbers of the real one."""
    sizes = {
        "hidden_size": 64, "intermediate_size": 96, "num_attention_heads": 4,
        "num_key_value_heads": 2, "vocab_size": 100,
    }
    _, program = _export_llama(2, **sizes)
    source, target = tmp_path / "llama.pt2", tmp_path / "llama.onnx"
    torch.export.save(program, source)
    real = LlamaForCausalLM(LlamaConfig(
        num_hidden_layers=2, use_cache=False, tie_word_embeddings=False, **sizes)).eval()
    real.save_pretrained(tmp_path)
    save_file(dict(real.named_buffers()), tmp_path / "buffers.safetensors")
    result = convert(source, target, (
        f"--weights-from={tmp_path / 'model.safetensors'}",
        f"--weights-from={tmp_path / 'buffers.safetensors'}",
    ))
    assert not result.failure, result.stderr
    ids = torch.randint(0, 100, (1, 13))
    with torch.no_grad():
        expected = real(ids).logits
    torch.testing.assert_close(Session(target).run([ids])[0], expected, rtol=1e-4, atol=1e-4)


def test_large(compiler: str, tmp_path: Path) -> None:
    """Two layers in the sizes of 70 billion parameters: the memory is that of the
    graph, though the files (with holes in place of weights) have 19 GB."""
    model, program = _export_llama(
        2, hidden_size=8192, intermediate_size=28672, num_attention_heads=64,
        num_key_value_heads=8, vocab_size=128256,
    )
    source, target = tmp_path / "llama.pt2", tmp_path / "llama.onnx"
    torch.export.save(program, source)
    header, end = {}, 0
    for name, tensor in {**model.state_dict(), **dict(model.named_buffers())}.items():
        size = tensor.numel() * tensor.element_size()
        header[name] = {
            "dtype": "F32", "shape": list(tensor.shape), "data_offsets": [end, end + size],
        }
        end += size
    text = json.dumps(header).encode()
    path = tmp_path / "model.safetensors"
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        file.truncate(8 + len(text) + end)
    assert path.stat().st_size > 15e9
    options = [f"--weights-from={path}", "--weights=reference"]
    # A process in between, as only the largest of all children is known.
    measure = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run(sys.argv[1:])\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
        "sys.exit(done.returncode)"
    )
    done = subprocess.run(
        ["python3", "-c", measure, compiler, source, "-o", target, *options],
        capture_output=True, text=True,
    )
    assert not done.returncode, done.stderr
    assert int(done.stdout.split()[-1]) < 100_000  # Kilobytes.
