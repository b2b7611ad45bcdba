#pragma once
#include <cstddef>

#include "gusset/traces/answers/why_answer.hpp"
#include "gusset/traces/picture/timeline/drawn_chain.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"

namespace gusset::viewer {

/// Why one task did not start earlier: the causal chain back to its beginning. Immutable.
struct WhyFacts {
  TaskReference task;
  traces::WhyAnalysis analysis;
  picture::DrawnChain chain;  ///< includes the task itself
};

/// Linear in spans and accesses. Has no steps if the task never ran.
WhyFacts why_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph, TaskReference task);

/// The summary, then a sentence per step with links to the tasks it names. Of a long chain, only the steps
/// closest to the task.
ReportSection why_section(const LoadedTrace& loaded, const WhyFacts& facts);
inline constexpr std::size_t max_why_steps = 50;

}  // namespace gusset::viewer
