"""One tool on one model, as one process.

`python -m bench.tool_steps TOOL MODEL.onnx DATA.npz FOLDER` applies a tool that
people use after an export, runs what it gives on the inputs of DATA, and prints
one line of JSON: the nodes that are left, the operators that the tool has fused,
and the root of the mean squared error of the outputs relative to that of the
values, or the error.  DATA has the inputs as `in:NAME` and eager's outputs as
`out:INDEX`.  Nothing here imports torch, as some tools have an environment of
their own.
"""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

Arrays = dict[str, np.ndarray]


@dataclass
class Step:
    """What a tool is given."""

    model: Path
    inputs: Arrays
    folder: Path
    #: What the tool has to say beside the numbers.
    notes: dict[str, Any] = field(default_factory=dict)

    def target(self, name: str = "result.onnx") -> Path:
        """A file that the tool may write."""
        return self.folder / name


def _run(model: Any) -> Callable[[Step], list[np.ndarray]]:
    """Runs an ONNX model with ONNX Runtime's default optimizations."""

    def run(step: Step) -> list[np.ndarray]:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(
            model if isinstance(model, str) else model.SerializeToString(),
            options,
            providers=["CPUExecutionProvider"],
        )
        names = {value.name for value in session.get_inputs()}
        fed = {name: x for name, x in step.inputs.items() if name in names}
        return list(session.run(None, fed))

    return run


def _note(step: Step, model: Any) -> None:
    """Counts nodes, and the operators of other domains, which are what was fused."""

    def walk(graph: Any) -> Any:
        for node in graph.node:
            yield node
            for attribute in node.attribute:
                for inner in [attribute.g, *attribute.graphs]:
                    yield from walk(inner)

    nodes = list(walk(model.graph))
    step.notes["nodes"] = len(nodes)
    fused = Counter(node.op_type for node in nodes if node.domain not in ("", "ai.onnx"))
    for name in ("LayerNormalization", "SimplifiedLayerNormalization"):
        count = sum(node.op_type == name for node in nodes)
        if count and name not in fused:
            fused[name] = count
    if fused:
        step.notes["fused"] = dict(sorted(fused.items()))


def _finish(step: Step, model: Any) -> list[np.ndarray]:
    _note(step, model)
    return _run(model)(step)


def _finish_file(step: Step, path: Path) -> list[np.ndarray]:
    import onnx

    _note(step, onnx.load(path))
    return _run(str(path))(step)


# --- ONNX Runtime ---------------------------------------------------------


def runtime(step: Step) -> list[np.ndarray]:
    """ONNX Runtime with its default optimizations."""
    return _finish_file(step, step.model)


def runtime_plain(step: Step) -> list[np.ndarray]:
    """ONNX Runtime without optimizations."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(
        str(step.model), options, providers=["CPUExecutionProvider"]
    )
    names = {value.name for value in session.get_inputs()}
    return list(session.run(None, {n: x for n, x in step.inputs.items() if n in names}))


def symbolic_shapes(step: Step) -> list[np.ndarray]:
    """onnxruntime.tools.symbolic_shape_infer."""
    import onnx
    from onnxruntime.tools.symbolic_shape_infer import SymbolicShapeInference

    model = SymbolicShapeInference.infer_shapes(onnx.load(step.model), auto_merge=True)
    return _finish(step, model)


def quant_pre_process(step: Step) -> list[np.ndarray]:
    """onnxruntime.quantization's preparation, with its defaults."""
    from onnxruntime.quantization.shape_inference import quant_pre_process

    quant_pre_process(str(step.model), str(step.target()))
    return _finish_file(step, step.target())


def quantize_dynamic(step: Step) -> list[np.ndarray]:
    """onnxruntime.quantization: weights of 8 bits."""
    from onnxruntime.quantization import quantize_dynamic

    quantize_dynamic(str(step.model), str(step.target()))
    return _finish_file(step, step.target())


def quantize_static(step: Step) -> list[np.ndarray]:
    """onnxruntime.quantization: activations of 8 bits, calibrated by the inputs."""
    from onnxruntime.quantization import CalibrationDataReader, quantize_static

    class Reader(CalibrationDataReader):
        """The inputs, once."""

        def __init__(self) -> None:
            self.rest = [step.inputs]

        def get_next(self) -> Arrays | None:
            return self.rest.pop() if self.rest else None

    quantize_static(str(step.model), str(step.target()), Reader())
    return _finish_file(step, step.target())


