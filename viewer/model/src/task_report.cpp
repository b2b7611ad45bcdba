#include "gusset/viewer/model/task_report.hpp"

#include <algorithm>
#include <limits>

#include "gusset/viewer/model/time_text.hpp"

namespace gusset::viewer {
namespace {

using traces::TaskId;

const std::string not_recorded = "not recorded";
const std::string being_computed = "computing…";

ReportLine line(std::string label, std::string text) {
  return {std::move(label), {{std::move(text), {}}}, false};
}
ReportLine unknown(std::string label) {
  return {std::move(label), {{not_recorded, {}}}, true};
}

class Reporter {
 public:
  Reporter(const Document& document, const traces::TaskGraph* graph, TaskReference task)
      : loaded_(document.panel(task.panel)), trace_(*loaded_.trace), graph_(graph), task_(task) {
    if (graph_ != nullptr) details_ = traces::task_details(trace_, *graph_, loaded_.times, task.task);
  }

  ReportSection identity() const {
    ReportSection section{"", {}};
    section.lines.push_back(line("type", loaded_.type_name(task_.task)));
    section.lines.push_back(line("task", count_text(task_.task.value())));
    const std::optional<std::size_t> row = loaded_.row_of(task_.task);
    if (row) {
      const Row& where = loaded_.rows[*row];
      section.lines.push_back(line("worker", where.label));
      section.lines.push_back(line("node", trace_.nodes[where.node.value()].name));
    } else {
      section.lines.push_back(line("worker", "never ran"));
    }
    if (trace_.recorded.parents) {
      const TaskId parent = trace_.tasks.parent[task_.task.value()];
      section.lines.push_back(parent.is_none() ? line("parent", "none") : linked("parent", {parent}));
    }
    section.lines.push_back(trace_.recorded.work
                                ? line("work", work_text(trace_.tasks.work[task_.task.value()]))
                                : unknown("work"));
    return section;
  }

  ReportSection times() const {
    ReportSection section{"Time", {}};
    const std::size_t i = task_.task.value();
    const std::int64_t begin = loaded_.times.begin_ns[i];
    const std::int64_t ready = trace_.recorded.ready ? trace_.tasks.ready_ns[i] : traces::unknown_time;
    section.lines.push_back(
        at("submit", trace_.recorded.submit ? trace_.tasks.submit_ns[i] : traces::unknown_time));
    section.lines.push_back(at("ready", ready));
    section.lines.push_back(begin == traces::unknown_time ? line("begin", "never ran") : at("begin", begin));
    if (begin == traces::unknown_time) return section;
    section.lines.push_back(at("end", loaded_.times.end_ns[i]));
    section.lines.push_back(line("duration", duration_text(loaded_.times.duration_ns[i])));
    section.lines.push_back(ready == traces::unknown_time
                                ? unknown("ready → start")
                                : line("ready → start", duration_text(begin - ready)));
    return section;
  }

  ReportSection neighbours() const {
    ReportSection section{"Dependencies", {}};
    for (const char* label : {"waited for", "predecessors", "successors"}) {
      if (!trace_.recorded.accesses && !trace_.recorded.dependencies) {
        section.lines.push_back(unknown(label));
      } else if (graph_ == nullptr) {
        section.lines.push_back(line(label, being_computed));
      }
    }
    if (!section.lines.empty()) return section;
    const TaskId last = details_.last_predecessor;
    section.lines.push_back(last.is_none() ? line("waited for", "nothing") : linked("waited for", {last}));
    section.lines.push_back(linked("predecessors", details_.predecessors));
    section.lines.push_back(linked("successors", details_.successors));
    return section;
  }

