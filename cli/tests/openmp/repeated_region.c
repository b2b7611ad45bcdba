/* In a loop, the address of the region's function may be in a register, where debug information does not name it. */
static volatile int x;

int main(void) {
  for (int i = 0; i < 3; ++i) {
    x = i;
#pragma omp parallel num_threads(2)
    { x = 2; }
  }
  return 0;
}
