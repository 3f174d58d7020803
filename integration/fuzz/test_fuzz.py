"""Random programs with a fixed seed, and what the fuzzer itself promises."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import torch

from integration.common.runtime import FOREIGN
from integration.fuzz.__main__ import Fuzzer, parse
from integration.fuzz.evaluate import combine, to_array, to_tensor
from integration.fuzz.generate import generate
from integration.fuzz.judge import judge
from integration.fuzz.minimize import minimize
from integration.fuzz.program import Program, Statement, run_eager
from integration.fuzz.run import Outcome, run_programs

#: Programs of each part: both parts are one minute on one core. More of them, of
#: other seeds: `python -m integration.fuzz`.
PROGRAMS = 30

#: Seeds whose programs are still wrong, and why; those that are fixed must leave.
KNOWN = Path(__file__).with_name("known.tsv")


@pytest.mark.parametrize("part", ["check1", "check2"])
def test_nothing_is_wrong(part: str, compiler: str, capfd: pytest.CaptureFixture[str]) -> None:
    """No program crashes the compiler, gives an invalid model or other numbers."""
    lines = (line.split("\t") for line in KNOWN.read_text().splitlines())
    known = {seed: why for seed, why in lines if seed.startswith(f"{part}/")}
    os.environ["OMP_NUM_THREADS"] = "1"
    options = parse([f"--programs={PROGRAMS}", f"--seed={part}", "--minimize=30"])
    failed = Fuzzer(options, known).run()
    out = capfd.readouterr().out
    assert not failed.keys() - known.keys(), out
    assert not known.keys() - failed.keys(), "these pass now: remove them from known.tsv"
    assert " pass" in out.splitlines()[-1], out


def test_the_evaluator_is_right(compiler: str, capfd: pytest.CaptureFixture[str]) -> None:
    """The compiler's evaluator computes what eager does, and so does ONNX Runtime."""
    os.environ["OMP_NUM_THREADS"] = "1"
    options = parse(["--programs=24", "--seed=evaluate", "--minimize=30", "--evaluate"])
    failed = Fuzzer(options).run()
    out = capfd.readouterr().out
    assert not failed, out
    assert " pass" in out.splitlines()[-1], out


def test_who_is_at_fault() -> None:
    """A failure of the runtime alone, of the evaluator alone, or of both."""
    good, bad = Outcome("rounding"), Outcome("wrong", "3 elements")
    assert combine(good, good) == ("rounding", "")
    kind, text = combine(bad, good)
    assert kind == "wrong" and "the runtime is at fault: 3 elements" in text
    kind, text = combine(good, bad)
    assert kind == "evaluator" and text == "evaluator wrong: 3 elements"
    kind, text = combine(bad, bad)
    assert kind == "wrong" and text.startswith("the evaluator is wrong, too")


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float8_e5m2, torch.bool, torch.int64])
def test_arrays_keep_tensors(dtype: torch.dtype) -> None:
    """Also those of types that NumPy does not have."""
    tensor = torch.tensor([[0.0, 1.0, 2.0]]).to(dtype)
    element_type = FOREIGN[dtype][1] if dtype in FOREIGN else 0
    for given in (tensor, tensor[:0], tensor[0, 1]):
        back = to_tensor(to_array(given), element_type)
        assert back.dtype == dtype and back.shape == given.shape
        assert torch.equal(back.double(), given.double())


def test_a_seed_is_a_program() -> None:
    """The same seed gives the same program, another seed another one."""
    assert generate("a/1") == generate("a/1")
    assert generate("a/1") != generate("a/2")


def program(*lines: str, x0: str, outputs: tuple[str, ...]) -> Program:
    """A program of one input."""
    statements = tuple(
        Statement(line, (line.partition(" = ")[0],) if " = " in line else ()) for line in lines
    )
    return Program({"x0": (x0,)}, {}, {}, statements, outputs)


def test_rounding_is_not_wrong() -> None:
    """What an amplified rounding explains is not wrong; more than that is."""
    tested = program(
        "v0 = x0 * 0.1", "v1 = (v0 - 0.3) * 1e6", x0="torch.tensor([3.0])", outputs=("v1",)
    )
    expected = run_eager(tested).outputs[0]
    assert judge(tested, 0, 0, expected + 0.02, expected)[0] == "rounding"
    assert judge(tested, 0, 0, expected + 20.0, expected)[0] == "wrong"


def test_the_truth_is_not_wrong() -> None:
    """Halves that eager overflows and a runtime does not."""
    tested = program(
        "v0 = x0 * x0 / x0", x0="torch.tensor([1e4], dtype=torch.float16)", outputs=("v0",)
    )
    expected = run_eager(tested).outputs[0]
    assert judge(tested, 0, 0, torch.tensor([1e4]).half(), expected)[0] == "rounding"
    assert judge(tested, 0, 0, torch.tensor([1e3]).half(), expected)[0] == "wrong"


