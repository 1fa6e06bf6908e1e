"""The lines of a Penpa+ link around what is drawn: a square grid of black lines on white, without margins.

They are those that the program itself writes of a new grid, with its usual tools in hand.
"""

from __future__ import annotations

import json
import re

PREFIX = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
CELL = 38
"""The side of a cell on the screen, in pixels."""
BORDER = 2

TOOLS = (
    '{z9:zQ,zG:["1","2","1"],'
    'zQ:{zM:zS,zS:["",1],zL:["1",2],zE:["1",2],zW:["",2],zC:["1",10],zN:["1",1],zY:["circle_L",1],zP:[zT,""],'
    'zB:["",""],"move":["1",""],"combi":["battleship",""],"sudoku":["1",1]},'
    'zA:{zM:zS,zS:["",1],zL:["1",3],zE:["1",3],zW:["",3],zC:["1",10],zN:["1",2],zY:["circle_L",1],zP:[zT,""],'
    'zB:["",""],"move":["1",""],"combi":["battleship",""],"sudoku":["1",9]}}'
)
EMPTY = (
    "{zR:{z_:[]},zU:{z_:[]},z8:{z_:[]},zS:{},zN:{},z1:{},zY:{},zF:{},z2:{},zT:[],z3:[],zD:[],z0:[],z5:[],"
    "zL:{},zE:{},zW:{},zC:{},z4:{},z6:[],z7:[]}"
)
ESCAPES = {",": "%2C", "%2": "%252", "zZ": "zZZ"}
"""What is written in a title: commas are those of the list, and what a reader would take for such a sign is marked."""
MEANT = {"%2C": ",", "%252": "%2", "zZ": "z"}
"""What is read, with the two letters that a link may have for one."""
ESCAPED, UNESCAPED = (re.compile("|".join(parts)) for parts in (ESCAPES, MEANT))
VERSION = "[3,1,4]"


def usual(rows: int, cols: int, title: str, author: str) -> tuple[str, ...]:
    """What stands before and after the packed text, and its lines, for a grid of this size on which nothing is."""
    width, height = (cols + 1) * CELL, (rows + 1) * CELL
    centre = _centre(rows, cols)
    head = f"square,{cols},{rows},{CELL},0,1,1,{width},{height},{centre},{centre},0,0,0,0"
    said = f"Title: {_escaped(title)},Author: {_escaped(author)},,,OFF,false"
    shown = json.dumps(_steps(rows, cols), separators=(",", ":"))
    rest = (shown, "[]", "{}", '"x"', '"x"', VERSION, TOOLS, '"x"', "0", EMPTY, EMPTY, "{}", "[]", "")
    return (PREFIX, "", f"{head},{said}", "[0,0,0,0]", TOOLS, EMPTY, EMPTY, *rest)


def _escaped(text: str) -> str:
    return ESCAPED.sub(lambda part: ESCAPES[part[0]], " ".join(text.split()))


def unescaped(text: str) -> str:
    """A title as it was before it was written in a link, by us or by the program itself."""
    return UNESCAPED.sub(lambda part: MEANT[part[0]], text).strip()


def _steps(rows: int, cols: int) -> list[int]:
    """The number of the first cell, and how much further each next one is."""
    width = cols + 2 * BORDER
    within = [1] * (cols - 1)
    steps = [BORDER * width + BORDER, *within]
    for _ in range(rows - 1):
        steps += [width - cols + 1, *within]
    return steps


def _centre(rows: int, cols: int) -> int:
    """The number of the point in the middle: a cell's, a corner's or an edge's."""
    width, height = cols + 2 * BORDER, rows + 2 * BORDER
    category = {(True, True): 0, (False, False): 1, (False, True): 2, (True, False): 3}[rows % 2 == 1, cols % 2 == 1]
    row, col = BORDER + (rows - 1) // 2, BORDER + (cols - 1) // 2
    return category * width * height + row * width + col
