// SPDX-License-Identifier: Apache-2.0

#include "CAllocations.h"

#include <stdatomic.h>
#include <stdlib.h>

static _Atomic uint64_t allocations;

uint64_t gantry_allocations(void) {
  return atomic_load_explicit(&allocations, memory_order_relaxed);
}

void gantry_allocate_once(void) {
  void *volatile block = malloc(64);
  free(block);
}

#if defined(__GLIBC__)

#include <errno.h>

// An executable's own definitions come before the C library's for every library it loads, so that
// the Swift runtime's requests are counted too. The C library exports what they stand for.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static void count(void) {
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

bool gantry_allocations_are_counted(void) { return true; }

void *malloc(size_t size) {
  count();
  return __libc_malloc(size);
}

void *calloc(size_t count_of, size_t size) {
  count();
  return __libc_calloc(count_of, size);
}

void *realloc(void *block, size_t size) {
  count();
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  count();
  void *found = __libc_memalign(alignment, size);
  if (found == NULL) return ENOMEM;
  *block = found;
  return 0;
}

#else

bool gantry_allocations_are_counted(void) { return false; }

#endif
