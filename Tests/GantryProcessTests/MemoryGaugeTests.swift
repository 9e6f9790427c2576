// SPDX-License-Identifier: Apache-2.0

import Gantry
import Testing

@testable import GantryProcess

/// Levels of memory pressure, and the files that show it.
struct MemoryGaugeTests {
  @Test func `a level is reported when it changes, and again while it lasts`() {
    var gauge = MemoryGauge()
    #expect(gauge.next == nil)
    #expect(gauge.note(.warning, at: .seconds(1)) == .warning)
    #expect(gauge.note(.warning, at: .seconds(3)) == nil)
    #expect(gauge.note(.warning, at: .seconds(11)) == .warning, "ten seconds later")
    #expect(gauge.note(.critical, at: .seconds(12)) == .critical)
    #expect(gauge.note(.warning, at: .seconds(13)) == nil, "critical holds for a while")
  }

  @Test func `a level falls when its signs end`() {
    var gauge = MemoryGauge()
    #expect(gauge.note(.critical, at: .seconds(1)) == .critical)
    #expect(gauge.note(.warning, at: .seconds(5)) == nil)
    #expect(gauge.next == .seconds(11))
    #expect(gauge.note(.normal, at: .seconds(10)) == nil)
    #expect(gauge.note(.normal, at: .seconds(11)) == .warning)
    #expect(gauge.next == .seconds(15))
    #expect(gauge.note(.normal, at: .seconds(15)) == .normal)
    #expect(gauge.next == nil)
    #expect(gauge.note(.normal, at: .seconds(90)) == nil)
  }

  @Test(
    arguments: [
      ("high 1", MemoryPressureLevel.warning), ("low 4\nhigh 0", .warning), ("max 1", .critical),
      ("high 2\noom_kill 1", .critical), ("high 0\nmax 0", nil), ("sock_throttled 3", nil),
      ("", nil),
      ("nonsense\nhigh x", nil),
    ] as [(String, MemoryPressureLevel?)])
  func `growing counters are signs of pressure`(text: String, sign: MemoryPressureLevel?) {
    let before = MemoryEvents("low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\noom_group_kill 0\n")
    #expect(MemoryEvents(text).sign(since: before) == sign)
    #expect(MemoryEvents(text).sign(since: MemoryEvents(text)) == nil)
  }

  private static let hybrid = """
    31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
    35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory
    41 31 0:38 / /sys/fs/cgroup/unified rw,relatime shared:12 - cgroup2 cgroup2 rw
    """

  @Test(
    arguments: [
      ("4:memory:/a\n0::/\n", hybrid, "/sys/fs/cgroup/unified"),
      (
        "0::/system.slice/shop.service\n", hybrid,
        "/sys/fs/cgroup/unified/system.slice/shop.service"
      ),
      (
        "0::/pods/7/shop\n", "30 23 0:26 /pods/7 /sys/fs/cgroup ro - cgroup2 cgroup rw",
        "/sys/fs/cgroup/shop"
      ),
      (
        "0::/pods/7\n", "30 23 0:26 /pods/7 /sys/fs/cgroup ro - cgroup2 cgroup rw", "/sys/fs/cgroup"
      ),
      ("4:memory:/a\n", hybrid, nil), ("0::/a\n", "", nil), ("0::/a\n", "1 2 - cgroup2\n", nil),
    ] as [(String, String, String?)])
  func `the folder of the control group is found`(groups: String, mounts: String, folder: String?) {
    #expect(ControlGroup.folder(groups: groups, mounts: mounts) == folder)
  }
}
