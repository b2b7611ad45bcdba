#include "gusset/simulator/costs/cost_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "costs/variation_json.hpp"
#include "gusset/base/json_field.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/text_file.hpp"
#include "message_fields.hpp"
#include "overhead_fields.hpp"

namespace gusset::simulator {
namespace {

constexpr std::size_t max_file_bytes = 64 << 20;
constexpr const char* format_name = "gusset costs";
constexpr std::uint64_t format_version = 1;

constexpr NumberRange workers_range{0, 4294967295.0, "a whole number from 0 to 4294967295"};
constexpr NumberRange trim_range{0, 0.5, "a share from 0 to 0.5"};
constexpr NumberRange lost_range{0, 1, "a share from 0 to 1"};
constexpr NumberRange size_range{0, 1e300, "a number from 0 to 1e300"};
constexpr NumberRange count_range{1, 9e15, "a whole number above 0"};
constexpr NumberRange bandwidth_range{1, 1e18, "bytes per second, from 1 to 1e18"};
constexpr NumberRange seconds_range{0, 1e9, "seconds from 0 to 1e9"};

/// An entry's times, except deviation_s, which may be missing.
constexpr std::array<std::pair<const char*, double CostEntry::*>, 5> entry_times{
    {{"mean_s", &CostEntry::mean_s},
     {"stddev_s", &CostEntry::stddev_s},
     {"min_s", &CostEntry::min_s},
     {"median_s", &CostEntry::median_s},
     {"max_s", &CostEntry::max_s}}};

auto key_of(const CostEntry& entry) {
  return std::tie(entry.type, entry.kind, entry.size);
}
bool in_order(const CostEntry& a, const CostEntry& b) {
  return key_of(a) < key_of(b);
}

std::string_view name_of(SizeKind kind) {
  return kind == SizeKind::work ? "work" : "bytes";
}

/// Fits entries of one type and kind.
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

CostEntry entry_from(const JsonField& field) {
  CostEntry entry;
  entry.type = field.at("type").text();
  const JsonField work = field.at("work");
  const JsonField bytes = field.at("bytes");
  if (!work.is_null() && !bytes.is_null()) throw work.expected("either work or bytes", "both");
  if (work.is_null() && bytes.is_null()) throw work.expected("work or bytes", "neither");
  entry.kind = work.is_null() ? SizeKind::bytes : SizeKind::work;
  entry.size = (work.is_null() ? bytes : work).number(size_range);
  entry.count = field.at("count").count(count_range);
  for (const auto& [key, member] : entry_times) entry.*member = field.at(key).number(seconds_range);
  entry.deviation_s = field.at("deviation_s").optional_number(seconds_range).value_or(entry.stddev_s);
  entry.lost_share = field.at("lost_share").optional_number(lost_range).value_or(0.0);
  for (const char* key : {"median_s", "mean_s"}) {
    const double value = field.at(key).number();
    if (value < entry.min_s || value > entry.max_s)
      throw field.at(key).expected("seconds from min_s to max_s");
  }
  field.refuse_other_members();
  return entry;
}

constexpr NumberRange level_range{2, 3, "2 or 3"};
constexpr NumberRange price_range{0, 1e9, "ns per byte from 0 to 1e9"};
constexpr NumberRange interval_range{-1e9, 1e9, "ns per byte from -1e9 to 1e9"};
constexpr NumberRange share_range{0, 1, "a share from 0 to 1"};

CachePrice cache_price_from(const JsonField& field) {
  CachePrice price;
  price.type = field.at("type").text();
  price.level = field.at("level").small_count(level_range);
  price.ns_per_byte = field.at("ns_per_byte").number(price_range);
  price.low_ns_per_byte = field.at("low_ns_per_byte").number(interval_range);
  price.high_ns_per_byte = field.at("high_ns_per_byte").number(interval_range);
  price.r_squared = field.at("r_squared").number(share_range);
  price.time_share = field.at("time_share").number(share_range);
  price.count = field.at("count").count(count_range);
  field.refuse_other_members();
  return price;
}

nlohmann::ordered_json to_json(const CachePrice& price) {
  return {{"type", price.type},
          {"level", price.level},
          {"ns_per_byte", price.ns_per_byte},
          {"low_ns_per_byte", price.low_ns_per_byte},
          {"high_ns_per_byte", price.high_ns_per_byte},
          {"r_squared", price.r_squared},
          {"time_share", price.time_share},
          {"count", price.count}};
}

/// Reads the prices of missing bytes. A file may have none.
std::vector<CachePrice> cache_prices_from(const JsonField& field) {
  std::vector<CachePrice> prices;
  if (field.is_null()) return prices;
  for (const JsonField& each : field.list()) prices.push_back(cache_price_from(each));
  std::ranges::sort(prices, {}, &CachePrice::type);
  const auto twice = std::ranges::adjacent_find(prices, {}, &CachePrice::type);
  if (twice != prices.end()) throw field.expected("each type once", describe(twice->type) + " twice");
  return prices;
}

MessageCosts messages_from(const JsonField& field) {
  MessageCosts messages;
  messages.count = field.at("count").count(count_range);
  for (const auto& [key, member] : message_fields) {
    const bool is_bandwidth = member == &MessageCosts::bandwidth_bytes_per_s;
    messages.*member = field.at(key).optional_number(is_bandwidth ? bandwidth_range : seconds_range);
  }
  field.refuse_other_members();
  return messages;
}

CostTable table_from(const JsonField& field) {
  field.check_format(format_name, format_version);
  CostTable table;
  table.trim = field.at("trim").optional_number(trim_range).value_or(0.0);
  const JsonField machine = field.at("machine");
  const JsonField overheads = field.at("overheads");
  const JsonField messages = field.at("messages");
  const JsonField caches = field.at("caches");
  const JsonField variation = field.at("variation");
  const std::vector<JsonField> costs = field.at("costs").list();
  if (!machine.value().is_object()) throw machine.expected("an object");
  field.refuse_other_members();

  table.machine.host = machine.at("host").optional_text();
  table.machine.cpu = machine.at("cpu").optional_text();
  if (const auto workers = machine.find("workers"))
    table.machine.workers = workers->small_count(workers_range);
  machine.refuse_other_members();
  if (!overheads.is_null()) {
    for (const auto& [key, member] : overhead_fields)
      table.overheads.*member = overheads.at(key).optional_number(seconds_range).value_or(0.0);
    overheads.refuse_other_members();
  }
  if (!messages.is_null()) table.messages = messages_from(messages);
  table.caches = cache_prices_from(caches);
  table.variation = variation_from(variation);
  for (const JsonField& entry : costs) table.entries.push_back(entry_from(entry));
  std::sort(table.entries.begin(), table.entries.end(), in_order);
  const auto same = [](const CostEntry& a, const CostEntry& b) { return key_of(a) == key_of(b); };
  const auto twice = std::adjacent_find(table.entries.begin(), table.entries.end(), same);
  if (twice != table.entries.end()) {
    throw field.at("costs").expected("each type and size once", describe(twice->type) + " with " +
                                                                    std::string(name_of(twice->kind)) + " " +
                                                                    describe(twice->size) + " twice");
  }
  return table;
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

std::vector<std::string> disturbances(const CostTable& table) {
  // A mean this many times the median has outliers that calibration did not recognise as interruptions.
  constexpr double most_to_median = 1.2;
  std::vector<std::string> texts;
  if (const Interruptions& lost = table.variation.interruptions; lost.lost_share() > disturbed_share) {
    texts.push_back("other programs had the workers' processors for " + percent_text(lost.slowdown() - 1.0) +
                    " of the time that tasks needed");
  }
  for (auto first = table.entries.begin(); first != table.entries.end();) {
    const auto last = std::find_if(first, table.entries.end(),
                                   [&](const CostEntry& entry) { return entry.type != first->type; });
    double whole_s = 0.0;
    double lost_s = 0.0;
    double to_median = 0.0;
    for (auto entry = first; entry != last; ++entry) {
      const double processor_s = static_cast<double>(entry->count) * entry->mean_s;
      whole_s += processor_s / std::max(1.0 - entry->lost_share, 1e-9);
      lost_s += processor_s * entry->lost_share / std::max(1.0 - entry->lost_share, 1e-9);
      if (entry->median_s > 0.0) to_median = std::max(to_median, entry->mean_s / entry->median_s);
    }
    if (lost_s > disturbed_share * whole_s) {
      texts.push_back("other programs had the processor for " + percent_text(lost_s / whole_s) +
                      " of the time of " + first->type);
    } else if (to_median > most_to_median) {
      texts.push_back("the mean time of " + first->type + " was " + ratio_text(to_median) +
                      " times its median");
    }
    first = last;
  }
  return texts;
}

Result<CostTable> parse_costs(std::string_view json, const std::string& name) {
  return read_document(json, name, table_from);
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
  for (const auto& [key, member] : overhead_fields) document["overheads"][key] = table.overheads.*member;
  if (table.messages.count > 0) document["messages"] = messages_to_json(table.messages);
  for (const CachePrice& price : table.caches) document["caches"].push_back(to_json(price));
  if (table.variation != Variation{}) document["variation"] = to_json(table.variation);
  if (table.trim > 0.0) document["trim"] = table.trim;
  document["costs"] = nlohmann::ordered_json::array();
  for (const CostEntry& entry : table.entries) {
    nlohmann::ordered_json object;
    object["type"] = entry.type;
    object[std::string(name_of(entry.kind))] = entry.size;
    object["count"] = entry.count;
    for (const auto& [key, member] : entry_times) object[key] = entry.*member;
    object["deviation_s"] = entry.deviation_s;
    if (entry.lost_share > 0.0) object["lost_share"] = entry.lost_share;
    document["costs"].push_back(std::move(object));
  }
  return json_text(document, 2) + "\n";
}

}  // namespace gusset::simulator
