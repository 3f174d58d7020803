"""Speed, memory and size of conversions, beside those of torch.onnx.export."""
