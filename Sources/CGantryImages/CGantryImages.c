// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

// dl_iterate_phdr and dladdr are declared only on request.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif

#include "CGantryImages.h"

#include <stdbool.h>

#if UINTPTR_MAX == UINT64_MAX && defined(__ELF__) && __has_include(<link.h>)
#include <link.h>
#if __has_include(<sys/auxv.h>)
#include <sys/auxv.h>
#endif
#elif UINTPTR_MAX == UINT64_MAX && defined(__APPLE__)
#include <mach-o/dyld.h>
#include <mach-o/getsect.h>
#endif

#if __has_include(<dlfcn.h>)
#include <dlfcn.h>
#endif

enum { header_size = 16, descriptor_size = 24, note_size = header_size + descriptor_size };

// "GTR\0" as the word that every supported (little-endian) machine reads.
static const uint32_t owner = 0x00525447;

// Notes stand at multiples of 4 in some segments, so wider words need not be aligned either.
typedef uint32_t __attribute__((aligned(4), may_alias)) word;
typedef uint64_t __attribute__((aligned(4), may_alias)) wide;

// The address sanitizer puts red zones between records. They are bytes of the image like any
// others, and reading them (they are zero) is how the next record is found.
#define UNSANITIZED __attribute__((no_sanitize("address", "hwaddress")))

UNSANITIZED
static void read_note(const unsigned char *bytes, size_t available, gantry_note *note) {
  const word *header = (const word *)bytes;
  note->available = available;
  note->name_size = header[0];
  note->descriptor_size = header[1];
  note->kind = header[2];
  size_t readable = available - header_size;
  if (readable > note->descriptor_size) readable = note->descriptor_size;
  note->version = readable >= 4 ? header[4] : 0;
  bool complete = readable >= descriptor_size;
  note->accessor = complete ? (uintptr_t)((const wide *)bytes)[3] : 0;
  note->context = complete ? (uintptr_t)((const wide *)bytes)[4] : 0;
}

// Tests every multiple of 4 for a header of ours, and trusts no size but that of a whole note of
// ours: neither red zones nor other owners' notes, right or wrong, hide what comes behind them.
UNSANITIZED
static size_t copy_notes(
    const char *image, const void *start, size_t size, gantry_note *notes, size_t capacity) {
  const unsigned char *bytes = start;
  size_t count = 0;
  size_t offset = (size_t)(-(uintptr_t)bytes & 3);
  while (offset <= size && size - offset >= header_size) {
    const word *header = (const word *)(bytes + offset);
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
    offset += whole ? note_size : header_size;
  }
  return count;
}

size_t gantry_copy_notes(const void *bytes, size_t size, gantry_note *notes, size_t capacity) {
  return copy_notes(NULL, bytes, size, notes, capacity);
}

#if UINTPTR_MAX == UINT64_MAX && defined(__ELF__) && __has_include(<link.h>)

typedef struct {
  gantry_note *notes;
  size_t capacity;
  size_t count;
} collection;

// The loader has no name for the program itself; the kernel keeps the one it was started by.
static const char *image_path(const struct dl_phdr_info *info) {
  if (info->dlpi_name && info->dlpi_name[0]) return info->dlpi_name;
#if defined(AT_EXECFN)
  return (const char *)getauxval(AT_EXECFN);
#else
  return NULL;
#endif
}

// A note segment is read only where a loaded segment of the same image holds all of it.
static bool is_loaded(const struct dl_phdr_info *info, const ElfW(Phdr) *note) {
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_R)) continue;
    if (note->p_vaddr < segment->p_vaddr || note->p_memsz > segment->p_memsz) continue;
    if (note->p_vaddr - segment->p_vaddr <= segment->p_memsz - note->p_memsz) return true;
  }
  return false;
}

static int visit_image(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  collection *all = context;
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_NOTE || !is_loaded(info, segment)) continue;
    size_t used = all->count < all->capacity ? all->count : all->capacity;
    size_t found = copy_notes(
        image_path(info), (const void *)(info->dlpi_addr + segment->p_vaddr), segment->p_memsz,
        all->notes + used, all->capacity - used);
    all->count += found;
  }
  return 0;
}