#: How the transformers optimizer calls the architectures.
_ARCHITECTURES = {"bert": "bert", "gpt2": "gpt2", "t5": "t5", "whisper": "bart", "clip": "clip", "vit": "vit"}


def transformers_optimizer(step: Step) -> list[np.ndarray]:
    """onnxruntime.transformers.optimizer."""
    from onnxruntime.transformers import optimizer

    name = step.notes.pop("model")
    found = [kind for word, kind in _ARCHITECTURES.items() if word in name]
    model = optimizer.optimize_model(
        str(step.model), model_type=found[0] if found else "bert", opt_level=0
    )
    return _finish(step, model.model)


def transformers_float16(step: Step) -> list[np.ndarray]:
    """onnxruntime.transformers.float16."""
    import onnx
    from onnxruntime.transformers.float16 import convert_float_to_float16

    model = convert_float_to_float16(onnx.load(step.model), keep_io_types=True)
    return _finish(step, model)


# --- Tools on ONNX --------------------------------------------------------


def version_converter(step: Step) -> list[np.ndarray]:
    """onnx.version_converter, from opset 21 to 20."""
    import onnx
    from onnx import version_converter

    return _finish(step, version_converter.convert_version(onnx.load(step.model), 20))


def onnxsim(step: Step) -> list[np.ndarray]:
    """onnxsim."""
    import onnxsim as simplifier

    model, checked = simplifier.simplify(str(step.model))
    assert checked
    return _finish(step, model)


def onnxslim(step: Step) -> list[np.ndarray]:
    """OnnxSlim."""
    import onnxslim as simplifier

    return _finish(step, simplifier.slim(str(step.model)))


def onnxoptimizer(step: Step) -> list[np.ndarray]:
    """onnxoptimizer, with its default passes."""
    import onnx
    import onnxoptimizer as optimizer

    return _finish(step, optimizer.optimize(onnx.load(step.model)))


def common_float16(step: Step) -> list[np.ndarray]:
    """onnxconverter_common.float16."""
    import onnx
    from onnxconverter_common import float16

    return _finish(
        step, float16.convert_float_to_float16(onnx.load(step.model), keep_io_types=True)
    )


# --- Other runtimes -------------------------------------------------------


def openvino(step: Step) -> list[np.ndarray]:
    """OpenVINO on the CPU, in f32."""
    import openvino as ov

    core = ov.Core()
    core.set_property("CPU", {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1})
    compiled = core.compile_model(core.read_model(str(step.model)), "CPU")
    fed = {}
    for port in compiled.inputs:
        for name in port.get_names() & step.inputs.keys():
            fed[port] = step.inputs[name]
    results = compiled(fed)
    return [np.asarray(results[port]) for port in compiled.outputs]


def tvm(step: Step) -> list[np.ndarray]:
    """TVM's relax frontend, compiled for the CPU, with the sizes of the inputs."""
    import onnx
    import tvm as compiler
    from tvm import relax
    from tvm.relax.frontend.onnx import from_onnx

    shapes = {name: list(value.shape) for name, value in step.inputs.items()}
    module = from_onnx(onnx.load(step.model), shapes)
    module = relax.transform.DecomposeOpsForInference()(module)
    module = relax.transform.LegalizeOps()(module)
    built = compiler.compile(module, target="llvm")
    machine = relax.VirtualMachine(built, compiler.cpu())
    results = machine["main"](
        *(compiler.runtime.tensor(value) for value in step.inputs.values())
    )
    if not isinstance(results, compiler.runtime.Tensor):
        return [result.numpy() for result in results]
    return [results.numpy()]


def _last_error(done: subprocess.CompletedProcess[str]) -> str:
    """The last line that names an error, or the last one."""
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    named = [line for line in lines if re.search("error|not support|failed", line, re.I)]
    return [f"status {done.returncode}", *lines, *named][-1]


