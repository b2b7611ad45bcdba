#include "costs/overhead_fields.hpp"
#include "gusset/base/json_fields.hpp"
#include "gusset/base/run_statistics_fields.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "platform/topology_json.hpp"

namespace gusset::simulator {
namespace {

using nlohmann::ordered_json;

std::string size_kind_name(SizeKind kind) {
  return kind == SizeKind::work ? "work" : "bytes";
}
SizeKind size_kind_from(const JsonField& field) {
  return field.text() == "bytes" ? SizeKind::bytes : SizeKind::work;
}

std::string grid_text(const ProcessGrid& grid) {
  return grid.text();
}
ProcessGrid grid_from(const JsonField& field) {
  try {
    return ProcessGrid::parse(field.text(), "grid");
  } catch (const ConfigurationError&) {
    throw field.expected("PxQ or PxQxR");
  }
}

Topology topology_from(const JsonField& field) {
  return topology_from_json(field, true);
}

ordered_json document_in(const std::string& text) {
  return ordered_json::parse(text);
}
std::string document_from(const JsonField& field) {
  return json_text(field.value());
}

}  // namespace

void fields(auto& io, IsOneOf<MakespanRange> auto& range) {
  io("min", range.min_s);
  io("max", range.max_s);
  io("seeds", range.seeds);
  io("nearest_seed", range.nearest_seed);
  io.later("deviation", range.deviation_s);
}

void fields(auto& io, IsOneOf<MakespanInterval> auto& interval) {
  io("low", interval.low_s);
  io("high", interval.high_s);
}

void fields(auto& io, IsOneOf<LowerBounds> auto& bounds) {
  io("work_s", bounds.work_s);
  io("critical_path_s", bounds.critical_path_s);
  io("network_s", bounds.network_s);
}

void fields(auto& io, IsOneOf<CacheMisses> auto& misses) {
  io("accessed_bytes", misses.accessed_bytes);
  io("l2_missing_bytes", misses.l2_bytes);
  io("l3_missing_bytes", misses.l3_bytes);
}

void fields(auto& io, IsOneOf<Extrapolation> auto& what) {
  io("type", what.type);
  io.custom("by", what.kind, size_kind_name, size_kind_from);
  io("size", what.size);
  io("measured_size", what.measured_size);
  io("tasks", what.tasks);
}

void fields(auto& io, IsOneOf<Overheads> auto& overheads) {
  for (const auto& [key, member] : overhead_fields) io.later(key, overheads.*member);
}

void model_fields(auto& io, IsOneOf<SimulationStatistics> auto& statistics) {
  io.derived("kind", statistics.makespan_s ? "timed" : "counted");
  io("scheduler", statistics.policy);
  io.if_any("scheduler_choice", statistics.policy_choice);
  io.custom("costs", statistics.costs_json, document_in, document_from);
  io.custom("network", statistics.network_json, document_in, document_from);
}

void input_fields(auto& io, IsOneOf<SimulationStatistics> auto& statistics) {
  io.part("platform", [&](auto& part) {
    auto& platform = statistics.platform;
    part("name", platform.name);
    part.derived("nodes", statistics.grid.nodes());
    part("cores", platform.cores);
    part.if_any("node_speeds", platform.node_speeds);
    part("gflops_per_core", platform.gflops_per_core);
    part.custom("topology", platform.topology, topology_to_json, topology_from);
    const bool has_links = platform.topology.kind != Topology::Kind::simgrid;  // else SimGrid's file
    if (has_links) {
      part("latency_s", platform.latency_s);
      part("bandwidth_bytes_per_s", platform.bandwidth_bytes_per_s);
    } else {
      part.derived("latency_s", nullptr);
      part.derived("bandwidth_bytes_per_s", nullptr);
    }
    part("header_bytes", platform.header_bytes);
  });
  io.custom("grid", statistics.grid, grid_text, grid_from);
  io("threads", statistics.threads);
  io("seed", statistics.seed);
  io("overheads", statistics.overheads);
  io("window", statistics.window);
  io.if_any("balance", statistics.balance);
  io.if_any("broadcast", statistics.broadcast);
  io.later("submitter_computes", statistics.submitter_computes);
  io("deduplication", statistics.deduplicates);
  io.later("hierarchy", statistics.splits);
  io("assumptions", statistics.assumptions);
  io.if_known("recorded", statistics.recorded);
  // The recorded run is no prediction. Even if nothing speaks against it, other runs may differ, so it does
  // not count as reliable.
  const bool is_stated = statistics.doubts && !(statistics.recorded == true && statistics.doubts->empty());
  io.derived("reliable", is_stated ? ordered_json(statistics.doubts->empty()) : ordered_json(nullptr));
  io.later("reasons", statistics.doubts);
  io("extrapolated", statistics.extrapolated);
}

void parts(auto& io, IsOneOf<SimulationStatistics> auto& statistics) {
  io.part("model", [&](auto& part) { model_fields(part, statistics); });
  io.part("inputs", [&](auto& part) { input_fields(part, statistics); });
}

void fields(auto& io, IsOneOf<SimulationStatistics> auto& statistics) {
  io("makespan_s", statistics.makespan_s);
  io("makespan_range_s", statistics.makespan_range);
  io.if_known("makespan_90_percent_interval_s", statistics.makespan_interval);
  io.if_known("calibration_error", statistics.calibration_error);
  io("bounds", statistics.bounds);
  io.if_known("caches", statistics.caches);
  io("totals", statistics.totals);
  io("nodes", statistics.nodes);
  io("pairs", statistics.pairs);
  io.if_known("schedule", statistics.schedule);
  parts(io, statistics);
}

namespace {

// Returns a text member of a small document; empty if it is missing.
std::string text_in(const std::string& document, const char* key) {
  const auto json = nlohmann::json::parse(document);
  const auto member = json.is_object() ? json.find(key) : json.end();
  return member != json.end() && member->is_string() ? member->get<std::string>() : "";
}

}  // namespace

std::string to_json(const SimulationStatistics& statistics) {
  JsonWriter io(2);
  io("format", std::string(statistics_format));
  io("version", 1u);
  fields(io, statistics);
  return io.text() + "\n";
}

std::string model_json(const SimulationStatistics& statistics) {
  JsonWriter io;
  parts(io, statistics);
  return io.text();
}

Result<SimulationStatistics> parse_statistics(std::string_view text, const std::string& name, Pairs wanted) {
  std::vector<PairStatistics> pairs;
  LongList list{"pairs"};
  if (wanted == Pairs::all)
    list.read = [&pairs](const JsonField& pair) { pairs.push_back(read_fields<PairStatistics>(pair)); };
  const auto read = [&pairs](const JsonField& document) {
    document.check_format(statistics_format, 1);
    auto statistics = read_fields<SimulationStatistics>(document);
    statistics.pairs = std::move(pairs);
    return statistics;
  };
  return read_document(text, name, read, list);
}

Result<SimulationStatistics> read_statistics(const std::filesystem::path& path, Pairs wanted) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.error();
  return parse_statistics(*text, path.string(), wanted);
}

bool is_replay(const SimulationStatistics& statistics) {
  return text_in(statistics.costs_json, "kind") == "trace";
}

bool has_one_rate(const SimulationStatistics& statistics) {
  return text_in(statistics.costs_json, "kind") == "rate";
}

std::string network_engine(const SimulationStatistics& statistics) {
  return text_in(statistics.network_json, "engine");
}

}  // namespace gusset::simulator
