#include "answers/loop_table.hpp"

#include <array>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"

namespace gusset::traces {
namespace {

using Kind = Table::Kind;

// In the order of WorkConstruct::Kind and WorkConstruct::Schedule.
constexpr std::array<std::string_view, 4> kind_names{"loop", "sections", "single", "inferred"};
constexpr std::array<const char*, 6> schedule_names{"", "static", "dynamic", "guided", "runtime", "auto"};

/// "lu.c" and 41; 0 if there is no line.
std::pair<std::string_view, unsigned> file_and_line(std::string_view place) {
  const std::size_t colon = place.rfind(':');
  unsigned line = 0;
  if (colon == std::string_view::npos) return {place, line};
  std::from_chars(place.data() + colon + 1, place.data() + place.size(), line);
  return {place.substr(0, colon), line};
}

Cell if_known(std::uint64_t number, bool is_known) {
  return is_known ? Cell(number) : Cell(NotRecorded());
}

/// "The runtime ran a.c:3 in 2 chunks, although its schedule asks for 200.", for an ordered loop, whose
/// chunks are all known. Empty if the runtime did as the schedule says.
std::string larger_chunks_text(const LoopStatistics& loop, const std::string& place) {
  const WorkConstruct& construct = loop.construct;
  if (!construct.ordered || construct.chunk == 0 || loop.chunks == 0 || loop.iterations == unknown_iterations)
    return "";
  const std::uint64_t asked = loop.iterations / construct.chunk;
  if (2 * loop.chunks > asked) return "";
  return "The runtime ran " + place + " in " + count_text(loop.chunks, "chunk") +
         ", although its schedule asks for " + count_text(asked) + ".";
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

bool is_of_gcc(const Trace& trace) {
  return trace.metadata.runtime.find("libgomp") != std::string::npos;
}

std::string construct_place(const Trace& trace, const LoopStatistics& loop) {
  constexpr std::string_view prefix = "parallel ";
  const std::string& place = loop.construct.place;
  std::string_view region = trace.types[loop.region.value()];
  if (!is_of_gcc(trace) || !region.starts_with(prefix)) return place;
  region.remove_prefix(prefix.size());
  region = region.substr(0, region.find(' '));
  const auto [file, line] = file_and_line(place);
  const auto [file_of_region, line_of_region] = file_and_line(region);
  return file == file_of_region && line < line_of_region ? std::string(region) : place;
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
  std::vector<std::string> remarks;
  for (const LoopStatistics& loop : loops_of(trace).loops) {
    const std::string schedule = schedule_text(loop.construct);
    const std::string place = construct_place(trace, loop);
    table.rows.push_back({{place, std::string(construct_kind_name(loop.construct.kind)),
                           schedule.empty() ? Cell(NotRecorded()) : Cell(schedule), loop.executions,
                           if_known(loop.iterations, loop.iterations != unknown_iterations),
                           if_known(loop.chunks, loop.chunks > 0), loop.busy_ns, loop.lost_ns}});
    if (std::string text = larger_chunks_text(loop, place); !text.empty()) remarks.push_back(std::move(text));
  }
  if (is_of_gcc(trace))
    remarks.emplace_back(
        "Programs built with GCC call the runtime from lines near a construct, not always from its own.");
  table.remark = joined(remarks, " ");
  return table;
}

}  // namespace gusset::traces
