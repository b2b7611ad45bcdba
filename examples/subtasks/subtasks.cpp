// Counts primes. Two `range` tasks each submit four `count` tasks on parts of their range, and complete when
// these have completed. `report` reads what the ranges write, so it runs after all of them. The `count` tasks
// of both ranges add to one handle and exclude each other, even if their parents differ. Meanwhile no worker
// blocks.
//
//     range ──► count ×4 ┄┄┐
//                          ┼─ primes      range, range ──► report ──► print
//     range ──► count ×4 ┄┄┘
#include <cstddef>
#include <iostream>
#include <vector>

#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

namespace {

constexpr std::size_t ranges = 2;
constexpr std::size_t parts = 4;
constexpr std::size_t length = 1250;  // numbers per part: 10 000 in all

bool is_prime(std::size_t number) {
  if (number < 2) return false;
  for (std::size_t divisor = 2; divisor * divisor <= number; ++divisor) {
    if (number % divisor == 0) return false;
  }
  return true;
}

}  // namespace

int main() {
  gusset::Runtime runtime;
  auto primes = gusset::TiledMatrix<std::size_t>::full(runtime, "primes", 1, 1, 1, 1);
  primes.init([](std::size_t, std::size_t, gusset::Tile<std::size_t> sum, std::size_t, std::size_t) {
    sum(0, 0) = 0;
  });
  const gusset::Handle finished[ranges] = {runtime.handle("finished 0"), runtime.handle("finished 1")};
  std::vector<gusset::Access<gusset::NoContents>> reads;  // a vector, because their number could vary

  const gusset::TaskType range("range");
  const gusset::TaskType count("count");
  const gusset::TaskType report("report");
  const gusset::TaskType print("print");
  for (std::size_t r = 0; r < ranges; ++r) {
    runtime.submit(
        range(static_cast<double>(parts * length)),  // declares its subtasks' work
        [&, r] {
          for (std::size_t part = 0; part < parts; ++part) {
            runtime.submit(
                count(static_cast<double>(length)),
                [first = (r * parts + part) * length](gusset::Tile<std::size_t> sum) {
                  for (std::size_t number = first; number < first + length; ++number) {
                    if (is_prime(number)) ++sum(0, 0);
                  }
                },
                add(primes(0, 0)));
          }
        },
        write(finished[r]));
    reads.push_back(read(finished[r]));
  }
  // Reading `primes` here would be too early: the `count` tasks may not be submitted yet. They are by the
  // time that this task runs.
  runtime.submit(
      report(1.0),
      [&] {
        runtime.submit(
            print(1.0),
            [](gusset::Tile<const std::size_t> sum) {
              std::cout << "primes below " << ranges * parts * length << ": " << sum(0, 0) << '\n';
            },
            read(primes(0, 0)));
      },
      reads);
  runtime.wait();
}
