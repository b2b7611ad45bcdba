#include "gusset/simulator/costs/cost_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "json_object.hpp"
#include "text_file.hpp"

namespace gusset::simulator {
namespace {

using gusset::Error;
using gusset::Result;

constexpr std::size_t max_file_bytes = 64 << 20;
constexpr std::string_view format_name = "gusset costs";
constexpr std::uint64_t format_version = 1;

constexpr NumberRange version_range{1, 1, "1"};
constexpr NumberRange workers_range{0, 4294967295.0, "an integer from 0 to 4294967295"};
constexpr NumberRange trim_range{0, 0.5, "a share from 0 to 0.5"};
constexpr NumberRange size_range{0, 1e300, "a number from 0 to 1e300"};
constexpr NumberRange count_range{1, 9e15, "an integer above 0"};
constexpr NumberRange seconds_range{0, 1e9, "seconds from 0 to 1e9"};

const std::pair<const char*, double Overheads::*> overhead_names[] = {{"submit_s", &Overheads::submit_s},
                                                                      {"skip_s", &Overheads::skip_s},
                                                                      {"schedule_s", &Overheads::schedule_s},
                                                                      {"steal_s", &Overheads::steal_s},
                                                                      {"message_s", &Overheads::message_s}};

auto key_of(const CostEntry& entry) {
  return std::tie(entry.type, entry.kind, entry.size);
}
bool in_order(const CostEntry& a, const CostEntry& b) {
  return key_of(a) < key_of(b);
}

std::string_view name_of(SizeKind kind) {
  return kind == SizeKind::work ? "work" : "bytes";
}

/// Of entries of one type and kind.
std::optional<CostFit> fit_of(std::span<const CostEntry> entries) {
  CostFit fit;
  double weight = 0.0;
  double mean_x = 0.0;
  double mean_y = 0.0;
  const auto is_usable = [](const CostEntry& entry) { return entry.size > 0.0 && entry.mean_s > 0.0; };
  for (const CostEntry& entry : entries) {
    if (!is_usable(entry)) continue;
    const auto count = static_cast<double>(entry.count);
    ++fit.sizes;
    weight += count;
    mean_x += count * std::log(entry.size);
    mean_y += count * std::log(entry.mean_s);
  }
  if (fit.sizes < 2) return std::nullopt;
  mean_x /= weight;
  mean_y /= weight;
  double covariance = 0.0;
  double variance = 0.0;
  for (const CostEntry& entry : entries) {
    if (!is_usable(entry)) continue;
    const double x = std::log(entry.size) - mean_x;
    covariance += static_cast<double>(entry.count) * x * (std::log(entry.mean_s) - mean_y);
    variance += static_cast<double>(entry.count) * x * x;
  }
  fit.type = entries.front().type;
  fit.kind = entries.front().kind;
  fit.exponent = covariance / variance;
  fit.coefficient_s = std::exp(mean_y - fit.exponent * mean_x);
  for (const CostEntry& entry : entries) {
    if (!is_usable(entry)) continue;
    const double fitted_s = fit.coefficient_s * std::pow(entry.size, fit.exponent);
    fit.relative_error = std::max(fit.relative_error, std::abs(entry.mean_s / fitted_s - 1.0));
  }
  return fit;
}

Result<CostEntry> parse_entry(const nlohmann::json& object, const std::string& where) {
  JsonObject fields(object, where);
  CostEntry entry;
  entry.type = fields.text("type");
  const auto work = fields.optional_number("work", size_range);
  const auto bytes = fields.optional_number("bytes", size_range);
  if (work && bytes) fields.refuse("work", "either work or bytes", "both");
  if (!work && !bytes) fields.refuse("work", "work or bytes", "neither");
  entry.kind = bytes ? SizeKind::bytes : SizeKind::work;
  entry.size = work ? *work : bytes.value_or(0.0);
  entry.count = fields.integer("count", count_range);
  entry.mean_s = fields.number("mean_s", seconds_range);
  entry.stddev_s = fields.number("stddev_s", seconds_range);
  entry.min_s = fields.number("min_s", seconds_range);
  entry.median_s = fields.number("median_s", seconds_range);
  entry.max_s = fields.number("max_s", seconds_range);
  entry.deviation_s = fields.optional_number("deviation_s", seconds_range).value_or(entry.stddev_s);
  if (entry.min_s > entry.median_s || entry.median_s > entry.max_s) {
    fields.refuse("median_s", "seconds from min_s to max_s", describe(nlohmann::json(entry.median_s)));
  }
  if (entry.mean_s < entry.min_s || entry.mean_s > entry.max_s) {
    fields.refuse("mean_s", "seconds from min_s to max_s", describe(nlohmann::json(entry.mean_s)));
  }
  if (auto error = fields.error()) return *std::move(error);
  return entry;
}

}  // namespace

std::vector<CostFit> fit_costs(const CostTable& table) {
  std::vector<CostFit> fits;
  for (auto first = table.entries.begin(); first != table.entries.end();) {
    const auto last = std::find_if(first, table.entries.end(), [&](const CostEntry& entry) {
      return entry.type != first->type || entry.kind != first->kind;
    });
    if (auto fit = fit_of({first, last})) fits.push_back(*std::move(fit));
    first = last;
  }
  return fits;
}

Result<CostTable> parse_costs(std::string_view json, const std::string& name) {
  Result<nlohmann::json> document = parse_json(json, name);
  if (!document) return document.error();
  JsonObject fields(*document, name);
  const std::string format = fields.text("format");
  if (format != format_name) fields.refuse("format", "\"gusset costs\"", describe(nlohmann::json(format)));
  fields.integer("version", version_range);
  CostTable table;
  table.trim = fields.number("trim", trim_range);
  const nlohmann::json& machine = fields.object("machine");
  static const nlohmann::json no_overheads = nlohmann::json::object();
  const bool has_overheads = document->is_object() && document->contains("overheads");
  const nlohmann::json& overheads = has_overheads ? fields.object("overheads") : no_overheads;
  const nlohmann::json& costs = fields.array("costs");
  if (auto error = fields.error()) return *std::move(error);

  JsonObject machine_fields(machine, name + ": machine");
  table.machine.host = machine_fields.optional_text("host");
  table.machine.cpu = machine_fields.optional_text("cpu");
  table.machine.workers =
      static_cast<unsigned>(machine_fields.optional_integer("workers", workers_range).value_or(0));
  if (auto error = machine_fields.error()) return *std::move(error);

  JsonObject overhead_fields(overheads, name + ": overheads");
  for (const auto& [key, value] : overhead_names)
    table.overheads.*value = overhead_fields.optional_number(key, seconds_range).value_or(0.0);
  if (auto error = overhead_fields.error()) return *std::move(error);

  for (std::size_t i = 0; i < costs.size(); ++i) {
    Result<CostEntry> entry = parse_entry(costs[i], name + ": costs[" + std::to_string(i) + "]");
    if (!entry) return entry.error();
    table.entries.push_back(std::move(entry).value());
  }
  std::sort(table.entries.begin(), table.entries.end(), in_order);
  const auto same = [](const CostEntry& a, const CostEntry& b) { return key_of(a) == key_of(b); };
  const auto twice = std::adjacent_find(table.entries.begin(), table.entries.end(), same);
  if (twice != table.entries.end()) {
    return Error{name + ": costs", "each type and size once",
                 describe(nlohmann::json(twice->type)) + " with " + std::string(name_of(twice->kind)) + " " +
                     describe(nlohmann::json(twice->size)) + " twice"};
  }
  return table;
}

Result<CostTable> read_costs(const std::filesystem::path& path) {
  Result<std::string> text = read_text(path, max_file_bytes);
  if (!text) return text.error();
  return parse_costs(*text, path.string());
}

std::string to_json(const CostTable& table) {
  nlohmann::ordered_json document;
  document["format"] = format_name;
  document["version"] = format_version;
  document["machine"] = {
      {"host", table.machine.host}, {"cpu", table.machine.cpu}, {"workers", table.machine.workers}};
  for (const auto& [key, value] : overhead_names) document["overheads"][key] = table.overheads.*value;
  document["trim"] = table.trim;
  document["costs"] = nlohmann::ordered_json::array();
  for (const CostEntry& entry : table.entries) {
    nlohmann::ordered_json object;
    object["type"] = entry.type;
    object[std::string(name_of(entry.kind))] = entry.size;
    object["count"] = entry.count;
    object["mean_s"] = entry.mean_s;
    object["stddev_s"] = entry.stddev_s;
    object["min_s"] = entry.min_s;
    object["median_s"] = entry.median_s;
    object["max_s"] = entry.max_s;
    object["deviation_s"] = entry.deviation_s;
    document["costs"].push_back(std::move(object));
  }
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Result<Done> write_costs(const CostTable& table, const std::filesystem::path& path) {
  return write_text(path, to_json(table));
}

}  // namespace gusset::simulator
