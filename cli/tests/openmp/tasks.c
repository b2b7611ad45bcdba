/* Features of OpenMP programs, one per argument, for the tests of `gusset run`. */
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile double sink;

static void work(void) {
  for (int i = 0; i < 20000; ++i) sink = sink + i;
}

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

static void fibonacci_in_tasks(void) {
  long value = 0;
#pragma omp parallel
#pragma omp single
  value = fibonacci(14);
  if (value != 377) exit(3);
}

static void undeferred(void) {
  int x = 0, y = 0, seen = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    {
      work();
      x = 1;
    }
#pragma omp task if (0) depend(in : x) depend(out : y)
    y = x + 1;
#pragma omp task depend(in : y) shared(seen)
    seen = y;
#pragma omp task if (0)
    work();
  }
  if (seen != 2) exit(3);
}

static void every_mode(void) {
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(in : x)
    work();
#pragma omp task depend(in : x)
    work();
#pragma omp task depend(inout : x)
    work();
    for (int i = 0; i < 3; ++i) {
#pragma omp task depend(mutexinoutset : x)
      work();
    }
#pragma omp task depend(out : x)
    work();
#pragma omp taskwait depend(in : x)
    work();
  }
}

static void untied(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 8; ++i) {
#pragma omp task untied
    {
      work();
#pragma omp taskyield
      work();
#pragma omp task
      work();
#pragma omp taskwait
    }
  }
}

static void loops_only(void) {
  double sum = 0;
  for (int round = 0; round < 3; ++round) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100000; ++i) sum += i;
  }
  sink = sum;
}

/* Thread 0 holds the lock until the other threads are about to take it, and for 100 ms after that. */
static void locks(void) {
  int others = 0;
#pragma omp parallel shared(others)
  {
    int seen = 0;
    if (omp_get_thread_num() == 0) {
#pragma omp critical
      {
        while (seen + 1 < omp_get_num_threads()) {
#pragma omp atomic read
          seen = others;
        }
        const double end = omp_get_wtime() + 0.1;
        while (omp_get_wtime() < end) work();
      }
    } else {
#pragma omp atomic
      ++others;
#pragma omp critical
      work();
    }
  }
}

static void groups_and_nested_regions(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
#pragma omp taskgroup
    {
#pragma omp task
      work();
    }
#pragma omp parallel num_threads(2)
    {
#pragma omp task
      work();
    }
  }
}

static void fork_one(void) {
  undeferred();
  const pid_t child = fork();
  if (child == 0) {
    fibonacci_in_tasks();
    exit(0);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child || status != 0) exit(3);
}

static void leave(int number) {
  (void)number;
  _exit(0);
}

/* LLVM's runtime aborts here, unless the recorder makes the tasks tied. */
static void undeferred_untied(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 8; ++i) {
#pragma omp task untied if (i % 2) final(i > 5)
    {
      work();
#pragma omp task
      work();
#pragma omp taskyield
#pragma omp taskwait
    }
  }
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (strcmp(what, "fibonacci") == 0) fibonacci_in_tasks();
  if (strcmp(what, "undeferred") == 0) undeferred();
  if (strcmp(what, "modes") == 0) every_mode();
  if (strcmp(what, "untied") == 0) untied();
  if (strcmp(what, "undeferred untied") == 0) undeferred_untied();
  if (strcmp(what, "loops") == 0) loops_only();
  if (strcmp(what, "locks") == 0) locks();
  if (strcmp(what, "nested") == 0) groups_and_nested_regions();
  if (strcmp(what, "fork") == 0) fork_one();
  if (strcmp(what, "run") == 0 && argc > 2) {
    undeferred();
    return system(argv[2]) == 0 ? 0 : 3;
  }
  if (strcmp(what, "_exit") == 0) {
    undeferred();
    _exit(0);
  }
  if (strcmp(what, "quick_exit") == 0) {
    undeferred();
    quick_exit(0);
  }
  if (strcmp(what, "_exit in a handler") == 0) {
    undeferred();
    signal(SIGUSR1, leave);
    raise(SIGUSR1);
  }
  if (strcmp(what, "be killed") == 0) {
    undeferred();
    kill(getpid(), SIGKILL);
  }
  if (strcmp(what, "crash in a task") == 0) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
      work();
#pragma omp taskwait
#pragma omp task
      abort();
    }
  }
  if (strcmp(what, "become") == 0 && argc > 3) {
    undeferred();
    execl(argv[2], argv[2], argv[3], (char *)NULL);
  }
  if (strcmp(what, "fail") == 0) {
    undeferred();
    return 7;
  }
  return 0;
}