def test_exact_operators_have_no_allowance() -> None:
    """A comparison of exact numbers must be right, of inexact ones not."""
    exact = program("v0 = x0 * 2 > 1", x0="torch.tensor([0.5])", outputs=("v0",))
    assert judge(exact, 0, 0, torch.tensor([True]), torch.tensor([False]))[0] == "wrong"
    inexact = program("v0 = x0 * 0.1 > 0.3", x0="torch.tensor([3.0])", outputs=("v0",))
    expected = run_eager(inexact).outputs[0]
    assert judge(inexact, 0, 0, ~expected, expected)[0] == "rounding"


def test_halves_may_stay_wide() -> None:
    """A reader of a half may see it before it is rounded; of an exact one it may not."""
    x0 = "torch.tensor([[0.3, 0.7], [1.1, 0.9]], dtype=torch.float16)"
    rounded = program("v0 = x0 @ x0", "v1 = v0 // v0", x0=x0, outputs=("v1",))
    expected = run_eager(rounded).outputs[0]
    assert judge(rounded, 0, 0, expected - torch.eye(2).half(), expected)[0] == "rounding"
    assert judge(rounded, 0, 0, expected + 20, expected)[0] == "wrong"
    exact = program("v0 = x0 // x0", x0=x0, outputs=("v0",))
    expected = run_eager(exact).outputs[0]
    assert judge(exact, 0, 0, expected - 1, expected)[0] == "wrong"


def test_a_write_happens_once() -> None:
    """Perturbed runs do an operator in float64, too: not on the same memory."""
    tested = program(
        "v0 = (x0 * 0.1).double().unsqueeze_(0)", x0="torch.tensor([300.1])", outputs=("v0",)
    )
    expected = run_eager(tested).outputs[0]
    assert judge(tested, 0, 0, expected * (1 + 4e-7), expected)[0] == "rounding"


@pytest.mark.parametrize(("middle", "verdict"), [("-0.169", "rounding"), ("-0.168", "wrong")])
def test_nothing_but_rounding_may_be_zero(middle: str, verdict: str) -> None:
    """What cancels to a few roundings may cancel wholly; what is small may not."""
    tested = program(
        "v0 = torch.nn.functional.instance_norm(x0)",
        "v1 = torch.lgamma(v0)",
        x0=f"torch.tensor([[[-0.489, {middle}, 0.151]]])",
        outputs=("v1",),
    )
    expected = run_eager(tested).outputs[0]
    assert expected.isfinite().all()
    infinite = torch.where(torch.arange(3) == 1, torch.inf, expected)
    assert judge(tested, 0, 0, infinite, expected)[0] == verdict


def test_halves_that_stay_wide_are_told_by_their_model() -> None:
    """A model whose halves ONNX Runtime does not round is right where each node does;
    one of other numbers is not."""
    tested = Program(
        {"x0": ("torch.tensor([[[2.0], [30000.0]]], dtype=torch.float16)",)},
        {},
        {"b0": "torch.tensor([[[0.429]], [[0.562]]], dtype=torch.float16)",
         "b1": "torch.tensor([1.0])"},
        (
            Statement("v0 = F.lp_pool1d(x0, 2, 1)", ("v0",)),
            Statement("v1 = F.conv_transpose1d(v0, b0)", ("v1",)),
            Statement("v2 = torch.fmod(v1, b1)", ("v2",)),
        ),
        ("v2",),
    )  # fmt: skip
    assert run_programs([tested], ())[0].kind == "half"


def test_nan_in_a_pool_is_open() -> None:
    """What depends on a NaN in a pool may be anything, what does not may not."""
    tested = program(
        "v0 = torch.nn.functional.max_pool1d(x0, 2)",
        x0="torch.tensor([[nan, 1.0, 2.0, 3.0]])",
        outputs=("v0",),
    )
    expected = run_eager(tested).outputs[0]
    assert judge(tested, 0, 0, torch.tensor([[1.0, 3.0]]), expected)[0] == "open"
    assert judge(tested, 0, 0, torch.tensor([[1.0, 2.0]]), expected)[0] == "wrong"
    other = program("v0 = x0.amax(-1)", x0="torch.tensor([nan, 1.0])", outputs=("v0",))
    expected = run_eager(other).outputs[0]
    assert judge(other, 0, 0, torch.tensor(1.0), expected)[0] == "wrong"


def test_errors_may_be_alike() -> None:
    """Each of many cosines is 1 or a little less: all may be 1, none may be 2."""
    tested = program(
        "v0 = F.cosine_similarity(x0, x0, dim=0)",
        "v1 = v0.to(torch.int64).cummin(0)[0]",
        x0="torch.arange(1, 33).view(2, 16).to(torch.bfloat16) * 0.37",
        outputs=("v1",),
    )
    expected = run_eager(tested).outputs[0]
    assert judge(tested, 0, 0, 1 - expected, expected)[0] == "rounding"
    assert judge(tested, 0, 0, torch.full_like(expected, 2), expected)[0] == "wrong"


