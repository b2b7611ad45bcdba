#include "gusset/viewer/model/explain/why_facts.hpp"

#include <algorithm>
#include <limits>

#include "gusset/viewer/model/document/time_text.hpp"

namespace gusset::viewer {
namespace {

std::vector<ReportPiece> linked_pieces(const traces::WhySentence& sentence, std::size_t panel) {
  std::vector<ReportPiece> pieces;
  for (const traces::WhyPiece& piece : sentence) {
    pieces.push_back({piece.text, {}});
    if (!piece.task.is_none()) pieces.back().link = TaskReference{panel, piece.task};
  }
  return pieces;
}

}  // namespace

WhyFacts why_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph, TaskReference task) {
  WhyFacts facts;
  facts.task = task;
  facts.steps = traces::why(*loaded.trace, graph, task.task, std::numeric_limits<std::size_t>::max() / 2);
  facts.summary = traces::why_summary(*loaded.trace, facts.steps, graph.known());
  std::vector<traces::ChainLink> links = traces::why_chain(facts.steps);
  const std::size_t i = task.task.value();
  if (loaded.times.begin_ns[i] != traces::unknown_time) {
    links.push_back(
        {traces::ChainLink::Kind::run, task.task, loaded.times.begin_ns[i], loaded.times.end_ns[i]});
  }
  facts.chain = DrawnChain(loaded, std::move(links));
  return facts;
}

ReportSection why_section(const LoadedTrace& loaded, const WhyFacts& facts) {
  ReportSection section{"Why only now? " + task_name(loaded, facts.task.task), {}};
  if (facts.steps.empty()) {
    section.lines.push_back({"", {{"It never ran.", {}}}, false});
    return section;
  }
  section.lines.push_back({"", linked_pieces(facts.summary, facts.task.panel), false});
  const traces::WhyNames names(*loaded.trace, facts.steps);
  for (std::size_t i = 0; i < std::min(facts.steps.size(), most_why_steps); ++i) {
    std::vector<ReportPiece> pieces =
        linked_pieces(traces::why_sentence(*loaded.trace, facts.steps[i], names), facts.task.panel);
    std::string waits;
    for (const traces::ChainLink& link : facts.steps[i].waits) {
      waits += (waits.empty() ? " Then " : ", ") + duration_text(link.end_ns - link.begin_ns) + " " +
               wait_words(link.kind);
    }
    if (!waits.empty()) pieces.push_back({waits + ".", {}});
    pieces.insert(pieces.begin(), {std::to_string(i + 1) + ". ", {}});
    section.lines.push_back({"", std::move(pieces), false});
  }
  if (facts.steps.size() > most_why_steps) {
    section.lines.push_back(
        {"",
         {{"… and " + count_text(facts.steps.size() - most_why_steps) + " more further back", {}}},
         false});
  }
  return section;
}

}  // namespace gusset::viewer
