// SPDX-License-Identifier: Apache-2.0

public import GantryEvents

extension MergeRule where Response == BackgroundFetchResult {
  /// New data if any handler has some, else failed if any failed, else no data.
  ///
  /// No data without answers; a held module gives none: it fetches later.
  public static var fetch: Self {
    Self("fetch", unanswered: .noData) { first, second in
      let both = [first, second]
      if both.contains(.newData) { return .newData }
      return both.contains(.failed) ? .failed : .noData
    }
  }
}

extension MergeRule where Response == SavedState {
  /// The parts of all modules together; empty without answers; a held module gives none.
  package static var eachUnderItsName: Self {
    Self("eachUnderItsName", unanswered: SavedState()) { $0.merging($1) }
  }
}
