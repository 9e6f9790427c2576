// SPDX-License-Identifier: Apache-2.0
// Part of Gantry, a framework that gives every module of an app its own life.
// See LICENSE for the terms.

extension StartupClock {
  /// The library between the system and each function, in C: an entry of `.init_array` is called
  /// with the arguments of `main`, which do not tell its index, so each has a function of its own
  /// here.
  static let source = """
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <limits.h>
    #include <link.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    #include <time.h>
    #include <unistd.h>

    typedef void (*Function)(int, char **, char **);
    enum { most = 256 };
    static Function functions[most];
    static ElfW(Addr) base;
    static int file = -1;

    static void call(int index, int count, char **words, char **variables) {
      struct timespec begin, end;
      clock_gettime(CLOCK_MONOTONIC, &begin);
      functions[index](count, words, variables);
      clock_gettime(CLOCK_MONOTONIC, &end);
      long long time = (end.tv_sec - begin.tv_sec) * 1000000000LL + end.tv_nsec - begin.tv_nsec;
      dprintf(file, "%lx %lld\\n", (unsigned long)((ElfW(Addr))functions[index] - base), time);
    }

    #define ONE(n) static void f##n(int c, char **w, char **v) { call(n, c, w, v); }
    #define ROW(M, h) M(0x##h##0) M(0x##h##1) M(0x##h##2) M(0x##h##3) M(0x##h##4) M(0x##h##5) \\
      M(0x##h##6) M(0x##h##7) M(0x##h##8) M(0x##h##9) M(0x##h##a) M(0x##h##b) M(0x##h##c) \\
      M(0x##h##d) M(0x##h##e) M(0x##h##f)
    #define ALL(M) ROW(M, 0) ROW(M, 1) ROW(M, 2) ROW(M, 3) ROW(M, 4) ROW(M, 5) ROW(M, 6) \\
      ROW(M, 7) ROW(M, 8) ROW(M, 9) ROW(M, a) ROW(M, b) ROW(M, c) ROW(M, d) ROW(M, e) ROW(M, f)
    #define NAME(n) f##n,
    ALL(ONE)
    static const Function replacements[most] = { ALL(NAME) };

    /* The program itself is the first that is told. */
    static int look(struct dl_phdr_info *program, size_t size, void *unused) {
      base = program->dlpi_addr;
      const ElfW(Dyn) *entry = NULL;
      for (int i = 0; i < program->dlpi_phnum; i++)
        if (program->dlpi_phdr[i].p_type == PT_DYNAMIC)
          entry = (const ElfW(Dyn) *)(base + program->dlpi_phdr[i].p_vaddr);
      Function *array = NULL;
      size_t count = 0;
      for (; entry && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_INIT_ARRAY) array = (Function *)(base + entry->d_un.d_ptr);
        if (entry->d_tag == DT_INIT_ARRAYSZ) count = entry->d_un.d_val / sizeof(Function);
      }
      if (!array) return 1;
      if (count > most) count = most;
      size_t page = sysconf(_SC_PAGESIZE), start = (size_t)array & ~(page - 1);
      size_t length = (size_t)(array + count) - start;
      if (mprotect((void *)start, length, PROT_READ | PROT_WRITE)) return 1;
      for (size_t i = 0; i < count; i++) {
        if (array[i] == NULL || array[i] == (Function)-1) continue;
        functions[i] = array[i];
        array[i] = replacements[i];
      }
      return 1;
    }

    __attribute__((constructor)) static void begin(void) {
      char own[PATH_MAX];
      const char *path = getenv("GANTRY_CLOCK_FILE"), *wanted = getenv("GANTRY_CLOCK_PROGRAM");
      ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
      if (!path || !wanted || length < 0) return;
      own[length] = 0;
      if (strcmp(own, wanted)) return;
      file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
      if (file >= 0) dl_iterate_phdr(look, NULL);
    }

    """
}
