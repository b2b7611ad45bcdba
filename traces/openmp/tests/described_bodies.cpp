#include "described_bodies.hpp"

#include <cstdlib>

namespace bodies {

volatile double sink;

[[gnu::noinline]] void scale(double* data) {
  sink = data[0] * 2;
}
[[gnu::noinline]] void shift(double* data) {
  sink = data[0] + 2;
}

template <class Number>
[[gnu::noinline]] void grow(Number* data) {
  sink = data[1] + 1;
}

[[gnu::always_inline]] inline void clear(double* data) {
  for (int i = 0; i < 100; ++i) sink = data[i];
}

void (*volatile chosen)(double*) = shift;

int compare(const void* a, const void* b) {
  return *static_cast<const double*>(a) < *static_cast<const double*>(b) ? -1 : 1;
}

}  // namespace bodies

namespace gusset::ompt {

void calls_one(double* data) {
  bodies::scale(data);
  bodies::sink = 1;
}

void calls_a_template(double* data) {
  bodies::grow(data);
  bodies::sink = 2;
}

void calls_an_inlined_function(double* data) {
  bodies::sink = 3;
  bodies::clear(data);
}

void calls_the_library_too(double* data) {
  std::qsort(data, 8, sizeof(double), bodies::compare);
  bodies::scale(data);
}

void calls_only_the_library(double* data) {
  std::qsort(data, 8, sizeof(double), bodies::compare);
}

// g++ calls memset() instead.
void clears_in_a_loop(double* data) {
  for (int i = 0; i < 1000; ++i) data[i] = 0;
}

void calls_two(double* data) {
  bodies::scale(data);
  bodies::shift(data);
}

void calls_none(double* data) {
  bodies::sink = data[0];
}

void calls_through_a_pointer(double* data) {
  bodies::chosen(data);
  bodies::sink = 4;
}

void calls_one_and_through_a_pointer(double* data) {
  bodies::scale(data);
  bodies::chosen(data);
  bodies::sink = 5;
}

}  // namespace gusset::ompt
