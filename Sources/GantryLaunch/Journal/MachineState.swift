// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The current boot of the machine, and whether a debugger is attached to this process.
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

  /// Whether a debugger is attached.
  package static var isDebugged: Bool {
    #if os(Linux)
      guard let data = try? DiskFile.readToEnd("/proc/self/status") else { return false }
      let mark = "TracerPid:\t"
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
      return lines.first { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count) != "0" } ?? false
    #else
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 else { return false }
      return info.kp_proc.p_flag & P_TRACED != 0
    #endif
  }
}
