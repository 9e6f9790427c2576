// SPDX-License-Identifier: Apache-2.0

// A program that searches for records, but refers to none.

#include "CGantryImages.h"

int main(void) {
  size_t records = gantry_images_copy_notes(0, 0);
  size_t images = gantry_images_copy_build_ids(0, 0);
  return records > 0 && images > 0 && gantry_image_path(main) ? 0 : 1;
}
