"""Finds the constraints that the type rules and verifiers of the onnx dialect hold.

The code of lib/Dialect/ONNX/IR is split into functions by its format (LLVM's, as clang-format
leaves it: a definition begins in the first column and ends with `}` there). The constraints of
an operation are the messages in the functions that its type rule and verifier call. A message is
its string literals with `…` between them. Messages are matched with the expected-error lines of
the text tests.
"""

import dataclasses
import functools
import pathlib
import re

import generated

SOURCES = generated.ROOT / "lib/Dialect/ONNX/IR"
DEFINITIONS = generated.ROOT / "include/torch-onnx/Dialect/ONNX/IR"
TESTS = generated.ROOT / "test"
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
#: Entry points of an operation.
METHODS = ("inferTypes", "verify", "verifySymbolUses")


@dataclasses.dataclass
class Function:
    """A definition: its name with its class, file and text."""

    name: str
    path: pathlib.Path
    text: str


@dataclasses.dataclass
class Case:
    """An error that a test expects: the operation, message, function of the test and file."""

    operation: str
    message: str
    function: str
    path: pathlib.Path


@dataclasses.dataclass
class Constraint:
    """A message, the function that reports it, and a test that expects it.

    What ODS generates has no path.
    """

    message: str
    function: str = ""
    path: pathlib.Path | None = None
    test: Case | None = None


@functools.cache
def functions() -> list[Function]:
    """The definitions of the folder, without the accessors of TypeInference."""
    found = []
    for path in sorted(SOURCES.glob("*.cpp")):
        taken: list[str] = []
        for line in path.read_text().splitlines():
            if not taken and (not line[:1].isalpha() or line.startswith(("using ", "namespace "))):
                continue
            taken.append(line)
            body = any("{" in taken_line for taken_line in taken)
            if line not in ("}", "};") and not (line.endswith(";") and not body) \
                    and not (len(taken) == 1 and line.endswith("}")):
                continue
            text, taken = "\n".join(taken), []
            match = re.search(r"^struct (\w+) \{|([\w:]+)\s*\(", text, re.M)
            name = (match[1] or match[2]).removeprefix("onnx::") if match else ""
            if body and name and not name.startswith("TypeInference::"):
                found.append(Function(name, path, text))
    return found


def arguments(text: str, start: int) -> tuple[list[str], int]:
    """The arguments of the call whose parenthesis is at `start`, and the end of it."""
    depth, i, begin, found = 0, start, start + 1, []
    while i < len(text):
        if match := LITERAL.match(text, i):
            i = match.end()
            continue
        if text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
        if depth == 0 or (depth == 1 and text[i] == ","):
            found.append(text[begin:i].strip())
            begin = i + 1
        if depth == 0:
            return found, i + 1
        i += 1
    return found, i


def literal(expression: str) -> str:
    """The text of an expression of strings; `…` for all that is no literal."""
    pieces, end = "", 0
    for match in LITERAL.finditer(expression):
        # Literals side by side are one; operators alone join.
        between = re.sub(r"\bTwine\(\s*$|^\s*\)", "", expression[end:match.start()])
        if re.sub(r"[\s+<]", "", between).strip("()"):
            pieces += "…"
        pieces += re.sub(r"\\(.)", r"\1", match[1])
        end = match.end()
    if re.sub(r"[\s+<;)]", "", expression[end:]):
        pieces += "…"
    return pieces


def alternatives(expression: str) -> list[str]:
    """The expression with each branch of its first `(condition ? a : b)`, if there is one."""
    masked = LITERAL.sub(lambda match: "_" * len(match[0]), expression)
    question = masked.find(" ? ")
    depth, begin = 0, question
    while begin > 0 and depth >= 0:
        begin -= 1
        depth += {")": 1, "(": -1}.get(masked[begin], 0)
    if question < 0 or depth >= 0:
        return [expression]
    end = begin + arguments(masked[begin:], 0)[1]
    colon = re.compile(r"(?<!:):(?!:)").search(masked, question, end)
    if not colon:
        return [expression]
    return [expression[:begin] + branch + expression[end:]
            for branch in (expression[question + 3:colon.start()],
                           expression[colon.end():end - 1])]


def argument(given: list[str], index: int, absent: str = "…") -> str:
    """An argument as text: a literal, a number, or `…`; `absent` if it is not there."""
    if index >= len(given):
        return absent
    text = given[index]
    return literal(text) if '"' in text else text if text.isdigit() else "…"


def rank(given: list[str], least: str = "") -> list[str]:
    return [f"operand '{argument(given, 2)}' has rank …, expected {least}{argument(given, 1)}"]


def length(given: list[str]) -> list[str]:
    return [f"operand '{literal(name)}' has rank …, expected 1"
            for name in alternatives(f"({given[1]})")]


def one_of(given: list[str]) -> list[str]:
    words = LITERAL.findall(given[2]) if len(given) > 2 else []
    expected = ", ".join(words[:-1]) + " or " + words[-1] if words else "…"
    return [f"attribute '{argument(given, 1)}' is \"…\", expected {expected}"]


