// SPDX-License-Identifier: Apache-2.0

extension SharedValueClaim {
  /// Finds keys that more than one would provide, and keys of one name with several types.
  ///
  /// - Parameter claims: All that was declared, in any order.
  /// - Returns: All faults, by the name of the key; empty when each has one provider.
  package static func check(_ claims: [SharedValueClaim]) -> [WiringFault] {
    var faults: [WiringFault] = []
    let keys = Dictionary(grouping: claims, by: \.key).sorted { $0.key < $1.key }
    for (key, claims) in keys {
      let sorted = claims.sorted { ($0.provider, $0.declaredAt) < ($1.provider, $1.declaredAt) }
      guard Set(sorted.map(\.type)).count == 1 else {
        faults.append(.valueTypesDiffer(key: key, claims: sorted))
        continue
      }
      for isOverride in [false, true] {
        let rivals = sorted.filter { $0.isOverride == isOverride }
        if rivals.count > 1 { faults.append(.doubledValue(key: key, claims: rivals)) }
      }
    }
    return faults
  }
}
