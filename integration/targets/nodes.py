"""One small node of each operator of the onnx dialect, of any element type.

A recipe is `operands {attributes} -> results`. An operand is a type and a shape,
`_` where there is none, or a constant (`i64=[1, 2]`). The type is a parameter of
the operator's schema (`T1`), which takes each type that the standard allows, or
an element type of MLIR. `$T1` in an attribute is the type itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import onnx

#: The opset of the onnx dialect.
DIALECT_OPSET = 26

#: Operators without a recipe: control flow, sequences and strings carry values
#: and compute nothing of them; CenterCropPad, ImageDecoder and TfIdfVectorizer
#: are made by no pass.
LEFT_OUT = frozenset(
    """
    CenterCropPad ConcatFromSequence Constant If ImageDecoder Loop Optional
    OptionalGetElement OptionalHasElement RegexFullMatch Scan SequenceAt
    SequenceConstruct SequenceEmpty SequenceErase SequenceInsert SequenceLength
    SequenceMap SplitToSequence StringConcat StringNormalizer StringSplit
    TfIdfVectorizer
    """.split()
)

_UNARY = """
    Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Ceil Celu Cos Cosh Elu Erf Exp
    Floor Gelu HardSigmoid HardSwish Identity LeakyRelu Log LogSoftmax Mish Neg Not
    Reciprocal Relu Round Selu Shrink Sigmoid Sign Sin Sinh Softmax Softplus Softsign
    Sqrt Swish Tan Tanh ThresholdedRelu
""".split()
_BINARY = "Add BitwiseAnd BitwiseOr BitwiseXor Div Max Mean Min Mul PRelu Sub Sum".split()
_COMPARE = "Equal Greater GreaterOrEqual Less LessOrEqual".split()
_LOGIC = "And Or Xor".split()
_REDUCE = """
    ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin
    ReduceProd ReduceSum ReduceSumSquare
