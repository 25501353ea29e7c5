"""The laboratory: matches that show which of two engines is stronger, and what is made of them.

Its commands use the extras `chess` (python-chess) and `rich`; nothing else in furyhouse does. A
part that needs an extra is imported when it is used, so that the package loads without.
"""
