// SPDX-License-Identifier: Apache-2.0

// The interface of the files for one image format. Only one of these files is compiled to code.

#ifndef GANTRY_IMAGES_PRIVATE_H
#define GANTRY_IMAGES_PRIVATE_H

#include "CGantryImages.h"

#include <stdbool.h>

#if UINTPTR_MAX == UINT64_MAX && defined(__ELF__) && __has_include(<link.h>)
#define GANTRY_READS_ELF 1
#elif UINTPTR_MAX == UINT64_MAX && defined(__APPLE__)
#define GANTRY_READS_MACHO 1
#endif

// The address sanitizer puts red zones between records. These are ordinary bytes of the image, all
// zero, and the search reads through them to find the next record.
#define UNSANITIZED __attribute__((no_sanitize("address", "hwaddress")))

#pragma GCC visibility push(hidden)

// In some segments notes are aligned to 4 bytes only, so wider words may not be aligned either.
typedef uint32_t __attribute__((aligned(4), may_alias)) gantry_word;
typedef uint64_t __attribute__((aligned(4), may_alias)) gantry_wide;

enum { gantry_header_size = 16 };

// A loaded image. `path` may be null; `loaded` is the loader's own description.
typedef struct {
  const char *path;
  bool is_program;
  const void *loaded;
} gantry_image;

// Calls `visit` with each loaded image that may carry records.
void gantry_visit_images(void (*visit)(const gantry_image *, void *), void *context);

// Copies the Gantry notes of one image, at most `capacity`; returns how many there are.
size_t gantry_image_copy_notes(const gantry_image *image, gantry_note *notes, size_t capacity);

// Sets the bytes and the size, which must be zero; leaves them so if the image has no identifier.
void gantry_image_copy_build_id(const gantry_image *image, gantry_build_id *identifier);

// Copies the Gantry notes in `size` bytes at `start`, at most `capacity`; returns how many exist.
size_t gantry_copy_notes_of_image(
    const char *image, const void *start, size_t size, gantry_note *notes, size_t capacity);

#pragma GCC visibility pop

#endif
