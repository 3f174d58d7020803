"""Files that no PyTorch wrote: what the compiler does with bad input."""
