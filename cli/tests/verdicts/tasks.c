// How tasks are created, how long they are, and what they do.
#include <stdlib.h>

#include "programs.h"

static void healthy(void) {
  GUSSET_TEAM for (int i = 0; i < 400; ++i) {
#pragma omp task
    work(500);
  }
}

static long serial_fib(int n) {
  return n < 2 ? n : serial_fib(n - 1) + serial_fib(n - 2);
}
static long fib_with_cutoff(int n) {
  if (n < 28) return serial_fib(n);
  long x, y;
#pragma omp task shared(x)
  x = fib_with_cutoff(n - 1);
#pragma omp task shared(y)
  y = fib_with_cutoff(n - 2);
#pragma omp taskwait
  return x + y;
}
static void healthy_fib(void) {
  GUSSET_TEAM sum = fib_with_cutoff(40);
}

static void serial_producer(void) {
  GUSSET_TEAM for (int i = 0; i < 600; ++i) {
    work(300);
#pragma omp task
    work(100);
  }
}

static void sleeping_producer(void) {
  GUSSET_TEAM for (int i = 0; i < 40; ++i) {
    nap(8000);
#pragma omp task
    work(2000);
  }
}

static void starved_producer(void) {
  GUSSET_TEAM for (int i = 0; i < 3000; ++i) {
#pragma omp task
    work(i % 300 == 257 ? 40000 : 30);
  }
}

struct big {
  char bytes[1 << 18];
};
static void firstprivate_copy(void) {
  GUSSET_TEAM for (int i = 0; i < 2000; ++i) {
    struct big copy;
    copy.bytes[0] = (char)i;
#pragma omp task firstprivate(copy)
    {
      sum += copy.bytes[0];
      work(20);
    }
  }
}

static void too_fine(void) {
  GUSSET_TEAM for (int i = 0; i < 200000; ++i) {
#pragma omp task
    sum += 1;
  }
}

static void fine_1us(void) {
  GUSSET_TEAM for (int i = 0; i < 100000; ++i) {
#pragma omp task
    {
      volatile double x = 1;
      for (int k = 0; k < 400; ++k) x *= 1.0000001;
    }
  }
}

static int fib_of_tasks(int n) {
  if (n < 2) return n;
  int x, y;
#pragma omp task shared(x)
  x = fib_of_tasks(n - 1);
#pragma omp task shared(y)
  y = fib_of_tasks(n - 2);
#pragma omp taskwait
  return x + y;
}
static void fib_nocutoff(void) {
  GUSSET_TEAM sum = fib_of_tasks(23);
}

static void taskloop1(void) {
  static double a[200000];
  GUSSET_TEAM {
#pragma omp taskloop grainsize(1)
    for (int i = 0; i < 200000; ++i) a[i] += i;
  }
  sum = a[5];
}

static int final_fib(int n) {
  if (n < 2) {
    work(20);
    return n;
  }
  int x, y;
#pragma omp task shared(x) final(n <= 22)
  x = final_fib(n - 1);
#pragma omp task shared(y) final(n <= 22)
  y = final_fib(n - 2);
#pragma omp taskwait
  return x + y;
}
static void final_too_early(void) {
  GUSSET_TEAM sum = final_fib(19);
}

static void if_false(void) {
  GUSSET_TEAM for (int i = 0; i < 300; ++i) {
#pragma omp task if (0)
    work(1000);
  }
}

static void no_region(void) {
  for (int i = 0; i < 400; ++i) {
#pragma omp task
    work(1000);
  }
#pragma omp taskwait
}

static void outlier(void) {
  GUSSET_TEAM for (int i = 0; i < 200; ++i) {
#pragma omp task
    work(i == 150 ? 150000 : 500);
  }
}

static void sleeper(void) {
  GUSSET_TEAM for (int i = 0; i < 60; ++i) {
#pragma omp task
    {
      work(500);
      nap(5000);
    }
  }
}

const struct program task_programs[] = {GUSSET_PROGRAM(healthy),          GUSSET_PROGRAM(healthy_fib),
                                        GUSSET_PROGRAM(serial_producer),  GUSSET_PROGRAM(sleeping_producer),
                                        GUSSET_PROGRAM(starved_producer), GUSSET_PROGRAM(firstprivate_copy),
                                        GUSSET_PROGRAM(too_fine),         GUSSET_PROGRAM(fine_1us),
                                        GUSSET_PROGRAM(fib_nocutoff),     GUSSET_PROGRAM(taskloop1),
                                        GUSSET_PROGRAM(final_too_early),  GUSSET_PROGRAM(if_false),
                                        GUSSET_PROGRAM(no_region),        GUSSET_PROGRAM(outlier),
                                        GUSSET_PROGRAM(sleeper),          GUSSET_END};
