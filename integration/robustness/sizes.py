"""Tensors, sizes and subgraphs that do not exist in any memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from integration.robustness.archives import Variant
from integration.common.archive import Archive
from integration.robustness.base import load
from integration.robustness.programs import HUGE, MODEL, WEIGHTS


def _ints(*values: int) -> list[dict[str, int]]:
    return [{"as_int": value} for value in values]


def weights() -> Iterator[Variant]:
    """Views of weights that leave their bytes; paths that leave the archive."""
    archive = Archive(load(rich=False))
    shape = [6, 4]  # of first.weight

    def variant(title: str, refused: bool = True, graph_too: bool = True, **meta: Any) -> Variant:
        config = archive.json(WEIGHTS)
        config["config"]["first.weight"]["tensor_meta"].update(meta)
        program = archive.json(MODEL)
        if graph_too:  # so that it is not only the contradiction that is found
            values = program["graph_module"]["graph"]["tensor_values"]
            for key in ("sizes", "dtype"):
                if key in meta:
                    values["p_first_weight"][key] = meta[key]
        inner = Archive(archive.replaced(WEIGHTS, config))
        return Variant(f"weight: {title}", inner.replaced(MODEL, program), refused)

    for dtype in (0, 14, 20, 27, 36, 99, -1, HUGE, -HUGE - 1, 2**63, "float", None, 7.0):
        yield variant(f"dtype {dtype!r}", dtype=dtype)
    yield variant("dtype of another width", dtype=8)
    yield variant("dtype unlike the graph's", graph_too=False, dtype=5)
    for sizes in ((-1, 4), (6, -4), (-6, -4), (HUGE, HUGE), (2**32, 2**32), (HUGE, 4), (2**62, 4),
                  (-HUGE - 1, 4), (1 << 40, 0), (7, 4), (6, 5), (24, 1)):
        yield variant(f"sizes {sizes}", sizes=_ints(*sizes))
        yield variant(f"sizes {sizes} in the file", graph_too=False, sizes=_ints(*sizes))
        yield variant(f"sizes {sizes}, strides 0", sizes=_ints(*sizes), strides=_ints(0, 0))
    for strides in ((-4, 1), (4, -1), (HUGE, 1), (HUGE, HUGE), (-HUGE - 1, 1), (2**61, 1), (5, 1), (4, 2), (4,), (), (4, 1, 1)):
        yield variant(f"strides {strides}", strides=_ints(*strides))
    for offset in (-1, 1, 24, 2**61, 2**62, HUGE, HUGE // 4, -HUGE - 1):
        yield variant(f"offset {offset}", storage_offset={"as_int": offset})
    yield variant("no sizes", sizes=[], strides=[], refused=False)
    yield variant("rank 10000", sizes=_ints(*[1] * 10000), strides=_ints(*[0] * 10000))
    yield variant("symbolic", sizes=[{"as_expr": {"expr_str": "s0", "hint": None}}, {"as_int": 4}])
    assert shape
    for path in ("../weights/weight_0", "../../../../etc/passwd", "/etc/passwd", "", ".", "..", "./weight_0",
                 "weight_0/", "WEIGHT_0", "weight_0\u0000", "model_weights_config.json/../weight_0", "\u001b[2J"):
        config = archive.json(WEIGHTS)
        config["config"]["first.weight"]["path_name"] = path
        yield Variant(f"path {path!r}", archive.replaced(WEIGHTS, config))
    config = archive.json(WEIGHTS)
    config["config"]["first.weight"]["use_pickle"] = True
    yield Variant("pickled", archive.replaced(WEIGHTS, config))
    many = json.loads(json.dumps(archive.json(WEIGHTS)))
    entry = many["config"]["first.weight"]
    many["config"].update({f"w{i}": entry for i in range(20000)})
    yield Variant("20000 more weights", archive.replaced(WEIGHTS, many), refused=False)
    # Small in the file, endless when written.
    config, program = archive.json(WEIGHTS), archive.json(MODEL)
    config["config"]["first.weight"]["tensor_meta"].update(sizes=_ints(1 << 20, 1 << 20), strides=_ints(0, 0))
    program["graph_module"]["graph"]["tensor_values"]["p_first_weight"]["sizes"] = _ints(1 << 20, 1 << 20)
    content = Archive(archive.replaced(WEIGHTS, config)).replaced(MODEL, program)
    yield Variant("4 TB from 4 bytes", content)


def sizes() -> Iterator[Variant]:
    """Sizes of values, and the expressions they are in."""
    archive = Archive(load(rich=False))

    def variant(title: str, dims: list[Any], refused: bool = True, constraints: Any = None) -> Variant:
        program = archive.json(MODEL)
        values = program["graph_module"]["graph"]["tensor_values"]
        for name in ("x", "linear", "relu"):
            values[name]["sizes"] = dims
        if constraints is not None:
            program["range_constraints"] = constraints
        return Variant(title, archive.replaced(MODEL, program), refused)

    for dims in ((-1, 4), (HUGE, HUGE), (2**32, 2**32), (2**31, 2**31, 2), (HUGE, 2), (HUGE, 0, HUGE), (-HUGE - 1, 4)):
        yield variant(f"sizes {dims}", _ints(*dims))
    yield variant("rank 5000", _ints(*[1] * 5000), refused=False)
    for text in ("", " ", "(", "s0)", "s0 +", "s0 s1", "1.5", "Float('1.5', precision=53)", "True", "Eq(s0, 1)",
                 "Rational(1, 2)", "s0/2", "zoo", "nan", "oo", "-oo", "Symbol('')", "Symbol('s0'", "Symbol(3)",
                 "f(s0)", "__import__('os')", "s0\u0000", "\u001b[2J", "1" * 5000, "s0//0", "Mod(s0, 0)",
                 "Pow(s0, -1)", "Pow(0, -1)", "-5", "9223372036854775808"):
        dims = [{"as_expr": {"expr_str": text, "hint": None}}, {"as_int": 4}]
        definite = text in ("", "(", "s0)", "s0 +", "s0 s1", "1.5", "True", "Symbol('s0'")
        yield variant(f"size {text[:30]!r}", dims, definite)
    symbols = [f"a{i}" for i in range(40)]
    bombs = {
        "parentheses": "(" * 30000 + "s0" + ")" * 30000,
        "calls": "Max(1, " * 9000 + "s0" + ")" * 9000,
        "minus signs": "-" * 60000 + "s0",
        "power of a sum": "(" + " + ".join(symbols) + ")**40",
        "product of sums": " * ".join(["(" + " + ".join(symbols) + ")"] * 30),
        "powers of powers": "(((((s0 + s1)**9)**9)**9)**9)**9",
        "great power": "s0**1000000",
        "power of 2": "2**63",
        "long sum": " + ".join(f"b{i}" for i in range(9000)),
        "long product": "*".join(f"b{i}" for i in range(9000)),
        "nested quotients": "(" * 2000 + "s0" + " + 1)//3" * 2000,
        "more than 64 KiB": "s0 + " * 20000 + "1",
    }
    for title, text in bombs.items():
        expression = {"as_expr": {"expr_str": text, "hint": None}}
        yield variant(f"size: {title}", [expression, {"as_int": 4}], refused=False)
        if len(text) < 10000:  # another one for each value
            yield variant(f"sizes: {title}", [expression] * 30, refused=False)
    size = [{"as_expr": {"expr_str": "s0", "hint": None}}, {"as_int": 4}]
    for title, constraint in {
        "empty range": {"min_val": 5, "max_val": 4}, "no maximum": {"min_val": 0}, "text": {"min_val": "0", "max_val": "9"},
        "float": {"min_val": 0.5, "max_val": 2.5}, "not an object": 3, "list": [], "too great": {"min_val": 0, "max_val": 2**64},
    }.items():
        yield variant(f"range: {title}", size, constraints={"s0": constraint})
    yield variant("range: nameless", size, constraints={"": {"min_val": 0, "max_val": 9}})
    yield variant("range: list of ranges", size, constraints=[])
    yield variant("range: odd name", size, constraints={"a b\u001b": {"min_val": 0, "max_val": 9}}, refused=False)
    many = {f"z{i}": {"min_val": 0, "max_val": 9} for i in range(50000)}
    yield variant("range: 50000", size, constraints=many, refused=False)
    for dims in ({"as_expr": None}, {"as_expr": {}}, {"as_expr": {"expr_str": 1}}, {"as_name": "x"}, 4, None, "4", {}, [],
                 {"as_int": 4, "as_expr": {"expr_str": "4"}}):
        yield variant(f"size {dims!r}", [dims, {"as_int": 4}])


def subgraphs() -> Iterator[Variant]:
    """Graphs in graphs, and graphs of many nodes."""
    archive = Archive(load(rich=True))
    program = archive.json(MODEL)
    graph = program["graph_module"]["graph"]
    index = next(i for i, n in enumerate(graph["nodes"]) if n["target"].endswith("cond"))
    branch = next(
        i for i, a in enumerate(graph["nodes"][index]["inputs"]) if "as_graph" in a["arg"]
    )
    inner = graph["nodes"][index]["inputs"][branch]["arg"]["as_graph"]["graph"]
    node = graph["nodes"][index]
    for depth in (1, 10, 60, 70, 150, 400):
        # As text: Python's own json has a limit of recursion.
        head, tail = json.dumps(node).split(json.dumps(inner), 1)
        shell, rest = json.dumps({**inner, "nodes": ["@"]}).split('"@"')
        nested = (shell + head) * depth + json.dumps(inner) + (tail + rest) * depth
        whole = json.dumps(program).replace(json.dumps(inner), nested, 1)
        yield Variant(
            f"graphs {depth} deep", archive.replaced(MODEL, whole.encode()), refused=depth >= 64
        )

    def changed(title: str, change: Any, refused: bool = True) -> Variant:
        copy = json.loads(json.dumps(program))
        argument = copy["graph_module"]["graph"]["nodes"][index]["inputs"][branch]
        change(argument["arg"]["as_graph"]["graph"])
        return Variant(f"subgraph: {title}", archive.replaced(MODEL, copy), refused)

    yield changed("no inputs", lambda g: g["inputs"].clear())
    yield changed("no outputs", lambda g: g["outputs"].clear())
    yield changed("no nodes", lambda g: g["nodes"].clear())
    yield changed("no table", lambda g: g["tensor_values"].clear())
    yield changed("outer name", lambda g: g["outputs"].__setitem__(0, {"as_tensor": {"name": "linear"}}))
    yield changed("two outputs", lambda g: g["outputs"].append(g["outputs"][0]))
    yield changed("two inputs", lambda g: g["inputs"].append(g["inputs"][0]))
    # Text is no output, of a subgraph as of the whole.
    yield changed("literal output", lambda g: g["outputs"].append({"as_string": "x"}), refused=False)
    plain = Archive(load(rich=False))
    for count in (1000, 20000):
        document = plain.json(MODEL)
        nodes = document["graph_module"]["graph"]["nodes"]
        nodes[1]["inputs"] += [dict(nodes[1]["inputs"][0], name=f"a{i}") for i in range(count)]
        yield Variant(f"{count} arguments", plain.replaced(MODEL, document))
        document = plain.json(MODEL)
        nodes = document["graph_module"]["graph"]["nodes"]
        nodes[1]["target"] = "torch.ops.own.op.default"
        nodes[1]["outputs"] += [{"as_none": True}] * count
        yield Variant(f"{count} outputs", plain.replaced(MODEL, document))
