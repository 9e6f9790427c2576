// SPDX-License-Identifier: Apache-2.0
//
// Loaded before SQLite (LD_PRELOAD), causes a fault at a chosen call of SQLite, once in each process.
// TORTURE_AT=7 chooses the seventh step of a statement, TORTURE_SQL=text the first statement with that text.
// TORTURE_FAULT is the kind of fault: kill, abort, hang, or fail (each such statement, with an I/O error).
// TORTURE_SLOW=5000 makes each step take that many microseconds longer.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long steps;

static int strike(void) {
  const char *fault = getenv("TORTURE_FAULT");
  if (!fault) return 0;
  if (!strcmp(fault, "kill")) kill(getpid(), SIGKILL);
  if (!strcmp(fault, "abort")) abort();
  if (!strcmp(fault, "fail")) return 10;
  for (;;) pause();
}

int sqlite3_step(void *statement) {
  static int (*next)(void *);
  if (!next) next = (int (*)(void *))dlsym(RTLD_NEXT, "sqlite3_step");
  const char *slow = getenv("TORTURE_SLOW");
  if (slow) usleep(atoi(slow));
  const char *at = getenv("TORTURE_AT");
  if (at && atomic_fetch_add(&steps, 1) + 1 == atol(at)) strike();
  return next(statement);
}

static int isMeant(const char *sql) {
  const char *text = getenv("TORTURE_SQL");
  return text && sql && strstr(sql, text);
}

int sqlite3_prepare_v2(void *db, const char *sql, int size, void **statement, const char **tail) {
  static int (*next)(void *, const char *, int, void **, const char **);
  if (!next)
    next = (int (*)(void *, const char *, int, void **, const char **))dlsym(
        RTLD_NEXT, "sqlite3_prepare_v2");
  int code = isMeant(sql) ? strike() : 0;
  return code ? code : next(db, sql, size, statement, tail);
}

int sqlite3_prepare_v3(
    void *db, const char *sql, int size, unsigned flags, void **statement, const char **tail) {
  static int (*next)(void *, const char *, int, unsigned, void **, const char **);
  if (!next)
    next = (int (*)(void *, const char *, int, unsigned, void **, const char **))dlsym(
        RTLD_NEXT, "sqlite3_prepare_v3");
  int code = isMeant(sql) ? strike() : 0;
  return code ? code : next(db, sql, size, flags, statement, tail);
}