  ReportSection accesses() const {
    ReportSection section{"Accesses", {}};
    if (!trace_.recorded.accesses) {
      section.lines.push_back(unknown("handles"));
      return section;
    }
    const std::uint64_t first = trace_.accesses.first[task_.task.value()];
    const std::uint64_t end = trace_.accesses.first[task_.task.value() + 1];
    for (std::uint64_t i = first; i < std::min<std::uint64_t>(end, first + most_links); ++i) {
      const traces::Access& access = trace_.accesses.items[i];
      const std::size_t handle = access.handle.value();
      const std::string& name = trace_.handles.name[handle];
      std::string text = (name.empty() ? "handle " + std::to_string(handle) : name) + " version " +
                         std::to_string(access.version);
      const std::uint64_t size = trace_.handles.size_bytes[handle];
      if (size > 0) text += ", " + bytes_text(size);
      section.lines.push_back(line(trace_.access_modes[access.mode.value()].name, std::move(text)));
    }
    if (end - first > most_links) section.lines.push_back(line("", more(end - first - most_links)));
    if (end == first) section.lines.push_back(line("handles", "none"));
    return section;
  }

  std::optional<ReportSection> attributes() const {
    ReportSection section{"Attributes", {}};
    for (const traces::Attribute& attribute : trace_.attributes) {
      const auto found = std::lower_bound(attribute.tasks.begin(), attribute.tasks.end(), task_.task);
      if (found == attribute.tasks.end() || *found != task_.task) continue;
      const auto index = static_cast<std::size_t>(found - attribute.tasks.begin());
      section.lines.push_back(
          line(attribute.name, std::visit([&](const auto& v) { return text(v[index]); }, attribute.values)));
    }
    return section.lines.empty() ? std::nullopt : std::optional(std::move(section));
  }

 private:
  static std::string text(std::int64_t value) { return std::to_string(value); }
  static std::string text(double value) { return work_text(value); }
  static std::string text(const std::string& value) { return value; }
  static std::string more(std::uint64_t count) { return "… and " + count_text(count) + " more"; }

  ReportLine at(std::string label, std::int64_t time_ns) const {
    if (time_ns == traces::unknown_time) return unknown(std::move(label));
    // To a thousandth of the task's duration, and at least to a microsecond.
    const double duration = static_cast<double>(loaded_.times.duration_ns[task_.task.value()]);
    const double resolution = std::clamp(duration / 1000.0, 1.0, 1000.0);
    return line(std::move(label), time_text(static_cast<double>(time_ns), resolution,
                                            static_cast<double>(loaded_.totals.makespan_ns)));
  }

  ReportLine linked(std::string label, const std::vector<TaskId>& tasks) const {
    ReportLine result{std::move(label), {}, false};
    if (tasks.empty()) result.pieces.push_back({"none", {}});
    for (std::size_t i = 0; i < std::min(tasks.size(), most_links); ++i) {
      if (i > 0) result.pieces.push_back({", ", {}});
      result.pieces.push_back({task_name(loaded_, tasks[i]), TaskReference{task_.panel, tasks[i]}});
    }
    if (tasks.size() > most_links) result.pieces.push_back({" " + more(tasks.size() - most_links), {}});
    return result;
  }

  const LoadedTrace& loaded_;
  const traces::Trace& trace_;
  const traces::TaskGraph* graph_;
  TaskReference task_;
  traces::TaskDetails details_;
};

}  // namespace

std::string TaskReport::text(const std::string& label) const {
  for (const ReportSection& section : sections) {
    for (const ReportLine& entry : section.lines) {
      if (entry.label != label) continue;
      std::string joined;
      for (const ReportPiece& piece : entry.pieces) joined += piece.text;
      return joined;
    }
  }
  return {};
}

std::string task_name(const LoadedTrace& loaded, TaskId task) {
  return loaded.type_name(task) + " #" + std::to_string(task.value());
}

TaskReport task_report(const Document& document, const traces::TaskGraph* graph, TaskReference task) {
  const LoadedTrace& loaded = document.panel(task.panel);
  const Reporter reporter(document, graph, task);
  TaskReport report;
  report.type = loaded.type_name(task.task);
  const std::size_t category = LoadedTrace::category(loaded.trace->tasks.type[task.task.value()]);
  report.colour = document.colours.of_categories(task.panel)[category];
  report.heading = task_name(loaded, task.task);
  report.sections = {reporter.identity(), reporter.times(), reporter.neighbours(), reporter.accesses()};
  if (auto attributes = reporter.attributes()) report.sections.push_back(std::move(*attributes));
  return report;
}

}  // namespace gusset::viewer
