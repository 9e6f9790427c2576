// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

@testable import GantryTool

#if canImport(Glibc)
  import Glibc
#endif

extension ToolFolder {
  /// Runs a command of the tool in this process, on a thread with a working folder of its own.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, separated by spaces.
  ///   - folder: The working folder.
  /// - Returns: The end; nil where a program has to run: for a command line that isn't only words or is wrong, for a
  ///   command that writes as it goes, or if threads can't have a working folder.
  static func runHere(_ arguments: String, in folder: URL) async -> End? {
    guard arguments.allSatisfy({ !#"'"\$`|&;<>()*?~#{}"#.contains($0) }) else { return nil }
    let words = arguments.split(separator: " ").map(String.init)
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: WorkingFolder.enter(folder) ? end(of: words) : nil)
      }
    }
  }

  private static func end(of words: [String]) -> End? {
    guard words.first != "inspect",
      let command = try? GantryCommand.parseAsRoot(words) as? any ToolCommand
    else { return nil }
    let result = ToolResult(of: command.result)
    return End(
      output: ToolResult.text(result.output), errors: ToolResult.text(result.errors),
      status: result.exit.rawValue)
  }
}

/// The working folder of a thread, which threads of other systems than Linux don't have.
private enum WorkingFolder {
  /// Changes the working folder of this thread alone.
  ///
  /// - Returns: Whether this was possible.
  static func enter(_ folder: URL) -> Bool {
    #if canImport(Glibc)
      // Glibc declares `unshare` only for C with GNU's extensions. 0x200 is CLONE_FS.
      typealias Unshare = @convention(c) (Int32) -> Int32
      guard let symbol = dlsym(nil, "unshare") else { return false }
      return unsafeBitCast(symbol, to: Unshare.self)(0x200) == 0 && chdir(folder.path) == 0
    #else
      return false
    #endif
  }
}