""".split()

_RNN = "T[3,1,2], T[1,{g},2], T[1,{g},2], _, _, _{c} {{hidden_size = 2 : i64}} -> T[3,1,1,2], T[1,1,2]{o}"

RECIPES: dict[str, str] = {
    **{name: "{T}[2] -> {T}[2]" for name in _UNARY},
    **{name: "T[2], T[2] -> T[2]" for name in _BINARY},
    **{name: "T[2], T[2] -> i1[2]" for name in _COMPARE},
    **{name: "i1[2], i1[2] -> i1[2]" for name in _LOGIC},
    **{name: "T[2,3], i64=[1] -> T[2,1]" for name in _REDUCE},
    "AffineGrid": "T1[1,2,3], i64=[1,1,2,2] -> T1[1,2,2,2]",
    "ArgMax": "T[2,3] {axis = 1 : i64} -> i64[2,1]",
    "ArgMin": "T[2,3] {axis = 1 : i64} -> i64[2,1]",
    "Attention": "T1[1,2,3,4], T1[1,2,3,4], T2[1,2,3,4], _, _, _, _ -> T1[1,2,3,4], none, none, none",
    "AveragePool": "T[1,1,4,4] {kernel_shape = array<i64: 2, 2>} -> T[1,1,3,3]",
    "BatchNormalization": "T[1,2,3], T1[2], T1[2], T2[2], T2[2] -> T[1,2,3], none, none",
    "Bernoulli": "T1[2] {dtype = $T2} -> T2[2]",
    "BitCast": "T1[2] {to = $T1} -> T1[2]",
    "BitShift": 'T[2], T[2] {direction = "LEFT"} -> T[2]',
    "BlackmanWindow": "T1=4 {output_datatype = $T2} -> T2[4]",
    "Cast": "T1[2] {to = $T2} -> T2[2]",
    "CastLike": "T1[2], T2[2] -> T2[2]",
    "Clip": "T[2], T[], T[] -> T[2]",
    "Col2Im": "T[1,4,4], i64=[3,3], i64=[2,2] -> T[1,1,3,3]",
    "Compress": "T[3], i1=[true,false,true] -> T[2]",
    "Concat": "T[2], T[3] {axis = 0 : i64} -> T[5]",
    "ConstantOfShape": "i64=[2] {value = dense<one> : tensor<1x$T2>} -> T2[2]",
    "Conv": "T[1,1,4,4], T[1,1,2,2], T[1] -> T[1,1,3,3]",
    "ConvInteger": "T1[1,1,4,4], T2[1,1,2,2], _, _ -> i32[1,1,3,3]",
    "ConvTranspose": "T[1,1,4,4], T[1,1,2,2], T[1] -> T[1,1,5,5]",
    "CumProd": "T[3], i64=0 -> T[3]",
    "CumSum": "T[3], i64=0 -> T[3]",
    "DFT": "T1[1,4,1], _, i64=1 -> T1[1,4,2]",
    "DeformConv": "T[1,1,3,3], T[1,1,2,2], T[1,8,2,2], _, _ -> T[1,1,2,2]",
    "DepthToSpace": "T[1,4,2,2] {blocksize = 2 : i64} -> T[1,1,4,4]",
    "DequantizeLinear": "T1[2], T2[], _ -> T2[2]",
    "Det": "T[2,2] -> T[]",
    "Dropout": "T[2], _, _ -> T[2], none",
    "DynamicQuantizeLinear": "f32[2] -> ui8[2], f32[], ui8[]",
    "Einsum": 'T[2,3], T[3,2] {equation = "ij,jk->ik"} -> T[2,2]',
    "Expand": "T[1], i64=[3] -> T[3]",
    "EyeLike": "T1[2,2] {dtype = $T2} -> T2[2,2]",
    "Flatten": "T[2,3] -> T[2,3]",
    "GRU": _RNN.format(g=6, c="", o=""),
    "Gather": "T[3], Tind=[0,1] -> T[2]",
    "GatherElements": "T[3], Tind=[0,1] -> T[2]",
    "GatherND": "T[3], i64=[[0],[1]] -> T[2]",
    "Gemm": "T[2,3], T[3,2], T[2] -> T[2,2]",
    "GlobalAveragePool": "T[1,1,2,2] -> T[1,1,1,1]",
    "GlobalLpPool": "T[1,1,2,2] -> T[1,1,1,1]",
    "GlobalMaxPool": "T[1,1,2,2] -> T[1,1,1,1]",
    "GridSample": "T1[1,1,2,2], T2[1,2,2,2] -> T1[1,1,2,2]",
    "GroupNormalization": "T[1,2,3], T[2], T[2] {num_groups = 1 : i64} -> T[1,2,3]",
    "HammingWindow": "T1=4 {output_datatype = $T2} -> T2[4]",
    "HannWindow": "T1=4 {output_datatype = $T2} -> T2[4]",
    "Hardmax": "T[2,3] -> T[2,3]",
    "InstanceNormalization": "T[1,2,3], T[2], T[2] -> T[1,2,3]",
    "IsInf": "T1[2] -> i1[2]",
    "IsNaN": "T1[2] -> i1[2]",
    "LRN": "T[1,3,2,2] {size = 3 : i64} -> T[1,3,2,2]",
    "LSTM": _RNN.format(g=8, c=", _, _", o=", T[1,1,2]"),
    "LayerNormalization": "T[2,3], T[3], T[3] -> T[2,3], none, none",
    "LpNormalization": "T[2,3] -> T[2,3]",
    "LpPool": "T[1,1,4,4] {kernel_shape = array<i64: 2, 2>} -> T[1,1,3,3]",
    "MatMul": "T[2,3], T[3,2] -> T[2,2]",
    "MatMulInteger": "T1[2,3], T2[3,2], _, _ -> i32[2,2]",
    "MaxPool": "T[1,1,4,4] {kernel_shape = array<i64: 2, 2>} -> T[1,1,3,3], none",
    "MaxRoiPool": "T[1,1,4,4], T=[[0,0,0,3,3]] {pooled_shape = array<i64: 1, 1>} -> T[1,1,1,1]",
    "MaxUnpool": "T1[1,1,1,1], i64=[[[[0]]]], _ {kernel_shape = array<i64: 2, 2>} -> T1[1,1,?,?]",
    "MeanVarianceNormalization": "T[1,2,3,3] -> T[1,2,3,3]",
    "MelWeightMatrix": "T1=2, T1=8, T1=100, T2[], T2[] {output_datatype = $T3} -> T3[?,?]",
    "Mod": "T[2], T[2] {fmod = 1 : i64} -> T[2]",
    "Multinomial": "T1[1,3] {dtype = $T2} -> T2[1,1]",
    "NegativeLogLikelihoodLoss": "T[2,3], Tind=[0,1], _ -> T[]",
    "NonMaxSuppression": "f32[1,2,4], f32[1,1,2], _, _, _ -> i64[?,3]",
    "NonZero": "T[3] -> i64[1,?]",
    "OneHot": "T1[2], T2=3, T3[2] -> T3[2,3]",
    "Pad": "T[2], i64=[1,1], _, _ -> T[4]",
    "Pow": "T[2], T1[2] -> T[2]",
    "QLinearConv": "T1[1,1,4,4], f32=0.5, T1=1, T2[1,1,2,2], f32=0.5, T2=1, f32=0.5, T3=1, _ -> T3[1,1,3,3]",
    "QLinearMatMul": "T1[2,3], TS=0.5, T1=1, T2[3,2], TS=0.5, T2=1, TS=0.5, T3=1 -> T3[2,2]",
    "QuantizeLinear": "T1[2], T2=0.5, T3=1 -> T3[2]",
    "RMSNormalization": "T[2,3], V[3] -> V[2,3]",
    "RNN": _RNN.format(g=2, c="", o=""),
    "RandomNormal": "{dtype = $T, shape = array<i64: 2>} -> T[2]",
    "RandomNormalLike": "T1[2] {dtype = $T2} -> T2[2]",
    "RandomUniform": "{dtype = $T, shape = array<i64: 2>} -> T[2]",
    "RandomUniformLike": "T1[2] {dtype = $T2} -> T2[2]",
    "Range": "T[], T[], T[] -> T[?]",
    "Reshape": "T[2,3], i64=[3,2] -> T[3,2]",
    "Resize": 'T1[1,1,2,2], _, _, i64=[1,1,3,3] {mode = "nearest"} -> T1[1,1,3,3]',
    "ReverseSequence": "T[2,2], i64=[1,2] -> T[2,2]",
    "RoiAlign": "T1[1,1,4,4], T1[1,4], i64=[0] -> T1[1,1,1,1]",
    "RotaryEmbedding": "T[1,2,3,4], T[1,3,2], T[1,3,2], _ -> T[1,2,3,4]",
    "STFT": "T1[1,8,1], T2=2, _, T2=4 -> T1[1,3,3,2]",
    "ScatterElements": "T[3], Tind=[0,1], T[2] -> T[3]",
    "ScatterND": "T[3], i64=[[0],[1]], T[2] -> T[3]",
    "Shape": "T[2,3] -> i64[2]",
    "Size": "T[2,3] -> i64[]",
    "Slice": "T[3], Tind=[1], Tind=[2], _, _ -> T[1]",
    "SoftmaxCrossEntropyLoss": "T[2,3], Tind=[0,1], _ -> T[], none",
    "SpaceToDepth": "T[1,1,4,4] {blocksize = 2 : i64} -> T[1,4,2,2]",
    "Split": "T[4], i64=[1,3] -> T[1], T[3]",
    "Squeeze": "T[1,2], i64=[0] -> T[2]",
    "TensorScatter": "T[1,2,3], T[1,1,3], i64=[0] -> T[1,2,3]",
    "Tile": "T[2], i64=[2] -> T[4]",
    "TopK": "T[3], i64=[2] -> T[2], i64[2]",
    "Transpose": "T[2,3] {perm = array<i64: 1, 0>} -> T[3,2]",
    "Trilu": "T[2,2], _ -> T[2,2]",
    "Unique": "T[3] -> T[?], none, none, none",
    "Unsqueeze": "T[2], i64=[0] -> T[1,2]",
    "Where": "i1[2], T[2], T[2] -> T[2]",
}

#: More forms of an operator, which have other kernels or none.
FORMS: dict[str, tuple[str, ...]] = {
    "AveragePool": (
        "T[1,1,4] {kernel_shape = array<i64: 2>, pads = array<i64: 1, 1>, count_include_pad = 1 : i64} -> T[1,1,5]",
    ),
    "OneHot": (
        "T1[2], T2=3, T3[2] {axis = 0 : i64} -> T3[3,2]",
        "i64[2], i64=3, T3[2] -> T3[2,3]",
    ),
    "Pad": (
        "T[3], i64=[1,1], T[], _ -> T[5]",
        'T[3], i64=[1,1], _, _ {mode = "reflect"} -> T[5]',
        'T[3], i64=[1,1], _, _ {mode = "edge"} -> T[5]',
    ),
    "Resize": (
        'T1[1,1,2,2], _, f32=[1.0,1.0,2.5,1.0], _ {mode = "nearest", nearest_mode = "floor", '
        'coordinate_transformation_mode = "asymmetric"} -> T1[1,1,5,2]',
        'T1[1,1,2,2], _, _, i64=[1,1,3,3] {mode = "linear"} -> T1[1,1,3,3]',
        'T1[1,1,4,4], _, _, i64=[1,1,3,3] {mode = "cubic"} -> T1[1,1,3,3]',
    ),
    "ScatterElements": tuple(
        f'T[3], i64=[0,0], T[2] {{reduction = "{how}"}} -> T[3]'
        for how in ("add", "mul", "max", "min")
    ),
    "ScatterND": tuple(
        f'T[3], i64=[[0],[0]], T[2] {{reduction = "{how}"}} -> T[3]'
        for how in ("add", "mul", "max", "min")
    ),
    "Where": (
        "i1[2,1], T[], T[3] -> T[2,3]",
        "i1[2], T=1, T[2] -> T[2]",
        "i1[2], T[2], T=0 -> T[2]",
    ),
}

_NAMES = {
    "tensor(float16)": "f16",
    "tensor(bfloat16)": "bf16",
    "tensor(float)": "f32",
    "tensor(double)": "f64",
    "tensor(bool)": "i1",
    **{f"tensor(int{n})": f"i{n}" for n in (8, 16, 32, 64)},
    **{f"tensor(uint{n})": f"ui{n}" for n in (8, 16, 32, 64)},
    "tensor(complex64)": "complex<f32>",
}


@dataclass(frozen=True)
class Node:
    """A node and the types that stand for its parameters."""

    op: str
    recipe: str
    types: tuple[tuple[str, str], ...]

    @property
    def key(self) -> str:
        """`Pow T=f32 T1=i64`; forms that are not the first one have a number."""
        form = 1 + FORMS.get(self.op, ()).index(self.recipe) if self.recipe != RECIPES[self.op] else 0
        words = [self.op, *(f"{name}={value}" for name, value in self.types)]
        return " ".join([*words, f"form={form}"] if form else words)


def operators() -> list[str]:
    """All operators of the dialect."""
    found = []
    for name in sorted({s.name for s in onnx.defs.get_all_schemas_with_history() if s.domain == ""}):
        try:
            schema = onnx.defs.get_schema(name, DIALECT_OPSET)
        except onnx.defs.SchemaError:
            continue
        if not schema.deprecated:
            found.append(name)
    return found


def _recipe(op: str, text: str) -> str:
    """`{T}` is the type parameter of the first input, whatever its name is."""
    schema = onnx.defs.get_schema(op, DIALECT_OPSET)
    first = schema.inputs[0].type_str if schema.inputs else ""
    return text.replace("{T}", first)


def nodes(op: str) -> Iterator[Node]:
    """The nodes of an operator: each parameter takes all of its types, while the
    others have their first one; then all of them the same type."""
    schema = onnx.defs.get_schema(op, DIALECT_OPSET)
    allowed = {
        constraint.type_param_str: [
            _NAMES[text] for text in sorted(constraint.allowed_type_strs) if text in _NAMES
        ]
        for constraint in schema.type_constraints
    }
    for text in (RECIPES[op], *FORMS.get(op, ())):
        recipe = _recipe(op, text)
        used = sorted(
            name for name in allowed if re.search(rf"(?<![\w$]){name}(?=[\[=])|\${name}\b", recipe)
        )
        defaults = {
            name: next(
                (want for want in ("f32", "i64", "i1") if want in allowed[name]),
                allowed[name][0],
            )
            for name in used
        }
        seen = set()
        choices = [defaults]
        choices += [{**defaults, name: value} for name in used for value in allowed[name]]
        common = [value for value in allowed[used[0]] if all(value in allowed[n] for n in used)] if used else []
        choices += [dict.fromkeys(used, value) for value in common]
        for types in choices:
            key = tuple(sorted(types.items()))
            if key not in seen:
                seen.add(key)
                yield Node(op, text, key)


_OPERAND = re.compile(r"(\w+)\[([\d,?]*)\]$")
_CONSTANT = re.compile(r"(\w+)=(.*)$")


def _commas(text: str) -> list[str]:
    """Splits at the commas outside of brackets."""
    parts, depth, word = [], 0, ""
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == "," and depth == 0:
            parts.append(word.strip())
            word = ""
        else:
            word += letter
    return [*parts, word.strip()] if word.strip() else parts


def _tensor(element: str, shape: str) -> str:
    return f"tensor<{''.join(size + 'x' for size in shape.split(',') if size)}{element}>"


def _literal(text: str, element: str) -> tuple[str, str]:
    """A constant's elements and type, of integers or floats as the type wants."""
    sizes, rest = [], text
    while rest.startswith("["):
        items = _commas(rest[1:-1])
        sizes.append(str(len(items)))
        rest = items[0]
    if element.startswith("complex"):
        text = re.sub(r"(\d+)", r"(\1.0, 0.0)", text)
    elif "f" in element and "." not in text:
        text = re.sub(r"(\d+)", r"\1.0", text)
    elif "f" not in element and "." in text:
        text = re.sub(r"\d+\.\d+", "1", text)
    elif element == "i1":
        text = re.sub(r"\b1\b", "true", re.sub(r"\b0\b", "false", text))
    return text, _tensor(element, ",".join(sizes))


