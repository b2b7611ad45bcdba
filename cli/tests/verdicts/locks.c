// Locks, critical sections and ordered loops.
#include <omp.h>

#include "programs.h"

static void locks(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel
  for (int i = 0; i < 400; ++i) {
    work(50);
    omp_set_lock(&lock);
    work(400);
    sum += 1;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
}

static void critical90(void) {
  GUSSET_TEAM for (int i = 0; i < 400; ++i) {
#pragma omp task
    {
      work(50);
#pragma omp critical
      {
        work(450);
        sum += 1;
      }
    }
  }
}

static void hot_critical(void) {
  long total = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 400000; ++i) {
#pragma omp critical
    total += i;
  }
  sum = total;
}

static void io_in_critical(void) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < 60; ++i) {
    work(500);
#pragma omp critical(io)
    nap(5000);
  }
}

static void ordered_loop(void) {
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 0; i < 200; ++i) {
    work(100);
#pragma omp ordered
    work(1500);
  }
}

const struct program lock_programs[] = {GUSSET_PROGRAM(locks),        GUSSET_PROGRAM(critical90),
                                        GUSSET_PROGRAM(hot_critical), GUSSET_PROGRAM(io_in_critical),
                                        GUSSET_PROGRAM(ordered_loop), GUSSET_END};
