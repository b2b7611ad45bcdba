#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "exchange/import/span_kinds.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"
#include "text_writer.hpp"

/// One writer for each of the other programs' formats. Each returns what the format cannot hold.
namespace gusset::traces::exporting {

using LeftOut = std::vector<std::string>;

LeftOut write_chrome_json(const Trace& trace, TextWriter& out);
LeftOut write_csv(const Trace& trace, TextWriter& out);
LeftOut write_paje(const Trace& trace, TextWriter& out);

/// "run", "wait", …
inline std::string_view span_kind_name(SpanKind kind) {
  return import::span_kind_names[static_cast<std::size_t>(kind)];
}

/// For formats that hold dependencies but no accesses.
inline constexpr const char* accesses_left_out = "accesses (except the dependencies that they imply)";

/// Adds "1 message" or "2 messages"; adds nothing if the count is 0.
void add_count(LeftOut& left_out, std::size_t count, const char* one, const char* several);
/// Adds the synchronisation and the processor time of threads, which no other format holds.
void add_threads(LeftOut& left_out, const Trace& trace);

/// Adds the optional facts about tasks, if any were recorded.
void add_task_facts(LeftOut& left_out, const Recorded& known);

/// The dependencies to draw: recorded ones, and ones implied by accesses.
struct Arrows {
  std::vector<Dependency> arrows;
  std::size_t commuting_pairs = 0;  ///< pairs of tasks that commute and so have no direction
};
Arrows arrows_of(const Trace& trace);

/// Distinct names of nodes or workers: equal names get numbers, and empty names become `fallback` and a
/// number.
std::vector<std::string> distinct_names(const std::vector<std::string>& names, const std::string& fallback);

}  // namespace gusset::traces::exporting
