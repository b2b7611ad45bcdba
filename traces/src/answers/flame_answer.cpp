#include "gusset/traces/answers/flame_answer.hpp"

#include <algorithm>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/answers/answer_json.hpp"

namespace gusset::traces {
namespace {

using Kind = Table::Kind;

// "step > solve > gemm": the types from the outermost frame to this one.
std::string path_text(const Trace& trace, const FlameGraph& graph, const FlameFrame& frame) {
  std::string text = trace.types[frame.type.value()];
  for (std::size_t at = frame.parent; at != FlameFrame::no_parent; at = graph.frames[at].parent)
    text = trace.types[graph.frames[at].type.value()] + " > " + text;
  return text;
}

double share_of(std::int64_t part_ns, const FlameGraph& graph) {
  return graph.total_ns > 0 ? static_cast<double>(part_ns) / static_cast<double>(graph.total_ns) : 0.0;
}

std::string nesting_text(const FlameGraph& graph) {
  if (graph.depths < 2) {
    return graph.is_by_parents ? "No task was submitted by another one." : "No task ran within another one.";
  }
  return "They are nested up to " + std::to_string(graph.depths) + " deep: " +
         (graph.is_by_parents ? "a task is in the task that submitted it."
                              : "a task is in the task around it on its lane.");
}

void add_sentences(const Trace& trace, const FlameGraph& graph, Verdict& verdict) {
  if (graph.frames.empty()) return verdict.add("No matching task ran.");
  verdict.add(count_text(graph.tasks, "task") + " took " + duration_text_ns(graph.total_ns) + " in all. " +
              nesting_text(graph));
  if (graph.depths < 2 || graph.total_ns == 0) return;
  const FlameFrame& heaviest = *std::ranges::max_element(graph.frames, {}, &FlameFrame::own_ns);
  verdict.add("The largest part, " + percent_text(share_of(heaviest.own_ns, graph)) +
                  ", was the own time of " + path_text(trace, graph, heaviest) + ".",
              {FindingTarget::of_type(trace.types[heaviest.type.value()], heaviest.type)});
}

}  // namespace

Table flame_table(const Trace& trace, const FlameGraph& graph) {
  Table table{.noun = "frame",
              .columns = {{"nested tasks"},
                          {"", Kind::text, "type"},
                          {"", Kind::count, "depth"},
                          {"", Kind::count, "parent"},
                          {"tasks", Kind::count, "tasks", "without the tasks nested in them"},
                          {"total", Kind::duration, "total_ns", "with the tasks nested in them"},
                          {"share", Kind::share, "share", "the total's share of the time of all tasks"},
                          {"own", Kind::duration, "own_ns", "without the tasks nested in them"}}};
  for (const FlameFrame& frame : graph.frames) {
    const std::string& type = trace.types[frame.type.value()];
    const Cell parent = frame.parent == FlameFrame::no_parent ? Cell() : Cell(frame.parent);
    table.rows.push_back({{std::string(2 * frame.depth, ' ') + type, type, frame.depth, parent, frame.tasks,
                           frame.total_ns, share_of(frame.total_ns, graph), frame.own_ns},
                          FindingTarget::of_type(type, frame.type)});
  }
  if (graph.deeper_tasks > 0) {
    table.remark = count_text(graph.deeper_tasks, "task") + " nested deeper than " +
                   std::to_string(max_flame_depths) + " levels " +
                   (graph.deeper_tasks == 1 ? "counts" : "count") + " at the deepest of these levels.";
  }
  return table;
}

Answer flame_answer(const Trace& trace, const FlameGraph& graph) {
  Answer answer;
  add_sentences(trace, graph, answer.verdict);
  if (!graph.frames.empty()) answer.tables.push_back(flame_table(trace, graph));
  return answer;
}

std::string flame_json(const Trace& trace, const FlameGraph& graph, const FlameQuestion& question) {
  Json json = answer_document("flame", question.file);
  json["from"] = text_or_null(question.from);
  json["to"] = text_or_null(question.to);
  json["where"] = text_or_null(question.where);
  json["nested_by"] = graph.is_by_parents ? "parents" : "runs";
  json["tasks"] = graph.tasks;
  json["total_ns"] = graph.total_ns;
  json["depths"] = graph.depths;
  json["deeper_tasks"] = graph.deeper_tasks;
  json["frames"] = rows_json(flame_table(trace, graph));
  return document_text(json);
}

}  // namespace gusset::traces
