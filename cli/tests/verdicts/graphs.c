// Tasks that must wait for each other, or are too few at a time.
#include <stdlib.h>

#include "programs.h"

static void one_long(void) {
  GUSSET_TEAM {
    for (int i = 0; i < 200; ++i) {
#pragma omp task
      work(500);
    }
#pragma omp task
    work(200000);
  }
}

static void long_first(void) {
  GUSSET_TEAM {
#pragma omp task
    work(300000);
    for (int i = 0; i < 100; ++i) {
#pragma omp task
      work(1000);
    }
  }
}

static void few_tasks(void) {
  GUSSET_TEAM for (int i = 0; i < 3; ++i) {
#pragma omp task
    work(100000);
  }
}

static void taskloop_coarse(void) {
  GUSSET_TEAM {
#pragma omp taskloop num_tasks(3)
    for (int i = 0; i < 300; ++i) work(1000);
  }
}

static void steps3(void) {
  GUSSET_TEAM for (int s = 0; s < 40; ++s) {
    for (int i = 0; i < 3; ++i) {
#pragma omp task
      work(4000);
    }
#pragma omp taskwait
  }
}

static void taskwait_chain(void) {
  GUSSET_TEAM for (int i = 0; i < 100; ++i) {
#pragma omp task
    work(2000);
#pragma omp taskwait
  }
}

static void left_heavy(int n) {
  work(300);
  if (n <= 1) return;
#pragma omp task
  left_heavy(n - 1);
#pragma omp taskwait
}
static void deep_chain(void) {
  GUSSET_TEAM left_heavy(400);
}

static void taskgroup_loop(void) {
  GUSSET_TEAM for (int r = 0; r < 50; ++r) {
#pragma omp taskgroup
    {
#pragma omp task
      work(5000);
#pragma omp task
      work(500);
    }
  }
}

static void depend_chain(void) {
  double v = 0;
  GUSSET_TEAM for (int i = 0; i < 300; ++i) {
#pragma omp task depend(inout : v)
    {
      work(1000);
      v += 1;
    }
  }
}

static void two_chains(void) {
  double v[2] = {0, 0};
  GUSSET_TEAM for (int i = 0; i < 300; ++i) {
#pragma omp task depend(inout : v[i % 2])
    {
      work(1000);
      v[i % 2] += 1;
    }
  }
}

static void accumulator(void) {
  static double acc;
  static char v[200];
  GUSSET_TEAM for (int i = 0; i < 200; ++i) {
#pragma omp task depend(out : v[i]) depend(inout : acc)
    {
      work(1500);
      acc += 1;
    }
  }
}

static void accumulate_tail(void) {
  static double acc, v[150];
  GUSSET_TEAM for (int i = 0; i < 150; ++i) {
#pragma omp task depend(out : v[i])
    work(500);
#pragma omp task depend(in : v[i]) depend(inout : acc)
    {
      work(2000);
      acc += v[i];
    }
  }
}

static void mutexinout(void) {
  static double acc;
  GUSSET_TEAM for (int i = 0; i < 200; ++i) {
#pragma omp task depend(mutexinoutset : acc)
    {
      work(1500);
      acc += 1;
    }
  }
}

static void wavefront(void) {
  enum { size = 4 };
  static char d[size + 1][size + 1];
  GUSSET_TEAM for (int i = 1; i <= size; ++i) {
    for (int j = 1; j <= size; ++j) {
#pragma omp task depend(in : d[i - 1][j], d[i][j - 1]) depend(out : d[i][j])
      work(20000);
    }
  }
}

static void cholesky3(void) {
  enum { tiles = 3 };
  static char a[tiles][tiles];
  GUSSET_TEAM for (int k = 0; k < tiles; ++k) {
#pragma omp task depend(inout : a[k][k])
    work(15000);
    for (int i = k + 1; i < tiles; ++i) {
#pragma omp task depend(in : a[k][k]) depend(inout : a[i][k])
      work(25000);
    }
    for (int i = k + 1; i < tiles; ++i) {
      for (int j = k + 1; j <= i; ++j) {
#pragma omp task depend(in : a[i][k], a[j][k]) depend(inout : a[i][j])
        work(25000);
      }
    }
  }
}

static void pipe_stages(void) {
  static char first, second, third, buffer[60];
  GUSSET_TEAM for (int i = 0; i < 60; ++i) {
#pragma omp task depend(inout : first) depend(out : buffer[i])
    work(500);
#pragma omp task depend(inout : second) depend(inout : buffer[i])
    work(6000);
#pragma omp task depend(inout : third) depend(in : buffer[i])
    work(500);
  }
}

static void sort(int* a, long n) {
  while (n > 1) {
    const int pivot = a[n / 2];
    long i = 0;
    long j = n - 1;
    while (i <= j) {
      while (a[i] < pivot) ++i;
      while (a[j] > pivot) --j;
      if (i > j) break;
      const int moved = a[i];
      a[i++] = a[j];
      a[j--] = moved;
    }
    if (n > 20000) {
#pragma omp task
      sort(a, j + 1);
    } else {
      sort(a, j + 1);
    }
    a += i;
    n -= i;
  }
}
static void quicksort(void) {
  const long n = 4000000;
  int* const a = malloc(n * sizeof *a);
  unsigned random = 1;
  for (long i = 0; i < n; ++i) {
    random = random * 1664525u + 1013904223u;
    a[i] = (int)(random >> 1);
  }
  GUSSET_TEAM sort(a, n);
  sum = a[n / 2];
  free(a);
}

const struct program graph_programs[] = {
    GUSSET_PROGRAM(one_long),        GUSSET_PROGRAM(long_first),     GUSSET_PROGRAM(few_tasks),
    GUSSET_PROGRAM(taskloop_coarse), GUSSET_PROGRAM(steps3),         GUSSET_PROGRAM(taskwait_chain),
    GUSSET_PROGRAM(deep_chain),      GUSSET_PROGRAM(taskgroup_loop), GUSSET_PROGRAM(depend_chain),
    GUSSET_PROGRAM(two_chains),      GUSSET_PROGRAM(accumulator),    GUSSET_PROGRAM(accumulate_tail),
    GUSSET_PROGRAM(mutexinout),      GUSSET_PROGRAM(wavefront),      GUSSET_PROGRAM(cholesky3),
    GUSSET_PROGRAM(pipe_stages),     GUSSET_PROGRAM(quicksort),      GUSSET_END};
