"""The steps of random programs, by family."""

from integration.fuzz.steps import (  # noqa: F401 - each registers its steps
    aliases,
    control,
    indexing,
    nn,
    others,
    patterns,
    pointwise,
    reduce,
    sizes,
    views,
    writes,
)
