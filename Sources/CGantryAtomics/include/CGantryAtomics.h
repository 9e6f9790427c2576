// SPDX-License-Identifier: Apache-2.0

// Atomic access to words in memory, which Apple's Swift library offers from iOS 18 and macOS 15 on.
// An order is a number of C: 0 relaxed, 2 acquire, 3 release, 4 both, 5 sequentially consistent.

#ifndef GANTRY_ATOMICS_H
#define GANTRY_ATOMICS_H

#include <stdint.h>

static inline uint64_t gantry_load(const void *word, int order) {
  return __atomic_load_n((const uint64_t *)word, order);
}

static inline void gantry_store_word(void *word, uint64_t value, int order) {
  __atomic_store_n((uint64_t *)word, value, order);
}

static inline uint64_t gantry_exchange(void *word, uint64_t value, int order) {
  return __atomic_exchange_n((uint64_t *)word, value, order);
}

static inline uint64_t gantry_add(void *word, uint64_t value, int order) {
  return __atomic_fetch_add((uint64_t *)word, value, order);
}

#endif
