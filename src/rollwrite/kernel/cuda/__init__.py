"""Rules on an NVIDIA GPU: the same loops, one game per thread."""
