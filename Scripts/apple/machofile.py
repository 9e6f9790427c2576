# SPDX-License-Identifier: Apache-2.0
"""Reads 64-bit Mach-O images, as far as a loader needs them."""
import struct
from dataclasses import dataclass, field

MAGIC = 0xFEEDFACF
SEGMENT, SYMBOLS, UUID, CHAINED_FIXUPS = 0x19, 0x2, 0x1B, 0x80000034
# The kinds of 64-bit pointers, in the two formats that linkers write for arm64.
ABSOLUTE, FROM_BASE = 2, 6


@dataclass
class Segment:
    """A part of the file, and its place in memory."""

    name: str
    address: int
    size: int
    offset: int
    file_size: int


@dataclass
class Section:
    """A part of a segment."""

    segment: str
    name: str
    address: int
    size: int


@dataclass
class Fixup:
    """A pointer that the loader sets: to an imported symbol, or within the image."""

    address: int
    symbol: str | None
    target: int


@dataclass
class MachO:
    """An image as its file describes it."""

    path: str
    data: bytes
    segments: list = field(default_factory=list)
    sections: list = field(default_factory=list)
    symbols: dict = field(default_factory=dict)
    uuid: str = ""
    fixups: list = field(default_factory=list)
    # The address at which a loader put it, and the address of its path.
    start: int = 0
    name: int = 0

    @property
    def base(self):
        """The address of its first byte, as linked."""
        return min(segment.address for segment in self.mapped)

    @property
    def size(self):
        """How much memory it takes."""
        return max(segment.address + segment.size for segment in self.mapped) - self.base

    @property
    def mapped(self):
        """The segments that are in memory when the image runs."""
        return [segment for segment in self.segments if segment.name != "__PAGEZERO"]


def text(data):
    """A name in a field of fixed size."""
    return data.rstrip(b"\0").decode()


def string(data, offset):
    """A zero-terminated name."""
    return data[offset : data.index(b"\0", offset)].decode()


def load(path):
    """Reads an image."""
    with open(path, "rb") as file:
        image = MachO(path, file.read())
    data = image.data
    magic, _, _, _, count = struct.unpack_from("<5I", data)
    if magic != MAGIC:
        raise ValueError(f"{path} is no Mach-O image of 64 bits")
    offset, fixups = 32, None
    for _ in range(count):
        command, size = struct.unpack_from("<2I", data, offset)
        if command == SEGMENT:
            read_segment(image, offset)
        elif command == SYMBOLS:
            read_symbols(image, offset)
        elif command == UUID:
            image.uuid = data[offset + 8 : offset + 24].hex()
        elif command == CHAINED_FIXUPS:
            fixups = struct.unpack_from("<I", data, offset + 8)[0]
        offset += size
    if fixups is not None:
        read_fixups(image, fixups)
    return image


def read_segment(image, offset):
    """A segment, and its sections."""
    data = image.data
    numbers = struct.unpack_from("<4Q4I", data, offset + 24)
    image.segments.append(Segment(text(data[offset + 8 : offset + 24]), *numbers[:4]))
    for index in range(numbers[6]):
        at = offset + 72 + 80 * index
        address, size = struct.unpack_from("<2Q", data, at + 32)
        names = text(data[at + 16 : at + 32]), text(data[at : at + 16])
        image.sections.append(Section(*names, address, size))


def read_symbols(image, offset):
    """The addresses of the symbols that the image defines."""
    data = image.data
    table, count, names, _ = struct.unpack_from("<4I", data, offset + 8)
    for index in range(count):
        name, kind, _, _, address = struct.unpack_from("<IBBHQ", data, table + 16 * index)
        if kind & 0x0E == 0x0E:
            image.symbols[string(data, names + name)] = address


def read_fixups(image, offset):
    """The chained pointers: each has the distance to the next one, and the last one has 0."""
    data = image.data
    _, starts, imports, names, count, _, _ = struct.unpack_from("<7I", data, offset)
    words = struct.unpack_from(f"<{count}I", data, offset + imports)
    imported = [string(data, offset + names + (word >> 9)) for word in words]
    starts += offset
    (segments,) = struct.unpack_from("<I", data, starts)
    for relative in struct.unpack_from(f"<{segments}I", data, starts + 4):
        if relative == 0:
            continue
        at = starts + relative
        _, page, form, first, _, pages = struct.unpack_from("<IHHQIH", data, at)
        if form not in (ABSOLUTE, FROM_BASE):
            raise ValueError(f"{image.path} has pointers of format {form}")
        for index, start in enumerate(struct.unpack_from(f"<{pages}H", data, at + 22)):
            if start != 0xFFFF:
                read_chain(image, image.base + first + index * page + start, form, imported)


def read_chain(image, address, form, imported):
    """The pointers of one page."""
    while True:
        segment = next(
            one for one in image.mapped if one.address <= address < one.address + one.size
        )
        (word,) = struct.unpack_from("<Q", image.data, segment.offset + address - segment.address)
        if word >> 63:
            image.fixups.append(Fixup(address, imported[word & 0xFFFFFF], 0))
        else:
            target = word & ((1 << 36) - 1)
            target -= image.base if form == ABSOLUTE else 0
            image.fixups.append(Fixup(address, None, target | ((word >> 36) & 0xFF) << 56))
        step = (word >> 51) & 0xFFF
        if step == 0:
            return
        address += 4 * step
