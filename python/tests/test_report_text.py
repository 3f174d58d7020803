"""Text of programs in the report is no markup, and is shown as it is."""

from __future__ import annotations

from torch_onnx_mlir._model import report as _report


def test_text_cannot_end_its_code() -> None:
    """Fences and code are longer than any run of backticks in them."""
    assert _report._fence("a ``` b\n````") == "`````\na ``` b\n````\n`````"
    assert _report._code("aten.add.Tensor") == "`aten.add.Tensor`"
    assert _report._code("a`b|<script>\n") == "`` a`b\\|<script>  ``"


def test_text_is_shown_as_it_is() -> None:
    """Controls, marks of direction and invisible characters are escapes."""
    text = _report._fence("é\t\x1b[31m\x9b\u202e\u200b")
    assert text == "```\né\t\\u{1B}[31m\\u{9B}\\u{202E}\\u{200B}\n```"
