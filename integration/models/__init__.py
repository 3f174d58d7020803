"""Real model architectures with random weights, small for tests and full-size."""
