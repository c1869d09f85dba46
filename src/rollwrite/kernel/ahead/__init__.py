"""Loops compiled ahead of time, for WebAssembly and for machines without a compiler."""
