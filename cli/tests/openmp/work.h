#pragma once
#include <time.h>

// Computes for that many microseconds of processor time.
static inline void work(double microseconds) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  const double end = now.tv_sec * 1e6 + now.tv_nsec * 1e-3 + microseconds;
  do {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  } while (now.tv_sec * 1e6 + now.tv_nsec * 1e-3 < end);
}
