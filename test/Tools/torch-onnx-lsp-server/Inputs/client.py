"""Sends messages with headers to the language server, as editors do.

`client.py FOLDER` asks for the text of FOLDER's good.mlirbc and bad.mlirbc, then
opens a document that upstream's parser does not survive.
"""

import json
import subprocess
import sys
from pathlib import Path

folder = Path(sys.argv[1]).resolve()
TEXT = "module {}\nmodule attributes {a = array<index: 0>} {}\n"
document = {"uri": (folder / "a.mlir").as_uri(), "languageId": "mlir", "version": 1, "text": TEXT}
messages = [
    {"id": 0, "method": "initialize", "params": {"capabilities": {}}},
    *(
        {"id": name, "method": "mlir/convertFromBytecode", "params": {"uri": (folder / name).as_uri()}}
        for name in ("good.mlirbc", "bad.mlirbc", "none.mlirbc")
    ),
    {"method": "textDocument/didOpen", "params": {"textDocument": document}},
    {"id": 4, "method": "shutdown"},
    {"method": "exit"},
]
sent = b""
for message in messages:
    content = json.dumps({"jsonrpc": "2.0", **message}).encode()
    sent += b"Content-Length: %d\r\n\r\n" % len(content) + content
done = subprocess.run(
    ["torch-onnx-lsp-server", "--log=error"], input=sent, capture_output=True, check=False, timeout=60
)
rest = done.stdout
while rest:
    header, _, rest = rest.partition(b"\r\n\r\n")
    size = int(header.partition(b":")[2])
    message, rest = json.loads(rest[:size]), rest[size:]
    if message.get("id") != 0:
        print(json.dumps({key: value for key, value in message.items() if key != "jsonrpc"}))
print("exit status", done.returncode)
