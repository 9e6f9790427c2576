// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Measures the functions that run before the `main` of a program.
///
/// A small library is compiled and loaded into the program before anything else (`LD_PRELOAD`). It
/// places itself between the system and each function of `.init_array`. So each function is timed
/// alone, in its own process and without a debugger. The program is only asked for its manifest, so
/// it starts no modules.
enum StartupClock {
  /// The number of runs. The shortest time counts, because longer ones include waiting.
  private static let runs = 3

  /// Returns the time of each function by its address in the file.
  ///
  /// Functions of `.preinit_array` run before any library is loaded, and have no time.
  ///
  /// - Parameter app: The program.
  /// - Throws: The reason why the functions can't be timed.
  static func times(of app: BuiltApp) throws(ToolFailure) -> [UInt64: Duration] {
    #if os(Linux)
      let folder = FileManager.default.temporaryDirectory.appending(path: "gantry-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try Data(source.utf8).write(to: folder.appending(path: "clock.c"))
      } catch {
        throw OutputFile.failure(folder.path, error)
      }
      let library = try compile(in: folder)
      var times: [UInt64: Duration] = [:]
      for run in 0..<runs {
        let file = folder.appending(path: "times-\(run)")
        let others = ProcessInfo.processInfo.environment["LD_PRELOAD"].map { ":\($0)" } ?? ""
        _ = try ChildProgram(
          program: app.executable.path,
          environment: [
            "GANTRY_MANIFEST": "json", "LD_PRELOAD": library.path + others,
            "GANTRY_CLOCK_FILE": file.path,
            "GANTRY_CLOCK_PROGRAM": app.executable.resolvingSymlinksInPath().path,
          ], folder: app.packageFolder, limit: BuiltApp.limit
        ).run()
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        times.merge(self.times(in: text)) { min($0, $1) }
      }
      guard !times.isEmpty else {
        throw ToolFailure("\(app.product) does not load the library that times it", .unavailable)
      }
      return times
    #else
      throw ToolFailure("this system cannot measure it", .unavailable)
    #endif
  }

  /// Returns the times that the library has written: one address with its nanoseconds a line.
  static func times(in text: String) -> [UInt64: Duration] {
    let rows = text.split(separator: "\n").compactMap { line -> (UInt64, Duration)? in
      let words = line.split(separator: " ")
      guard words.count == 2, let address = UInt64(words[0], radix: 16),
        let nanoseconds = Int64(words[1])
      else { return nil }
      return (address, .nanoseconds(nanoseconds))
    }
    return Dictionary(rows) { $0 + $1 }
  }

  /// Compiles the library with the compiler of Swift or of the system.
  private static func compile(in folder: URL) throws(ToolFailure) -> URL {
    let library = folder.appending(path: "clock.so")
    let words = ["-shared", "-fPIC", "-O1", "-o", library.path]
    for compiler in ["clang", "cc"] {
      let end = try? ChildProgram(
        program: compiler, arguments: words + [folder.appending(path: "clock.c").path],
        limit: .seconds(60)
      ).run()
      if end?.status == 0, end?.isOverdue == false { return library }
    }
    throw ToolFailure(
      "neither 'clang' nor 'cc' compiles the library that measures it", .unavailable)
  }
}

extension StartupClock {
  /// The library between the system and each function, in C.
  ///
  /// The system calls an entry of `.init_array` with the arguments of `main`, which don't include
  /// its index. So each entry has its own function here.
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
