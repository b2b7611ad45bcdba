// The most urgent first: `with_priority` says how urgent a task is, and the policy "priority" heeds it. One
// worker and a paused start make the order certain.
#include <cstdlib>
#include <iostream>

#include "gusset/core/runtime.hpp"

int main() {
  setenv("GUSSET_POLICY", "priority", 0);  // unless one was chosen from outside
  setenv("GUSSET_THREADS", "1", 0);

  gusset::Runtime runtime;
  runtime.pause();
  const gusset::TaskType tidy("tidy");
  const gusset::TaskType work("work");
  const gusset::TaskType alarm("alarm");
  runtime.submit(tidy(1.0).with_priority(-1), [] { std::cout << "tidy up\n"; });
  for (const int number : {1, 2})
    runtime.submit(work(1.0), [number] { std::cout << "work " << number << '\n'; });
  runtime.submit(alarm(1.0).with_priority(10), [] { std::cout << "alarm\n"; });
  runtime.wait();  // which also ends the pause
}
