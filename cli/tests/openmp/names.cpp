// Tasks whose names a test checks. They call a function, a template, an inlined one, several, or a pointer.
#include "names.hpp"

#include <cstdio>
#include <cstring>

volatile double sink;

namespace tiles {

__attribute__((noinline)) void multiply(double* tile) {
  tile[0] = tile[0] * 2;
}
__attribute__((noinline)) void divide(double* tile) {
  tile[0] = tile[0] / 2;
}

template <class Number>
__attribute__((noinline)) void add(Number* tile) {
  tile[0] = tile[0] + 1;
}

}  // namespace tiles

static void (*volatile chosen)(double*) = tiles::divide;

int main() {
  double tile[64] = {};
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 3; ++i) {
#pragma omp task depend(inout : tile[0])
    tiles::multiply(tile);
#pragma omp task depend(inout : tile[0])
    tiles::add<double>(tile);
#pragma omp task depend(inout : tile[0])
    {
      spin(2000);
#pragma omp task
      spin(1000);
    }
#pragma omp task depend(inout : tile[0])
    {
      tiles::multiply(tile);
      tiles::divide(tile);
    }
#pragma omp task depend(inout : tile[0])
    chosen(tile);
#pragma omp task depend(inout : tile[0])
    {
      tiles::divide(tile);
      std::fputs("", stderr);
    }
#pragma omp task depend(inout : tile[0])
    for (int k = 0; k < 64; ++k) tile[k] += k;
#pragma omp taskloop grainsize(1)
    for (int k = 0; k < 2; ++k) tiles::multiply(tile + 1 + k);
  }
}
