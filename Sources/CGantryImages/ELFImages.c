// SPDX-License-Identifier: Apache-2.0

// dl_iterate_phdr and dladdr are declared only on request.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include "images.h"

#if GANTRY_READS_ELF

#include <link.h>
#if __has_include(<sys/auxv.h>)
#include <sys/auxv.h>
#endif

// The loader has no name for the program itself; the kernel keeps the name it was started by.
static const char *image_path(const struct dl_phdr_info *info) {
  if (info->dlpi_name && info->dlpi_name[0]) return info->dlpi_name;
#if defined(AT_EXECFN)
  return (const char *)getauxval(AT_EXECFN);
#else
  return NULL;
#endif
}

// A note segment is read only if a loaded segment of the same image contains all of it.
static bool is_loaded(const struct dl_phdr_info *info, const ElfW(Phdr) *note) {
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_R)) continue;
    if (note->p_vaddr < segment->p_vaddr || note->p_memsz > segment->p_memsz) continue;
    if (note->p_vaddr - segment->p_vaddr <= segment->p_memsz - note->p_memsz) return true;
  }
  return false;
}

typedef struct {
  void (*visit)(const gantry_image *, void *);
  void *context;
  size_t count;
} visit;

// The loader lists the program itself first.
static int visit_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  visit *all = context;
  gantry_image image = {image_path(info), all->count == 0, info};
  all->count += 1;
  all->visit(&image, all->context);
  return 0;
}

void gantry_visit_images(void (*each)(const gantry_image *, void *), void *context) {
  visit all = {each, context, 0};
  dl_iterate_phdr(visit_image, &all);
}

size_t gantry_image_copy_notes(const gantry_image *image, gantry_note *notes, size_t capacity) {
  const struct dl_phdr_info *info = image->loaded;
  size_t count = 0;
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_NOTE || !is_loaded(info, segment)) continue;
    size_t used = count < capacity ? count : capacity;
    count += gantry_copy_notes_of_image(
        image->path, (const void *)(info->dlpi_addr + segment->p_vaddr), segment->p_memsz,
        notes ? notes + used : NULL, capacity - used);
  }
  return count;
}

// Tests every multiple of 4, as the search for Gantry notes does, and for the same reasons.
UNSANITIZED
static bool find_build_id(const unsigned char *bytes, size_t size, gantry_build_id *found) {
  static const uint32_t kind = 3, gnu = 0x00554e47;
  for (size_t offset = 0; size >= gantry_header_size && offset <= size - gantry_header_size;
       offset += 4) {
    const gantry_word *header = (const gantry_word *)(bytes + offset);
    if (header[0] != 4 || header[2] != kind || header[3] != gnu) continue;
    if (header[1] == 0 || header[1] > size - gantry_header_size - offset) continue;
    size_t length = header[1] < sizeof(found->bytes) ? header[1] : sizeof(found->bytes);
    for (size_t index = 0; index < length; index += 1) {
      found->bytes[index] = bytes[offset + gantry_header_size + index];
    }
    found->size = length;
    return true;
  }
  return false;
}

void gantry_image_copy_build_id(const gantry_image *image, gantry_build_id *identifier) {
  const struct dl_phdr_info *info = image->loaded;
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_NOTE || !is_loaded(info, segment)) continue;
    const void *bytes = (const void *)(info->dlpi_addr + segment->p_vaddr);
    if (find_build_id(bytes, segment->p_memsz, identifier)) return;
  }
}

#endif
