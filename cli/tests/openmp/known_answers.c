// Programs whose right answers are known: known_answers (fibonacci|clauses|ring)
#include <stdio.h>
#include <string.h>

#include "work.h"

// One task per call. Starting a task takes far longer than the task itself, so more threads make the program
// slower.
static long fibonacci(int n) {
  long a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

static long fine(void) {
  long value = 0;
#pragma omp parallel
#pragma omp single
  value = fibonacci(20);
  return value;
}

// Clauses that are valid together. LLVM's runtime aborts on them, unless the recorder makes the tasks tied.
static long clauses(void) {
  long sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < 50; ++i) {
#pragma omp task in_reduction(+ : sum) priority(i % 3) untied if (i % 2) final(i > 40) mergeable
    {
      work(100);
      sum += i;
#pragma omp task
      work(50);
#pragma omp taskyield
#pragma omp taskwait
    }
  }
  return sum;
}

// Four blocks in a ring: in each of five steps, each block waits for the one before it.
static long ring(void) {
  long block[4] = {0, 1, 2, 3};
#pragma omp parallel
#pragma omp single
  {
    for (int task = 0; task < 20; ++task) {
      long* own = &block[task % 4];
      long* before = &block[(task + 3) % 4];
#pragma omp task depend(in : before[0]) depend(inout : own[0]) firstprivate(own, before)
      {
        work(1000);
        *own += *before;
      }
    }
#pragma omp taskwait
  }
  return block[0] + block[1] + block[2] + block[3];
}

int main(int count, char** words) {
  const char* what = count > 1 ? words[1] : "";
  if (strcmp(what, "fibonacci") == 0) printf("%ld\n", fine());
  if (strcmp(what, "clauses") == 0) printf("%ld\n", clauses());
  if (strcmp(what, "ring") == 0) printf("%ld\n", ring());
  return 0;
}
