"""A differential fuzzer: random programs, eager against the converted model."""
