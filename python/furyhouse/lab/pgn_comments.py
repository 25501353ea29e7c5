"""Comments in the moves of a PGN game: where they begin and end, over the ends of lines."""

import re
from collections.abc import Iterable, Iterator

__all__ = ["CommentScanner", "pieces"]

_BEGINS = re.compile(r"[{;]")


class CommentScanner:
    """Follows comments through the lines of a game.

    Attributes:
        open: Whether the last line has ended in a comment.

    Example:
        >>> scanner = CommentScanner()
        >>> list(scanner.parts("1. e4 {best} e5 {by")), scanner.open
        ([('1. e4 ', '{best}'), (' e5 ', '{by')], True)
        >>> list(scanner.parts("test} 2. Nf3 ; x")), scanner.open
        ([('', 'test}'), (' 2. Nf3 ', '; x')], False)
    """

    def __init__(self) -> None:
        self.open = False

    def parts(self, line: str) -> Iterator[tuple[str, str]]:
        """Cut a line into moves, each time with the comment that follows them, if one does.

        Example: see the class.
            >>> list(CommentScanner().parts("1. e4 e5"))
            [('1. e4 e5', '')]
        """
        at = 0
        while at < len(line):
            start = at
            if not self.open:
                begins = _BEGINS.search(line, at)
                if begins is None:
                    yield line[at:], ""
                    return
                start = begins.start()
                if begins.group() == ";":
                    yield line[at:start], line[start:]
                    return
            end = line.find("}", start)
            self.open = end < 0
            stop = len(line) if self.open else end + 1
            yield line[at:start], line[start:stop]
            at = stop


def pieces(parts: Iterable[tuple[str, str]]) -> Iterator[str]:
    r"""Put the parts of a line into pieces that python-chess reads as lines, a comment in each.

    It copies what follows a comment in its line, so that a line of many would take the square of
    their number; and where nothing follows, not even the end of the line, it takes the game to end.

    Example:
        >>> list(pieces([("1. e4 ", "{best}"), ("", "{by test}"), (" ", "")]))
        ['1. e4 {best}\n', ' {by test}\n']
    """
    for index, (moves, comment) in enumerate(parts):
        # An empty line would end the game, a sign at its beginning could mean something else.
        piece = f" {moves}{comment}" if index else moves + comment
        if index == 0 or not piece.isspace():
            yield piece if piece.endswith("\n") else f"{piece}\n"
