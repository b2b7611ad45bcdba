// A table with one row per span, and further rows for nodes, workers and tasks that never ran.
// docs/formats.md lists the columns.
#include <algorithm>
#include <string>

#include "exchange/standard_modes.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/base/utf8.hpp"
#include "gusset/traces/model/names.hpp"
#include "writers.hpp"

namespace gusset::traces::exporting {
namespace {

/// Adds quotes if needed. An empty text is quoted, because an empty field means "absent".
std::string csv_field(std::string_view text) {
  return text.empty() ? "\"\"" : gusset::csv_cell(to_utf8(text));
}

std::string with_backslashes(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::vector<std::string> node_names(const Trace& trace) {
  std::vector<std::string> names;
  for (const Node& node : trace.nodes) names.push_back(node.name);
  // A single node may stay without a name.
  return names.size() == 1 ? names : distinct_names(names, "node ");
}

/// Makes equal names on one node distinct by numbering them. Workers of different nodes may share a name.
std::vector<std::string> worker_names(const Trace& trace) {
  std::vector<std::string> names(trace.workers.size());
  for (std::size_t node = 0; node < trace.nodes.size(); ++node) {
    std::vector<std::string> here;
    for (const Worker& worker : trace.workers) {
      if (worker.node == NodeId(node)) here.push_back(worker.name);
    }
    const bool is_only_one = here.size() == 1;
    here = is_only_one ? here : distinct_names(here, "worker ");
    std::size_t next = 0;
    for (std::size_t w = 0; w < names.size(); ++w) {
      if (trace.workers[w].node == NodeId(node)) names[w] = here[next++];
    }
  }
  return names;
}

class CsvWriter {
 public:
  CsvWriter(const Trace& trace, TextWriter& out)
      : trace_(trace),
        out_(out),
        nodes_(node_names(trace)),
        workers_(worker_names(trace)),
        lane_number_(trace.lanes.size(), 0),
        is_written_(trace.tasks.size(), false) {
    has_nodes_ = nodes_.size() != 1 || !nodes_[0].empty();
    std::vector<std::size_t> lanes_of(trace.workers.size(), 0);
    for (std::size_t lane = 0; lane < trace.lanes.size(); ++lane) {
      lane_number_[lane] = lanes_of[trace.lanes[lane].worker.value()]++;
      has_lanes_ = has_lanes_ || lane_number_[lane] > 0;
      const auto& kinds = trace.lanes[lane].spans.kind;
      has_kinds_ = has_kinds_ ||
                   std::any_of(kinds.begin(), kinds.end(), [](SpanKind k) { return k != SpanKind::run; });
    }
    collect_befores();
    name_handles();
  }

  LeftOut write() {
    header();
    for (std::size_t node = 0; has_nodes_ && node < nodes_.size(); ++node)
      declare(csv_field(nodes_[node]), "");
    for (std::size_t worker = 0; worker < workers_.size(); ++worker) {
      declare(has_nodes_ ? csv_field(nodes_[trace_.workers[worker].node.value()]) : "",
              csv_field(workers_[worker]));
    }
    for (std::size_t lane = 0; lane < trace_.lanes.size(); ++lane) spans(lane);
    for (std::size_t task = 0; task < is_written_.size(); ++task) {
      if (is_written_[task]) continue;
      out_ << task << ',' << csv_field(type_name(trace_, TaskId(task)));
      out_ << std::string(span_columns(), ',');
      facts(TaskId(task));
      out_ << '\n';
    }
    return left_out();
  }

 private:
  /// The number of columns between the type and the facts about a task.
  std::size_t span_columns() const {
    return 3u + (has_nodes_ ? 1u : 0u) + (has_lanes_ ? 1u : 0u) + (has_kinds_ ? 1u : 0u);
  }
  std::size_t fact_columns() const {
    const Recorded& known = trace_.recorded;
    return (known.parents ? 1u : 0u) + (known.work ? 1u : 0u) + (known.submit ? 1u : 0u) +
           (known.ready ? 1u : 0u) + (known.dependencies ? 1u : 0u) + (known.accesses ? 1u : 0u) +
           trace_.attributes.size();
  }

  void header() {
    out_ << "task,type" << (has_nodes_ ? ",node" : "") << ",worker" << (has_lanes_ ? ",lane" : "")
         << ",begin_ns,end_ns" << (has_kinds_ ? ",kind" : "");
    const Recorded& known = trace_.recorded;
    out_ << (known.parents ? ",parent" : "") << (known.work ? ",work" : "")
         << (known.submit ? ",submit_ns" : "") << (known.ready ? ",ready_ns" : "")
         << (known.dependencies ? ",after" : "") << (known.accesses ? ",accesses" : "");
    for (const Attribute& attribute : trace_.attributes) {
      constexpr const char* suffixes[] = {":integer", ":real", ":text"};
      out_ << ',' << csv_field(attribute.name + suffixes[attribute.values.index()]);
    }
    out_ << '\n';
  }

  void declare(const std::string& node, const std::string& worker) {
    out_ << ',' << (has_nodes_ ? "," + node : "") << ',' << worker;
    out_ << std::string(2u + (has_lanes_ ? 1u : 0u) + (has_kinds_ ? 1u : 0u) + fact_columns(), ',') << '\n';
  }

  void spans(std::size_t number) {
    const Lane& lane = trace_.lanes[number];
    const std::string worker = csv_field(workers_[lane.worker.value()]);
    const std::string node =
        has_nodes_ ? "," + csv_field(nodes_[trace_.workers[lane.worker.value()].node.value()]) : "";
    const std::string place =
        node + "," + worker + (has_lanes_ ? "," + std::to_string(lane_number_[number]) : "") + ",";
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      const TaskId task = lane.spans.task[i];
      const bool is_first = !task.is_none() && !is_written_[task.value()];
      if (!task.is_none()) out_ << task.value();
      out_ << ',';
      if (is_first) out_ << csv_field(type_name(trace_, task));
      out_ << place << lane.spans.begin_ns[i] << ',' << lane.spans.end_ns[i];
      if (has_kinds_) out_ << ',' << span_kind_name(lane.spans.kind[i]);
      if (is_first) {
        facts(task);
      } else {
        out_ << std::string(fact_columns(), ',');
      }
      out_ << '\n';
    }
  }

  void facts(TaskId task) {
    const std::size_t t = task.value();
    is_written_[t] = true;
    const TaskColumns& tasks = trace_.tasks;
    const Recorded& known = trace_.recorded;
    const auto time = [this](std::int64_t time_ns) {
      out_ << ',';
      if (time_ns != unknown_time) out_ << time_ns;
    };
    if (known.parents) {
      out_ << ',';
      if (!tasks.parent[t].is_none()) out_ << tasks.parent[t].value();
    }
    if (known.work) out_ << ',' << tasks.work[t];
    if (known.submit) time(tasks.submit_ns[t]);
    if (known.ready) time(tasks.ready_ns[t]);
    if (known.dependencies) {
      out_ << ',';
      for (std::uint64_t i = before_first_[t]; i < before_first_[t + 1]; ++i) {
        out_ << (i == before_first_[t] ? "" : " ") << before_[i].value();
      }
    }
    if (known.accesses) {
      std::string text;
      for (const Access& access : trace_.accesses.of(task)) {
        text += (text.empty() ? "" : ";") + mode_text(access.mode) + " " + handles_[access.handle.value()] +
                "@" + std::to_string(access.version);
      }
      out_ << ',';
      if (!text.empty()) out_ << csv_field(text);
    }
    for (const Attribute& attribute : trace_.attributes) value(attribute, task);
  }

  void value(const Attribute& attribute, TaskId task) {
    out_ << ',';
    const auto row = attribute.row_of(task);
    if (!row) return;
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&attribute.values)) {
      out_ << (*integers)[*row];
    } else if (const auto* reals = std::get_if<std::vector<double>>(&attribute.values)) {
      out_ << (*reals)[*row];
    } else {
      out_ << csv_field(std::get<std::vector<std::string>>(attribute.values)[*row]);
    }
  }

