// SPDX-License-Identifier: Apache-2.0

#include "CRecords.h"

#include <stdint.h>

static bool store(void *place, const void *type) {
  (void)place;
  (void)type;
  return false;
}

typedef struct {
  uint32_t name_size, descriptor_size, type, name, version, reserved;
  bool (*accessor)(void *place, const void *type);
  uintptr_t context;
} record;

#if defined(__MACH__)
#define PLACE section("__DATA_CONST,__gantry")
#else
#define PLACE section(".note.gantry")
#endif

#define RECORD(number)                                          \
  __attribute__((used, PLACE)) static const record NAME(number) = \
      {4, 24, 1, 0x00525447, 1, 0, store, number};
#define NAME(number) JOIN(record_, number)
#define JOIN(a, b) a##b

#define TEN(number)                                                           \
  RECORD(number##0) RECORD(number##1) RECORD(number##2) RECORD(number##3)     \
  RECORD(number##4) RECORD(number##5) RECORD(number##6) RECORD(number##7)     \
  RECORD(number##8) RECORD(number##9)
#define HUNDRED(number)                                                       \
  TEN(number##0) TEN(number##1) TEN(number##2) TEN(number##3) TEN(number##4)  \
  TEN(number##5) TEN(number##6) TEN(number##7) TEN(number##8) TEN(number##9)

// The first digit keeps a number from being read as an octal one.
HUNDRED(1) HUNDRED(2) HUNDRED(3) HUNDRED(4) HUNDRED(5)
HUNDRED(6) HUNDRED(7) HUNDRED(8) HUNDRED(9) HUNDRED(10)

int gantry_bench_records(void) { return 1000; }
