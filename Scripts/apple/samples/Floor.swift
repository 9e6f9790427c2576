// SPDX-License-Identifier: Apache-2.0

// What iOS 16 and macOS 13 lack, and some of what they have: the declarations state their availability.

import Foundation
import Synchronization

func lock() { _ = Synchronization.Mutex(1) }  // refused
func word() { _ = Synchronization.Atomic<Int>(1) }  // refused
func group() async { await withDiscardingTaskGroup { _ in } }  // refused
func executor(_ value: UnownedTaskExecutor) {}  // refused
func thrower() -> Any.Type { (() throws(CancellationError) -> Void).self }  // refused
func array() { let three: InlineArray<3, Int> = [1, 2, 3]; _ = three }  // refused
func url(_ text: String) { _ = URL(string: text, encodingInvalidCharacters: false) }  // refused
func text(_ bytes: [UInt8]) { _ = String(validating: bytes, as: UTF8.self) }  // refused
struct Pack<each T> {}  // refused
actor Lasting { isolated deinit {} }  // refused

func duration() -> Duration { .seconds(1) }
func clock() -> any Clock<Duration> { ContinuousClock() }
func path() -> URL { URL(filePath: "/") }
func date() { _ = Date.now }
func match(_ text: String) { _ = text.firstMatch(of: /x/) }
func stream() { _ = AsyncStream<Int>.makeStream() }
func cast<T>(_ value: T) { _ = (value as Any) as? any Collection<Int> }
func task() { _ = Task {} }
