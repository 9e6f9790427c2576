// SPDX-License-Identifier: Apache-2.0

// Prints the names of all records, without Gantry: the test is about compilers and linkers.

#include <GantryC/GantryC.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CGantryImages.h"

bool gantry_store(void *place, const void *type, const gantry_description *description) {
  (void)type;
  if (description->size != sizeof(gantry_description)) return false;
  *(const gantry_description **)place = description;
  return true;
}

// The functions of the header do nothing here.
const char *gantry_parameter(gantry_call *call, const char *name) {
  (void)call;
  return name;
}
void gantry_fail(gantry_call *call, const char *reason) { (void)call, (void)reason; }
void gantry_answer(gantry_call *call, const char *text) { (void)call, (void)text; }
void gantry_log(gantry_call *call, gantry_level level, const char *text) {
  (void)call, (void)level, (void)text;
}

static int compare(const void *one, const void *other) {
  return strcmp(*(char *const *)one, *(char *const *)other);
}

int main(void) {
  gantry_note notes[64];
  const char *names[64];
  size_t count = gantry_images_copy_notes(notes, 64);
  for (size_t index = 0; index < count; index++) {
    const gantry_description *found = NULL;
    bool (*accessor)(void *, const void *);
    memcpy(&accessor, &notes[index].accessor, sizeof accessor);
    if (notes[index].version != 1 || notes[index].kind != 1 || !accessor(&found, NULL)) return 1;
    names[index] = found->name;
  }
  qsort(names, count, sizeof *names, compare);
  for (size_t index = 0; index < count; index++) printf("%s\n", names[index]);
  return 0;
}
