#pragma once
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "gusset/core/annotation.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core/plan.hpp"
#include "gusset/core/runtime.hpp"

namespace examples {

/// How a program repeats the same tasks.
struct Repetition {
  bool is_plan = false;    ///< submits the tasks once, as a plan, and runs the plan again and again
  bool is_static = false;  ///< the same, and each worker runs a fixed list of the plan's tasks, in order
};

/// Adds the options --plan and --static.
inline void add_repetition(CLI::App& app, Repetition& repetition) {
  app.add_flag("--plan", repetition.is_plan, "Submit the tasks once, as a plan that runs again and again");
  app.add_flag("--static", repetition.is_static,
               "The same, with a static schedule: tasks go to the workers round-robin");
}

/// Deals a plan's tasks out to the workers for which there are processors.
inline void set_round_robin(const gusset::Runtime& runtime, gusset::Plan& plan) {
  const unsigned processors = runtime.has_data() ? gusset::available_cores() : runtime.workers();
  plan.set_schedule(gusset::round_robin(plan.tasks(), std::min(runtime.workers(), processors)));
}

/// Runs the tasks that `submit()` submits `times` times, and waits.
template <class Submit>
void repeat(gusset::Runtime& runtime, const Repetition& repetition, std::size_t times, const Submit& submit) {
  if (!repetition.is_plan && !repetition.is_static) {
    for (std::size_t i = 0; i < times; ++i) {
      const gusset::Annotation iteration("iteration", static_cast<std::int64_t>(i));
      submit();
    }
    return runtime.wait();
  }
  gusset::Plan plan = runtime.capture(submit);
  if (repetition.is_static) set_round_robin(runtime, plan);
  for (std::size_t i = 0; i < times; ++i) runtime.run(plan);
  runtime.wait();
}

}  // namespace examples
