"""Integration tests of Torch-ONNX: real torch on one side, ONNX Runtime on the other."""