size_t gantry_images_copy_notes(gantry_note *notes, size_t capacity) {
  collection all = {notes, capacity, 0};
  dl_iterate_phdr(visit_image, &all);
  return all.count;
}

typedef struct {
  unsigned char *bytes;
  size_t capacity;
  size_t size;
} identifier;

// Tests every multiple of 4, as `copy_notes` does, and for the same reasons.
UNSANITIZED
static bool find_build_id(const unsigned char *bytes, size_t size, identifier *found) {
  static const uint32_t kind = 3, gnu = 0x00554e47;
  for (size_t offset = 0; size >= header_size && offset <= size - header_size; offset += 4) {
    const word *header = (const word *)(bytes + offset);
    if (header[0] != 4 || header[2] != kind || header[3] != gnu) continue;
    if (header[1] == 0 || header[1] > size - header_size - offset) continue;
    found->size = header[1];
    for (size_t index = 0; index < found->size && index < found->capacity; index += 1) {
      found->bytes[index] = bytes[offset + header_size + index];
    }
    return true;
  }
  return false;
}

// The program itself is the first image that the loader names.
static int visit_program(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  for (size_t index = 0; index < info->dlpi_phnum; index += 1) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    if (segment->p_type != PT_NOTE || !is_loaded(info, segment)) continue;
    const void *bytes = (const void *)(info->dlpi_addr + segment->p_vaddr);
    if (find_build_id(bytes, segment->p_memsz, context)) break;
  }
  return 1;
}

size_t gantry_copy_build_id(unsigned char *bytes, size_t capacity) {
  identifier found = {bytes, capacity, 0};
  dl_iterate_phdr(visit_program, &found);
  return found.size;
}

#elif UINTPTR_MAX == UINT64_MAX && defined(__APPLE__)

// Written to Apple's documentation; not compiled or run by the project's checks.
size_t gantry_images_copy_notes(gantry_note *notes, size_t capacity) {
  size_t count = 0;
  for (uint32_t index = 0; index < _dyld_image_count(); index += 1) {
    const struct mach_header *header = _dyld_get_image_header(index);
    if (!header || header->magic != MH_MAGIC_64) continue;
    unsigned long size = 0;
    const uint8_t *bytes = getsectiondata(
        (const struct mach_header_64 *)header, "__DATA_CONST", "__gantry", &size);
    if (!bytes) continue;
    size_t used = count < capacity ? count : capacity;
    count += copy_notes(
        _dyld_get_image_name(index), bytes, size, notes + used, capacity - used);
  }
  return count;
}

size_t gantry_copy_build_id(unsigned char *bytes, size_t capacity) {
  const struct mach_header *header = _dyld_get_image_header(0);
  if (!header || header->magic != MH_MAGIC_64) return 0;
  const unsigned char *next = (const unsigned char *)header + sizeof(struct mach_header_64);
  for (uint32_t index = 0; index < header->ncmds; index += 1) {
    const struct load_command *command = (const struct load_command *)next;
    if (command->cmd == LC_UUID) {
      const struct uuid_command *uuid = (const struct uuid_command *)command;
      for (size_t byte = 0; byte < sizeof(uuid->uuid) && byte < capacity; byte += 1) {
        bytes[byte] = uuid->uuid[byte];
      }
      return sizeof(uuid->uuid);
    }
    next += command->cmdsize;
  }
  return 0;
}

#else

size_t gantry_images_copy_notes(gantry_note *notes, size_t capacity) {
  (void)notes;
  (void)capacity;
  return 0;
}

size_t gantry_copy_build_id(unsigned char *bytes, size_t capacity) {
  (void)bytes;
  (void)capacity;
  return 0;
}

#endif

#if defined(__linux__) && __has_include(<dlfcn.h>) && __has_include(<sys/auxv.h>)
// For the program, the C library tells `argv[0]`, which may be a file of any folder.
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
