// 40 000 tasks of about 10 µs, a tenth of them with dependences and a tenth with a critical section; or, with a number
// as argument, that many tasks of one addition each.
#include <stdio.h>
#include <stdlib.h>

static double work(double x) {
  for (int i = 0; i < 20000; ++i) x = x * 0.999 + 1.0;
  return x;
}

static void short_tasks(long count) {
  static volatile long sum[64];
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < count; ++i) {
#pragma omp task
    sum[i % 64] += i;
  }
}

int main(int argc, char **argv) {
  if (argc > 1) {
    short_tasks(atol(argv[1]));
    return 0;
  }
  static double cell[10];
  double sum = 0.0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 40000; ++i) {
    if (i % 10 == 0) {
#pragma omp task depend(inout : cell[i / 10 % 10])
      cell[i / 10 % 10] = work(i);
    } else if (i % 10 == 5) {
#pragma omp task
      {
        const double x = work(i);
#pragma omp critical
        sum += x;
      }
    } else {
#pragma omp task
      {
        volatile double x = work(i);
        (void)x;
      }
    }
  }
  printf("%g %g\n", sum, cell[0]);
  return 0;
}
