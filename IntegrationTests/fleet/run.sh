#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# `gantry fleet` answers questions about 40,000 simulated launches through DuckDB. `make fleet` does the same
# with a million, and draws its seeds: intervals of 95 % must not decide whether a change passes.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
exec Scripts/fleet --rows 40000 --quiet-rows 20000 --seeds 1 --seed 1
