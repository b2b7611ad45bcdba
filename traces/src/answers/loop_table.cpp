#include "answers/loop_table.hpp"

#include <array>

namespace gusset::traces {
namespace {

using Kind = Table::Kind;

// In the order of WorkConstruct::Kind and WorkConstruct::Schedule.
constexpr std::array<std::string_view, 4> kind_names{"loop", "sections", "single", "inferred"};
constexpr std::array<const char*, 6> schedule_names{"", "static", "dynamic", "guided", "runtime", "auto"};

Cell if_known(std::uint64_t number, bool is_known) {
  return is_known ? Cell(number) : Cell(NotRecorded());
}

}  // namespace

std::string_view construct_kind_name(WorkConstruct::Kind kind) {
  return kind_names.at(static_cast<std::size_t>(kind));
}

std::string schedule_text(const WorkConstruct& construct) {
  std::string text = schedule_names.at(static_cast<std::size_t>(construct.schedule));
  if (!text.empty() && construct.chunk > 0) text += "," + std::to_string(construct.chunk);
  if (construct.ordered) text += text.empty() ? "ordered" : ", ordered";
  return text;
}

Table loop_table(const Trace& trace) {
  Table table{.noun = "loop",
              .columns = {{"loop", Kind::text, "place"},
                          {"kind", Kind::text, "kind"},
                          {"schedule", Kind::text, "schedule"},
                          {"executions", Kind::count, "executions"},
                          {"iterations", Kind::count, "iterations"},
                          {"chunks", Kind::count, "chunks"},
                          {"time", Kind::duration, "busy_s", "the threads' time in it"},
                          {"lost", Kind::duration, "lost_s", "the threads' time at its end"}},
              .rows = {},
              .is_ranked = true};
  for (const LoopStatistics& loop : loops_of(trace).loops) {
    const std::string schedule = schedule_text(loop.construct);
    table.rows.push_back({{loop.construct.place, std::string(construct_kind_name(loop.construct.kind)),
                           schedule.empty() ? Cell(NotRecorded()) : Cell(schedule), loop.executions,
                           if_known(loop.iterations, loop.iterations != unknown_iterations),
                           if_known(loop.chunks, loop.chunks > 0), loop.busy_ns, loop.lost_ns}});
  }
  return table;
}

}  // namespace gusset::traces
