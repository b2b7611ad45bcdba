// Problems that no trace of tasks and regions shows: the tasks themselves take longer than they would alone.
#include <omp.h>
#include <sys/mman.h>

#include "programs.h"

static void false_sharing(void) {
  static volatile long counters[64];
#pragma omp parallel
  {
    const int thread = omp_get_thread_num();
    for (long i = 0; i < 150000000; ++i) ++counters[thread];
  }
  sum = counters[0];
}

static void spinlock(void) {
  static int lock;
#pragma omp parallel
  for (int i = 0; i < 400; ++i) {
    work(50);
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) {
      while (__atomic_load_n(&lock, __ATOMIC_RELAXED)) continue;
    }
    work(400);
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
  }
}

static void spin_flag(void) {
  static int flag;
#pragma omp parallel num_threads(2)
  for (int s = 0; s < 40; ++s) {
    if (omp_get_thread_num() == 0) {
      work(6000);
      __atomic_store_n(&flag, s + 1, __ATOMIC_RELEASE);
    } else {
      while (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) <= s) continue;
      work(1000);
    }
  }
}

static void atomic_tasks(void) {
  static long counter;
  GUSSET_TEAM for (int task = 0; task < 200; ++task) {
#pragma omp task
    for (int i = 0; i < 100000; ++i) __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
  }
  sum = counter;
}

static void memory_bound(void) {
  enum { size = 1 << 24 };
  static double a[size], b[size];
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < size; ++i) a[i] = b[i] = i;
    for (int s = 0; s < 10; ++s) {
#pragma omp for
      for (int i = 0; i < size; ++i) a[i] += 2 * b[i];
    }
  }
  sum = a[5];
}

static void memory_bound_tasks(void) {
  enum { blocks = 16, size = 1 << 18 };
  static double a[blocks * size], b[blocks * size];
  GUSSET_TEAM for (int r = 0; r < 60; ++r) {
    for (int k = 0; k < blocks; ++k) {
#pragma omp task
      for (int i = 0; i < size; ++i) a[k * size + i] = b[k * size + i] * 1.5 + r;
    }
#pragma omp taskwait
  }
  sum = a[7];
}

static void mmap_contention(void) {
  const size_t size = 1 << 19;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 3000; ++i) {
    char* const memory = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (size_t k = 0; k < size; k += 4096) memory[k] = 1;
    munmap(memory, size);
  }
}

const struct program unseen_programs[] = {GUSSET_PROGRAM(false_sharing),   GUSSET_PROGRAM(spinlock),
                                          GUSSET_PROGRAM(spin_flag),       GUSSET_PROGRAM(atomic_tasks),
                                          GUSSET_PROGRAM(memory_bound),    GUSSET_PROGRAM(memory_bound_tasks),
                                          GUSSET_PROGRAM(mmap_contention), GUSSET_END};
