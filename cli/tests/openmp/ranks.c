// Each rank runs 10 tasks more than the rank before it.
#include <mpi.h>

#include "work.h"

int main(int count, char** words) {
  int provided = 0;
  int rank = 0;
  MPI_Init_thread(&count, &words, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int step = 0; step < 2; ++step) {
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < 5 * (rank + 1); ++i) {
#pragma omp task
      work(100);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
