#!/usr/bin/env python3
"""Writes docs/Dialects/ONNX/: a page for each family of operations of the onnx dialect.

    utils/gen_onnx_pages.py            rewrites the pages
    utils/gen_onnx_pages.py --check    exits with 1 if a page is out of date

Each entry is composed from its sources: the summary and what the specification demands
from onnx's schemas, the signature from the .td files, the example and the test cases of
errors from the text tests, and the constraints from the type rules and verifiers. Entries
name functions and test cases instead of lines, which change with every edit.
"""

import functools
import json
import os
import pathlib
import re
import subprocess
import sys

import onnx

import generated
import onnx_constraints

ROOT = generated.ROOT
PAGES = ROOT / "docs" / "Dialects" / "ONNX"
DEFINITIONS = onnx_constraints.DEFINITIONS
TESTS = ROOT / "test/Dialect/ONNX"
#: From a page to the root of the tree.
UP = "../../.."
#: The opset of the definitions.
OPSET = int(re.search(r"kOpsetVersion = (\d+)", (DEFINITIONS / "ONNXDialect.td").read_text())[1])
#: A sentence of the specification that demands something.
DEMAND = re.compile(
    r"\b(must|shall|should be|cannot|be one of|be either|in the range|[Aa]ccepted range|"
    r"a positive|non-negative|divisible)\b|>= ?0"
)
#: A demand on the elements of an operand, which no verifier sees.
ELEMENTS = re.compile(r"\b(values?|elements?)\b", re.I)
#: The beginning of a sentence that describes the meaning of an attribute.
MEANING = re.compile(r"Whether|Set|If|Any|Note|Or|Clipping")


