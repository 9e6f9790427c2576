// SPDX-License-Identifier: Apache-2.0

// A record of which nothing else is used.
@section(".note.gantry")
@used
private let record: (UInt32, UInt32, UInt32, UInt32) = (4, 0, 1, 0x0052_5447)

/// Something to refer to.
public func brew() {}
