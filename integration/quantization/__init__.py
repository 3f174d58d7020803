"""Quantized programs against eager: pt2e's operators, torchao's, integer products."""
