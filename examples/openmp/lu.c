// Factorizes a matrix of B × B blocks into L U without pivoting, using OpenMP tasks with dependences. It does
// not use Gusset: build it with `cc -fopenmp -g`, record it with `gusset run -- ./lu 8 64`.
#include <stdio.h>
#include <stdlib.h>

static int block;

// Computes a = l u in place.
static void factorize(double* a) {
  for (int k = 0; k < block; ++k)
    for (int i = k + 1; i < block; ++i) {
      a[i * block + k] /= a[k * block + k];
      for (int j = k + 1; j < block; ++j) a[i * block + j] -= a[i * block + k] * a[k * block + j];
    }
}

// Computes b = l⁻¹ b with the unit lower triangle of a.
static void solve_row(const double* a, double* b) {
  for (int k = 0; k < block; ++k)
    for (int i = k + 1; i < block; ++i)
      for (int j = 0; j < block; ++j) b[i * block + j] -= a[i * block + k] * b[k * block + j];
}

// Computes b = b u⁻¹ with the upper triangle of a.
static void solve_column(const double* a, double* b) {
  for (int k = 0; k < block; ++k)
    for (int i = 0; i < block; ++i) {
      b[i * block + k] /= a[k * block + k];
      for (int j = k + 1; j < block; ++j) b[i * block + j] -= b[i * block + k] * a[k * block + j];
    }
}

// Computes c = c - a b.
static void update(const double* a, const double* b, double* c) {
  for (int i = 0; i < block; ++i)
    for (int k = 0; k < block; ++k)
      for (int j = 0; j < block; ++j) c[i * block + j] -= a[i * block + k] * b[k * block + j];
}

int main(int argc, char** argv) {
  const int blocks = argc > 1 ? atoi(argv[1]) : 8;
  block = argc > 2 ? atoi(argv[2]) : 64;
  if (blocks < 1 || block < 1) return fprintf(stderr, "usage: lu [BLOCKS [SIZE]]\n"), 2;
  const size_t tile = (size_t)block * (size_t)block;
  double* matrix = malloc((size_t)blocks * (size_t)blocks * tile * sizeof(double));
  if (matrix == NULL) return fprintf(stderr, "lu: no memory\n"), 1;
#define AT(i, j) (matrix + ((size_t)(i) * (size_t)blocks + (size_t)(j)) * tile)

#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < blocks; ++i)
      for (int j = 0; j < blocks; ++j) {
#pragma omp task depend(out : AT(i, j)[0])
        for (size_t k = 0; k < tile; ++k)
          AT(i, j)[k] = i == j && k % (size_t)(block + 1) == 0 ? 2.0 * blocks * block : 1.0;
      }
    for (int k = 0; k < blocks; ++k) {
#pragma omp task depend(inout : AT(k, k)[0])
      factorize(AT(k, k));
      for (int j = k + 1; j < blocks; ++j) {
#pragma omp task depend(in : AT(k, k)[0]) depend(inout : AT(k, j)[0])
        solve_row(AT(k, k), AT(k, j));
#pragma omp task depend(in : AT(k, k)[0]) depend(inout : AT(j, k)[0])
        solve_column(AT(k, k), AT(j, k));
      }
      for (int i = k + 1; i < blocks; ++i)
        for (int j = k + 1; j < blocks; ++j) {
#pragma omp task depend(in : AT(i, k)[0], AT(k, j)[0]) depend(inout : AT(i, j)[0])
          update(AT(i, k), AT(k, j), AT(i, j));
        }
    }
  }

  // With d on the diagonal and 1 elsewhere, the k-th pivot is (d - 1) (d + k) / (d + k - 1).
  const double d = 2.0 * blocks * block;
  int is_right = 1;
  for (int k = 0; k < blocks * block; ++k) {
    const double error =
        AT(k / block, k / block)[k % block * (block + 1)] / ((d - 1) * (d + k) / (d + k - 1)) - 1;
    is_right = is_right && error < 1e-12 && error > -1e-12;
  }
  printf("%d x %d blocks of %d: %s\n", blocks, blocks, block, is_right ? "right" : "wrong");
  free(matrix);
  return is_right ? 0 : 1;
}
