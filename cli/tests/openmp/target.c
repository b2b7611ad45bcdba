/* Offloads work to an accelerator: LLVM's libomp lacks the entry point that GCC's code calls. */
int main(void) {
  int x = 1;
#pragma omp target map(x)
  x = 2;
  return x == 2 ? 0 : 1;
}
