#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "exchange/import/span_words.hpp"
#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"
#include "text_writer.hpp"

/// One writer per format of others. Each returns what it has no place for.
namespace gusset::traces::exporting {

using LeftOut = std::vector<std::string>;

LeftOut write_chrome_json(const Trace& trace, TextWriter& out);
LeftOut write_csv(const Trace& trace, TextWriter& out);
LeftOut write_paje(const Trace& trace, TextWriter& out);

/// "run", "wait", …
inline std::string_view kind_word(SpanKind kind) {
  return import::kind_words[static_cast<std::size_t>(kind)];
}

/// "1 message", "2 messages": nothing where there are none.
void add_count(LeftOut& left_out, std::size_t count, const char* one, const char* several);

/// The dependencies to draw: those recorded, and those that accesses imply.
struct Arrows {
  std::vector<Dependency> arrows;
  std::size_t commuting_pairs = 0;  ///< that have no direction
};
Arrows arrows_of(const Trace& trace);

/// Names of nodes or workers, made different where several are alike, and `fallback` and a number where
/// empty.
std::vector<std::string> distinct_names(const std::vector<std::string>& names, const std::string& fallback);

}  // namespace gusset::traces::exporting
