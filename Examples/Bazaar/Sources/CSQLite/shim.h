// SPDX-License-Identifier: Apache-2.0

#include <sqlite3.h>

/// Binds a copy of a text. SQLite's constant for that is a cast, which Swift doesn't import.
static inline int bazaar_bind_text(sqlite3_stmt *statement, int place, const char *text) {
  return sqlite3_bind_text(statement, place, text, -1, SQLITE_TRANSIENT);
}
