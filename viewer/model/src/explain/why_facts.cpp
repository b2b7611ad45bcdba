#include "gusset/viewer/model/explain/why_facts.hpp"

#include <limits>

#include "gusset/viewer/model/explain/verdict.hpp"

namespace gusset::viewer {

WhyFacts why_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph, TaskReference task) {
  WhyFacts facts;
  facts.task = task;
  facts.analysis = {traces::why(*loaded.trace, graph, task.task, std::numeric_limits<std::size_t>::max() / 2),
                    graph.known()};
  std::vector<traces::ChainLink> links = traces::why_chain(facts.analysis.steps);
  const std::size_t i = task.task.value();
  if (loaded.times.begin_ns[i] != traces::unknown_time) {
    links.push_back(
        {traces::ChainLink::Kind::run, task.task, loaded.times.begin_ns[i], loaded.times.end_ns[i]});
  }
  facts.chain = picture::DrawnChain(loaded, std::move(links));
  return facts;
}

ReportSection why_section(const LoadedTrace& loaded, const WhyFacts& facts) {
  ReportSection section{"Why not earlier? " + task_name(loaded, facts.task.task), {}};
  const traces::Answer answer = traces::why_answer(*loaded.trace, facts.analysis, max_why_steps);
  for (const traces::Finding& finding : answer.verdict.findings) {
    std::vector<ReportPiece> pieces = linked_pieces(finding, facts.task.panel);
    const std::size_t step = section.lines.size();
    if (step > 0 && step <= max_why_steps) pieces.insert(pieces.begin(), {std::to_string(step) + ". ", {}});
    section.lines.push_back({"", std::move(pieces)});
  }
  return section;
}

}  // namespace gusset::viewer
