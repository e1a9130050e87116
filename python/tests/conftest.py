"""How many examples hypothesis generates: `--hypothesis-profile many` asks for more."""

from hypothesis import settings

# No deadline: no timing decides a test.
settings.register_profile("few", deadline=None, max_examples=60, database=None)
settings.register_profile("many", deadline=None, max_examples=3_000, database=None)
settings.load_profile("few")
