// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The current boot of the machine, when this process was created, and whether a debugger is attached
/// to it.
package enum MachineState {
  /// A text that differs after each boot of the machine; empty if the system has none.
  package static var boot: String {
    #if os(Linux)
      let id = try? DiskFile.readToEnd("/proc/sys/kernel/random/boot_id")
      return id.map { String(decoding: $0, as: UTF8.self) } ?? ""
    #else
      var size = 64
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return "" }
      return String(decoding: bytes.prefix(size), as: UTF8.self)
    #endif
  }

  /// When this process was created; nil if the system doesn't tell.
  static let processStart: ContinuousClock.Instant? = {
    #if os(Linux)
      // After the name in parentheses, which may contain spaces, the 20th field is the start, in
      // clock ticks since boot (proc(5)).
      var boot = timespec()
      guard let data = try? DiskFile.readToEnd("/proc/self/stat"),
        let rest = String(decoding: data, as: UTF8.self).split(separator: ")").last,
        let ticks = rest.split(separator: " ").dropFirst(19).first.flatMap({ Double($0) }),
        clock_gettime(CLOCK_BOOTTIME, &boot) == 0
      else { return nil }
      let started = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
      let now = Double(boot.tv_sec) + Double(boot.tv_nsec) / 1e9
      return ContinuousClock.now - .seconds(max(0, now - started))
    #else
      guard let process = info else { return nil }
      let start = process.kp_proc.p_un.__p_starttime
      var now = timeval()
      guard gettimeofday(&now, nil) == 0 else { return nil }
      let age = Double(now.tv_sec - start.tv_sec) + Double(now.tv_usec - start.tv_usec) / 1e6
      return ContinuousClock.now - .seconds(max(0, age))
    #endif
  }()

  /// Whether a debugger is attached.
  package static var isDebugged: Bool {
    #if os(Linux)
      guard let data = try? DiskFile.readToEnd("/proc/self/status") else { return false }
      let mark = "TracerPid:\t"
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      return lines.first { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count) != "0" } ?? false
    #else
      return info.map { $0.kp_proc.p_flag & P_TRACED != 0 } ?? false
    #endif
  }

  #if !os(Linux)
    /// The kernel's record of this process; nil if there is none.
    private static var info: kinfo_proc? {
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      return sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 ? info : nil
    }
  #endif
}
