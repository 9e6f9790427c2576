// SPDX-License-Identifier: Apache-2.0

// What the files of one image format offer to the rest. Exactly one of them is compiled to code.

#ifndef GANTRY_IMAGES_PRIVATE_H
#define GANTRY_IMAGES_PRIVATE_H

#include "CGantryImages.h"

#include <stdbool.h>

#if UINTPTR_MAX == UINT64_MAX && defined(__ELF__) && __has_include(<link.h>)
#define GANTRY_READS_ELF 1
#elif UINTPTR_MAX == UINT64_MAX && defined(__APPLE__)
#define GANTRY_READS_MACHO 1
#endif

// The address sanitizer puts red zones between records. They are bytes of the image like any
// others, and reading them (they are zero) is how the next record is found.
#define UNSANITIZED __attribute__((no_sanitize("address", "hwaddress")))

#pragma GCC visibility push(hidden)

// Notes stand at multiples of 4 in some segments, so wider words need not be aligned either.
typedef uint32_t __attribute__((aligned(4), may_alias)) gantry_word;
typedef uint64_t __attribute__((aligned(4), may_alias)) gantry_wide;

enum { gantry_header_size = 16 };

// An image that is loaded. `path` may be null; `loaded` is the loader's own description.
typedef struct {
  const char *path;
  bool is_program;
  const void *loaded;
} gantry_image;

// Calls `visit` with each loaded image that may carry records.
void gantry_visit_images(void (*visit)(const gantry_image *, void *), void *context);

// Copies the notes of ours of one image, at most `capacity`; returns how many there are.
size_t gantry_image_copy_notes(const gantry_image *image, gantry_note *notes, size_t capacity);

// Sets the bytes and the size, which are zero before; leaves them where the image has none.
void gantry_image_copy_build_id(const gantry_image *image, gantry_build_id *identifier);

// Copies the notes of ours in `size` bytes at `start`, at most `capacity`; returns how many exist.
size_t gantry_copy_notes_of_image(
    const char *image, const void *start, size_t size, gantry_note *notes, size_t capacity);

#pragma GCC visibility pop

#endif
