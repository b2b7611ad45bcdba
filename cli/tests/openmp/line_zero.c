/* A region whose call has line 0, which compilers give to calls that they made or merged. */
static volatile int x;

int main(void) {
  x = 1;
#line 0
#pragma omp parallel num_threads(2)
#line 8
  { x = 2; }
  return 0;
}