class Program:
    """Nodes side by side in one function, one a line."""

    def __init__(self, chosen: list[Node]) -> None:
        self.nodes = chosen
        #: The node of each line of the text, counted from 1.
        self.lines: dict[int, Node] = {}
        #: Element type and sizes of the inputs.
        self.inputs: list[tuple[str, tuple[int, ...]]] = []
        body: list[str] = []
        arguments: list[str] = []
        results: list[tuple[str, str]] = []
        for node in chosen:
            self._add(node, body, arguments, results)
        types = ", ".join(type_ for _, type_ in results)
        head = f"func.func @main({', '.join(arguments)}) -> ({types}) {{"
        tail = f"  return {', '.join(name for name, _ in results)} : {types}"
        self.text = "\n".join([head, *body, tail, "}", ""])

    def _add(
        self,
        node: Node,
        body: list[str],
        arguments: list[str],
        results: list[tuple[str, str]],
    ) -> None:
        types = dict(node.types)
        recipe = _recipe(node.op, node.recipe)
        left, right = recipe.split(" -> ")
        attributes = ""
        if "{" in left:
            left, attributes = left.split("{", 1)
            attributes = "{" + re.sub(r"\$(\w+)", lambda m: types[m[1]], attributes)
            one = _literal("1", types.get("T2", ""))[0]
            attributes = attributes.replace("<one>", f"<{one}>")
        number = len(body)
        operands, operand_types = [], []
        for index, text in enumerate(_commas(left)):
            name = f"%v{number}_{index}"
            operands.append(name)
            if text == "_":
                body.append(f"  {name} = onnx.NoValue() : () -> none")
                operand_types.append("none")
            elif found := _CONSTANT.match(text):
                value, type_ = _literal(found[2], types.get(found[1], found[1]))
                body.append(f"  {name} = onnx.Constant dense<{value}> : {type_}")
                operand_types.append(type_)
            else:
                found = _OPERAND.match(text)
                assert found, f"{node.key}: {text}"
                element = types.get(found[1], found[1])
                operand_types.append(_tensor(element, found[2]))
                arguments.append(f"{name}: {operand_types[-1]}")
                sizes = tuple(int(size) for size in found[2].split(",") if size)
                self.inputs.append((element, sizes))
        result_types = []
        for text in _commas(right):
            found = _OPERAND.match(text)
            result_types.append(
                _tensor(types.get(found[1], found[1]), found[2]) if found else text
            )
        name = f"%r{number}"
        count = f":{len(result_types)}" if len(result_types) > 1 else ""
        body.append(
            f"  {name}{count} = onnx.{node.op}({', '.join(operands)}) {attributes} : "
            f"({', '.join(operand_types)}) -> ({', '.join(result_types)})"
        )
        # The first line is the function's.
        self.lines[len(body) + 1] = node
        for index, type_ in enumerate(result_types):
            if type_ != "none":
                results.append((f"{name}#{index}" if count else name, type_))
