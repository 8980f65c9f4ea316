"""Checks what gdb shows. gdb runs this in stop_here() of debug_values.cpp: see gdb_printers.sh."""

import gdb

# What gdb shows for an expression: all of the text, its end, a part of it. Of a span only the elements are the same
# everywhere, because libstdc++ has a printer of spans too.
WHOLE = {
    "values.status": "ok",
    "values.failure": "invalid_box",
    "values.unknown": "unknown (99)",
    "values.no_box": "null",
    "*(values.ids._M_impl._M_start + 1)": "box 1, generation 1",
    "values.pair": "(3, 7)",
    "values.world_pair": "(3, 7), generations 1 and 2",
    "values.boxes": "3 boxes = {{center (0, 0, 0), half extents (0.5, 0.5, 0.5), axes (1, 0, 0) (0, 1, 0) (0, 0, 1)}, "
                    "{center (0.75, 0, 0), half extents (0.5, 1, 2), axes (1, 0, 0) (0, 1, 0) (0, 0, 1)}, "
                    "{center (1.5, 0, 0), half extents (0.5, 0.5, 0.5), axes (1, 0, 0) (0, 1, 0) (0, 0, 1)}}",
    "values.rects": "1 rectangle = {{center (1, 2), half extents (3, 4), axis (1, 0)}}",
    "values.no_boxes": "0 boxes, 1 in the list of illegal ones",
}
ENDS = {
    "values.pairs": "= {(0, 1), (1, 2)}",
    "values.one_pair": "= {(4, 9)}",
    "values.update.begun": "= {(0, 1), generations 1 and 1, slot 0}",
    "values.many": ", and 2 more}",
}
PARTS = {
    "values.many": "10 boxes, 1 in the list of illegal ones = {",
    "*&values.many": "(0, 0, 1)}, skipped as illegal, {center",
}


def shown(expression):
    return gdb.parse_and_eval(expression).format_string()


def check():
    wrong = [(expression, text) for expression, text in WHOLE.items() if shown(expression) != text]
    wrong += [(expression, text) for expression, text in ENDS.items() if not shown(expression).endswith(text)]
    wrong += [(expression, text) for expression, text in PARTS.items() if text not in shown(expression)]
    for expression, text in wrong:
        print(f"{expression}: expected {text}\n    shown: {shown(expression)}")
    if not wrong:
        print(f"{len(WHOLE) + len(ENDS) + len(PARTS)} values as expected")
    return 1 if wrong else 0


result = check()
gdb.execute("kill")
gdb.execute(f"quit {result}")
