"""The result of an export, and ONNX models in memory."""
