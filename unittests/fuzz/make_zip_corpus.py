#!/usr/bin/env python3
"""Writes small zip archives of all kinds for fuzz-zip to start from.

Usage: make_zip_corpus.py FOLDER
"""

import io
import pathlib
import sys
import zipfile


def archive(members, compression=zipfile.ZIP_STORED, comment=b"", zip64=False):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as out:
        out.comment = comment
        for name, content in members.items():
            with out.open(zipfile.ZipInfo(name), "w", force_zip64=zip64) as member:
                member.write(content)
    return buffer.getvalue()


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    members = {
        "model/archive_format": b"pt2",
        "model/models/model.json": b"{}",
        "model/data/weights/weight_0": bytes(range(64)),
        "model/.data/version": b"6\n",
    }
    corpus = {
        "empty": archive({}),
        "one": archive({"a": b"b"}),
        "stored": archive(members),
        "zip64-sizes": archive(members, zip64=True),
        "deflated": archive(members, zipfile.ZIP_DEFLATED),
        "comment": archive(members, comment=archive({})),
        "names": archive({"../x": b"", "/etc/passwd": b"", "a\\b": b"", "d/": b""}),
    }
    # A ZIP64 directory, which zipfile only writes when it has to.
    plain = corpus["stored"]
    end = plain[-22:]
    count, size, offset = (
        int.from_bytes(end[a:b], "little") for a, b in ((10, 12), (12, 16), (16, 20))
    )
    record = len(plain) - 22

    def le(value, width):
        return value.to_bytes(width, "little")

    corpus["zip64-directory"] = (
        plain[:-22]
        + b"PK\x06\x06" + le(44, 8) + le(45, 2) * 2 + le(0, 4) * 2
        + le(count, 8) * 2 + le(size, 8) + le(offset, 8)
        + b"PK\x06\x07" + le(0, 4) + le(record, 8) + le(1, 4)
        + b"PK\x05\x06" + le(0, 4) + b"\xff" * 12 + le(0, 2)
    )
    for name, content in corpus.items():
        (folder / f"{name}.zip").write_bytes(content)
    print(f"{len(corpus)} archives in {folder}")


if __name__ == "__main__":
    main()
