/* A task that ends when its event is fulfilled. Its successor waits for that. */
#include <omp.h>
#include <stdio.h>

int main(void) {
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : x) shared(x)
    x = 1, omp_fulfill_event(event);
#pragma omp task depend(in : x) shared(x)
    printf("%d\n", x);
  }
  return 0;
}
