#include "csv_header.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "import_errors.hpp"
#include "scan.hpp"

namespace gusset::traces::import {
namespace {

using ColumnKind = CsvColumn::Kind;

constexpr std::array<std::pair<std::string_view, ColumnKind>, 10> plain = {
    {{"task", ColumnKind::task},
     {"type", ColumnKind::type},
     {"parent", ColumnKind::parent},
     {"node", ColumnKind::node},
     {"worker", ColumnKind::worker},
     {"lane", ColumnKind::lane},
     {"kind", ColumnKind::span_kind},
     {"work", ColumnKind::work},
     {"after", ColumnKind::after},
     {"accesses", ColumnKind::accesses}}};
constexpr std::array<std::pair<std::string_view, ColumnKind>, 5> times = {
    {{"begin_", ColumnKind::begin},
     {"end_", ColumnKind::end},
     {"duration_", ColumnKind::duration},
     {"submit_", ColumnKind::submit},
     {"ready_", ColumnKind::ready}}};
constexpr std::array<std::pair<std::string_view, unsigned>, 4> units = {
    {{"ns", 0}, {"us", 3}, {"ms", 6}, {"s", 9}}};
constexpr std::array<std::pair<std::string_view, ColumnKind>, 3> suffixes = {
    {{":integer", ColumnKind::integer}, {":real", ColumnKind::real}, {":text", ColumnKind::text}}};

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
  return {ColumnKind::attribute, 0, std::string(name)};
}

}  // namespace

bool is_csv_header(std::string_view line) {
  if (line.find(',') == std::string_view::npos) return false;
  bool has_needed = false;
  while (true) {
    const std::size_t comma = std::min(line.find(','), line.size());
    const ColumnKind kind = column_of(trimmed(line.substr(0, comma))).kind;
    has_needed = has_needed || kind == ColumnKind::type || kind == ColumnKind::begin;
    if (comma == line.size()) return has_needed;
    line.remove_prefix(comma + 1);
  }
}

Result<std::vector<CsvColumn>> parse_csv_header(const std::vector<std::string>& names,
                                                const std::string& where) {
  std::vector<CsvColumn> columns;
  std::set<std::pair<ColumnKind, std::string>> seen;
  for (const std::string& name : names) {
    columns.push_back(column_of(name));
    const bool is_attribute = columns.back().kind >= ColumnKind::integer;
    const auto key =
        std::pair(is_attribute ? ColumnKind::attribute : columns.back().kind, columns.back().name);
    if (!seen.insert(key).second) return Error{where, "each column once", errors::shown(name) + " again"};
  }
  const auto has = [&](ColumnKind kind) { return seen.contains({kind, {}}); };
  if (!has(ColumnKind::type)) return Error{where, "a column \"type\"", "none"};
  for (const auto& [prefix, kind] : times) {
    const std::string bare(prefix.substr(0, prefix.size() - 1));
    if (!has(kind) && seen.contains({ColumnKind::attribute, bare}))
      return Error{where, "a time unit in the name: " + bare + "_ns, _us, _ms or _s", errors::shown(bare)};
  }
  if (has(ColumnKind::begin) && has(ColumnKind::end) == has(ColumnKind::duration)) {
    return Error{where, "either an end or a duration column", has(ColumnKind::end) ? "both" : "neither"};
  }
  if (!has(ColumnKind::begin) && (has(ColumnKind::end) || has(ColumnKind::duration))) {
    return Error{where, "a begin column", "none"};
  }
  return columns;
}

}  // namespace gusset::traces::import
