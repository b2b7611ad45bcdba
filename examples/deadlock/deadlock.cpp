// Tasks that can never run are named instead of waited for. Here the access of a task that should load the
// settings was reserved, but that task is forgotten; `solve` would wait for ever, and `print` behind it.
#include <iostream>

#include "gusset/core/runtime.hpp"

int main() {
  gusset::Runtime runtime;
  const gusset::Handle settings = runtime.handle("settings");
  const gusset::Handle result = runtime.handle("result");
  const gusset::TaskType solve("solve");
  const gusset::TaskType print("print");
  {
    const auto forgotten = runtime.reserve(write(settings));
    runtime.submit(
        solve(1.0), [] { std::cout << "solved without settings\n"; }, read(settings), write(result));
    runtime.submit(
        print(1.0), [] { std::cout << "printed without result\n"; }, read(result));
    try {
      runtime.wait();
    } catch (const gusset::Deadlock& deadlock) {
      std::cout << deadlock.what() << '\n';
    }
  }  // a reservation that goes unused holds nobody up

  runtime.submit(
      solve(1.0), [] { std::cout << "solved\n"; }, read(settings), write(result));
  runtime.wait();
}
