#pragma once
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "gusset/traces/analysis/causes/why.hpp"
#include "gusset/traces/answers/answer.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::traces {

/// What led to a task's start, as `why` finds it.
struct WhyAnalysis {
  std::vector<WhyStep> steps;       ///< in the order of `why`: the task itself first
  bool knows_dependencies = false;  ///< if false, only workers and submissions are known
};

/// The first sentence summarises all steps: the number of tasks in the chain, the running time by type, and
/// the waits. Then each of the first `max_steps` steps has a sentence. A sentence's targets are the tasks
/// that it names. Tasks that share a name also show their numbers.
Answer why_answer(const Trace& trace, const WhyAnalysis& analysis,
                  std::size_t max_steps = std::numeric_limits<std::size_t>::max());
/// One row for each step, in full, for export.
Table why_table(const Trace& trace, std::span<const WhyStep> steps);
/// The JSON document of `gusset why`.
std::string why_json(const Trace& trace, const FoundTasks& found, const WhyAnalysis& analysis,
                     const std::string& file);

/// The steps as a chain, in order of time. Runs and waits follow each other without gaps, from the start of
/// the last step's waits to the start of the first step.
std::vector<ChainLink> why_chain(std::span<const WhyStep> steps);

}  // namespace gusset::traces
