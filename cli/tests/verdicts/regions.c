// Programs with barriers, single constructs and serial parts, and with various numbers of regions and
// threads.
#include <omp.h>

#include "programs.h"

static void late_thread(void) {
#pragma omp parallel
  for (int s = 0; s < 20; ++s) {
    work(omp_get_thread_num() == 0 ? 10000 : 2000);
#pragma omp barrier
  }
}

static void sleepy_thread(void) {
#pragma omp parallel
  for (int s = 0; s < 20; ++s) {
    work(3000);
    if (omp_get_thread_num() == 1) nap(8000);
#pragma omp barrier
  }
}

static void single_long(void) {
#pragma omp parallel
  for (int s = 0; s < 20; ++s) {
#pragma omp single
    work(8000);
#pragma omp for schedule(static)
    for (int i = 0; i < 64; ++i) work(60);
  }
}

static void single_copyprivate(void) {
#pragma omp parallel
  for (int s = 0; s < 20; ++s) {
    double scale;
#pragma omp single copyprivate(scale)
    {
      work(8000);
      scale = s;
    }
    work(2000 + 0 * scale);
  }
}

static void master_long(void) {
#pragma omp parallel
  for (int s = 0; s < 20; ++s) {
#pragma omp master
    work(8000);
#pragma omp barrier
    work(2000);
#pragma omp barrier
  }
}

static void tail_output(void) {
  for (int s = 0; s < 10; ++s) {
#pragma omp parallel
    {
#pragma omp for nowait
      for (int i = 0; i < 40; ++i) work(400);
#pragma omp barrier
#pragma omp single
      {
        nap(5000);
        work(8000);
      }
    }
  }
}

static void amdahl(void) {
  work(200000);
  GUSSET_TEAM for (int i = 0; i < 200; ++i) {
#pragma omp task
    work(1000);
  }
}

static void io_serial(void) {
  for (int s = 0; s < 10; ++s) {
    nap(20000);
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 40; ++i) work(500);
  }
}

static void reader_before(void) {
  nap(200000);
#pragma omp parallel for
  for (int i = 0; i < 200; ++i) work(1000);
}

static void init_before(void) {
  enum { size = 1 << 22 };
  static double a[size];
  for (int r = 0; r < 8; ++r) {
    for (int i = 0; i < size; ++i) a[i] = a[i] * 0.5 + i;
  }
#pragma omp parallel for
  for (int i = 0; i < 200; ++i) work(500);
  sum = a[9];
}

static void serial_between(void) {
  for (int s = 0; s < 10; ++s) {
#pragma omp parallel for
    for (int i = 0; i < 40; ++i) work(500);
    work(10000);
  }
}

static void many_regions(void) {
  for (int s = 0; s < 20000; ++s) {
#pragma omp parallel
    {
      volatile double x = 1;
      for (int k = 0; k < 300; ++k) x *= 1.0000001;
    }
  }
}

static void inner_fork(void) {
  static double a[2000];
  for (int s = 0; s < 4000; ++s) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 2000; ++i) a[i] = a[i] * 0.99 + 1;
  }
  sum = a[4];
}

static void nested(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  for (int s = 0; s < 20; ++s) {
#pragma omp parallel num_threads(2)
    work(4000);
  }
}

static void oversubscribed(void) {
#pragma omp parallel num_threads(8)
  for (int s = 0; s < 40; ++s) {
    work(1500);
#pragma omp barrier
  }
}

const struct program region_programs[] = {GUSSET_PROGRAM(late_thread),    GUSSET_PROGRAM(sleepy_thread),
                                          GUSSET_PROGRAM(single_long),    GUSSET_PROGRAM(single_copyprivate),
                                          GUSSET_PROGRAM(master_long),    GUSSET_PROGRAM(tail_output),
                                          GUSSET_PROGRAM(amdahl),         GUSSET_PROGRAM(io_serial),
                                          GUSSET_PROGRAM(reader_before),  GUSSET_PROGRAM(init_before),
                                          GUSSET_PROGRAM(serial_between), GUSSET_PROGRAM(many_regions),
                                          GUSSET_PROGRAM(inner_fork),     GUSSET_PROGRAM(nested),
                                          GUSSET_PROGRAM(oversubscribed), GUSSET_END};
