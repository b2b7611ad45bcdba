#include "node_record.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

namespace gusset::cli {
namespace {

using nlohmann::json;

// No program writes this character at the beginning of a line by chance.
constexpr std::string_view start_mark = "\x1egusset node started ";
constexpr std::string_view end_mark = "\x1egusset node ended ";

// Pipes take at most 4096 bytes in one piece.
constexpr std::size_t longest_line = 4000;
constexpr std::size_t longest_engine = 100;

std::string line_of(std::string_view mark, const json& record) {
  return std::string(mark) + record.dump(-1, ' ', true, json::error_handler_t::replace);
}

// A null value if the line has no such record.
json record_in(std::string_view mark, const std::string& line) {
  if (!line.starts_with(mark)) return {};
  json record =
      json::parse(line.begin() + static_cast<std::ptrdiff_t>(mark.size()), line.end(), nullptr, false);
  return record.is_object() ? record : json();
}

}  // namespace

std::string record_line(const NodeStart& start) {
  return line_of(start_mark, {{"node", start.node}, {"host", start.host}, {"threads", start.threads}});
}

std::string record_line(const NodeEnd& end) {
  // The length of `refusal` is not the length in the line, because escaped characters take several bytes.
  for (std::size_t length = longest_line;; length /= 2) {
    std::string line = line_of(end_mark, {{"node", end.node},
                                          {"exit_status", end.exit_status},
                                          {"signal", end.signal},
                                          {"was_stopped", end.was_stopped},
                                          {"time_ns", end.time_ns},
                                          {"runtimes", end.runtimes},
                                          {"finished", end.finished},
                                          {"engine", end.engine.substr(0, longest_engine)},
                                          {"refusal", end.refusal.substr(0, length)},
                                          {"lost_peer", end.lost_peer}});
    if (line.size() <= longest_line) return line;
  }
}

std::optional<NodeStart> read_node_start(const std::string& line) {
  const json record = record_in(start_mark, line);
  if (record.is_null()) return std::nullopt;
  try {
    return NodeStart{record.at("node"), record.at("host"), record.at("threads")};
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

std::optional<NodeEnd> read_node_end(const std::string& line) {
  const json record = record_in(end_mark, line);
  if (record.is_null()) return std::nullopt;
  try {
    return NodeEnd{record.at("node"),        record.at("exit_status"), record.at("signal"),
                   record.at("was_stopped"), record.at("time_ns"),     record.at("runtimes"),
                   record.at("finished"),    record.at("engine"),      record.at("refusal"),
                   record.at("lost_peer")};
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace gusset::cli
