// The most urgent task first: `with_priority` sets a task's urgency, which the policy "priority" respects.
// One worker and a paused start make the order deterministic.
#include <cstdlib>
#include <iostream>

#include "gusset/core/runtime.hpp"

int main() {
  setenv("GUSSET_POLICY", "priority", 0);  // unless the environment already selects one
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
  runtime.wait();  // also ends the pause
}
