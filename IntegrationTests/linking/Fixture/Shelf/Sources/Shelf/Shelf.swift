// SPDX-License-Identifier: Apache-2.0

// A record written by hand, by a target that imports nothing.
@section(".note.gantry")
@used
private let record:
  (
    UInt32, UInt32, UInt32, UInt32, UInt32, UInt32,
    @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Bool, UInt
  ) = (
    4, 24, 1, 0x0052_5447, 1, 0,
    { place, type in
      guard type.load(as: Any.Type.self) == String.self else { return false }
      place.initializeMemory(as: String.self, to: "Shelf")
      return true
    }, 0
  )
