#!/usr/bin/env python3
"""Writes docs/WhereIs.md: which files are about a subject, and what each file of lib/ is for.

    utils/gen_where.py            rewrites docs/WhereIs.md
    utils/gen_where.py --check    exits with 1 if the page is out of date

A file is listed with the line of its banner. SUBJECTS are patterns over paths and
banners, so a new file appears under the subjects that its banner names.
"""

import re
import sys

import generated

PAGE = generated.ROOT / "docs" / "WhereIs.md"
BANNER = re.compile(r"^//===-+ (\S+) - (.*?) *-*(?:\*- \S+ -\*)?-*===//$")

#: What somebody may look for, and the pattern that finds its files.
SUBJECTS = {
    "Attention": r"attention|transformer",
    "Autocast": r"autocast",
    "Batches (torch.vmap)": r"\bbatch|vmap",
    "C interface": r"lib/CAPI/",
    "Complex numbers": r"complex",
    "Constant folding": r"fold",
    "Control flow": r"control flow|branches|loop|\bscan\b|\bregions?\b",
    "Convolutions and pooling": r"convolution|\bconv\b|pool|windows",
    "Derivatives": r"derivative",
    "Evaluation of onnx operations": r"lib/Dialect/ONNX/Evaluate/|evaluat",
    "Errors and messages": r"diagnostic|message|error",
    "Fourier transforms": r"fft|fourier|spectral",
    "Functions of the model": r"functions? (?:that|of the model|from modules)|(?:Outline|Inline)Functions|ModuleCalls",
    "Images": r"image|resampl|resiz",
    "Indexing": r"index",
    "Linear algebra": r"linalg|matri",
    "Names of nodes and values": r"names?\b",
    "Numbers of 4 bits": r"float4|4 bits|4-bit|PackWeights",
    "ONNX Runtime's limits": r"(?-i:ORT)|onnx runtime",
    "Opset versions": r"opset|legali[sz]e",
    "Quantization (QDQ)": r"quant",
    "Random numbers": r"random",
    "Recurrent cells": r"recurrent",
    "Reductions and norms": r"reduc|\bnorm",
    "Report and its page": r"report|\bpage\b",
    "State and mutation": r"mutation|functionali|writes?\b",
    "Symbolic sizes": r"lib/Dialect/Sym/|symbol|sizes|dims",
    "TorchScript": r"lib/Import/TorchScript/|torchscript",
    "Views and layout": r"\bviews?\b|strides|permut",
    "Weights": r"weight|safetensors|state dict",
}


def banners() -> dict[str, str]:
    """What each file of lib/ is for, by its path; headers only where they have no source."""
    names = (path.relative_to(generated.ROOT).as_posix()
             for path in (generated.ROOT / "lib").rglob("*.*") if path.is_file())
    found = {}
    for name in sorted(names):
        path = generated.ROOT / name
        if path.suffix not in (".cpp", ".h", ".inc"):
            continue
        if path.suffix == ".h" and path.with_suffix(".cpp").exists():
            continue
        with path.open(errors="replace") as file:
            match = BANNER.match(file.readline().rstrip("\n"))
        if match:
            found[name] = match[2].rstrip(" -")
    return found


def matches(pattern: str, path: str, banner: str) -> bool:
    """Whether a file is about a subject: its name, its banner, or a folder that is named whole."""
    folder, _, base = path.rpartition("/")
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", base)
    text = f"{folder}/" if pattern.startswith("lib/") else ""
    return re.search(pattern, f"{text} {base} {words} {banner}", re.I) is not None


def make() -> str:
    """The page."""
    files = banners()
    lines = [
        "# Where is ...",
        "",
        "Written by `utils/gen_where.py` from the banners of the files; do not edit.",
        "[Architecture](Architecture.md) has the stages in their order, [Contributing](../CONTRIBUTING.md) the folders.",
        "",
        "## By subject",
        "",
    ]
    for subject, pattern in SUBJECTS.items():
        matching = [n for n, text in files.items() if matches(pattern, n, text)]
        folders: dict[str, list[str]] = {}
        for name in matching:
            folder, _, base = name.rpartition("/")
            names = folders.setdefault(folder, [])
            if (stem := base.rsplit(".", 1)[0]) not in names:
                names.append(stem)
        if not folders:
            sys.exit(f"gen_where.py: no file is about '{subject}'")
        lines.append(f"**{subject}**")
        lines += [f"- `{folder}`: {', '.join(names)}" for folder, names in folders.items()]
        lines.append("")
    lines += ["## By folder", ""]
    current = None
    for name, text in sorted(files.items(), key=lambda item: item[0].rpartition("/")[::2]):
        folder, _, base = name.rpartition("/")
        if folder != current:
            lines += ["", f"### {folder}", "", "| file | what it is for |", "|---|---|"]
            current = folder
        lines.append(f"| {base} | {text.replace('|', '&#124;')} |")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"


if __name__ == "__main__":
    sys.exit(generated.main(PAGE, make, __doc__))
