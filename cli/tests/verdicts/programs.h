#pragma once
#include <time.h>

/// A program with one performance problem, or with none.
struct program {
  const char* name;
  void (*run)(void);
};
#define GUSSET_PROGRAM(function) \
  { #function, function }
#define GUSSET_END \
  { 0, 0 }

// Each list ends with an empty name.
extern const struct program task_programs[];
extern const struct program graph_programs[];
extern const struct program loop_programs[];
extern const struct program region_programs[];
extern const struct program lock_programs[];
extern const struct program unseen_programs[];

/// Results go here, so that the compiler keeps the work.
extern volatile double sum;

/// One thread executes the next statement; all threads run the tasks that it creates.
#define GUSSET_TEAM _Pragma("omp parallel") _Pragma("omp single")

/// Computes for that many microseconds of processor time, so that a preempted thread does the same work.
void work(double microseconds);

/// Sleeps.
static inline void nap(long microseconds) {
  const struct timespec time = {0, microseconds * 1000};
  nanosleep(&time, 0);
}
