#include <concepts>
#include <type_traits>

#include "costs/overhead_fields.hpp"
#include "gusset/base/json_field.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "platform/topology_json.hpp"

namespace gusset::simulator {
namespace {

using nlohmann::ordered_json;

template <class T, class... Others>
concept IsOneOf = (std::same_as<std::remove_const_t<T>, Others> || ...);

template <class T>
constexpr bool is_optional = false;
template <class T>
constexpr bool is_optional<std::optional<T>> = true;
template <class T>
constexpr bool is_list = false;
template <class T>
constexpr bool is_list<std::vector<T>> = true;

// The document's fields, each once: a Writer takes their values, and a Reader sets them.

void fields(auto& io, IsOneOf<MakespanRange> auto& range) {
  io("min", range.min_s);
  io("max", range.max_s);
  io("seeds", range.seeds);
  io("nearest_seed", range.nearest_seed);
}

void fields(auto& io, IsOneOf<LowerBounds> auto& bounds) {
  io("work_s", bounds.work_s);
  io("critical_path_s", bounds.critical_path_s);
  io("network_s", bounds.network_s);
}

void fields(auto& io, IsOneOf<Totals> auto& totals) {
  io("level1_tasks", totals.level1_tasks);
  io.later("level2_tasks", totals.level2_tasks);
  io("messages", totals.messages);
  io("payload_bytes", totals.payload_bytes);
  io("wire_bytes", totals.wire_bytes);
  io("listeners", totals.listeners);
  io("memory_upper_bytes", totals.memory_upper_bytes);
}

void fields(auto& io, IsOneOf<NodeStatistics> auto& node) {
  io.index("node");
  io("level1_tasks", node.level1_tasks);
  io.later("level2_tasks", node.level2_tasks);
  io.later("work", node.work);
  io("blocks_owned", node.blocks_owned);
  io("messages_sent", node.messages_sent);
  io("messages_received", node.messages_received);
  io("payload_bytes_sent", node.payload_bytes_sent);
  io("payload_bytes_received", node.payload_bytes_received);
  io("listeners_sent", node.listeners_sent);
  io("busy_s", node.busy_s);
  io("busy_share", node.busy_share);
  io("memory_upper_bytes", node.memory_upper_bytes);
  io("peak_memory_bytes", node.peak_memory_bytes);
}

void fields(auto& io, IsOneOf<PairStatistics> auto& pair) {
  io("from", pair.from);
  io("to", pair.to);
  io("messages", pair.messages);
  io("payload_bytes", pair.payload_bytes);
}

void fields(auto& io, IsOneOf<Extrapolation> auto& what) {
  io("type", what.type);
  io("by", what.kind);
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
  io.document("costs", statistics.costs_json);
  io.document("network", statistics.network_json);
}

void input_fields(auto& io, IsOneOf<SimulationStatistics> auto& statistics) {
  io.part("platform", [&](auto& part) {
    auto& platform = statistics.platform;
    part("name", platform.name);
    part.derived("nodes", statistics.grid.nodes());
    part("cores", platform.cores);
    part("gflops_per_core", platform.gflops_per_core);
    part("topology", platform.topology);
    const bool has_links = platform.topology.kind != Topology::Kind::simgrid;  // else only its file knows
    part("latency_s", platform.latency_s, has_links);
    part("bandwidth_bytes_per_s", platform.bandwidth_bytes_per_s, has_links);
    part("header_bytes", platform.header_bytes);
  });
  io("grid", statistics.grid);
  io("threads", statistics.threads);
  io("seed", statistics.seed);
  io("overheads", statistics.overheads);
  io("window", statistics.window);
  io.later("submitter_computes", statistics.submitter_computes);
  io("deduplication", statistics.deduplicates);
  io.later("hierarchy", statistics.splits);
  io("assumptions", statistics.assumptions);
  io("extrapolated", statistics.extrapolated);
}

void parts(auto& io, IsOneOf<SimulationStatistics> auto& statistics) {
  io.part("model", [&](auto& part) { model_fields(part, statistics); });
  io.part("inputs", [&](auto& part) { input_fields(part, statistics); });
}

void fields(auto& io, IsOneOf<SimulationStatistics> auto& statistics) {
  io("makespan_s", statistics.makespan_s);
  io("makespan_range_s", statistics.makespan_range);
  io("bounds", statistics.bounds);
  io("totals", statistics.totals);
  io("nodes", statistics.nodes);
  io("pairs", statistics.pairs);
  parts(io, statistics);
}

class Writer {
 public:
  ordered_json object = ordered_json::object();

  template <class T>
  void operator()(const char* key, const T& value, bool is_known = true) {
    object[key] = is_known ? json_of(value) : ordered_json(nullptr);
  }
  /// A field that documents of earlier versions lack.
  void later(const char* key, const auto& value) { (*this)(key, value); }
  void part(const char* key, auto&& write) {
    Writer part;
    write(part);
    object[key] = std::move(part.object);
  }
  void derived(const char* key, const auto& value) { object[key] = value; }
  void document(const char* key, const std::string& text) { object[key] = ordered_json::parse(text); }
  void index(const char* key) { object[key] = index_; }