def axis(given: list[str], index: int = 2, name: str = "axis") -> list[str]:
    return [f"'{argument(given, index, name)}' is …, expected in […, …]"]


def sizes(what: str) -> str:
    return f"has different sizes of {what}, … and …"


#: What the checks of TypeInference report, by method.
CHECKS = {
    "fail": lambda given: [literal(text) for text in alternatives(given[0])],
    "expectRank": rank,
    "expectRankAtLeast": lambda given: rank(given, "at least "),
    "expectOneOf": one_of,
    "expectChannels": lambda given: [
        "operand 'X' has rank …, expected at least 2",
        f"operand '{argument(given, 2)}' has rank …, expected 1", sizes("the channels")],
    "same": lambda given: [sizes(argument(given, 2))],
    "axis": axis,
    "axes": lambda given: [*axis(given, name="axes"), f"'{argument(given, 2, 'axes')}' has … twice"],
    "expectFlag": lambda given: [f"attribute '{argument(given, 1)}' is …, expected 0 or 1"],
    "expectLength": lambda given: [
        f"attribute '{argument(given, 2)}' has … numbers, expected {argument(given, 1)}"],
    "expectSingle": lambda given: [
        f"operand '{argument(given, 1)}' has a dimension of …, expected one element"],
    "expectBroadcastable": lambda given: [
        f"operand '{argument(given, 2)}' has rank …, expected at most …",
        f"operand '{argument(given, 2)}' has a dimension of …, expected 1 or …"],
    "length": length,
    "broadcast": lambda given: [
        "cannot broadcast … and … in dimension -…, expected equal sizes or 1"],
    "addBroadcast": lambda given: [
        "cannot broadcast … and … in dimension -…, expected equal sizes or 1"],
}
CALL = re.compile(rf"\btypes\.({'|'.join(CHECKS)})(?=\()|\bemitOpError(?=\()")


def messages(text: str) -> list[str]:
    """The messages of a function."""
    found = []
    for match in CALL.finditer(text):
        given, end = arguments(text, match.end())
        if match[1]:
            found += CHECKS[match[1]](given)
        else:
            chain = text[end:text.index(";", end)] if ";" in text[end:] else ""
            found += [literal(text) for text in alternatives(", ".join(given) + chain)]
    return list(dict.fromkeys(m for m in found if m.strip("…")))


@functools.cache
def cases() -> list[Case]:
    """The expected errors of all text tests that name an operation of the dialect."""
    found = []
    for path in sorted(TESTS.rglob("*.mlir")):
        text = path.read_text()
        if "expected-error" not in text:
            continue
        function = ""
        for line in text.splitlines():
            if match := re.search(r"func\.func (?:private )?(@\w+)", line):
                function = match[1]
            match = re.search(r"expected-error.*\{\{'onnx\.(\w+)' op (.*)\}\}", line)
            if match and match[2] != "failed to infer returned types":
                found.append(Case(match[1], match[2], function, path))
    return found


def matches(message: str, case: Case) -> bool:
    """Whether a test expects this message."""
    pieces = [re.escape(piece) for piece in message.split("…")]
    return re.fullmatch(".*".join(pieces), case.message) is not None


def called(name: str, rule: str, family: str) -> list[Function]:
    """The functions that the type rule and verifier of an operation reach."""
    roots = [f for f in functions() if f.name in [f"{name}Op::{method}" for method in METHODS]]
    if rule.strip():
        roots.append(Function("typeRule", DEFINITIONS / f"{family}.td", rule))
    reached = list(roots)
    for function in reached:
        path = SOURCES / f"{function.path.stem}.cpp"
        words = set(re.findall(r"\w+", function.text))
        for other in functions():
            last = other.name.split("::")[-1]
            if last not in words or last in METHODS or other in reached:
                continue
            # A static function hides one of the same name in another file.
            if other.path == path or not other.text.startswith(("static", "template")):
                reached.append(other)
    return reached


def reporter(case: Case) -> Constraint:
    """The constraint of a test that expects what no function of the operation reports."""
    if re.match(r"has (result \d+ of type|\d+ results, expected)", case.message):
        path = SOURCES / "TypeInference.cpp"
        return Constraint(case.message, "TypeInference::refine", path, case)
    return Constraint(case.message, test=case)


def of(name: str, rule: str, family: str, traits: list[str]) -> tuple[list[Constraint], str]:
    """The constraints of an operation, with the messages of its traits, and the strings in them."""
    reached = called(name, rule, family)
    found = [Constraint(message) for message in traits]
    found += [Constraint(message, function.name, function.path)
              for function in reached for message in messages(function.text)]
    own = [case for case in cases() if case.operation == name]
    for constraint in found:
        near = own if constraint.path is None else own + cases()
        constraint.test = next((c for c in near if matches(constraint.message, c)), None)
    strings = [c.message for c in found]
    strings += [text for f in reached for text in LITERAL.findall(f.text)]
    found += [reporter(case) for case in own if case.path.parent == TESTS / "Dialect/ONNX/IR"
              and not any(matches(c.message, case) for c in found)]
    return found, "\n".join(strings)
