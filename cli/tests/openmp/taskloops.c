/* Two taskloops in separate functions. With an argument, also runs a third, with so many tasks that the
   runtime creates further tasks to split the loop. */
static double a[1000];

static void one(void) {
#pragma omp taskloop grainsize(250)
  for (int i = 0; i < 1000; ++i) a[i] = i;
}

static void two(void) {
#pragma omp taskloop grainsize(100)
  for (unsigned long i = 0; i < 1000; ++i) a[i] *= 2;
}

static void many(void) {
#pragma omp taskloop num_tasks(1000)
  for (int i = 0; i < 1000; ++i) a[i] += i;
}

int main(int count, char** words) {
  (void)words;
#pragma omp parallel
#pragma omp single
  {
    one();
    two();
    if (count > 1) many();
  }
  return a[999] == (count > 1 ? 3 : 2) * 999 ? 0 : 1;
}
