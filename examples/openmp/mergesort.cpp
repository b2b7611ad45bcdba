// Sorts numbers with recursive OpenMP tasks: each sorts and merges its halves in subtasks. It does not use
// Gusset: build it with `c++ -fopenmp -g`, record it with `gusset run -- ./mergesort 1000000`.
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <random>
#include <vector>

namespace {

using Iterator = std::vector<unsigned>::iterator;

constexpr std::ptrdiff_t smallest_task = 10'000;

void merge_halves(Iterator begin, Iterator middle, Iterator end) {
  std::vector<unsigned> merged(static_cast<std::size_t>(end - begin));
  std::merge(begin, middle, middle, end, merged.begin());
  std::copy(merged.begin(), merged.end(), begin);
}

void sort_range(Iterator begin, Iterator end) {
  if (end - begin <= smallest_task) return std::sort(begin, end);
  const Iterator middle = begin + (end - begin) / 2;
  // Dependences from the halves to the merge, which is a task too.
  char left = 0, right = 0;
  static_cast<void>(left), static_cast<void>(right);
#pragma omp task depend(out : left)
  sort_range(begin, middle);
#pragma omp task depend(out : right)
  sort_range(middle, end);
#pragma omp task depend(in : left, right)
  merge_halves(begin, middle, end);
#pragma omp taskwait
}

}  // namespace

int main(int argc, char** argv) {
  const long count = argc > 1 ? std::atol(argv[1]) : 200'000;
  if (count < 1) return std::cerr << "usage: mergesort [COUNT]\n", 2;
  std::vector<unsigned> numbers(static_cast<std::size_t>(count));
  std::mt19937 random(1);
  std::generate(numbers.begin(), numbers.end(), random);

#pragma omp parallel
#pragma omp single
  sort_range(numbers.begin(), numbers.end());

  const bool is_sorted = std::is_sorted(numbers.begin(), numbers.end());
  std::cout << count << (is_sorted ? " numbers in order\n" : " numbers out of order\n");
  return is_sorted ? 0 : 1;
}
