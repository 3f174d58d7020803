"""Type inference of the onnx dialect, compared with onnx's own."""
