// SPDX-License-Identifier: Apache-2.0
//
// Sends the program a signal at a forced instant of its start. TORTURE_SIGNAL=15 chooses the signal, and TORTURE_CATCH
// the instant: "before" or "after" the call with which the program first catches it. The program listens from that call
// on, and runs its services later.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int caught;

int sigaction(int number, const struct sigaction *action, struct sigaction *previous) {
  static int (*next)(int, const struct sigaction *, struct sigaction *);
  if (!next)
    next = (int (*)(int, const struct sigaction *, struct sigaction *))dlsym(RTLD_NEXT, "sigaction");
  const char *instant = getenv("TORTURE_CATCH"), *chosen = getenv("TORTURE_SIGNAL");
  int isMeant = instant && chosen && action && atoi(chosen) == number && action->sa_handler != SIG_DFL &&
                action->sa_handler != SIG_IGN && !atomic_exchange(&caught, 1);
  if (isMeant && !strcmp(instant, "before")) kill(getpid(), number);
  int code = next(number, action, previous);
  if (isMeant && !strcmp(instant, "after")) kill(getpid(), number);
  return code;
}
