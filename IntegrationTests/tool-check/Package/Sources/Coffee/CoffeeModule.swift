// SPDX-License-Identifier: Apache-2.0

import Marks

/// Its manifest is nowhere.
@Module
public final class CoffeeModule {}

// Its record; the program's manifest does not have it.
@section(".note.gantry")
@used
private let record: (UInt32, UInt32, UInt32, UInt32) = (4, 0, 1, 0x0052_5447)
