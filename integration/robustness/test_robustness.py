"""Bad input is refused with a message; nothing crashes, hangs or is left behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from integration.robustness import base
from integration.robustness.__main__ import GROUPS, check_group
from integration.robustness.check import run, violations


#: Files that still break a promise, by the beginning of their line, and why. A
#: beginning that no failure has any more must leave the list.
KNOWN: dict[str, str] = {}


@pytest.mark.parametrize("group", sorted(GROUPS))
def test_group(group: str, compiler: str) -> None:
    """All files of a group; `python -m integration.robustness --keep` has them."""
    count, found = check_group(compiler, group)
    assert count
    known = [start for start in KNOWN if start.startswith(group + ":")]
    fixed = [k for k in known if not any(line.startswith(k) for line in found)]
    new = [line for line in found if not line.startswith(tuple(known))]
    assert not new, "\n".join(new)
    assert not fixed, f"remove from KNOWN: {fixed}"


def test_intact(compiler: str, tmp_path: Path) -> None:
    """What the hostile files are made from is converted."""
    model = tmp_path / "plain.pt2"
    model.write_bytes(base.load(rich=False))
    result = run(compiler, model)
    assert result.status == 0, result.stderr
    assert not violations(model, result, refused=False)


def test_harmless_flips_change_nothing(compiler: str, tmp_path: Path) -> None:
    """A damaged archive is refused or gives the very model that the intact gives."""
    model = tmp_path / "model.pt2"
    model.write_bytes(base.load(rich=False))
    intact = run(compiler, model).output
    for variant in GROUPS["bit_flips"]():
        model.write_bytes(variant.content)
        result = run(compiler, model)
        assert result.status == 1 or result.output == intact, variant.name


@pytest.mark.parametrize(
    "kind", ["missing", "folder", "pipe", "dangling link", "loop of links", "unreadable"]
)
def test_not_a_file(kind: str, compiler: str, tmp_path: Path) -> None:
    """Things in the file system that are no model."""
    model = tmp_path / "model.pt2"
    if kind == "folder":
        model.mkdir()
    elif kind == "pipe":
        os.mkfifo(model)
    elif kind == "dangling link":
        model.symlink_to(tmp_path / "nothing.pt2")
    elif kind == "loop of links":
        model.symlink_to(model)
    elif kind == "unreadable":
        if os.geteuid() == 0:
            pytest.skip("root reads everything")
        model.write_bytes(base.load(rich=False))
        model.chmod(0)
    assert not violations(model, run(compiler, model), refused=True)


def test_link_to_a_model(compiler: str, tmp_path: Path) -> None:
    """A link is the user's own choice: it gives what the model gives."""
    model, link = tmp_path / "model.pt2", tmp_path / "link.pt2"
    model.write_bytes(base.load(rich=False))
    link.symlink_to(model)
    assert run(compiler, link).output == run(compiler, model).output


@pytest.mark.parametrize("weights", ["inline", "external", "reference"])
def test_bad_output(weights: str, compiler: str, tmp_path: Path) -> None:
    """A failure with each kind of weights leaves nothing behind."""
    model = tmp_path / "model.pt2"
    content = base.load(rich=False)
    model.write_bytes(content[: len(content) // 2])
    result = run(compiler, model, (f"--weights={weights}",))
    assert not violations(model, result, refused=True)
