"""The parts of tools/release, one a module."""
