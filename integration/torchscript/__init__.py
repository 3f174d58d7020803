"""TorchScript: traced and scripted modules against eager."""
