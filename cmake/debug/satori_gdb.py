"""Printers of satori's types for gdb: `source cmake/debug/satori_gdb.py`, by hand or in ~/.gdbinit.

    Status                             ok
    BoxId                              box 3, generation 1        null
    BoxPair                            (3, 7)
    WorldPair                          (3, 7), generations 1 and 2
    WorldContact                       (3, 7), generations 1 and 2, slot 0
    std::span of one of these pairs    2 pairs = {(0, 1), (1, 2)}
    BoxBatch, RectBatch                2 boxes = {{center (0, 0, 0), half extents (1, 1, 1), axes ...}, ...}

A batch shows its first 8 boxes at most. A span shows as many pairs as `set print elements` allows. `print /r` shows a
value without these printers. They need a gdb with Python 3, and they work on a core file too. They read the members
that satori/batch_storage.hpp declares. satori.natvis does the same for Visual Studio.
"""

import re

import gdb

NAMESPACE = r"^satori::(?:v\d+::)?"
SHOWN_BOXES = 8


def enumerator(value):
    """The name of an enumerator without its scope; the number where it has none."""
    number = int(value)
    for field in value.type.strip_typedefs().fields():
        if field.enumval == number:
            return field.name.rsplit("::", 1)[-1]
    return f"unknown ({number})"


def is_null(box_id):
    """Whether a BoxId names no box: the generation of a box is never 0."""
    return int(box_id["generation"]) == 0


def pair_text(pair):
    return f"({int(pair['first'])}, {int(pair['second'])})"


def world_pair_text(pair):
    first, second = pair["first"], pair["second"]
    if is_null(first) and is_null(second):
        return "null"
    return (f"({int(first['index'])}, {int(second['index'])}), "
            f"generations {int(first['generation'])} and {int(second['generation'])}")


def box_id_text(box_id):
    if is_null(box_id):
        return "null"
    return f"box {int(box_id['index'])}, generation {int(box_id['generation'])}"


def world_contact_text(contact):
    return f"{world_pair_text(contact['pair'])}, slot {int(contact['slot'])}"


class TextPrinter:
    """A value as one line: text(value)."""

    def __init__(self, value, text):
        self.value = value
        self.text = text

    def to_string(self):
        return self.text(self.value)


class PairSpanPrinter:
    """A std::span whose element is one of the pairs above."""

    def __init__(self, first, count):
        self.first = first
        self.count = count

    def to_string(self):
        return "1 pair" if self.count == 1 else f"{self.count} pairs"

    # gdb stops to read where `set print elements` says.
    def children(self):
        return ((f"[{i}]", (self.first + i).dereference()) for i in range(self.count))

    def display_hint(self):
        return "array"


class BatchPrinter:
    """A BoxBatch or a RectBatch; component c of box i is arrays_[c * stride_ + i]."""

    def __init__(self, value, dimensions):
        self.value = value
        self.dimensions = dimensions

    def storage(self):
        """The BatchStorage, or None where the program has no debug information of it."""
        base = next((field for field in self.value.type.fields() if field.is_base_class), None)
        return self.value[base] if base is not None and base.type.fields() else None

    def to_string(self):
        storage = self.storage()
        if storage is None:
            return "no debug information: compile the library with -g, or the program with -fstandalone-debug"
        count, illegal = int(storage["count_"]), int(storage["invalid_count_"])
        singular, plural = ("box", "boxes") if self.dimensions == 3 else ("rectangle", "rectangles")
        text = f"{count} {singular if count == 1 else plural}"
        return text if illegal == 0 else f"{text}, {illegal} in the list of illegal ones"

    def children(self):
        storage = self.storage()
        if storage is None:
            return
        arrays, stride, count = storage["arrays_"], int(storage["stride_"]), int(storage["count_"])
        for box in range(min(count, SHOWN_BOXES)):
            yield f"[{box}]", self.box_text(arrays, stride, box)
        if count > SHOWN_BOXES:
            yield f"[{SHOWN_BOXES}]", f"and {count - SHOWN_BOXES} more"

    def box_text(self, arrays, stride, box):
        """One box of the batch as text."""
        size = self.dimensions

        def numbers(component, count):
            values = (float(arrays[(component + k) * stride + box]) for k in range(count))
            return "(" + ", ".join(f"{value:g}" for value in values) + ")"

        if float(arrays[size * stride + box]) < 0:
            return "skipped as illegal"
        # A rectangle stores its first axis alone.
        axes = [numbers(2 * size + size * axis, size) for axis in range(3 if size == 3 else 1)]
        return (f"{{center {numbers(0, size)}, half extents {numbers(size, size)}, "
                f"{'axes' if size == 3 else 'axis'} {' '.join(axes)}}}")

    def display_hint(self):
        return "array"


PRINTERS = {
    "Status": lambda value: TextPrinter(value, enumerator),
    "BoxId": lambda value: TextPrinter(value, box_id_text),
    "BoxPair": lambda value: TextPrinter(value, pair_text),
    "WorldPair": lambda value: TextPrinter(value, world_pair_text),
    "WorldContact": lambda value: TextPrinter(value, world_contact_text),
    "BoxBatch": lambda value: BatchPrinter(value, 3),
    "RectBatch": lambda value: BatchPrinter(value, 2),
}


# What libstdc++, libc++ and Microsoft call the members of a std::span. One of fixed extent stores no count.
SPAN_FIRST = {"_M_ptr", "__data", "__data_", "_Mydata"}
SPAN_COUNT = {"_M_extent_value", "__size", "__size_", "_Mysize"}


def members_of(value):
    """Names and values of all members, those of bases and of nested structs among them."""
    for field in value.type.strip_typedefs().fields():
        member = value[field]
        if member.type.strip_typedefs().code == gdb.TYPE_CODE_STRUCT:
            yield from members_of(member)
        else:
            yield field.name, member


def pair_span_printer(value, type_):
    """The printer of a std::span of pairs; None for any other span."""
    element = type_.template_argument(0).unqualified().strip_typedefs()
    name, is_satori = re.subn(NAMESPACE, "", element.tag or element.name or "")
    if not is_satori or name not in ("BoxPair", "WorldPair", "WorldContact"):
        return None
    members = dict(members_of(value))
    first = next((members[name] for name in SPAN_FIRST & members.keys()), None)
    count = next((members[name] for name in SPAN_COUNT & members.keys()), type_.template_argument(1))
    return None if first is None else PairSpanPrinter(first, int(count))


def lookup(value):
    """The printer of a value, or None: what gdb calls for every value that it prints."""
    type_ = value.type
    if type_.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        return lookup(value.referenced_value())
    type_ = type_.unqualified().strip_typedefs()
    name = type_.tag or type_.name
    if name is None:
        return None
    name, is_satori = re.subn(NAMESPACE, "", name)
    if is_satori:
        return PRINTERS[name](value) if name in PRINTERS else None
    return pair_span_printer(value, type_) if re.match(r"std::(?:__\w+::)?span<", name) else None


# The list has this printer once, however often gdb reads the file. gdb tries the printers of a library before this
# list: where it has loaded those of libstdc++, they print the span, and this one prints its elements.
lookup.name = "satori"
gdb.pretty_printers[:] = [printer for printer in gdb.pretty_printers if getattr(printer, "name", None) != "satori"]
gdb.pretty_printers.insert(0, lookup)
