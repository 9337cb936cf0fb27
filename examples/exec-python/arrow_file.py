"""Writes a table as an Arrow IPC file, with Python's standard library alone.

    write_table("t.arrow", [Column("size", "int64", [1, None]), Column("name", "text", ["a", "b"])])

The format: https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format. A file is

    "ARROW1" and two zero bytes
    messages: the schema, a dictionary for each text column, one batch with the rows
    the end-of-stream mark
    a footer, which has the schema again and the places of the messages
    the footer's length, 4 bytes
    "ARROW1"

Numbers are little-endian. A message is FF FF FF FF, the length of its header, the header, and its
body; header and body end at multiples of 8 bytes. Headers and footer are FlatBuffers
(https://flatbuffers.dev/internals/), of which this module writes the few kinds that are needed.
Bodies are the buffers of the columns, one after the other.
"""

import struct
import sys
from array import array

MAGIC = b"ARROW1"
CONTINUATION = b"\xff\xff\xff\xff"
VERSION_5 = 4  # MetadataVersion.V5, since Arrow 1.0
SCHEMA, DICTIONARY_BATCH, RECORD_BATCH = 1, 2, 3  # MessageHeader
TYPE_INT, TYPE_FLOAT, TYPE_UTF8, TYPE_BOOL = 2, 3, 5, 6  # Type
DOUBLE = 2  # Precision.DOUBLE


class Column:
    """A column: `kind` is int32, int64, float64, bool or text; None among `values` is null.

    A text column is written as int32 codes into a dictionary that has each distinct text once.
    """

    def __init__(self, name, kind, values):
        self.name = name
        self.kind = kind
        self.values = values
        self.texts = []
        if kind == "text":
            codes = {}
            for text in values:
                if text is not None:
                    codes.setdefault(text, len(codes))
            self.texts = list(codes)
            self.codes = [None if text is None else codes[text] for text in values]


def write_table(path, columns, metadata=None):
    """Writes columns of one length, in their order; `metadata` is texts by name."""
    rows = len(columns[0].values)
    if any(len(column.values) != rows for column in columns):
        raise ValueError("the columns are of different lengths")
    texts = [column for column in columns if column.kind == "text"]
    schema = schema_table(columns, texts, metadata or {})
    with open(path, "wb") as file:
        file.write(MAGIC + b"\0\0")
        write_message(file, SCHEMA, schema, b"")
        # Each dictionary is complete and stands before the rows: readers of other languages do
        # not all take dictionaries that grow or are replaced.
        dictionaries = []
        for number, column in enumerate(texts):
            batch, body = record_batch(len(column.texts), [utf8_buffers(column.texts)])
            header = Table([Int64(number), batch])
            dictionaries.append(write_message(file, DICTIONARY_BATCH, header, body))
        batch, body = record_batch(rows, [column_buffers(column) for column in columns])
        batches = [write_message(file, RECORD_BATCH, batch, body)]
        file.write(CONTINUATION + b"\0\0\0\0")
        footer = flatbuffer(
            Table([Int16(VERSION_5), schema, Structs(dictionaries), Structs(batches)])
        )
        file.write(footer + struct.pack("<i", len(footer)) + MAGIC)


def write_message(file, kind, header, body):
    """Writes a message, and gives its place as the footer has it (struct Block)."""
    begin = file.tell()
    message = flatbuffer(Table([Int16(VERSION_5), UInt8(kind), header, Int64(len(body))]))
    file.write(CONTINUATION + struct.pack("<i", len(message)) + message + body)
    return struct.pack("<qi4xq", begin, 8 + len(message), len(body))


def schema_table(columns, texts, metadata):
    fields = []
    for column in columns:
        if column.kind == "text":
            # The type is that of the texts; how they are encoded stands beside it.
            kind, of_kind = TYPE_UTF8, Table([])
            codes = Table([Int32(32), Bool(True)])
            encoding = Table([Int64(texts.index(column)), codes])
        else:
            kind, of_kind = {
                "int32": (TYPE_INT, Table([Int32(32), Bool(True)])),
                "int64": (TYPE_INT, Table([Int32(64), Bool(True)])),
                "float64": (TYPE_FLOAT, Table([Int16(DOUBLE)])),
                "bool": (TYPE_BOOL, Table([])),
            }[column.kind]
            encoding = None
        is_nullable = any(value is None for value in column.values)
        fields.append(
            Table(
                [Text(column.name), Bool(is_nullable), UInt8(kind), of_kind, encoding, Tables([])]
            )
        )
    pairs = [Table([Text(key), Text(value)]) for key, value in metadata.items()]
    little_endian = Int16(0)
    return Table([little_endian, Tables(fields), Tables(pairs)])


