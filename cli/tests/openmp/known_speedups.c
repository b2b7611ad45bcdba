// Programs whose best speedup is known: known_speedups (plain|awaited|critical|loops|locks|nested)
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// Computes for that many microseconds of processor time.
static void work(double microseconds) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  const double end = now.tv_sec * 1e6 + now.tv_nsec * 1e-3 + microseconds;
  do {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  } while (now.tv_sec * 1e6 + now.tv_nsec * 1e-3 < end);
}

static int sum;

// Independent tasks.
static void plain(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; ++i) {
#pragma omp task
    work(200);
  }
}

// Each task is awaited before the next one is created: no speedup.
static void awaited(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 60; ++i) {
#pragma omp task
    work(300);
#pragma omp taskwait
  }
}

// Nine tenths of each task are in a critical section: a speedup of 1.11 at most.
static void critical(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; ++i) {
#pragma omp task
    {
      work(30);
#pragma omp critical
      {
        work(270);
        ++sum;
      }
    }
  }
}

// Parallel loops, one after the other. The second half of each takes three times as long as the first.
static void loops(void) {
  for (int s = 0; s < 10; ++s) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < 32; ++i) work(i * 20);
  }
}

// Two threads that hold or wait for the same lock most of the time.
static void locks(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 100; ++i) {
    work(20);
    omp_set_lock(&lock);
    work(200);
    ++sum;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
}

// A lock that each task sets twice.
static void nested(void) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 20; ++i) {
#pragma omp task
    {
      omp_set_nest_lock(&lock);
      work(100);
      omp_set_nest_lock(&lock);
      work(20);
      omp_unset_nest_lock(&lock);
      work(100);
      omp_unset_nest_lock(&lock);
    }
  }
  omp_destroy_nest_lock(&lock);
}

int main(int count, char** words) {
  const char* what = count > 1 ? words[1] : "";
  if (strcmp(what, "plain") == 0) plain();
  if (strcmp(what, "awaited") == 0) awaited();
  if (strcmp(what, "critical") == 0) critical();
  if (strcmp(what, "loops") == 0) loops();
  if (strcmp(what, "locks") == 0) locks();
  if (strcmp(what, "nested") == 0) nested();
  printf("%d\n", sum);
  return 0;
}
