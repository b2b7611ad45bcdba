#pragma once
#include <cstddef>

#include "gusset/traces/answers/why_answer.hpp"
#include "gusset/viewer/model/document/document.hpp"
#include "gusset/viewer/model/explain/task_report.hpp"
#include "gusset/viewer/model/timeline/drawn_chain.hpp"

namespace gusset::viewer {

/// Why one task began only when it did, back to where the chain of reasons begins. Immutable.
struct WhyFacts {
  TaskReference task;
  traces::WhyAnalysis analysis;
  DrawnChain chain;  ///< and the task itself
};

/// Linear in spans and accesses. The task must have run.
WhyFacts why_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph, TaskReference task);

/// The summary, then a sentence per step; what they name are links. Of a long chain, the steps next to the
/// task.
ReportSection why_section(const LoadedTrace& loaded, const WhyFacts& facts);
inline constexpr std::size_t most_why_steps = 50;

}  // namespace gusset::viewer