# Bodies


def record_batch(rows, columns):
    """The header of a batch and its body. Each column is its number of nulls and its buffers."""
    body = bytearray()
    nodes, places = [], []
    for nulls, buffers in columns:
        nodes.append(struct.pack("<qq", rows, nulls))
        for buffer in buffers:
            places.append(struct.pack("<qq", len(body), len(buffer)))
            body += buffer + bytes(-len(buffer) % 8)
    return Table([Int64(rows), Structs(nodes), Structs(places)]), bytes(body)


def column_buffers(column):
    """The nulls of a column, and its buffers: which rows are not null, and the values."""
    values = column.codes if column.kind == "text" else column.values
    nulls = sum(value is None for value in values)
    # Without nulls the first buffer may be empty.
    valid = bits(value is not None for value in values) if nulls > 0 else b""
    # What lies under a null does not matter.
    if column.kind == "bool":
        return nulls, [valid, bits(value is True for value in values)]
    code = {"int32": "i", "text": "i", "int64": "q", "float64": "d"}[column.kind]
    return nulls, [valid, numbers(code, (0 if value is None else value for value in values))]


def utf8_buffers(texts):
    """Texts are where each of them begins, and where the last one ends; then all their bytes."""
    encoded = [text.encode() for text in texts]
    ends = [0]
    for text in encoded:
        ends.append(ends[-1] + len(text))
    return 0, [b"", numbers("i", ends), b"".join(encoded)]


def bits(flags):
    """One bit a row, the lowest of a byte first."""
    packed = bytearray()
    for row, flag in enumerate(flags):
        if row % 8 == 0:
            packed.append(0)
        if flag:
            packed[-1] |= 1 << row % 8
    return bytes(packed)


def numbers(code, values):
    packed = array(code, values)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


# FlatBuffers: a table is an offset to its vtable and its fields; the vtable has the place of each
# field in the table, 0 for one that is not there. What has no fixed size stands behind the table,
# and the field has the distance to it.


class Scalar:
    def __init__(self, layout, value):
        self.inline = struct.pack("<" + layout, value)


def Int64(value):
    return Scalar("q", value)


def Int32(value):
    return Scalar("i", value)


def Int16(value):
    return Scalar("h", value)


def UInt8(value):
    return Scalar("B", value)


def Bool(value):
    return Scalar("?", value)


def flatbuffer(root):
    """The bytes of a table, to a multiple of 8, so that what follows it is aligned as well."""
    out = bytearray(4)
    struct.pack_into("<I", out, 0, root.write(out))
    return bytes(out) + bytes(-len(out) % 8)


def point(out, place, target):
    struct.pack_into("<I", out, place, target.write(out) - place)


class Table:
    """Its fields in the order of the format's definition; None for one that is not there."""

    def __init__(self, fields):
        self.fields = fields

    def write(self, out):
        vtable_bytes = 4 + 2 * len(self.fields)
        out += bytes(-(len(out) + vtable_bytes) % 8)
        vtable = len(out)
        start = vtable + vtable_bytes
        inline = bytearray(struct.pack("<i", vtable_bytes))
        offsets, targets = [], []
        for field in self.fields:
            if field is None:
                offsets.append(0)
                continue
            value = field.inline if isinstance(field, Scalar) else bytes(4)
            inline += bytes(-len(inline) % len(value))
            offsets.append(len(inline))
            if not isinstance(field, Scalar):
                targets.append((start + len(inline), field))
            inline += value
        out += struct.pack("<HH", vtable_bytes, len(inline))
        out += struct.pack("<%dH" % len(offsets), *offsets)
        out += inline
        for place, target in targets:
            point(out, place, target)
        return start


class Tables:
    """A vector of tables."""

    def __init__(self, tables):
        self.tables = tables

    def write(self, out):
        out += bytes(-len(out) % 4)
        start = len(out)
        out += struct.pack("<I", len(self.tables)) + bytes(4 * len(self.tables))
        for number, table in enumerate(self.tables):
            point(out, start + 4 + 4 * number, table)
        return start


class Structs:
    """A vector of structs, which are packed already and want to be at multiples of 8."""

    def __init__(self, packed):
        self.packed = packed

    def write(self, out):
        out += bytes(-(len(out) + 4) % 8)
        start = len(out)
        out += struct.pack("<I", len(self.packed)) + b"".join(self.packed)
        return start


class Text:
    def __init__(self, text):
        self.encoded = text.encode()

    def write(self, out):
        out += bytes(-len(out) % 4)
        start = len(out)
        out += struct.pack("<I", len(self.encoded)) + self.encoded + b"\0"
        return start
