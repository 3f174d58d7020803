"""Whole archives whose JSON is malformed, contradictory or of absurd size."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from integration.robustness.archives import Variant
from integration.common.archive import Archive
from integration.robustness.base import load

MODEL = "models/model.json"
WEIGHTS = "data/weights/model_weights_config.json"
HUGE = 2**63 - 1


def _nested(depth: int, opening: str, closing: str, inside: str = "0") -> bytes:
    return (opening * depth + inside + closing * depth).encode()


def text() -> Iterator[Variant]:
    """Not JSON, or JSON of another shape."""
    archive = Archive(load(rich=False))
    program = archive.members[archive.name(MODEL)]
    name = b'"p_first_weight"'
    assert name in program and b'"major": 8' in program
    texts: dict[str, bytes] = {
        "white space": b" \n ",
        "null": b"null",
        "number": b"1",
        "string": b'"graph_module"',
        "array": b"[]",
        "object": b"{}",
        "cut": program[: len(program) // 2],
        "two documents": program * 2,
        "trailing comma": program[:-1] + b",}",
        "single quotes": program.replace(b'"', b"'"),
        "UTF-16": program.decode().encode("utf-16"),
        "not UTF-8": program.replace(name, b'"\xff\xfe"', 1),
        "overlong UTF-8": program.replace(name, b'"\xc0\x80"', 1),
        "lone surrogate": program.replace(name, b'"\\ud800"', 1),
        "zero bytes": program.replace(b" ", b"\0", 1),
        "NaN literal": program.replace(b'"major": 8', b'"major": NaN', 1),
        "Infinity literal": program.replace(b'"major": 8', b'"major": Infinity', 1),
        "1e400": program.replace(b'"major": 8', b'"major": 1e400', 1),
        "8.0": program.replace(b'"major": 8', b'"major": 8.0', 1),
        "10^40": program.replace(b'"major": 8', b'"major": 1' + b"0" * 40, 1),
        "million digits": program.replace(b'"major": 8', b'"major": ' + b"8" * 10**6, 1),
        "open arrays": b"[" * 5_000_000,
        "open objects": b'{"a":' * 1_000_000,
        "deep arrays": _nested(100_000, "[", "]"),
        "deep objects": _nested(1100, '{"graph_module":', "}"),
        "less deep objects": _nested(1000, '{"graph_module":', "}"),
        "escape sequence": program.replace(name, b'"\\u001b[2J\\u0007"', 1),
        "name with zero": program.replace(name, b'"a\\u0000b"', 1),
        "endless name": program.replace(name, b'"' + b"x" * 5_000_000 + b'"', 1),
    }
    for title, content in texts.items():
        yield Variant(f"program: {title}", archive.replaced(MODEL, content))
    for title in ("null", "array", "object", "cut", "open arrays"):
        yield Variant(f"weights: {title}", archive.replaced(WEIGHTS, texts[title]))


_JUNK: tuple[Any, ...] = (
    None, True, -1, HUGE, 2**64 - 1, 1.5, "x", "", [], {}, [[]], {"as_int": 1}, {"a": 1, "b": 2},
)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, item in items:
        yield from _paths(item, (*path, key))


def _kinds(document: Any) -> list[tuple[Any, ...]]:
    """One path for each kind of place: with the first of all list elements that
    look alike, and of all entries of a table."""
    tables = {"tensor_values", "sym_int_values", "sym_bool_values", "config",
              "sym_float_values", "range_constraints", "custom_obj_values"}
    found: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    for path in _paths(document):
        kind = tuple(
            "*" if isinstance(key, int) or (i and path[i - 1] in tables) else key
            for i, key in enumerate(path)
        )
        found.setdefault(kind, path)
    return [path for path in found.values() if path]


def _edited(document: Any, path: tuple[Any, ...], edit: Callable[[Any, Any], None]) -> bytes:
    copy = json.loads(json.dumps(document))
    parent = copy
    for key in path[:-1]:
        parent = parent[key]
    edit(parent, path[-1])
    return json.dumps(copy).encode()


def wrong_types() -> Iterator[Variant]:
    """Each kind of place with a value of another type in it, or missing."""
    archive = Archive(load(rich=True))
    turn = 0
    for member in (MODEL, WEIGHTS):
        document = archive.json(member)
        for path in _kinds(document):
            where = member.rsplit("/")[-1] + ":" + "/".join(map(str, path))

            def drop(parent: Any, key: Any) -> None:
                del parent[key]

            content = _edited(document, path, drop)
            yield Variant(f"{where} missing", archive.replaced(member, content), False)
            # All values meet all places in the course of their kinds.
            for _ in range(3):
                junk = _JUNK[turn % len(_JUNK)]
                turn += 1

                def put(parent: Any, key: Any, junk: Any = junk) -> None:
                    parent[key] = junk

                content = _edited(document, path, put)
                yield Variant(f"{where} = {junk!r}", archive.replaced(member, content), False)


#: Every arm of the schema's Argument with payloads that are not of its type.
_ARMS: dict[str, tuple[Any, ...]] = {
    "as_none": (),
    "as_tensor": (None, 1, "relu", [], {}, {"name": 1}, {"name": "nobody"}),
    "as_tensors": (None, {}, "x", ["x"], [{"name": "nobody"}]),
    "as_int": (None, "1", 1.5, True, 2**63, [], {}),
    "as_ints": (None, 1, ["1"], [None], [2**70]),
    "as_float": (None, "x", "nan", [], {}, {"as_float": 1}),
    "as_floats": (None, 1.0, ["x"]),
    "as_string": (None, 1, [], {}),
    "as_strings": (None, "x", [1]),
    "as_sym_int": (None, 1, {}, {"as_name": 1}, {"as_name": "nobody"}, {"as_x": 1}),
    "as_sym_ints": (None, {}, [1], [{}], [{"as_name": "nobody"}]),
    "as_sym_float": (None, 1.0, {"as_name": "nobody"}, {"as_float": "x"}),
    "as_sym_floats": (None, [1.0]),
    "as_sym_bool": (None, True, {"as_bool": 1}, {"as_name": "nobody"}),
    "as_sym_bools": (None, [True]),
    "as_scalar_type": (None, "float", 0, 14, 27, 99, -1, HUGE),
    "as_memory_format": (None, "x", 0.5, 5, -1, HUGE),
    "as_layout": (None, "x", 8, -1, HUGE),
    "as_device": (None, "cpu", {}, {"type": 1}, {"type": "cpu", "index": "x"}),
    "as_bool": (None, 1, "true"),
    "as_bools": (None, True, [1]),
    "as_graph": (None, 1, {}, {"name": "g", "graph": None}, {"name": "g", "graph": {}}),
    "as_optional_tensor": (None, 1, {}, {"as_tensor": {"name": "nobody"}}),
    "as_optional_tensors": (None, {}, [None], [{"as_tensor": {"name": "nobody"}}]),
    "as_custom_obj": (None, {}, {"name": "nobody", "class_fqn": "a.b"}),
    "as_operator": (None, 1, {}),
    "as_complex": (None, 1, {"real": 1}, {"real": "x", "imag": 0}),
    "as_nested_tensors": (None, [1], [[1]], [[{"name": "nobody"}]]),
    "as_int_lists": (None, [1], [["x"]]),
    "as_float_lists": (None, [1.0], [["x"]]),
    "as_string_to_argument": (None, [], {"a": None}, {"a": {"as_x": 1}}),
    "as_something_new": (None, 1),
    "": (1,),
}


def arms() -> Iterator[Variant]:
    """Arguments of every kind that hold something else, in every position."""
    archive = Archive(load(rich=False))
    for arm, payloads in _ARMS.items():
        for payload in payloads:
            document = archive.json(MODEL)
            node = document["graph_module"]["graph"]["nodes"][0]
            node["inputs"][1]["arg"] = {arm: payload}
            yield Variant(f"{arm} = {payload!r}", archive.replaced(MODEL, document))
        document = archive.json(MODEL)
        node = document["graph_module"]["graph"]["nodes"][0]
        node["inputs"][1]["arg"] = {arm: 1, "as_another": 1}
        yield Variant(f"{arm} and another arm", archive.replaced(MODEL, document))
        for place in ("inputs", "outputs"):
            document = archive.json(MODEL)
            document["graph_module"]["graph"][place][0] = {arm: {"name": "nobody"}}
            yield Variant(f"{place}: {arm}", archive.replaced(MODEL, document), refused=False)
        document = archive.json(MODEL)
        document["graph_module"]["graph"]["nodes"][1]["outputs"][0] = {arm: {"name": "relu"}}
        yield Variant(f"output: {arm}", archive.replaced(MODEL, document), arm not in ("as_tensor", "as_custom_obj"))
    # Well-formed arguments of another type than the operator's.
    literals: dict[str, Any] = {
        "as_none": True, "as_int": 3, "as_ints": [1, 2], "as_float": 0.5, "as_floats": [0.5],
        "as_string": "x", "as_strings": ["x"], "as_bool": True, "as_bools": [True],
        "as_scalar_type": 7, "as_memory_format": 1, "as_layout": 7, "as_device": {"type": "cpu", "index": None},
        "as_complex": {"real": 1.0, "imag": 2.0}, "as_int_lists": [[1]], "as_tensor": {"name": "x"},
        "as_tensors": [{"name": "x"}], "as_sym_int": {"as_name": "sym_size_int_3"},
        "as_sym_ints": [{"as_int": 1}], "as_nested_tensors": [[]], "as_string_to_argument": {},
        "as_optional_tensors": [{"as_none": True}],
    }
    archive = Archive(load(rich=True))
    nodes = archive.json(MODEL)["graph_module"]["graph"]["nodes"]
    for index, node in enumerate(nodes):
        for position, argument in enumerate(node["inputs"]):
            for turn, (arm, payload) in enumerate(literals.items()):
                if (turn + index + position) % 4 and index > 3:
                    continue
                document = archive.json(MODEL)
                changed = document["graph_module"]["graph"]["nodes"][index]
                changed["inputs"][position]["arg"] = {arm: payload}
                title = f"{node['target']}({argument['name']}): {arm}"
                yield Variant(title, archive.replaced(MODEL, document), refused=False)


def values() -> Iterator[Variant]:
    """Names that are not defined, defined twice or before themselves; nodes
    that do not fit their operator."""
    archive = Archive(load(rich=False))

    def variant(title: str, edit: Callable[[Any], None], refused: bool = True) -> Variant:
        document = archive.json(MODEL)
        edit(document)
        return Variant(title, archive.replaced(MODEL, document), refused)

    def graph(document: Any) -> Any:
        return document["graph_module"]["graph"]

    def nodes(document: Any) -> Any:
        return graph(document)["nodes"]

    def signature(document: Any) -> Any:
        return document["graph_module"]["signature"]

    def rename(document: Any, old: str, new: str) -> None:
        text = json.dumps(document).replace(json.dumps(old), json.dumps(new))
        document.clear()
        document.update(json.loads(text))

    edits: dict[str, Callable[[Any], Any]] = {
        "undefined": lambda d: nodes(d)[1]["inputs"][0].update(arg={"as_tensor": {"name": "no"}}),
        "uses itself": lambda d: nodes(d)[1]["inputs"][0].update(arg={"as_tensor": {"name": "relu"}}),
        "reversed": lambda d: nodes(d).reverse(),
        "no nodes": lambda d: nodes(d).clear(),
        "node twice": lambda d: nodes(d).append(nodes(d)[0]),
        "input twice": lambda d: graph(d)["inputs"].__setitem__(1, graph(d)["inputs"][0]),
        "two names in one": lambda d: rename(d, "relu", "linear"),
        "no inputs": lambda d: graph(d)["inputs"].clear(),
        "no outputs": lambda d: graph(d)["outputs"].clear(),
        "no table": lambda d: graph(d)["tensor_values"].clear(),
        "more inputs": lambda d: graph(d)["inputs"].append({"as_int": 1}),
        "more specs": lambda d: signature(d)["input_specs"].append({"user_input": {"arg": {"as_int": 1}}}),
        "fewer specs": lambda d: signature(d)["output_specs"].clear(),
        "kind of input": lambda d: signature(d)["input_specs"].__setitem__(0, {"thing": {}}),
        "kind of output": lambda d: signature(d)["output_specs"].__setitem__(0, {"thing": {}}),
        "nobody's weight": lambda d: signature(d)["input_specs"][0]["parameter"].update(parameter_name="no"),
        "nameless weight": lambda d: signature(d)["input_specs"][0]["parameter"].update(parameter_name=""),
        "weight of another shape": lambda d: signature(d)["input_specs"][0]["parameter"].update(
            parameter_name="first.bias"),
        "argument twice": lambda d: nodes(d)[0]["inputs"].append(nodes(d)[0]["inputs"][0]),
        "unknown argument": lambda d: nodes(d)[0]["inputs"][0].update(name="nothing"),
        "missing argument": lambda d: nodes(d)[0]["inputs"].pop(0),
        "no outputs of a node": lambda d: nodes(d)[0]["outputs"].clear(),
        "two outputs of a node": lambda d: nodes(d)[1]["outputs"].append({"as_none": True}),
        "output that is a number": lambda d: (
            graph(d)["tensor_values"].pop("relu"),
            graph(d)["sym_int_values"].update(relu={"as_int": 1})),
        "symbol as tensor": lambda d: (
            graph(d)["sym_int_values"].update(k={"as_int": 1}),
            nodes(d)[1]["inputs"][0].update(arg={"as_sym_int": {"as_name": "k"}})),
        "graph for a relu": lambda d: nodes(d)[1]["inputs"].append(
            {"name": "g", "arg": {"as_graph": {"name": "g", "graph": graph(json.loads(json.dumps(d)))}}, "kind": 1}),
    }
    for target in ("", "#", "torch.ops.", "aten", "aten.relu", "\u001b[2J", "a\u0000b", "x" * 100000,
                   "_operator.add", "torch.ops.higher_order.cond", "torch.ops.higher_order.while_loop",
                   "torch.ops.aten.relu.no_such_overload", "torch.ops.torch.constant", "builtin.module"):
        edits[f"target {target[:20]!r}"] = lambda d, target=target: nodes(d)[1].update(target=target)
    for version in (7, 9, -1, 0, HUGE, "8", None, 8.5):
        edits[f"schema version {version!r}"] = lambda d, version=version: d["schema_version"].update(major=version)
    for title, edit in edits.items():
        yield variant(title, edit)
    yield variant("metadata is null", lambda d: nodes(d)[0].update(metadata=None), False)
    for name in ("", "a b", "\u001b", "x" * 10000, "\u00e4", "%0", "@main", "\n", '"'):
        yield variant(f"value called {name[:9]!r}", lambda d, name=name: rename(d, "relu", name), False)
        yield variant(f"input called {name[:9]!r}", lambda d, name=name: rename(d, "x", name), False)
    for key, value in (("stack_trace", 'File "' + "a" * 100000 + '", line 99999999999999999999, in x'),
                       ("stack_trace", 'File "' * 200000), ("stack_trace", "\u001b[2J"),
                       ("nn_module_stack", ";" * 200000), ("nn_module_stack", "a,b" * 200000)):
        yield variant(f"{key} {value[:9]!r}",
                      lambda d, key=key, value=value: nodes(d)[0]["metadata"].update({key: value}), False)
    for operator in ("add", "sub", "mul", "floordiv", "mod", "pow", "truediv"):
        for rhs in (0, -1, HUGE, -HUGE - 1):
            yield variant(
                f"{operator} {rhs} of symbols",
                lambda d, operator=operator, rhs=rhs: (
                    graph(d)["sym_int_values"].update(k={"as_int": 1}, m={"as_int": 2}),
                    nodes(d).insert(0, {
                        "target": f"_operator.{operator}", "metadata": {},
                        "inputs": [{"name": n, "arg": {"as_int": v}, "kind": 1}
                                   for n, v in (("a", -HUGE - 1), ("b", rhs))],
                        "outputs": [{"as_sym_int": {"as_name": "k"}}]}),
                    graph(d)["outputs"].append({"as_sym_int": {"as_name": "k"}}),
                    signature(d)["output_specs"].append({"user_output": {"arg": {"as_sym_int": {"as_name": "k"}}}})),
                False)
