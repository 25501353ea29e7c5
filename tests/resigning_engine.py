"""An engine for XBoard that resigns as soon as it would have to think: XBoard plays from a book."""

import sys

FEATURES = 'ping=1 setboard=1 colors=0 sigint=0 sigterm=0 variants="crazyhouse" myname="resigner"'


def main() -> None:
    """Talk to XBoard until it says goodbye."""
    for line in iter(sys.stdin.readline, ""):
        word, *rest = line.split() or [""]
        answer = {
            "protover": f"feature {FEATURES} done=1",
            "ping": " ".join(["pong", *rest]),
            "go": "resign",
            "usermove": "resign",
        }.get(word)
        if answer is not None:
            print(answer, flush=True)
        if word == "quit":
            return


if __name__ == "__main__":
    main()
