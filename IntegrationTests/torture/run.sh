#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The short form of `make torture`, on the programs that the examples step has built.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
exec "$root/Scripts/torture" --short