  std::string mode_text(AccessModeId id) const {
    const AccessMode& mode = trace_.access_modes[id.value()];
    std::string text = with_backslashes(mode.name, "\\;: ");
    for (const AccessMode& standard : standard_modes()) {
      if (standard == mode) return text;
    }
    text += ':';
    if (mode.commutes) text += 'c';
    if (mode.exclusive) text += 'e';
    if (mode.modifies) text += 'm';
    return text;
  }

  void collect_befores() {
    before_first_.assign(trace_.tasks.size() + 1, 0);
    for (const Dependency& d : trace_.dependencies) ++before_first_[d.after.value() + std::size_t{1}];
    for (std::size_t i = 1; i < before_first_.size(); ++i) before_first_[i] += before_first_[i - 1];
    before_.resize(trace_.dependencies.size());
    std::vector<std::uint64_t> next(before_first_.begin(), before_first_.end() - 1);
    for (const Dependency& d : trace_.dependencies) before_[next[d.after.value()]++] = d.before;
  }

  /// Numbers the handles that share a name and those without a name.
  void name_handles() {
    std::vector<std::string> sorted = trace_.handles.name;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < trace_.handles.size(); ++i) {
      const std::string& name = trace_.handles.name[i];
      const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), name);
      std::string text = with_backslashes(name, "\\;#");
      if (name.empty() || last - first > 1) text += "#" + std::to_string(i);
      handles_.push_back(std::move(text));
    }
  }

  LeftOut left_out() const {
    LeftOut list;
    const auto& sizes = trace_.handles.size_bytes;
    const bool has_sizes =
        std::any_of(sizes.begin(), sizes.end(), [](std::uint64_t size) { return size != 0; });
    const auto& owners = trace_.handles.owner;
    const bool has_owners =
        std::any_of(owners.begin(), owners.end(), [](NodeId owner) { return owner != NodeId(0); });
    if (has_sizes || has_owners) list.emplace_back("handles' sizes and owners");
    add_count(list, trace_.messages.size(), "message", "messages");
    add_count(list, trace_.span_links.size(), "span link", "span links");
    add_threads(list, trace_);
    add_count(list, trace_.counters.size(), "counter", "counters");
    add_count(list, trace_.marks.size(), "mark", "marks");
    return list;
  }

  const Trace& trace_;
  TextWriter& out_;
  std::vector<std::string> nodes_;
  std::vector<std::string> workers_;
  std::vector<std::size_t> lane_number_;  ///< index within the lane's worker
  std::vector<bool> is_written_;
  std::vector<std::string> handles_;
  std::vector<std::uint64_t> before_first_;
  std::vector<TaskId> before_;
  bool has_nodes_ = false;
  bool has_lanes_ = false;
  bool has_kinds_ = false;
};

}  // namespace

LeftOut write_csv(const Trace& trace, TextWriter& out) {
  return CsvWriter(trace, out).write();
}

}  // namespace gusset::traces::exporting
