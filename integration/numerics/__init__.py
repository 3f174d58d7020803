"""Numbers at which operators are easily wrong, held against PyTorch."""
