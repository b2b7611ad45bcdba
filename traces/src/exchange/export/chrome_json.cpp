// Chrome's trace events, for Perfetto: a process per node, a thread per lane, an X event per span, and an
// arrow per dependency. Arguments named "gusset.…" hold data that the format has no field for; read_trace
// understands them.
#include <algorithm>
#include <cmath>
#include <string>

#include "gusset/base/quoting.hpp"
#include "gusset/base/utf8.hpp"
#include "gusset/traces/model/names.hpp"
#include "model/metadata_json.hpp"
#include "writers.hpp"

namespace gusset::traces::exporting {
namespace {

constexpr unsigned us = 3;

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : to_utf8(text)) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return printable_json(out += '"');
}

class ChromeWriter {
 public:
  ChromeWriter(const Trace& trace, TextWriter& out)
      : trace_(trace), out_(out), is_written_(trace.tasks.size(), false) {}

  LeftOut write() {
    out_ << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"gusset\":"
         << printable_json(encode_metadata(trace_.metadata, trace_.recorded)) << "},\"traceEvents\":[";
    names();
    for (std::size_t lane = 0; lane < trace_.lanes.size(); ++lane) spans(lane);
    arrows();
    counters();
    out_ << "\n]}\n";
    return left_out();
  }

 private:
  /// Begins an event. The caller appends the members, each preceded by a comma.
  TextWriter& event(const char* phase) {
    out_ << (is_first_ ? "\n{\"ph\":\"" : ",\n{\"ph\":\"") << phase << '"';
    is_first_ = false;
    return out_;
  }
  TextWriter& at(LaneId lane) {
    return out_ << ",\"pid\":" << node_of_lane(trace_, lane).value() << ",\"tid\":" << lane.value();
  }

  void names() {
    for (std::size_t node = 0; node < trace_.nodes.size(); ++node) {
      event("M") << ",\"name\":\"process_name\",\"pid\":" << node
                 << ",\"args\":{\"name\":" << json_text(trace_.nodes[node].name) << "}}";
      event("M") << ",\"name\":\"process_sort_index\",\"pid\":" << node
                 << ",\"args\":{\"sort_index\":" << node << "}}";
    }
    std::vector<std::size_t> lanes_of(trace_.workers.size(), 0);
    for (std::size_t lane = 0; lane < trace_.lanes.size(); ++lane) {
      const std::size_t worker = trace_.lanes[lane].worker.value();
      std::string name = trace_.workers[worker].name;
      if (++lanes_of[worker] > 1) name += " (" + std::to_string(lanes_of[worker]) + ")";
      extra_lanes_ += lanes_of[worker] > 1 ? 1u : 0u;
      event("M") << ",\"name\":\"thread_name\"";
      at(LaneId(lane)) << ",\"args\":{\"name\":" << json_text(name) << "}}";
      event("M") << ",\"name\":\"thread_sort_index\"";
      at(LaneId(lane)) << ",\"args\":{\"sort_index\":" << lane << "}}";
    }
  }

