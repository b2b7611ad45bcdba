// How loops and sections divide their work.
#include <omp.h>

#include "programs.h"

static void healthy_loop(void) {
  for (int s = 0; s < 20; ++s) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 64; ++i) work(500);
  }
}

static void static_triangle(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 400; ++i) work(i * 3);
}

static void static_blocks(void) {
  for (int s = 0; s < 20; ++s) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 64; ++i) work(i * 10);
  }
}

static void reduction(void) {
  double total = 0;
#pragma omp parallel for schedule(static) reduction(+ : total)
  for (int i = 0; i < 400; ++i) {
    work(i < 200 ? 300 : 1500);
    total += i;
  }
  sum = total;
}

static void outer3(void) {
  for (int s = 0; s < 5; ++s) {
#pragma omp parallel for
    for (int plane = 0; plane < 3; ++plane) {
      for (int k = 0; k < 10; ++k) work(2000);
    }
  }
}

static void dynamic_large(void) {
  for (int s = 0; s < 10; ++s) {
#pragma omp parallel for schedule(dynamic, 24)
    for (int i = 0; i < 64; ++i) work(400);
  }
}

static void dynamic_fine(void) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < 1000000; ++i) {
    volatile double x = i;
    x *= 1.5;
  }
}

static void dynamic_last_long(void) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < 200; ++i) work(i == 199 ? 150000 : 500);
}

static void guided_front(void) {
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < 400; ++i) work(i < 100 ? 3000 : 100);
}

static void tiny_loops(void) {
  static double a[512];
#pragma omp parallel
  for (int s = 0; s < 60000; ++s) {
#pragma omp for
    for (int i = 0; i < 512; ++i) a[i] = a[i] * 0.999 + 1;
  }
  sum = a[3];
}

static void sections(void) {
#pragma omp parallel sections
  {
#pragma omp section
    work(200000);
#pragma omp section
    work(40000);
  }
}

// The threads share the work without an OpenMP loop; the last one has twice as much as each of the others.
static void uneven_thread_parts(void) {
  const int n = 1000;
#pragma omp parallel
  {
    const int thread = omp_get_thread_num();
    const int threads = omp_get_num_threads();
    const int part = n / (threads + 1);
    const int begin = thread * part;
    const int end = thread == threads - 1 ? n : begin + part;
    for (int i = begin; i < end; ++i) work(400);
  }
}

static void one_thread(void) {
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 400; ++i) work(1000);
}

const struct program loop_programs[] = {GUSSET_PROGRAM(healthy_loop),  GUSSET_PROGRAM(static_triangle),
                                        GUSSET_PROGRAM(static_blocks), GUSSET_PROGRAM(reduction),
                                        GUSSET_PROGRAM(outer3),        GUSSET_PROGRAM(dynamic_large),
                                        GUSSET_PROGRAM(dynamic_fine),  GUSSET_PROGRAM(dynamic_last_long),
                                        GUSSET_PROGRAM(guided_front),  GUSSET_PROGRAM(tiny_loops),
                                        GUSSET_PROGRAM(sections),      GUSSET_PROGRAM(uneven_thread_parts),
                                        GUSSET_PROGRAM(one_thread),    GUSSET_END};
