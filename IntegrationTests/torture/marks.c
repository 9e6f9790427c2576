// SPDX-License-Identifier: Apache-2.0
//
// Sees each mark of a task in the launch journal, at the instruction that makes it. The mapping is
// read-only, so each store faults. The store is then executed as a single step, through a second mapping
// that only this file knows, so no thread can store unseen. TORTURE_MARKS=FILE gets a line for each mark,
// "begin Items.migrate" or "end Items.migrate". After the mark that TORTURE_MARK names, the program is
// killed with kill -9, or aborts or hangs there if TORTURE_FAULT says so. This needs the trap flag of
// x86-64; on other processors, no marks are watched.

#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__) && defined(__linux__)

enum { header = 4096, slot = 128, session = 64, name = 16, nameLength = 12, trapFlag = 0x100 };

static unsigned char *journal, *writable;
static size_t size;
static int marks = -1;
// From a fault to the end of its step: the address of the store, and the value before it.
static __thread __attribute__((tls_model("initial-exec"))) unsigned char *place;
static __thread __attribute__((tls_model("initial-exec"))) uint32_t before;

static uint32_t at(size_t offset) { return *(volatile uint32_t *)(journal + offset); }

// A task's word holds the session's number while the task is running.
static void note(void) {
  size_t offset = place - journal;
  uint32_t now = at(offset), current = at(session);
  if (offset < header || (offset - header) % slot || now == before) return;
  if (now != current && !(before == current && now == 0)) return;
  char line[256];
  int length = snprintf(
      line, sizeof line, "%s %.*s", now ? "begin" : "end", (int)at(offset + nameLength),
      (char *)journal + offset + name);
  const char *fatal = getenv("TORTURE_MARK");
  const char *fault = getenv("TORTURE_FAULT");
  if (fatal && !strcmp(fatal, line)) {
    if (fault && !strcmp(fault, "abort")) abort();
    if (fault && !strcmp(fault, "hang")) for (;;) pause();
    kill(getpid(), SIGKILL);
  }
  line[length] = '\n';
  if (marks >= 0 && write(marks, line, length + 1) < 0) abort();
}

// Moves the registers that point into one mapping to the other mapping, which has the same size.
static int redirect(void *context, unsigned char *from, unsigned char *to) {
  static const int registers[] = {REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14,
                                  REG_R15, REG_RDI, REG_RSI, REG_RBP, REG_RBX, REG_RDX, REG_RAX,
                                  REG_RCX};
  greg_t *values = ((ucontext_t *)context)->uc_mcontext.gregs;
  int moved = 0;
  for (size_t index = 0; index < sizeof registers / sizeof *registers; index += 1) {
    uintptr_t offset = (uintptr_t)values[registers[index]] - (uintptr_t)from;
    if (offset < size) values[registers[index]] = (greg_t)(to + offset), moved += 1;
  }
  return moved;
}

static void onStore(int number, siginfo_t *info, void *context) {
  uintptr_t offset = (uintptr_t)info->si_addr - (uintptr_t)journal;
  if (!journal || offset >= size || !redirect(context, journal, writable)) {
    signal(number, SIG_DFL);
    return;
  }
  place = journal + (offset & ~(uintptr_t)3);
  before = at(place - journal);
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] |= trapFlag;
}

static void onStep(int number, siginfo_t *info, void *context) {
  (void)number, (void)info;
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~trapFlag;
  redirect(context, writable, journal);
  note();
}

static void watch(void *memory, size_t length, int journalFile) {
  const char *file = getenv("TORTURE_MARKS");
  if (file && marks < 0) marks = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  writable = (unsigned char *)syscall(
      SYS_mmap, NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, journalFile, 0);
  if (writable == MAP_FAILED) return;
  journal = memory, size = length;
  struct sigaction action = {.sa_sigaction = onStore, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  action.sa_sigaction = onStep;
  sigaction(SIGTRAP, &action, NULL);
  mprotect(memory, length, PROT_READ);
}

static int isJournal(int file) {
  if (file < 0 || (!getenv("TORTURE_MARKS") && !getenv("TORTURE_MARK"))) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path);
  return length > 8 && !memcmp(path + length - 8, ".journal", 8);
}

void *mmap(void *wanted, size_t length, int rights, int flags, int file, off_t offset) {
  void *memory = (void *)syscall(SYS_mmap, wanted, length, rights, flags, file, offset);
  if (memory != MAP_FAILED && rights & PROT_WRITE && isJournal(file)) watch(memory, length, file);
  return memory;
}

int munmap(void *memory, size_t length) {
  if (memory == journal) journal = NULL;
  return (int)syscall(SYS_munmap, memory, length);
}

#endif
