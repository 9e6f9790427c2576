// SPDX-License-Identifier: Apache-2.0

#include "images.h"

#if GANTRY_READS_MACHO

#include <dlfcn.h>
#include <mach-o/dyld.h>
#include <mach-o/getsect.h>
#include <mach-o/loader.h>

#ifndef MH_DYLIB_IN_CACHE
#define MH_DYLIB_IN_CACHE 0x80000000
#endif

// Skips the system's libraries, which come from one shared cache: there are hundreds, and none has
// a record. The loader's indices may change between two calls, so an image is identified by its
// header alone, and its name is looked up by that address.
void gantry_visit_images(void (*visit)(const gantry_image *, void *), void *context) {
  for (uint32_t index = 0; index < _dyld_image_count(); index += 1) {
    const struct mach_header *header = _dyld_get_image_header(index);
    if (!header || header->magic != MH_MAGIC_64 || header->flags & MH_DYLIB_IN_CACHE) continue;
    Dl_info info;
    const char *path = dladdr(header, &info) ? info.dli_fname : NULL;
    // Other libraries may be loaded before the program, such as those that a debugger inserts.
    gantry_image image = {path, header->filetype == MH_EXECUTE, header};
    visit(&image, context);
  }
}

size_t gantry_image_copy_notes(const gantry_image *image, gantry_note *notes, size_t capacity) {
  unsigned long size = 0;
  const uint8_t *bytes = getsectiondata(image->loaded, "__DATA_CONST", "__gantry", &size);
  return bytes ? gantry_copy_notes_of_image(image->path, bytes, size, notes, capacity) : 0;
}

void gantry_image_copy_build_id(const gantry_image *image, gantry_build_id *identifier) {
  const struct mach_header_64 *header = image->loaded;
  const unsigned char *next = (const unsigned char *)(header + 1);
  for (uint32_t index = 0; index < header->ncmds; index += 1) {
    const struct load_command *command = (const struct load_command *)next;
    if (command->cmd == LC_UUID) {
      const struct uuid_command *found = (const struct uuid_command *)command;
      identifier->size = sizeof(found->uuid);
      for (size_t byte = 0; byte < sizeof(found->uuid); byte += 1) {
        identifier->bytes[byte] = found->uuid[byte];
      }
      return;
    }
    next += command->cmdsize;
  }
}

#endif
