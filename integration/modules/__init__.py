"""All modules of torch.nn with the inputs of torch's own tests."""
