#!/usr/bin/env python3
"""Tells whether a tag may become a release.

It must be the version of Cargo.toml, and the changelog must have a section with its date:

    scripts/release_version.py v0.1.0
"""

import re
import sys
import tomllib
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent


def faults(tag: str, cargo: str, changelog: str) -> list[str]:
    r"""List what speaks against a release.

    Args:
        tag: The tag, `v` and the version.
        cargo: The text of Cargo.toml.
        changelog: The text of CHANGELOG.md.

    Returns:
        A sentence for each fault.

    Example:
        >>> cargo = '[workspace.package]\nversion = "1.2.3"'
        >>> faults("v1.2.3", cargo, "## [1.2.3] - 2027-01-31")
        []
        >>> faults("v1.2.4", cargo, "## [Unreleased]")
        ['the tag is v1.2.4, expected v1.2.3', 'CHANGELOG.md has no section [1.2.3] with a date']
    """
    version = tomllib.loads(cargo)["workspace"]["package"]["version"]
    found = []
    if tag != f"v{version}":
        found.append(f"the tag is {tag}, expected v{version}")
    dated = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d{{2}}-\d{{2}}$"
    if not re.search(dated, changelog, re.MULTILINE):
        found.append(f"CHANGELOG.md has no section [{version}] with a date")
    return found


def main() -> int:
    """Look at the tag that is given."""
    texts = [(TOP / name).read_text(encoding="utf-8") for name in ("Cargo.toml", "CHANGELOG.md")]
    found = faults(sys.argv[1], *texts)
    print("\n".join(found) or "The tag is the version, and the changelog knows it.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
