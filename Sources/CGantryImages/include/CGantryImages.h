// SPDX-License-Identifier: Apache-2.0

#ifndef GANTRY_IMAGES_H
#define GANTRY_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The fixed part of a note of ours, and the part of its descriptor that version 1 knows.
///
/// Words that lie behind the end of the bytes, or behind `descriptor_size`, are zero.
typedef struct {
  /// The path of the image; owned by the loader, valid while the image stays loaded. May be null.
  const char *image;
  /// Bytes from the start of the segment to the note.
  size_t offset;
  /// Bytes from the start of the note to the end of the segment.
  size_t available;
  uint32_t name_size;
  uint32_t descriptor_size;
  uint32_t kind;
  uint32_t version;
  uintptr_t accessor;
  uintptr_t context;
} gantry_note;

/// Copies the notes of ours in `size` bytes at `bytes`, at most `capacity` of them.
///
/// Returns how many there are, which may be more than were copied.
size_t gantry_copy_notes(const void *bytes, size_t size, gantry_note *notes, size_t capacity);

/// Copies the notes of ours of all loaded images, at most `capacity` of them.
///
/// Returns how many there are, which may be more than were copied: call again with more room.
/// Always 0 where images are neither ELF nor Mach-O, and where pointers are not 64 bits wide.
size_t gantry_images_copy_notes(gantry_note *notes, size_t capacity);

/// The path of the image that holds an address; owned by the loader, null where there is none.
///
/// For the program itself it is `/proc/self/exe` on Linux.
const char *gantry_image_path(const void *address);

/// What the linker named a build of an image by.
typedef struct {
  /// The path of the image; owned by the loader, valid while the image stays loaded. May be null.
  const char *image;
  /// Whether the image is the program itself.
  bool is_program;
  /// How many bytes the identifier has; 0 where the linker gave none.
  size_t size;
  /// The GNU build identifier of ELF, the UUID of Mach-O; no more than the first bytes of a longer
  /// one.
  unsigned char bytes[64];
} gantry_build_id;

/// Copies the identifiers of the program and of each other image that has notes of ours, at most
/// `capacity` of them, in the order of the loader.
///
/// Returns how many there are, which may be more than were copied: call again with more room.
size_t gantry_images_copy_build_ids(gantry_build_id *identifiers, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
