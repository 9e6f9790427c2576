// SPDX-License-Identifier: Apache-2.0

#ifndef GANTRY_IMAGES_H
#define GANTRY_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The fixed part of a Gantry note, and the part of its descriptor that version 1 defines.
///
/// Words beyond the end of the bytes, or beyond `descriptor_size`, are zero.
typedef struct {
  /// The path of the image; owned by the loader, valid while the image stays loaded. May be null.
  const char *image;
  /// The number of bytes from the start of the segment to the note.
  size_t offset;
  /// The number of bytes from the start of the note to the end of the segment.
  size_t available;
  uint32_t name_size;
  uint32_t descriptor_size;
  uint32_t kind;
  uint32_t version;
  uintptr_t accessor;
  uintptr_t context;
} gantry_note;

/// Copies the Gantry notes in `size` bytes at `bytes`, at most `capacity` of them.
///
/// Returns how many there are, which may be more than were copied.
size_t gantry_copy_notes(const void *bytes, size_t size, gantry_note *notes, size_t capacity);

/// Copies the Gantry notes of all loaded images, at most `capacity` of them.
///
/// Returns how many there are, which may be more than were copied: call again with more room.
/// Always 0 on systems whose images are neither ELF nor Mach-O, or whose pointers aren't 64 bits
/// wide.
size_t gantry_images_copy_notes(gantry_note *notes, size_t capacity);

/// The path of the image that contains an address; owned by the loader, null if there is none.
///
/// On Linux, the path of the program itself is `/proc/self/exe`.
const char *gantry_image_path(const void *address);

/// The identifier that the linker gave to a build of an image.
typedef struct {
  /// The path of the image; owned by the loader, valid while the image stays loaded. May be null.
  const char *image;
  /// Whether the image is the program itself.
  bool is_program;
  /// The number of bytes in the identifier; 0 if the linker gave none.
  size_t size;
  /// On ELF the GNU build identifier, on Mach-O the UUID; only the first 64 bytes of a longer one.
  unsigned char bytes[64];
} gantry_build_id;

/// Copies the identifiers of the program and of each other image with Gantry notes, at most
/// `capacity` of them, in load order.
///
/// Returns how many there are, which may be more than were copied: call again with more room.
size_t gantry_images_copy_build_ids(gantry_build_id *identifiers, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
