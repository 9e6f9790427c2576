// SPDX-License-Identifier: Apache-2.0

#include "CGantryProcess.h"

#include <errno.h>

#ifdef __linux__

#include <limits.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int gantry_open_clock_watch(void) {
  int timer = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  if (timer < 0) return -1;
  struct itimerspec never = {.it_value = {.tv_sec = LONG_MAX}};
  if (timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) == 0) {
    return timer;
  }
  int error = errno;
  close(timer);
  errno = error;
  return -1;
}

#else

int gantry_open_clock_watch(void) {
  errno = ENOSYS;
  return -1;
}

#endif
