// SPDX-License-Identifier: Apache-2.0
//
// Sees each mark in the launch journal, at the call that writes it. TORTURE_MARKS=FILE gets a line for each
// mark, "begin Items.migrate" or "end Items.migrate". After the mark that TORTURE_MARK names, the program is
// killed with kill -9, aborts there if TORTURE_FAULT says so, or gets the signal TORTURE_SIGNAL and goes on.

#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { size = 128 };

static int marks = -1;

static int isJournal(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path);
  return length > 8 && !memcmp(path + length - 8, ".journal", 8);
}

// Reads the name in a record, which is open for writing only: the fifth field, without the blanks at its end.
static int readName(int file, off_t record, char *name) {
  char link[64], bytes[size + 1] = {0};
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  int other = open(link, O_RDONLY | O_CLOEXEC);
  if (other < 0 || pread(other, bytes, size, record) < 0) abort();
  close(other);
  char *start = bytes;
  for (int field = 0; field < 4 && start; field += 1) {
    start = strchr(start, ' ');
    if (start) start += 1;
  }
  if (!start) return 0;
  size_t length = strlen(start);
  while (length && (start[length - 1] == ' ' || start[length - 1] == '\n')) length -= 1;
  memcpy(name, start, length);
  name[length] = 0;
  return 1;
}

static void note(int file, char mark, off_t record) {
  char name[size + 1], line[size + 16];
  if (!readName(file, record, name)) return;
  int length = snprintf(line, sizeof line, "%s %s", mark == '+' ? "begin" : "end", name);
  const char *fatal = getenv("TORTURE_MARK"), *fault = getenv("TORTURE_FAULT");
  if (fatal && !strcmp(fatal, line)) {
    if (fault && !strcmp(fault, "abort")) abort();
    const char *chosen = getenv("TORTURE_SIGNAL");
    kill(getpid(), chosen ? atoi(chosen) : SIGKILL);
  }
  const char *path = getenv("TORTURE_MARKS");
  if (path && marks < 0) marks = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  line[length] = '\n';
  if (marks >= 0 && write(marks, line, length + 1) < 0) abort();
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t at) {
  ssize_t done = syscall(SYS_pwrite64, file, bytes, count, at);
  int isWatched = getenv("TORTURE_MARKS") || getenv("TORTURE_MARK");
  if (isWatched && done == 1 && at >= 2 * size && at % size == 0 && isJournal(file))
    note(file, *(const char *)bytes, at);
  return done;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
  return pwrite64(file, bytes, count, at);
}
