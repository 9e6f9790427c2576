// SPDX-License-Identifier: Apache-2.0

// dladdr is declared only on request.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include "images.h"

#if __has_include(<dlfcn.h>)
#include <dlfcn.h>
#endif
#if defined(__linux__) && __has_include(<sys/auxv.h>)
#include <sys/auxv.h>
#endif

enum { descriptor_size = 24, note_size = gantry_header_size + descriptor_size };

// "GTR\0" as a word on every supported machine, all of which are little-endian.
static const uint32_t owner = 0x00525447;

UNSANITIZED
static void read_note(const unsigned char *bytes, size_t available, gantry_note *note) {
  const gantry_word *header = (const gantry_word *)bytes;
  note->available = available;
  note->name_size = header[0];
  note->descriptor_size = header[1];
  note->kind = header[2];
  size_t readable = available - gantry_header_size;
  if (readable > note->descriptor_size) readable = note->descriptor_size;
  note->version = readable >= 4 ? header[4] : 0;
  bool complete = readable >= descriptor_size;
  note->accessor = complete ? (uintptr_t)((const gantry_wide *)bytes)[3] : 0;
  note->context = complete ? (uintptr_t)((const gantry_wide *)bytes)[4] : 0;
}

// Looks for a Gantry header at every multiple of 4, and trusts only the size of a complete Gantry
// note. So neither red zones nor notes of other owners, valid or not, hide the notes after them.
UNSANITIZED
size_t gantry_copy_notes_of_image(
    const char *image, const void *start, size_t size, gantry_note *notes, size_t capacity) {
  const unsigned char *bytes = start;
  size_t count = 0;
  size_t offset = (size_t)(-(uintptr_t)bytes & 3);
  while (offset <= size && size - offset >= gantry_header_size) {
    const gantry_word *header = (const gantry_word *)(bytes + offset);
    if (header[3] != owner) {
      offset += 4;
      continue;
    }
    bool whole = header[0] == 4 && header[1] == descriptor_size && size - offset >= note_size;
    if (count < capacity) {
      notes[count].image = image;
      notes[count].offset = offset;
      read_note(bytes + offset, size - offset, &notes[count]);
    }
    count += 1;
    offset += whole ? note_size : gantry_header_size;
  }
  return count;
}

size_t gantry_copy_notes(const void *bytes, size_t size, gantry_note *notes, size_t capacity) {
  return gantry_copy_notes_of_image(NULL, bytes, size, notes, capacity);
}

#if !GANTRY_READS_ELF && !GANTRY_READS_MACHO

void gantry_visit_images(void (*visit)(const gantry_image *, void *), void *context) {
  (void)visit;
  (void)context;
}

size_t gantry_image_copy_notes(const gantry_image *image, gantry_note *notes, size_t capacity) {
  (void)image;
  (void)notes;
  (void)capacity;
  return 0;
}

void gantry_image_copy_build_id(const gantry_image *image, gantry_build_id *identifier) {
  (void)image;
  (void)identifier;
}

#endif

typedef struct {
  gantry_note *notes;
  size_t capacity;
  size_t count;
} note_collection;

static void add_notes(const gantry_image *image, void *context) {
  note_collection *all = context;
  size_t used = all->count < all->capacity ? all->count : all->capacity;
  gantry_note *free = all->notes ? all->notes + used : NULL;
  all->count += gantry_image_copy_notes(image, free, all->capacity - used);
}

size_t gantry_images_copy_notes(gantry_note *notes, size_t capacity) {
  note_collection all = {notes, capacity, 0};
  gantry_visit_images(add_notes, &all);
  return all.count;
}

typedef struct {
  gantry_build_id *identifiers;
  size_t capacity;
  size_t count;
} identifier_collection;

static void add_build_id(const gantry_image *image, void *context) {
  identifier_collection *all = context;
  if (!image->is_program && gantry_image_copy_notes(image, NULL, 0) == 0) return;
  if (all->count < all->capacity) {
    gantry_build_id *identifier = &all->identifiers[all->count];
    *identifier = (gantry_build_id){.image = image->path, .is_program = image->is_program};
    gantry_image_copy_build_id(image, identifier);
  }
  all->count += 1;
}

size_t gantry_images_copy_build_ids(gantry_build_id *identifiers, size_t capacity) {
  identifier_collection all = {identifiers, capacity, 0};
  gantry_visit_images(add_build_id, &all);
  return all.count;
}

#if defined(__linux__) && __has_include(<dlfcn.h>) && __has_include(<sys/auxv.h>)
// For the program, the C library reports `argv[0]`, which may name a file in any folder.
static bool is_program(const Dl_info *image) {
  Dl_info program;
  const void *headers = (const void *)getauxval(AT_PHDR);
  return headers && dladdr(headers, &program) && program.dli_fbase == image->dli_fbase;
}
#endif

const char *gantry_image_path(const void *address) {
#if __has_include(<dlfcn.h>)
  Dl_info info;
  if (!dladdr(address, &info)) return NULL;
#if defined(__linux__) && __has_include(<sys/auxv.h>)
  if (is_program(&info)) return "/proc/self/exe";
#endif
  return info.dli_fname;
#else
  (void)address;
  return NULL;
#endif
}
