// SPDX-License-Identifier: Apache-2.0

// The header has everything; the package manager expects a source file in each target.
#include <GantryC/GantryC.h>
