#include <array>

#include "gusset/traces/analysis/causes/idle.hpp"

namespace gusset::traces {
namespace {

constexpr std::array<CauseWords, idle_causes> words_of_causes{{
    {"submitting", "the worker submitted tasks", "larger tasks are submitted faster"},
    {"ready task not taken", "a ready task was not taken",
     "larger tasks, or another scheduling policy, may help"},
    {"release", "the runtime had not yet made ready what could have run", "larger tasks leave it less to do"},
    {"not submitted", "a task that could have run was not submitted yet",
     "submit earlier or larger tasks, or let tasks submit tasks"},
    {"message", "a task lacked only a message", "another process grid, or larger blocks, may send less"},
    {"no work", "no task could run", "smaller tasks, or a shorter critical path, give more"},
    {"unknown", "the trace does not say why", "see gusset info for what was not recorded"},
}};

}  // namespace

const CauseWords& cause_words(IdleCause cause) {
  return words_of_causes.at(static_cast<std::size_t>(cause));
}

}  // namespace gusset::traces
