"""torchvision's operators against references of their kernels."""
