#!/usr/bin/env python3
# ===- demo.py - convert a ResNet-50 and compare ---------------------------=== #
#
# usage: demo.py --torch-onnx PROGRAM --work FOLDER
# Exports the ResNet-50 of transformers (random weights, nothing is downloaded)
# with a dynamic batch to a .pt2 file, converts that with torch-onnx, and runs
# PyTorch and ONNX Runtime on two batch sizes. Fails when outputs differ by more
# than rounding. The .pt2 and the expected outputs are kept for the next run.
#
# ===----------------------------------------------------------------------=== #

import argparse
import glob
import os
import resource
import subprocess
import sys
import time

import numpy
import onnx
import onnxruntime

BATCHES = (2, 5)
# torch.testing.assert_close's relative tolerance is for one operator; the
# outputs of 50 layers are compared against the size of the largest one.
TOLERANCE = 1e-4


def export(pt2, expected):
    """Writes the .pt2 and, for each batch size, PyTorch's own answer."""
    import torch
    from transformers import ResNetConfig, ResNetForImageClassification

    class Logits(torch.nn.Module):
        def __init__(self, model):
            super().__init__()
            self.model = model

        def forward(self, pixel_values):
            return self.model(pixel_values).logits

    torch.manual_seed(0)
    model = Logits(ResNetForImageClassification(ResNetConfig(num_labels=1000))).eval()
    # Statistics of a fresh BatchNorm are 0 and 1, under which a wrong lowering
    # would go unseen.
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(module.running_mean, -0.1, 0.1)
            torch.nn.init.uniform_(module.running_var, 0.8, 1.2)
    batch = torch.export.Dim("batch", min=1, max=1024)
    images = [torch.randn(size, 3, 224, 224) for size in BATCHES]
    program = torch.export.export(
        model, (images[0],), dynamic_shapes={"pixel_values": {0: batch}}
    )
    torch.export.save(program, pt2 + ".tmp.pt2")
    arrays = {}
    with torch.no_grad():
        for size, image in zip(BATCHES, images):
            arrays[f"in{size}"] = image.numpy()
            arrays[f"out{size}"] = model(image).numpy()
    numpy.savez(expected, **arrays)
    os.replace(pt2 + ".tmp.pt2", pt2)


def describe(value):
    """name: float32[batch, 3, 224, 224]"""
    tensor = value.type.tensor_type
    dims = [d.dim_param or str(d.dim_value) for d in tensor.shape.dim]
    dtype = onnx.helper.tensor_dtype_to_np_dtype(tensor.elem_type)
    return f"{value.name}: {dtype}[{', '.join(dims)}]"


def megabytes(path):
    return f"{os.path.getsize(path) / 1e6:.1f} MB"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--torch-onnx", required=True)
    parser.add_argument("--work", required=True)
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    pt2 = os.path.join(options.work, "resnet50.pt2")
    expected = os.path.join(options.work, "resnet50.npz")
    model = os.path.join(options.work, "resnet50.onnx")

    if not (os.path.exists(pt2) and os.path.exists(expected)):
        print("exporting ResNet-50 with torch.export (once) ...", flush=True)
        export(pt2, expected)
    print(f"PyTorch file     {os.path.relpath(pt2)}, {megabytes(pt2)}")

    # torch.export keeps no name of a Dim.
    command = [options.torch_onnx, pt2, "-o", model, "--dim=pixel_values.0=batch"]
    print("$ " + " ".join(os.path.relpath(c) if os.sep in c else c for c in command),
          flush=True)
    start = time.monotonic()
    code = subprocess.run(command, stdin=subprocess.DEVNULL).returncode
    seconds = time.monotonic() - start
    if code:
        print(f"demo: torch-onnx failed with exit status {code}")
        return 1
    used = resource.getrusage(resource.RUSAGE_CHILDREN)

    proto = onnx.load(model, load_external_data=False)
    opset = {o.domain or "ai.onnx": o.version for o in proto.opset_import}
    size = os.path.getsize(model)
    size += sum(os.path.getsize(path) for path in glob.glob(glob.escape(model) + ".*.data"))
    print(f"converted in     {seconds:.2f} s ({used.ru_utime + used.ru_stime:.2f} s of "
          "CPU time)")
    print(f"ONNX file        {os.path.relpath(model)}, {size / 1e6:.1f} MB, "
          f"{len(proto.graph.node)} nodes, opset {opset.get('ai.onnx')}")
    for kind, values in ("input", proto.graph.input), ("output", proto.graph.output):
        for value in values:
            print(f"{kind:<16} {describe(value)}")

    settings = onnxruntime.SessionOptions()
    settings.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        model, settings, providers=["CPUExecutionProvider"]
    )
    arrays = numpy.load(expected)
    good = True
    for batch in BATCHES:
        want = arrays[f"out{batch}"]
        (got,) = session.run(None, {session.get_inputs()[0].name: arrays[f"in{batch}"]})
        same_type = got.shape == want.shape and got.dtype == want.dtype
        difference = float(numpy.abs(got - want).max()) if same_type else float("inf")
        scale = float(numpy.abs(want).max())
        close = difference <= TOLERANCE * scale  # false for NaN, too
        good = good and close
        print(f"batch {batch:<10} output {got.dtype}{list(got.shape)}, largest difference "
              f"from PyTorch {difference:.1e} of {scale:.1f}: {'ok' if close else 'WRONG'}")
    print("demo: " + ("PyTorch and ONNX Runtime agree" if good else "FAILED"))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
