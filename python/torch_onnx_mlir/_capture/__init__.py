"""From a model of PyTorch to a program that the compiler reads."""
