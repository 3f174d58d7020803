"""onnx-simplify keeps the numbers: random graphs of the onnx dialect."""
