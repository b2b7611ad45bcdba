// Worksharing constructs whose iterations and balance are known:
// loops (uneven|even|sections|single|copy|count|kinds|ordered)
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Computes for that many microseconds of processor time.
static void work(double microseconds) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  const double end = now.tv_sec * 1e6 + now.tv_nsec * 1e-3 + microseconds;
  do {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  } while (now.tv_sec * 1e6 + now.tv_nsec * 1e-3 < end);
}

// Sleeps for that many microseconds. Unlike computation, sleep takes as long on a busy machine.
static void rest(unsigned microseconds) {
  usleep(microseconds);
}

static long sum;

// The second half of the iterations takes three times as long as the first.
static void uneven(void) {
  for (int s = 0; s < 10; ++s) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 64; ++i) rest(i * 20);
  }
}

static void even(void) {
  for (int s = 0; s < 10; ++s) {
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 64; ++i) rest((64 - i) * 10);
  }
}

static void sections(void) {
  for (int s = 0; s < 10; ++s) {
#pragma omp parallel sections
    {
#pragma omp section
      rest(4000);
#pragma omp section
      rest(500);
    }
  }
}

static void single(void) {
#pragma omp parallel
  for (int s = 0; s < 10; ++s) {
#pragma omp single
    rest(4000);
  }
}

// All threads get what the executing thread computed.
static void copy(void) {
#pragma omp parallel reduction(+ : sum)
  for (int s = 0; s < 10; ++s) {
    long shared_value;
#pragma omp single copyprivate(shared_value)
    {
      rest(4000);
      shared_value = s;
    }
    sum += shared_value;
  }
}

// Many chunks of short iterations. The loop variable starts at 7, and its step is 3.
static void count(void) {
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 4) reduction(+ : sum)
    for (int i = 7; i < 3007; i += 3) {
      work(1);
      sum += i;
    }
  }
}

// Each kind of loop, with 100 iterations.
static void kinds(void) {
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 100; ++i) sum += 1;
#pragma omp for schedule(guided, 2)
    for (long i = 0; i < 100; ++i) sum += 1;
#pragma omp for schedule(runtime)
    for (unsigned i = 0; i < 100; ++i) sum += 1;
#pragma omp for schedule(monotonic : dynamic, 3)
    for (unsigned long long i = 100; i > 0; --i) sum += 1;
#pragma omp for schedule(monotonic : guided)
    for (long long i = 100; i > 0; --i) sum += 1;
  }
#pragma omp parallel for schedule(guided) reduction(+ : sum)
  for (int i = 0; i < 100; ++i) sum += 1;
#pragma omp parallel for schedule(runtime) reduction(+ : sum)
  for (int i = 0; i < 100; ++i) sum += 1;
#pragma omp parallel for schedule(dynamic, 5)
  for (int i = 0; i < 100; ++i) {
#pragma omp atomic
    sum += 1;
  }
}

// Loops whose iterations wait for each other.
static void ordered(void) {
  long last = -1;
  static long cells[101];
#pragma omp parallel
  {
#pragma omp for ordered schedule(static, 1)
    for (int i = 0; i < 100; ++i) {
#pragma omp ordered
      {
        if (last == i - 1) ++sum;
        last = i;
      }
    }
#pragma omp for ordered schedule(dynamic)
    for (unsigned long i = 0; i < 100; ++i) {
#pragma omp ordered
      sum += 1;
    }
#pragma omp for ordered(1) schedule(dynamic)
    for (int i = 1; i <= 100; ++i) {
#pragma omp ordered depend(sink : i - 1)
      cells[i] = cells[i - 1] + 1;
#pragma omp ordered depend(source)
    }
  }
  sum += cells[100];
}

int main(int words, char** word) {
  const char* what = words > 1 ? word[1] : "";
  if (strcmp(what, "uneven") == 0) uneven();
  if (strcmp(what, "even") == 0) even();
  if (strcmp(what, "sections") == 0) sections();
  if (strcmp(what, "single") == 0) single();
  if (strcmp(what, "copy") == 0) copy();
  if (strcmp(what, "count") == 0) count();
  if (strcmp(what, "kinds") == 0) kinds();
  if (strcmp(what, "ordered") == 0) ordered();
  printf("%ld\n", sum);
  return 0;
}
