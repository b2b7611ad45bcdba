/* Regions whose functions a compiler passes in a register, so that the call's description does not name them. */
static volatile int x;

int main(void) {
  for (int i = 0; i < 3; ++i) {
    x = i;
#pragma omp parallel num_threads(2)
    { x = 2; }
  }
  return 0;
}
