"""Whole models, traced and scripted."""

from integration.torchscript.models import (  # noqa: F401 - they register
    decoders,
    detection,
    encoders,
    libraries,
    quantized,
)
from integration.torchscript.models.registry import MODELS

__all__ = ["MODELS"]