  void spans(std::size_t lane) {
    const SpanColumns& spans = trace_.lanes[lane].spans;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const TaskId task = spans.task[i];
      const std::string_view kind = span_kind_name(spans.kind[i]);
      event("X") << ",\"name\":";
      if (task.is_none()) {
        out_ << '"' << kind << '"';
      } else {
        out_ << json_text(type_name(trace_, task));
      }
      out_ << ",\"cat\":\"gusset." << kind << "\",\"ts\":";
      out_.time(spans.begin_ns[i], us) << ",\"dur\":";
      out_.time(spans.end_ns[i] - spans.begin_ns[i], us);
      at(LaneId(lane));
      if (!task.is_none()) arguments(task);
      out_ << '}';
    }
  }

  /// Everything that is known about a task, attached to its first span.
  void arguments(TaskId task) {
    const std::size_t t = task.value();
    out_ << ",\"args\":{\"gusset.task\":" << t;
    if (!is_written_[t]) {
      is_written_[t] = true;
      const TaskColumns& tasks = trace_.tasks;
      const Recorded& known = trace_.recorded;
      if (known.parents && !tasks.parent[t].is_none())
        out_ << ",\"gusset.parent\":" << tasks.parent[t].value();
      if (known.work) out_ << ",\"gusset.work\":" << tasks.work[t];
      if (known.submit && tasks.submit_ns[t] != unknown_time)
        out_ << ",\"gusset.submit_ns\":" << tasks.submit_ns[t];
      if (known.ready && tasks.ready_ns[t] != unknown_time)
        out_ << ",\"gusset.ready_ns\":" << tasks.ready_ns[t];
      for (const Attribute& attribute : trace_.attributes) value(attribute, task);
    }
    out_ << '}';
  }

  void value(const Attribute& attribute, TaskId task) {
    const auto row = attribute.row_of(task);
    if (!row) return;
    out_ << ',' << json_text(attribute.name) << ':';
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&attribute.values)) {
      out_ << (*integers)[*row];
    } else if (const auto* texts = std::get_if<std::vector<std::string>>(&attribute.values)) {
      out_ << json_text((*texts)[*row]);
    } else {
      const double real = std::get<std::vector<double>>(attribute.values)[*row];
      if (!std::isfinite(real)) {
        out_ << (std::isnan(real) ? "\"NaN\"" : real > 0 ? "\"Infinity\"" : "\"-Infinity\"");
      } else if (real == std::floor(real) && std::abs(real) < 1e15) {
        out_ << static_cast<std::int64_t>(real) << ".0";  // keeps the value a real number for readers
      } else {
        out_ << real;
      }
    }
  }

  void arrows() {
    const TaskTimes times = task_times(trace_);
    const Arrows drawn = arrows_of(trace_);
    commuting_pairs_ = drawn.commuting_pairs;
    std::size_t id = 0;
    for (const Dependency& arrow : drawn.arrows) {
      if (times.lane[arrow.before.value()].is_none() || times.lane[arrow.after.value()].is_none()) {
        ++arrows_not_drawn_;
        continue;
      }
      end("s", arrow, times, arrow.before, id) << '}';
      end("f", arrow, times, arrow.after, id) << ",\"bp\":\"e\"}";
      ++id;
    }
  }

  /// One end of an arrow, at the start of the task's first span: exactly one span of the lane is sure to
  /// enclose that time.
  TextWriter& end(const char* phase, const Dependency& arrow, const TaskTimes& times, TaskId task,
                  std::size_t id) {
    event(phase) << ",\"name\":\"dependency\",\"cat\":\"gusset.dependency\",\"id\":" << id << ",\"ts\":";
    out_.time(times.begin_ns[task.value()], us);
    at(times.lane[task.value()]);
    return out_ << ",\"args\":{\"gusset.before\":" << arrow.before.value()
                << ",\"gusset.after\":" << arrow.after.value() << '}';
  }

  void counters() {
    for (const Counter& counter : trace_.counters) {
      const std::string unit = json_text(counter.unit.empty() ? "value" : counter.unit);
      for (std::size_t i = 0; i < counter.time_ns.size(); ++i) {
        event("C") << ",\"name\":" << json_text(counter.name)
                   << ",\"cat\":\"gusset.counter\",\"pid\":" << counter.node.value() << ",\"ts\":";
        out_.time(counter.time_ns[i], us) << ",\"args\":{" << unit << ':' << counter.value[i] << "}}";
      }
    }
  }

  LeftOut left_out() const {
    LeftOut list;
    const auto never_ran =
        static_cast<std::size_t>(std::count(is_written_.begin(), is_written_.end(), false));
    add_count(list, never_ran, "task without spans", "tasks without spans");
    add_count(list, arrows_not_drawn_, "dependency of a task that never ran",
              "dependencies of tasks that never ran");
    add_count(list, commuting_pairs_, "pair of commuting tasks", "pairs of commuting tasks");
    if (trace_.recorded.accesses) list.emplace_back(accesses_left_out);
    add_count(list, trace_.messages.size(), "message", "messages");
    add_count(list, trace_.span_links.size(), "span link", "span links");
    add_threads(list, trace_);
    add_count(list, trace_.marks.size(), "mark", "marks");
    add_count(list, extra_lanes_, "extra lane of a worker (it becomes a thread)",
              "extra lanes of workers (they become threads)");
    return list;
  }

  const Trace& trace_;
  TextWriter& out_;
  bool is_first_ = true;
  std::vector<bool> is_written_;
  std::size_t arrows_not_drawn_ = 0;
  std::size_t commuting_pairs_ = 0;
  std::size_t extra_lanes_ = 0;
};

}  // namespace

LeftOut write_chrome_json(const Trace& trace, TextWriter& out) {
  return ChromeWriter(trace, out).write();
}

}  // namespace gusset::traces::exporting
