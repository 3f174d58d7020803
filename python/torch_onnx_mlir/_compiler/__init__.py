"""The compiler, as a shared library, and what is exchanged with it."""
