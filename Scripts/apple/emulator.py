# SPDX-License-Identifier: Apache-2.0
"""Runs C functions of arm64 Mach-O images, on any machine.

The processor is Unicorn's, LIEF reads the images, and the loader is here. It maps images, sets their pointers, and
provides the few system functions that the search for records calls. It isn't Apple's loader.
"""
import struct

import lief
import unicorn
from unicorn import arm64_const as arm64

PAGE = 0x4000
STUBS, STACK, HEAP, IMAGES = 0x500000000, 0x600000000, 0x700000000, 0x100000000
STUBS_SIZE, STACK_SIZE, HEAP_SIZE = 0x100000, 0x800000, 0x1000000
RETURN = b"\xc0\x03\x5f\xd6"


class Image:
    """An image as its file describes it, and its place in memory."""

    def __init__(self, path, start):
        self.path, self.start, self.file = path, start, lief.MachO.parse(path).at(0)
        self.mapped = [segment for segment in self.file.segments if segment.name != "__PAGEZERO"]
        self.base = min(segment.virtual_address for segment in self.mapped)
        self.size = max(segment.virtual_address + segment.virtual_size for segment in self.mapped) - self.base
        self.symbols = {symbol.name: symbol.value for symbol in self.file.symbols if symbol.value}
        self.uuid = bytes(self.file.uuid.uuid).hex()


class Process:
    """Images in one address space, in the order in which they were loaded."""

    def __init__(self, paths):
        self.processor = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
        for start, size in ((STUBS, STUBS_SIZE), (STACK, STACK_SIZE), (HEAP, HEAP_SIZE)):
            self.processor.mem_map(start, size)
        self.free, self.next_image = HEAP, IMAGES
        self.stubs, self.images, self.calls = {}, [], []
        self.processor.mem_write(STUBS, RETURN * (STUBS_SIZE // len(RETURN)))
        self.processor.hook_add(
            unicorn.UC_HOOK_CODE, self.serve, begin=STUBS, end=STUBS + STUBS_SIZE
        )
        for path in paths:
            self.load(path)

    def load(self, path):
        """Maps an image and sets its pointers."""
        image = Image(path, self.next_image)
        self.next_image += (image.size + 0xFFFFFF) & ~0xFFFFFF
        slide = image.start - image.base
        self.processor.mem_map(image.start, (image.size + PAGE - 1) & ~(PAGE - 1))
        for segment in image.mapped:
            self.processor.mem_write(segment.virtual_address + slide, bytes(segment.content))
        pointers = {fixup.address: fixup.target + slide for fixup in image.file.relocations}
        pointers.update({binding.address: self.stub(binding.symbol.name) for binding in image.file.bindings})
        for address, value in pointers.items():
            self.processor.mem_write(address + slide, struct.pack("<Q", value))
        image.name = self.text(path)
        self.images.append(image)

    def stub(self, name):
        """The address that represents an imported function."""
        return self.stubs.setdefault(name, STUBS + 4 * (len(self.stubs) + 16))

    def allocate(self, size):
        """Zeroed memory that is never freed."""
        address = self.free
        self.free += (size + 15) & ~15
        return address

    def text(self, value):
        """A string in memory."""
        address = self.allocate(len(value) + 1)
        self.processor.mem_write(address, value.encode() + b"\0")
        return address

    def read(self, address, size):
        """Bytes of memory."""
        return bytes(self.processor.mem_read(address, size))

    def read_text(self, address):
        """A string of memory."""
        value = b""
        while (byte := self.read(address + len(value), 1)) != b"\0":
            value += byte
        return value.decode()

    def argument(self, index):
        """An argument of the function that was called."""
        return self.processor.reg_read(arm64.UC_ARM64_REG_X0 + index)

    def call(self, name, *arguments):
        """Calls a function of the first image that defines it, and returns its result."""
        image = next(image for image in self.images if name in image.symbols)
        self.processor.reg_write(arm64.UC_ARM64_REG_SP, STACK + STACK_SIZE - PAGE)
        self.processor.reg_write(arm64.UC_ARM64_REG_LR, STUBS)
        for index, argument in enumerate(arguments):
            self.processor.reg_write(arm64.UC_ARM64_REG_X0 + index, argument)
        address = image.symbols[name] - image.base + image.start
        self.processor.emu_start(address, STUBS, count=100_000_000)
        return self.argument(0)

    def serve(self, _processor, address, _size, _data):
        """Answers a call of an imported function."""
        name = next((name for name, stub in self.stubs.items() if stub == address), None)
        if name is None:
            return
        self.calls.append(name)
        served = SERVED.get(name)
        if served is None:
            raise NotImplementedError(f"{name} is not served")
        self.processor.reg_write(arm64.UC_ARM64_REG_X0, served(self))

    def image_at(self, address):
        """The image that holds an address."""
        return next(
            (image for image in self.images if image.start <= address < image.start + image.size),
            None,
        )


def image_header(process):
    """`_dyld_get_image_header(index)`."""
    index = process.argument(0) & 0xFFFFFFFF
    return process.images[index].start if index < len(process.images) else 0


def section_data(process):
    """`getsectiondata(header, segment, section, &size)`."""
    image = process.image_at(process.argument(0))
    wanted = tuple(process.read_text(process.argument(index)) for index in (1, 2))
    for section in image.file.sections:
        if (section.segment_name, section.name) == wanted:
            process.processor.mem_write(process.argument(3), struct.pack("<Q", section.size))
            return section.virtual_address - image.base + image.start
    return 0


def symbol_information(process):
    """`dladdr(address, &info)`, without the symbol."""
    image = process.image_at(process.argument(0))
    if image is None:
        return 0
    information = struct.pack("<4Q", image.name, image.start, 0, 0)
    process.processor.mem_write(process.argument(1), information)
    return 1


def set_memory(process):
    """`memset(bytes, value, count)`, which the compiler calls for values that begin as zero."""
    address, value, count = (process.argument(index) for index in range(3))
    process.processor.mem_write(address, bytes([value & 0xFF]) * count)
    return address


def copy_memory(process):
    """`memcpy(bytes, source, count)`, which the compiler calls for whole values."""
    address, source, count = (process.argument(index) for index in range(3))
    process.processor.mem_write(address, process.read(source, count))
    return address


SERVED = {
    "__dyld_image_count": lambda process: len(process.images),
    "__dyld_get_image_header": image_header,
    "_getsectiondata": section_data,
    "_dladdr": symbol_information,
    "_memcpy": copy_memory,
    "_memset": set_memory,
}
