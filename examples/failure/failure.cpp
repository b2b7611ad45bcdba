// A kernel throws: tasks that depend on it don't run, all other tasks do, and the wait throws the exception
// with the task's name. The runtime is fully usable afterwards. Cancelled tasks behave the same.
//
//     divide (throws) ──► report (does not run)        other (runs)
#include <iostream>
#include <stdexcept>

#include "gusset/core/runtime.hpp"
#include "gusset/core/tiled_matrix.hpp"

int main() {
  using Tile = gusset::Tile<int>;
  gusset::Runtime runtime;
  const auto x = gusset::TiledMatrix<int>::full(runtime, "x", 1, 1, 1, 1);
  auto y = gusset::TiledMatrix<int>::full(runtime, "y", 1, 1, 1, 1);
  auto z = gusset::TiledMatrix<int>::full(runtime, "z", 1, 1, 1, 1);
  for (auto* matrix : {&y, &z})
    matrix->init([](std::size_t, std::size_t, Tile tile, std::size_t, std::size_t) { tile(0, 0) = 0; });

  const gusset::TaskType divide("divide");
  const gusset::TaskType report("report");
  const gusset::TaskType other("other");
  runtime.submit(
      divide(1.0), [](Tile) { throw std::domain_error("division by zero"); }, write(x(0, 0)));
  runtime.submit(
      report(1.0), [](gusset::Tile<const int>, Tile tile) { tile(0, 0) = 1; }, read(x(0, 0)), write(y(0, 0)));
  runtime.submit(
      other(1.0), [](Tile tile) { tile(0, 0) = 1; }, write(z(0, 0)));
  try {
    runtime.wait();
  } catch (const gusset::TaskFailure& failure) {
    std::cout << failure.what() << '\n';
    try {
      failure.rethrow_nested();
    } catch (const std::domain_error&) {
      std::cout << "the kernel of '" << failure.task() << "' threw a std::domain_error\n";
    }
  }
  if (!runtime.has_data()) return 0;  // no kernel ran, and a prediction can't be cancelled
  const auto print = [&](const char* name, const gusset::TiledMatrix<int>& flag) {
    std::cout << name << (flag.element(0, 0) == 1 ? " ran\n" : " did not run\n");
  };
  print("report", y);
  print("other", z);

  const gusset::TaskType again("again");
  runtime.pause();
  runtime.submit(
      again(1.0), [](Tile tile) { tile(0, 0) = 2; }, write(y(0, 0)));
  runtime.submit(
      again(1.0), [](Tile tile) { tile(0, 0) = 2; }, write(z(0, 0)));
  runtime.cancel(y(0, 0));
  try {
    runtime.wait();
  } catch (const gusset::Cancelled& cancelled) {
    std::cout << cancelled.what() << '\n';
  }
  std::cout << "y is " << y.element(0, 0) << ", z is " << z.element(0, 0) << '\n';
}
