// SPDX-License-Identifier: Apache-2.0

// Prints the identifiers of a build: a line for the program, and one for each library with records.

#include "CGantryImages.h"

#include <stdio.h>

int part(void);

int main(void) {
  gantry_build_id identifiers[8];
  size_t count = gantry_images_copy_build_ids(identifiers, 8);
  for (size_t index = 0; index < count && index < 8; index += 1) {
    printf("%s ", identifiers[index].is_program ? "program" : "library");
    for (size_t byte = 0; byte < identifiers[index].size; byte += 1) {
      printf("%02x", identifiers[index].bytes[byte]);
    }
    printf("\n");
  }
  return part() ? 0 : 1;
}
