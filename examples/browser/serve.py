"""Serves the page of this example on this machine.

    python examples/browser/serve.py SHAPES ONNXRUNTIME_WEB [--port N]

SHAPES is the folder with `shapes.onnx` and the pictures, ONNXRUNTIME_WEB the folder
`dist` of the npm package onnxruntime-web. Any web server can do the same: the page
needs these two folders beside it, and the right types of `.mjs` and `.wasm` files.
"""

from __future__ import annotations

import argparse
import http.server
import os
import pathlib
import typing


class Handler(http.server.SimpleHTTPRequestHandler):
    """The folder of this file, with two more folders in it."""

    extensions_map: typing.ClassVar[dict[str, str]] = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }
    folders: typing.ClassVar[dict[str, pathlib.Path]] = {}

    def translate_path(self, path: str) -> str:
        """The file of an address."""
        here = pathlib.Path(super().translate_path(path)).relative_to(os.getcwd())
        first, *rest = here.parts or ("",)
        if first in self.folders:
            return str(self.folders[first].joinpath(*rest))
        return str(pathlib.Path(__file__).parent / here)

    def log_message(self, format: str, *arguments: object) -> None:
        """Prints nothing for each request."""


def server(shapes: pathlib.Path, runtime: pathlib.Path, port: int) -> http.server.HTTPServer:
    """A server on the loopback interface; port 0 is any free port."""
    folders = {"shapes": shapes.resolve(), "onnxruntime-web": runtime.resolve()}
    handler = type("Handler", (Handler,), {"folders": folders})
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("shapes", type=pathlib.Path)
    parser.add_argument("runtime", type=pathlib.Path)
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    with server(options.shapes, options.runtime, options.port) as httpd:
        print(f"http://127.0.0.1:{httpd.server_port}/", flush=True)
        httpd.serve_forever()
