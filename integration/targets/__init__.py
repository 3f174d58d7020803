"""Models of one node, for what runtimes have and lack."""
