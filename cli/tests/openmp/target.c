/* Hands work to an accelerator, for which LLVM's libomp has no entry that g++ calls. */
int main(void) {
  int x = 1;
#pragma omp target map(x)
  x = 2;
  return x == 2 ? 0 : 1;
}
