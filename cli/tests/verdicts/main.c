// OpenMP programs with known performance problems: verdicts NAME. scripts/verdicts records them.
#include <stdio.h>
#include <string.h>

#include "programs.h"

volatile double sum;

static double processor_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1e6 + now.tv_nsec * 1e-3;
}

void work(double microseconds) {
  const double end = processor_us() + microseconds;
  volatile double x = 1;
  while (processor_us() < end) {
    for (int i = 0; i < 50; ++i) x *= 1.0000001;
  }
}

int main(int count, char** words) {
  const struct program* const lists[] = {task_programs,   graph_programs, loop_programs,
                                         region_programs, lock_programs,  unseen_programs};
  if (count != 2) {
    fprintf(stderr, "usage: verdicts NAME\n");
    return 2;
  }
  for (size_t list = 0; list < sizeof lists / sizeof *lists; ++list) {
    for (const struct program* program = lists[list]; program->name != NULL; ++program) {
      if (strcmp(program->name, words[1]) != 0) continue;
      program->run();
      printf("%g\n", sum);
      return 0;
    }
  }
  fprintf(stderr, "verdicts: no program %s\n", words[1]);
  return 2;
}
