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

/// What happened on the way to a task's begin, and what `why` makes of it.
struct WhyAnalysis {
  std::vector<WhyStep> steps;       ///< as `why` finds them: the task first
  bool knows_dependencies = false;  ///< else only workers and submissions are known
};

/// First all steps in one sentence: how many tasks back, what ran meanwhile and what was waited for. Then a
/// sentence for each of the first steps. The tasks that a sentence names are its targets; tasks of one name
/// are told apart by their numbers.
Answer why_answer(const Trace& trace, const WhyAnalysis& analysis,
                  std::size_t most_steps = std::numeric_limits<std::size_t>::max());
/// A row for each step, in full: to export.
Table why_table(const Trace& trace, std::span<const WhyStep> steps);
/// The document of `gusset why`.
std::string why_json(const Trace& trace, const FoundTasks& found, const WhyAnalysis& analysis,
                     const std::string& file);

/// The steps as a chain, first to last: runs and waits adjoin, from where the last step's waits begin to the
/// first step's begin.
std::vector<ChainLink> why_chain(std::span<const WhyStep> steps);

}  // namespace gusset::traces