def ncnn(step: Step) -> list[np.ndarray]:
    """ncnn: pnnx, with the sizes of the inputs, then its runtime, which has no batches:
    the first sample."""
    step.notes["samples"] = 1
    kinds = {"float32": "f32", "int64": "i64", "bool": "i1"}
    shapes = ",".join(
        "[" + ",".join(map(str, (1, *value.shape[1:]))) + "]" + kinds[str(value.dtype)]
        for value in step.inputs.values()
    )
    model = step.folder / "m.onnx"
    model.write_bytes(step.model.read_bytes())
    import importlib.util

    # The package imports torch, its program needs none.
    package = importlib.util.find_spec("pnnx")
    assert package is not None and package.origin is not None
    pnnx = str(Path(package.origin).parent / "pnnx")
    done = subprocess.run(
        [pnnx, model.name, f"inputshape={shapes}"],
        cwd=step.folder,
        capture_output=True,
        text=True,
    )
    parameters = step.folder / "m.ncnn.param"
    if not parameters.exists():
        raise RuntimeError(_last_error(done))
    import ncnn as library

    net = library.Net()
    if net.load_param(str(parameters)) or net.load_model(str(step.folder / "m.ncnn.bin")):
        raise RuntimeError("unknown layers")
    extractor = net.create_extractor()
    for index, value in enumerate(step.inputs.values()):
        array = value.astype(np.int32) if value.dtype == np.int64 else value
        extractor.input(f"in{index}", library.Mat(np.ascontiguousarray(array[0])))
    results = []
    for name in net.output_names():
        status, result = extractor.extract(name)
        if status:
            raise RuntimeError(f"extract gives {status}")
        results.append(np.array(result)[None])
    return results


#: By name; the first ones are in the environment of the tests.
QUICK: dict[str, Callable[[Step], list[np.ndarray]]] = {
    "runtime": runtime,
    "runtime_plain": runtime_plain,
    "symbolic_shapes": symbolic_shapes,
    "quant_pre_process": quant_pre_process,
    "quantize_dynamic": quantize_dynamic,
    "quantize_static": quantize_static,
    "transformers_optimizer": transformers_optimizer,
    "transformers_float16": transformers_float16,
    "version_converter": version_converter,
    "onnxsim": onnxsim,
    "onnxslim": onnxslim,
}
#: These have an environment of their own: utils/requirements-tools.txt.
OTHERS: dict[str, Callable[[Step], list[np.ndarray]]] = {
    "onnxoptimizer": onnxoptimizer,
    "common_float16": common_float16,
    "openvino": openvino,
    "tvm": tvm,
    "ncnn": ncnn,
}


def error(actual: list[np.ndarray], expected: list[np.ndarray]) -> float:
    """The root of the mean squared error relative to that of the values, the largest
    of all outputs of floats; infinite where a shape or a finite value is missing."""
    worst = 0.0
    if len(actual) < len(expected):
        return float("inf")
    for value, reference in zip(actual, expected):
        if reference.dtype.kind != "f" or reference.size == 0:
            continue
        if value.shape != reference.shape:
            return float("inf")
        finite = np.isfinite(reference)
        if not np.isfinite(value[finite]).all():
            return float("inf")
        scale = np.sqrt(np.mean(np.square(reference[finite], dtype=np.float64)))
        off = np.sqrt(np.mean(np.square(value[finite].astype(np.float64) - reference[finite])))
        worst = max(worst, float(off / max(scale, 1e-30)))
    return worst


def apply(tool: str, name: str, model: Path, data: Path, folder: Path) -> dict[str, Any]:
    """What a tool does with a model: its notes, with `error` or `failure`."""
    content = np.load(data)
    inputs = {key[3:]: content[key] for key in content if key.startswith("in:")}
    outputs = [content[f"out:{i}"] for i in range(sum(k.startswith("out:") for k in content))]
    step = Step(model, inputs, folder)
    if tool == "transformers_optimizer":
        step.notes["model"] = name
    try:
        results = (QUICK | OTHERS)[tool](step)
        samples = step.notes.pop("samples", None)
        outputs = [output[:samples] for output in outputs]
        step.notes["error"] = error([np.asarray(result) for result in results], outputs)
    except Exception as failure:  # noqa: BLE001 - tools fail in many ways
        lines = [line for line in str(failure).splitlines() if line.strip()]
        text = re.sub(r"/\S*/", "", lines[0] if lines else "")
        step.notes["failure"] = f"{type(failure).__name__}: {text}"[:200]
    step.notes.pop("model", None)
    return step.notes


def main() -> None:
    """Command line entry point."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    tool, name, model, data, folder = sys.argv[1:]
    print("RESULT " + json.dumps(apply(tool, name, Path(model), Path(data), Path(folder))))


if __name__ == "__main__":
    main()
