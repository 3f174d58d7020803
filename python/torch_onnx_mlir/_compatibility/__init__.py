"""Names and arguments of torch.onnx, in all of its versions."""
