"""Which tests have passed with the same models: those models need not run again.

The result of a test that converts a prepared program, runs the model and compares
its numbers depends only on the bytes of the model, the program, the Python code of
the tests, and the versions of PyTorch and ONNX Runtime.  A test that passes leaves
a file in the cache folder, named by a hash of all of these.  The conversion itself
is never skipped.  With TORCH_ONNX_TEST_ALL=1 every model runs.
"""

from __future__ import annotations

import functools
import hashlib
import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import onnxruntime

from integration.common import cache, compiler

_ROOT = Path(__file__).resolve().parents[1]


@functools.cache
def _folder(packages: tuple[str, ...]) -> Path:
    """Where the passed tests of these packages of `integration` are kept."""
    folders = [_ROOT / name for name in ("common", *packages)]
    sources = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return cache.cache_folder(f"passed-onnxruntime-{onnxruntime.__version__}", *sources)


class Verdict:
    """Whether a test has passed."""

    def __init__(self, facts: Iterable[object], packages: tuple[str, ...]) -> None:
        """`facts` are what the result depends on, except code; different facts must
        print differently.  `packages` are the folders of `integration` with the test
        and the modules that it imports."""
        digest = hashlib.sha256(repr([*facts]).encode())
        self._path = _folder(packages) / digest.hexdigest()

    def has_passed(self) -> bool:
        """Whether the test has passed already."""
        return self._path.exists() and not os.environ.get("TORCH_ONNX_TEST_ALL")

    def keep(self) -> None:
        """Records that the test has passed."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.touch()


def hashes_of_models(programs: Sequence[Path]) -> list[str]:
    """Converts programs.

    Returns the name of each program, which includes its cache folder and thereby the
    code that prepares it, and a hash of each file of its model.  For a refused program
    the messages take the place of the hashes.
    """
    hashes = []
    with tempfile.TemporaryDirectory(prefix="torch-onnx-verdicts-") as folder:
        for number, program in enumerate(programs):
            hashes.append(f"{program.parent.name}/{program.name}")
            model = Path(folder) / f"{number}.onnx"
            conversion = compiler.convert(program, model)
            if conversion.failure:
                hashes.append(conversion.stderr)
            for file in sorted(model.parent.glob(f"{model.name}*")):
                with file.open("rb") as content:
                    hashes.append(hashlib.file_digest(content, "sha256").hexdigest())
                file.unlink()
    return hashes
