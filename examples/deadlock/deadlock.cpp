// The runtime names tasks that can never run instead of waiting for them. Here a program reserves an access
// for the task that loads the settings, but never submits that task. `solve`, and `print` after it, would
// wait forever.
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
  }  // an unused reservation blocks nothing

  runtime.submit(
      solve(1.0), [] { std::cout << "solved\n"; }, read(settings), write(result));
  runtime.wait();
}
