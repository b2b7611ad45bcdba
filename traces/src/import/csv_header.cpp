#include "import/csv_header.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "import/import_errors.hpp"
#include "import/scan.hpp"

namespace gusset::traces::import {
namespace {

using Kind = CsvColumn::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 10> plain = {{{"task", Kind::task},
                                                                      {"type", Kind::type},
                                                                      {"parent", Kind::parent},
                                                                      {"node", Kind::node},
                                                                      {"worker", Kind::worker},
                                                                      {"lane", Kind::lane},
                                                                      {"kind", Kind::span_kind},
                                                                      {"work", Kind::work},
                                                                      {"after", Kind::after},
                                                                      {"accesses", Kind::accesses}}};
constexpr std::array<std::pair<std::string_view, Kind>, 5> times = {{{"begin_", Kind::begin},
                                                                     {"end_", Kind::end},
                                                                     {"duration_", Kind::duration},
                                                                     {"submit_", Kind::submit},
                                                                     {"ready_", Kind::ready}}};
constexpr std::array<std::pair<std::string_view, unsigned>, 4> units = {
    {{"ns", 0}, {"us", 3}, {"ms", 6}, {"s", 9}}};
constexpr std::array<std::pair<std::string_view, Kind>, 3> suffixes = {
    {{":integer", Kind::integer}, {":real", Kind::real}, {":text", Kind::text}}};

CsvColumn column_of(std::string_view name) {
  for (const auto& [text, kind] : plain) {
    if (name == text) return {kind, 0, {}};
  }
  for (const auto& [prefix, kind] : times) {
    if (!name.starts_with(prefix)) continue;
    for (const auto& [unit, decimals] : units) {
      if (name.substr(prefix.size()) == unit) return {kind, decimals, {}};
    }
  }
  for (const auto& [suffix, kind] : suffixes) {
    if (name.ends_with(suffix)) return {kind, 0, std::string(name.substr(0, name.size() - suffix.size()))};
  }
  return {Kind::attribute, 0, std::string(name)};
}

}  // namespace

bool is_csv_header(std::string_view line) {
  if (line.find(',') == std::string_view::npos) return false;
  bool has_needed = false;
  while (true) {
    const std::size_t comma = std::min(line.find(','), line.size());
    const Kind kind = column_of(trimmed(line.substr(0, comma))).kind;
    has_needed = has_needed || kind == Kind::type || kind == Kind::begin;
    if (comma == line.size()) return has_needed;
    line.remove_prefix(comma + 1);
  }
}

Result<std::vector<CsvColumn>> parse_csv_header(const std::vector<std::string>& names,
                                                const std::string& where) {
  std::vector<CsvColumn> columns;
  std::set<std::pair<Kind, std::string>> seen;
  for (const std::string& name : names) {
    columns.push_back(column_of(name));
    const bool is_attribute = columns.back().kind >= Kind::integer;
    const auto key = std::pair(is_attribute ? Kind::attribute : columns.back().kind, columns.back().name);
    if (!seen.insert(key).second) return Error{where, "each column once", errors::shown(name) + " again"};
  }
  const auto has = [&](Kind kind) { return seen.contains({kind, {}}); };
  if (has(Kind::begin) && has(Kind::end) == has(Kind::duration)) {
    return Error{where, "either an end or a duration beside the begin", has(Kind::end) ? "both" : "neither"};
  }
  if (!has(Kind::begin) && (has(Kind::end) || has(Kind::duration))) {
    return Error{where, "a begin beside the end or duration", "none"};
  }
  return columns;
}

}  // namespace gusset::traces::import
