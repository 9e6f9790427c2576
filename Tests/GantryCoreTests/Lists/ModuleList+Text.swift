// SPDX-License-Identifier: Apache-2.0

import Foundation
import Gantry

extension ModuleList {
  /// Reads a list from JSON text, as the file `modules.json`.
  init(json: String) throws(ApplicationError) {
    try self.init(json: Data(json.utf8), file: "modules.json")
  }
}

/// The same values as a property list.
func propertyList(
  _ json: String, format: PropertyListSerialization.PropertyListFormat = .xml
) throws -> Data {
  let values = try JSONSerialization.jsonObject(with: Data(json.utf8))
  return try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
}

/// The file and the reason of the error with which a list isn't read; nil if it is.
func refusal(_ list: @autoclosure () throws -> ModuleList) -> String? {
  do {
    _ = try list()
    return nil
  } catch ApplicationError.configuration(let file, let reason) {
    return "\(file): \(reason)"
  } catch {
    return "\(error)"
  }
}