def test_rounding_decides_what_is_distinct() -> None:
    """How many numbers there are, but not which ones; and not of exact ones."""
    tested = program(
        "v0 = (x0 * 0.1).unique()", x0="torch.tensor([3.0, 3.0000002])", outputs=("v0",)
    )
    expected = run_eager(tested).outputs[0]
    other = torch.tensor([0.3, 0.30000004, 0.30000007])[: 3 - len(expected)]
    assert judge(tested, 0, 0, other, expected)[0] == "rounding"
    assert judge(tested, 0, 0, other + 0.1, expected)[0] == "wrong"
    exact = program("v0 = x0.unique()", x0="torch.tensor([3.0, 4.0])", outputs=("v0",))
    expected = run_eager(exact).outputs[0]
    assert judge(exact, 0, 0, expected[:1], expected)[0] == "wrong"


def test_what_kernels_choose_is_open() -> None:
    """Neighbours of weight 0, scores of -inf, sums in double precision: one result or
    the other, and no third one."""
    line = program(
        "v0 = F.interpolate(x0, size=(2, 1), mode='bilinear')",
        x0="torch.tensor([[[[1.0], [2.0], [inf]]]])",
        outputs=("v0",),
    )
    expected = run_eager(line).outputs[0]
    assert expected.isnan().any()
    assert judge(line, 0, 0, expected.nan_to_num(torch.inf), expected)[0] == "open"
    assert judge(line, 0, 0, expected.nan_to_num(3.0), expected)[0] == "wrong"
    total = program("v0 = x0.sum(0)", x0="torch.tensor([2**62, 1, 2])", outputs=("v0",))
    expected = run_eager(total).outputs[0]
    assert judge(total, 0, 0, torch.tensor(2**62), expected)[0] == "open"
    assert judge(total, 0, 0, torch.tensor(2**62 + 1), expected)[0] == "wrong"
    query = "torch.full((1, 1, 2, 2), -inf)"
    scores = program(
        "v0 = torch.ones(1, 1, 2, 2)",
        "v1 = F.scaled_dot_product_attention(x0, v0, v0)",
        x0=query,
        outputs=("v1",),
    )
    expected = run_eager(scores).outputs[0]
    assert judge(scores, 0, 0, torch.full_like(expected, torch.nan), expected)[0] == "open"
    assert judge(scores, 0, 0, torch.ones_like(expected), expected)[0] == "wrong"


def test_the_sigmoid_ends_early() -> None:
    """It is 0 below -18 and nowhere else."""
    tested = program(
        "v0 = x0.sigmoid().count_nonzero()", x0="torch.tensor([-17.0, -19.0])", outputs=("v0",)
    )
    expected = run_eager(tested).outputs[0]
    assert judge(tested, 0, 0, torch.tensor(1), expected)[0] == "open"
    assert judge(tested, 0, 0, torch.tensor(0), expected)[0] == "wrong"


def test_weights_of_interpolation_are_rounded() -> None:
    """By some roundings of 1, whatever they are multiplied with."""
    tested = program(
        "v0 = F.interpolate(x0, scale_factor=1.5, mode='bicubic')",
        x0="torch.tensor([[[[0.0, 0.0, 0.0, 11.0], [0.0, 0.0, 0.0, 84.0]]]])",
        outputs=("v0",),
    )
    expected = run_eager(tested).outputs[0]
    assert judge(tested, 0, 0, expected + 4e-5, expected)[0] == "rounding"
    assert judge(tested, 0, 0, expected + 1e-3, expected)[0] == "wrong"


def test_a_sum_may_keep_the_sign_of_zero() -> None:
    """Of -0.0 only."""
    tested = program("v0 = 1 / x0.cumsum(0)", x0="torch.tensor([-0.0, 0.0])", outputs=("v0",))
    expected = run_eager(tested).outputs[0]
    assert judge(tested, 0, 0, torch.tensor([-torch.inf, torch.inf]), expected)[0] == "zero"
    assert judge(tested, 0, 0, torch.tensor([torch.inf, -torch.inf]), expected)[0] == "wrong"


def test_failures_become_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a program only the operator that fails is left."""

    def run(programs: list[Program], options: tuple[str, ...]) -> list[Outcome]:
        return [
            Outcome("wrong" if any("tanh" in s.text for s in p.statements) else "pass")
            for p in programs
        ]

    monkeypatch.setattr("integration.fuzz.minimize.run_programs", run)
    large = program(
        "v0 = x0.relu()",
        "v1 = v0.reshape(6)",
        "v1.add_(1)",
        "v2 = v1.tanh()",
        "v3 = torch.cat([v2, v1], 0)",
        x0="torch.ones(2, 3)",
        outputs=("v3", "v0"),
    )
    small, _ = minimize(large, Outcome("wrong"), 20)
    assert [s.text.partition(" = ")[2] for s in small.statements] == ["x51.tanh()"]
