"""`python -m bench.latency INPUTS.npz A.onnx B.onnx` prints the median of each
model's milliseconds in ONNX Runtime; the models take turns."""

from __future__ import annotations

import random
import statistics
import sys
import time

import numpy
import onnxruntime

#: For each model.
SECONDS = 10.0


def main() -> None:
    """Command line entry point."""
    with numpy.load(sys.argv[1]) as archive:
        inputs = [archive[name] for name in archive.files]
    sessions = []
    for path in sys.argv[2:]:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(
            path, options, providers=["CPUExecutionProvider"]
        )
        feeds = {i.name: value for i, value in zip(session.get_inputs(), inputs, strict=True)}
        session.run(None, feeds)
        sessions.append((session, feeds))
    times: list[list[float]] = [[] for _ in sessions]
    turns = list(zip(sessions, times))
    end = time.monotonic() + SECONDS * len(sessions)
    while time.monotonic() < end or len(times[0]) < 3:
        for (session, feeds), found in turns:
            started = time.perf_counter()
            session.run(None, feeds)
            found.append(time.perf_counter() - started)
        # Nobody always comes after the same one, or first.
        random.shuffle(turns)
    print("milliseconds", *(f"{statistics.median(found) * 1e3:.3f}" for found in times))


if __name__ == "__main__":
    main()