 private:
  template <class T>
  static ordered_json json_of(const T& value, std::size_t index = 0) {
    if constexpr (is_optional<T>) {
      return value ? json_of(*value) : ordered_json(nullptr);
    } else if constexpr (std::same_as<T, NodeId>) {
      return value.value();
    } else if constexpr (std::same_as<T, SizeKind>) {
      return value == SizeKind::work ? "work" : "bytes";
    } else if constexpr (std::same_as<T, ProcessGrid>) {
      return value.text();
    } else if constexpr (std::same_as<T, Topology>) {
      return topology_to_json(value);
    } else if constexpr (std::is_arithmetic_v<T> || IsOneOf<T, std::string, std::vector<std::string>>) {
      return value;
    } else if constexpr (is_list<T>) {
      ordered_json list = ordered_json::array();
      for (std::size_t i = 0; i < value.size(); ++i) list.push_back(json_of(value[i], i));
      return list;
    } else {
      Writer io;
      io.index_ = index;
      fields(io, value);
      return std::move(io.object);
    }
  }

  std::size_t index_ = 0;
};

class Reader {
 public:
  explicit Reader(const JsonField& field) : field_(field) {}

  template <class T>
  void operator()(const char* key, T& value, bool is_known = true) {
    const JsonField field = field_.at(key);
    if (is_known) read(field, value);
  }
  void later(const char* key, auto& value) {
    if (const auto field = field_.find(key)) read(*field, value);
  }
  void part(const char* key, auto&& read_part) {
    Reader part(field_.at(key));
    read_part(part);
  }
  void derived(const char*, const auto&) {}
  void document(const char* key, std::string& text) { text = json_text(field_.at(key).value()); }
  void index(const char*) {}

 private:
  template <class T>
  static void read(const JsonField& field, T& value) {
    if constexpr (is_optional<T>) {
      if (!field.is_null()) read(field, value.emplace());
    } else if constexpr (std::same_as<T, NodeId>) {
      value = NodeId(field.small_count());
    } else if constexpr (std::same_as<T, SizeKind>) {
      value = field.text() == "bytes" ? SizeKind::bytes : SizeKind::work;
    } else if constexpr (std::same_as<T, ProcessGrid>) {
      try {
        value = ProcessGrid::parse(field.text(), "grid");
      } catch (const ConfigurationError&) {
        throw field.expected("PxQ or PxQxR");
      }
    } else if constexpr (std::same_as<T, Topology>) {
      value = topology_from_json(field, true);
    } else if constexpr (std::same_as<T, bool>) {
      value = field.flag();
    } else if constexpr (std::same_as<T, double>) {
      value = field.number();
    } else if constexpr (std::same_as<T, unsigned>) {
      value = field.small_count();
    } else if constexpr (std::same_as<T, std::uint64_t>) {
      value = field.count();
    } else if constexpr (std::same_as<T, std::string>) {
      value = field.text();
    } else if constexpr (std::same_as<T, std::vector<std::string>>) {
      value = field.texts();
    } else if constexpr (is_list<T>) {
      for (const JsonField& item : field.list()) read(item, value.emplace_back());
    } else {
      Reader io(field);
      fields(io, value);
    }
  }

  JsonField field_;
};

// A text in a small document.
std::string text_in(const std::string& document, const char* key) {
  const auto json = nlohmann::json::parse(document);
  const auto member = json.is_object() ? json.find(key) : json.end();
  return member != json.end() && member->is_string() ? member->get<std::string>() : "";
}

}  // namespace

std::string to_json(const SimulationStatistics& statistics) {
  Writer io;
  io("format", std::string(statistics_format));
  io("version", 1u);
  fields(io, statistics);
  return json_text(io.object, 2) + "\n";
}

std::string model_json(const SimulationStatistics& statistics) {
  Writer io;
  parts(io, statistics);
  return json_text(io.object);
}

Result<SimulationStatistics> parse_statistics(std::string_view text, const std::string& name) {
  return read_document(text, name, [](const JsonField& document) {
    document.check_format(statistics_format, 1);
    SimulationStatistics statistics;
    Reader io(document);
    fields(io, statistics);
    return statistics;
  });
}

Result<SimulationStatistics> read_statistics(const std::filesystem::path& path) {
  const Result<std::string> text = read_text(path);
  if (!text) return text.error();
  return parse_statistics(*text, path.string());
}

bool is_of_trace(const SimulationStatistics& statistics) {
  return text_in(statistics.costs_json, "kind") == "trace";
}

std::string network_engine(const SimulationStatistics& statistics) {
  return text_in(statistics.network_json, "engine");
}

}  // namespace gusset::simulator