def records(family: str) -> dict:
    """The records of <family>.td, as llvm-tblgen sees them."""
    llvm = pathlib.Path(f"/usr/lib/llvm-{os.environ.get('LLVM_MAJOR', '22')}")
    command = [llvm / "bin/llvm-tblgen", "--dump-json", f"-I{ROOT / 'include'}",
               f"-I{llvm / 'include'}", DEFINITIONS / f"{family}.td"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def schema(name: str):
    """The schema of an operator in the opset of the dialect; None if ai.onnx lacks it."""
    try:
        return onnx.defs.get_schema(name, OPSET)
    except onnx.defs.SchemaError:
        return None


def plain(text: str) -> str:
    """Text of a schema in one line, without its links and tags."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text.replace("**", ""))
    text = re.sub(r"</?(br|p|b|i|a|em|sub|sup|ul|li|dl|dt|dd|tt)\b[^<>]*>", " ", text)
    text = re.sub(r"(?<=[a-z0-9])\.(?=[A-Z][a-z])", ". ", text)
    text = re.sub(r"\s+", " ", text).strip()
    # Markdown shows a `<` of code as it is.
    return "`".join(part if index % 2 else part.replace("<", "&lt;")
                    for index, part in enumerate(text.split("`")))


def sentences(text: str) -> list[str]:
    """The sentences of a text; abbreviations and numbers do not end one."""
    return re.split(r"(?<=[^.\s][.!?])(?<!e\.g\.)(?<!i\.e\.) (?=[A-Z`'\"])", plain(text))


def summary(text: str) -> str:
    """The first sentence of the documentation of an operator."""
    paragraphs = [p for p in re.split(r"\n\s*\n|```|\n\s*[*-] ", text.strip()) if p.strip()]
    first = sentences(paragraphs[0])[0].rstrip(":") if paragraphs else ""
    return first if not first or first.endswith(".") else first + "."


#: Attribute constraints of ODS in words that a reader knows.
ATTRIBUTE_TYPES = {
    "64-bit signless integer attribute": "i64",
    "32-bit float attribute": "f32",
    "string attribute": "string",
    "i64 dense array attribute": "list of i64",
    "f32 dense array attribute": "list of f32",
    "string array attribute": "list of strings",
    "any type attribute": "type",
    "constant vector/tensor attribute": "tensor",
    "dictionary of named attribute values": "dictionary",
    "flat symbol reference attribute": "symbol",
}


def signature(record: dict, every: dict) -> list[str]:
    """Operands, attributes, regions and results, a line each."""
    rows: dict[str, list[str]] = {"Operands": [], "Attributes": [], "Regions": [], "Results": []}
    for kind, dag in (("Operands", "arguments"), ("Regions", "regions"), ("Results", "results")):
        for argument, name in record[dag]["args"]:
            item = every[argument["def"]]
            if "OpVariable" in item["!superclasses"]:
                item = every[item["constraint"]["def"]]
            text = plain(item.get("summary") or "any type")
            if "Attr" not in item["!superclasses"]:
                rows[kind].append(f"`{name}`: {text}")
                continue
            text = ATTRIBUTE_TYPES.get(text, text)
            if item.get("defaultValue"):
                text += f", default `{item['defaultValue']}`"
            elif not item.get("isOptional"):
                text += ", required"
            rows["Attributes"].append(f"`{name}`: {text}")
    return [f"- {kind}: {'; '.join(items)}" for kind, items in rows.items() if items]


@functools.cache
def test_lines(path: pathlib.Path) -> list[str]:
    return path.read_text().splitlines()


def statement(lines: list[str], start: int) -> str:
    """The operation that begins in line `start`, without the lines of comments in it."""
    taken = []
    for line in lines[start:]:
        depth = sum(map("".join(taken).count, "({[")) - sum(map("".join(taken).count, ")}]"))
        if taken and depth <= 0 and line.strip()[:1] not in (":", "{", "(") \
                and not line.strip().startswith("->"):
            break
        if not line.strip().startswith("//"):
            taken.append(line)
    indent = len(taken[0]) - len(taken[0].lstrip())
    return "\n".join(line[indent:].rstrip() for line in taken)


def example(name: str, family: str) -> tuple[str, str, pathlib.Path] | None:
    """An operation of a text test, the name of its function, and the file of it."""
    own = TESTS / "IR" / f"{family.removesuffix('Ops').lower()}.mlir"
    others = [p for p in sorted(TESTS.rglob("*.mlir")) if "invalid" not in p.name and p != own]
    pattern = re.compile(rf"^\s*(%[\w:]+(, %\w+)* = )?onnx\.{name}(?!\w)")
    for path in (own, *others):
        function = ""
        for number, line in enumerate(test_lines(path)):
            if match := re.search(r"func\.func (?:private )?(@\w+)", line):
                function = match[1]
            if pattern.match(line):
                return statement(test_lines(path), number), function, path
    return None


#: What the traits of MLIR report.
SAME_TYPES = {
    "SameOperandsElementType": "requires the same element type for all operands",
    "SameOperandsAndResultElementType":
        "requires the same element type for all operands and results",
}


def has_one_type(record: dict, every: dict) -> bool:
    """Whether the definition of the first operand allows one element type only."""
    item = every[record["arguments"]["args"][0][0]["def"]]
    return len(item.get("elementTypes", [])) == 1


def link(path: pathlib.Path) -> str:
    return f"[{path.name}]({UP}/{path.relative_to(ROOT)})"


def is_generated(name: str, record: dict, every: dict) -> bool:
    """Whether ODS verifies all that can be said about an attribute or a region.

    An element type must be the one of the result, whose types ODS knows; a region has the
    verifier of the operation.
    """
    own = {n: every[a["def"]] for a, n in record["arguments"]["args"]}
    return own.get(name, {}).get("summary") == "any type attribute" or any(
        n == name for _, n in record["regions"]["args"])


def unverified(definition, record: dict, every: dict, checks: str) -> list[str]:
    """What the schema demands of attributes and inputs that the checks do not name."""
    if definition is None:
        return []
    described = {a.name: a.description for a in definition.attributes.values()}
    inputs = {i.name: i.description for i in definition.inputs}
    found = []
    for name, text in sorted((described | inputs).items()):
        if re.search(rf"\b{re.escape(name)}\b", checks) or is_generated(name, record, every):
            continue
        demands = [s for s in sentences(text) if DEMAND.search(s) and not MEANING.match(s)
                   and not (name in inputs and ELEMENTS.search(s))]
        if demands:
            found.append(f"`{name}`: {' '.join(demands)}")
    return found


def entry(record: dict, every: dict, family: str) -> list[str]:
    """The text about one operation."""
    name = record["opName"]
    definition = schema(name)
    first = summary(definition.doc) if definition and definition.doc else ""
    if not first:
        first = f"{record['summary'][:1].upper()}{record['summary'][1:]}."
    lines = [f"## onnx.{name}", "", first]
    if definition:
        page = f"https://onnx.ai/onnx/operators/onnx__{name}.html"
        lines[-1] += f" [Specification]({page}), since opset {definition.since_version}."
    description = re.sub(r"\n[ \t]+", "\n", record["description"] or "").split("```")[0].strip()
    if description:
        lines += ["", description]
    lines += ["", *signature(record, every)]
    found = example(name, family)
    if found is None:
        sys.exit(f"gen_onnx_pages.py: no test below {TESTS.relative_to(ROOT)} has onnx.{name}")
    text, function, path = found
    lines += ["", "```mlir", text, "```", "", f"Tested by `{function}` in {link(path)}."]
    traits = [every[t["def"]] for t in record["traits"]]
    same = [f"failed to verify that {t['summary']}" for t in traits
            if "PredOpTrait" in t["!superclasses"]]
    same += [text for trait, text in SAME_TYPES.items()
             if any(t["!name"] == trait for t in traits) and not has_one_type(record, every)]
    constraints, checks = onnx_constraints.of(name, record.get("typeRule") or "", family, same)
    rows = []
    for constraint in constraints:
        where = "the definition"
        if constraint.path:
            where = f"`{constraint.function}` in {link(constraint.path)}"
        test = constraint.test
        by = f" (for onnx.{test.operation})" if test and test.operation != name else ""
        tested = f"; expected by `{test.function}` in {link(test.path)}{by}" if test else ""
        rows.append(f"- `{constraint.message}`: {where}{tested}")
    if rows:
        lines += ["", "Constraints:", "", *dict.fromkeys(rows)]
    missing = unverified(definition, record, every, checks)
    if missing:
        lines += ["", "Not verified (the schema says it, no check names it):", "",
                  *(f"- {text}" for text in missing)]
    return [*lines, ""]


def family_page(family: str) -> tuple[str, list[str]]:
    """The page of a family, and the names of its operations."""
    every = records(family)
    banner = (DEFINITIONS / f"{family}.td").read_text().split("\n")[0]
    title = re.match(r"//===-+ \S+ - (.*?) -*\*?-", banner)[1].rstrip(" -")
    own = [every[n] for n in every["!instanceof"]["Op"]
           if every[n]["!locs"][-1].startswith(f"{family}.td:")]
    own.sort(key=lambda record: record["opName"].lower())
    lines = [
        f"# {title}",
        "",
        f"Written by `utils/gen_onnx_pages.py` from `{family}.td`, onnx's schemas, verifiers and tests;",
        "do not edit. [All operations](README.md), and what holds for each of them.",
        "",
    ]
    for record in own:
        lines += entry(record, every, family)
    return "\n".join(lines).rstrip() + "\n", [record["opName"] for record in own]


INDEX = f"""\
# The operations of the onnx dialect

Written by `utils/gen_onnx_pages.py`; do not edit. The operations are those of opset {OPSET}.
[The onnx dialect](../../Rationale/ONNXDialect.md) has the design.

An entry has the summary of the specification and a link to it, the signature, an example,
and the constraints. In messages, `…` stands for what depends on the operation.

For every operation, the verifier also checks

- the number of operands, the presence of required attributes, and the types of operands, attributes
  and results, as the signature says them (generated from the definition);
- that declared result types do not contradict the inferred ones: `TypeInference::refine`
  in [TypeInference.cpp]({UP}/lib/Dialect/ONNX/IR/TypeInference.cpp).

Constraints on the values of operands are checked where constants are known: by
`ONNXBuilder` and `onnx-infer-shapes`, but not by the verifier. What the specification demands
of the elements of other tensors is not listed.

| family | operations |
|---|---|
"""


def make() -> dict[pathlib.Path, str]:
    """The texts of the pages, by path."""
    pages, index = {}, INDEX
    for td in sorted(DEFINITIONS.glob("*Ops.td")):
        text, names = family_page(td.stem)
        family = td.stem.removesuffix("Ops")
        pages[PAGES / f"{family}.md"] = text
        links = (f"[{name}]({family}.md#onnx{name.lower()})" for name in names)
        index += f"| [{family}]({family}.md) | {', '.join(links)} |\n"
    pages[PAGES / "README.md"] = index
    return pages


if __name__ == "__main__":
    sys.exit(generated.main_files(make, __doc__))
