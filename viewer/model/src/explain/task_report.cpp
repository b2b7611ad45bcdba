#include "gusset/viewer/model/explain/task_report.hpp"
#include "gusset/viewer/model/document/task_query.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/analysis/time/task_filter.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_name.hpp"
#include "gusset/viewer/model/timeline/task_children.hpp"

namespace gusset::viewer {
namespace {

using traces::TaskId;

const std::string being_computed = "computing…";
constexpr std::size_t max_child_links = 6;
constexpr std::size_t max_region_links = 4;

ReportLine line(std::string label, std::string text) {
  return {std::move(label), {{std::move(text), {}}}};
}
/// One line at the report's end names all unknown values (see join_unknown).
ReportLine unknown(std::string label) {
  return {std::move(label), {}, true};
}

/// Text that links to all tasks that share it.
ReportPiece shared_by(std::string text, const std::string& key, const std::optional<std::string>& value) {
  ReportPiece piece{std::move(text), {}};
  if (value) piece.condition = key + "=" + *value;
  return piece;
}

class Reporter {
 public:
  Reporter(const Document& document, const traces::TaskGraph* graph, TaskReference task,
           const TaskChildren* children, const picture::OffCore* off_core)
      : loaded_(document.panel(task.panel)),
        trace_(*loaded_.trace),
        graph_(graph),
        task_(task),
        children_(children),
        off_core_(off_core) {
    if (graph_ != nullptr) details_ = traces::task_details(trace_, *graph_, loaded_.times, task.task);
  }

  ReportSection identity() const {
    ReportSection section{"", {}};
    const std::string& type = type_name(trace_, task_.task);
    section.lines.push_back({"type", {shared_by(type, "type", in_quotes(type))}});
    if (const std::optional<SourceLocation> place = source_location(type)) {
      section.lines.push_back({"source", {{place_text(*place), {}, place}}});
    }
    if (traces::is_serial_type(trace_, trace_.tasks.type[task_.task.value()]))
      section.lines.push_back(outside_regions());
    section.lines.push_back(line("task", count_text(task_.task.value())));
    const std::optional<std::size_t> row = loaded_.row_of(task_.task);
    if (row) {
      const Row& where = loaded_.rows[*row];
      const std::uint32_t worker = trace_.lanes[where.lane.value()].worker.value();
      const std::uint32_t node = where.node.value();
      section.lines.push_back({"worker", {shared_by(where.label, "worker", std::to_string(worker))}});
      section.lines.push_back({"node", {shared_by(trace_.nodes[node].name, "node", std::to_string(node))}});
      if (auto bound = binding(traces::WorkerId(worker))) section.lines.push_back(std::move(*bound));
    } else {
      section.lines.push_back(line("worker", "never ran"));
    }
    if (trace_.recorded.parents) {
      const TaskId parent = trace_.tasks.parent[task_.task.value()];
      if (!parent.is_none()) section.lines.push_back(linked("parent", {parent}));
      if (auto created = children()) section.lines.push_back(std::move(*created));
    }
    section.lines.push_back(declared_work());
    add_span_links(section);
    return section;
  }

  /// What the type `serial` of an OpenMP program is, with the source lines of the regions if their names have
  /// them.
  ReportLine outside_regions() const {
    std::vector<SourceLocation> places;
    std::vector<bool> is_known(trace_.types.size());
    for (const traces::JoinedTask& part : trace_.fork_join.joined) {
      const std::size_t type = trace_.tasks.type[part.task.value()].value();
      if (part.region == traces::JoinedTask::no_region || is_known[type]) continue;
      is_known[type] = true;
      if (auto place = source_location(trace_.types[type])) places.push_back(std::move(*place));
    }
    ReportLine result = line("runs", std::string(traces::outside_regions_text));
    const std::size_t shown = std::min(places.size(), max_region_links);
    for (std::size_t i = 0; i < shown; ++i) {
      result.pieces.push_back({i == 0 ? ", which are at " : ", ", {}});
      result.pieces.push_back({place_text(places[i]), {}, places[i]});
    }
    if (places.size() > shown) result.pieces.push_back({" " + more(places.size() - shown), {}});
    return result;
  }

  /// The program declares the work of its tasks in a unit of its choice, often operations.
  ReportLine declared_work() const {
    constexpr const char* label = "declared work";
    if (!trace_.recorded.work) return unknown(label);
    const double work = trace_.tasks.work[task_.task.value()];
    const std::int64_t ran_ns = loaded_.times.duration_ns[task_.task.value()];
    std::string text = work_text(work);
    text += text == "1" ? " unit" : " units";
    if (ran_ns > 0 && work > 0.0)
      text += ", " + work_text(work * 1e9 / static_cast<double>(ran_ns)) + " a second";
    return line(label, std::move(text));
  }

  std::optional<ReportLine> children() const {
    if (children_ == nullptr) return line("children", being_computed);
    const std::span<const TaskId> all = children_->of(task_.task);
    if (all.empty()) return std::nullopt;
    // A parent may have millions of children. More than a few links would push the rest of the report out of
    // view.
    const std::size_t linked_count = std::min(all.size(), max_child_links);
    ReportLine result =
        linked("children", {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(linked_count)});
    result.pieces.insert(result.pieces.begin(), {count_text(all.size()) + ": ", {}});
    if (all.size() > linked_count) result.pieces.push_back({" " + more(all.size() - linked_count), {}});
    return result;
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
    section.lines.push_back(line("duration", duration_text(i)));
    if (auto compared = against_type(i)) section.lines.push_back(std::move(*compared));
    if (off_core_ != nullptr && off_core_->of(task_.task) > 0) {
      const auto without_ns = static_cast<double>(off_core_->of(task_.task));
      section.lines.push_back(line(
          "no processor", duration_text_ns(off_core_->of(task_.task)) + ", " +
                              percent_text(without_ns / static_cast<double>(loaded_.times.duration_ns[i])) +
                              " of the duration, although its thread could run (hatched)"));
    }
    section.lines.push_back(ready == traces::unknown_time
                                ? unknown("ready → start")
                                : line("ready → start", duration_text_ns(begin - ready)));
    if (const std::optional<std::int64_t> search_ns = search_before()) {
      section.lines.push_back(line("search before it", duration_text_ns(*search_ns)));
    }
    if (auto victim = stolen_from()) section.lines.push_back(std::move(*victim));
    return section;
  }

  /// The duration beside the median of its type; nothing if the type has too few tasks to compare with.
  std::optional<ReportLine> against_type(std::size_t task) const {
    constexpr std::uint64_t enough_for_a_median = 3;
    const auto& types = loaded_.totals.types;
    const auto type = std::find_if(types.begin(), types.end(), [&](const traces::TypeStatistics& each) {
      return each.type == trace_.tasks.type[task];
    });
    if (type == types.end() || type->tasks < enough_for_a_median || type->median_ns <= 0) return std::nullopt;
    const double ratio =
        static_cast<double>(loaded_.times.duration_ns[task]) / static_cast<double>(type->median_ns);
    return line("median of its type", duration_text_ns(type->median_ns) + "; this task took " +
                                          ratio_text(ratio) + " times as long");
  }

  /// The processors on which the worker's thread may run; nothing if that is not limited or not known.
  std::optional<ReportLine> binding(traces::WorkerId worker) const {
    const auto& bindings = trace_.processor_time.bindings;
    const auto found = std::find_if(bindings.begin(), bindings.end(),
                                    [&](const traces::Binding& each) { return each.worker == worker; });
    if (found == bindings.end() || found->processors == 0) return std::nullopt;
    return line("may run on", count_text(found->processors, "processor") +
                                  (found->affinity.empty() ? "" : ", mask " + found->affinity));
  }

  /// Nothing if the task was not stolen.
  std::optional<ReportLine> stolen_from() const {
    const char* const label = traces::stolen_from;
    for (const traces::Attribute& attribute : trace_.attributes) {
      if (attribute.name != label) continue;
      auto value = value_of(attribute);
      if (!value) return std::nullopt;
      return ReportLine{label, {of_attribute(attribute, std::move(*value))}};
    }
    return unknown(label);
  }

  /// The task's own running time, without tasks that ran within it and without its waits.
  std::string duration_text(std::size_t task) const {
    const std::int64_t ran_ns = loaded_.times.duration_ns[task];
    const std::int64_t whole_ns = loaded_.times.end_ns[task] - loaded_.times.begin_ns[task];
    std::string text = duration_text_ns(ran_ns);
    if (whole_ns != ran_ns) text += " running, " + duration_text_ns(whole_ns) + " from start to end";
    return text;
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
    const bool ran = loaded_.times.begin_ns[task_.task.value()] != traces::unknown_time;
    section.lines.push_back(!ran             ? line("waited for", "never ran")
                            : last.is_none() ? line("waited for", "nothing")
                                             : waited_for(last));
    if (!details_.predecessors.empty())
      section.lines.push_back(linked("predecessors", details_.predecessors, last,
                                     details_.came_by_message ? "its data arrived last" : "ended last"));
    if (!details_.successors.empty())
      section.lines.push_back(linked("successors", details_.successors, first_successor(), "began first"));
    return section;
  }

  ReportLine waited_for(TaskId last) const {
    ReportLine found = linked("waited for", {last});
    if (details_.came_by_message) found.pieces.push_back({", whose data arrived in a message", {}});
    return found;
  }

  ReportSection accesses() const {
    ReportSection section{"Accesses", {}};
    if (!trace_.recorded.accesses) {
      section.lines.push_back(unknown("handles"));
      return section;
    }
    const auto accesses = trace_.accesses.of(task_.task);
    for (const traces::Access& access : accesses.first(std::min(accesses.size(), max_links))) {
      const std::size_t handle = access.handle.value();
      const std::string& name = trace_.handles.name[handle];
      const ReportPiece handle_piece = name.empty()
                                           ? ReportPiece{traces::handle_name(trace_, access.handle), {}}
                                           : shared_by(name, "handle", in_quotes(name));
      std::string text = " version " + std::to_string(access.version);
      const std::uint64_t size = trace_.handles.size_bytes[handle];
      if (size > 0) text += ", " + bytes_text(size);
      section.lines.push_back(
          {trace_.access_modes[access.mode.value()].name, {handle_piece, {std::move(text), {}}}});
    }
    if (accesses.size() > max_links) section.lines.push_back(line("", more(accesses.size() - max_links)));
    return section;
  }

  std::optional<ReportSection> attributes() const {
    ReportSection section{"Attributes", {}};
    for (const traces::Attribute& attribute : trace_.attributes) {
      if (attribute.name == traces::stolen_from) continue;  // shown with the times
      if (auto value = value_of(attribute))
        section.lines.push_back({attribute.name, {of_attribute(attribute, std::move(*value))}});
    }
    return section.lines.empty() ? std::nullopt : std::optional(std::move(section));
  }

 private:
  /// Fractions are shown rounded, so they cannot be searched for.
  static ReportPiece of_attribute(const traces::Attribute& attribute, std::string value) {
    const std::optional<std::string> key = in_quotes(attribute.name);
    const bool is_exact = !std::holds_alternative<std::vector<double>>(attribute.values);
    if (!key || !is_exact || traces::TaskFilter::is_key(attribute.name)) return {std::move(value), {}};
    std::optional<std::string> wanted = in_quotes(value);
    return shared_by(std::move(value), *key, wanted);
  }

  /// The attribute's value for this task; nothing if it has none.
  std::optional<std::string> value_of(const traces::Attribute& attribute) const {
    const auto row = attribute.row_of(task_.task);
    if (!row) return std::nullopt;
    return std::visit([&](const auto& values) { return text(values[*row]); }, attribute.values);
  }

  static std::string text(std::int64_t value) { return std::to_string(value); }
  static std::string text(double value) { return work_text(value); }
  static std::string text(const std::string& value) { return value; }
  static std::string more(std::uint64_t count) { return "… and " + count_text(count) + " more"; }

  ReportLine at(std::string label, std::int64_t time_ns) const {
    if (time_ns == traces::unknown_time) return unknown(std::move(label));
    // Resolves a thousandth of the task's duration, and at least a microsecond.
    const double duration = static_cast<double>(loaded_.times.duration_ns[task_.task.value()]);
    const double resolution = std::clamp(duration / 1000.0, 1.0, 1000.0);
    return line(std::move(label), time_text(static_cast<double>(time_ns), resolution,
                                            static_cast<double>(loaded_.totals.makespan_ns)));
  }

  /// `marked` is the emphasised task among `tasks`, or none. It comes first, so that it is visible in a long
  /// list.
  ReportLine linked(std::string label, std::vector<TaskId> tasks, TaskId marked = TaskId(),
                    const std::string& why_marked = "") const {
    ReportLine result{std::move(label), {}};
    const auto found = std::find(tasks.begin(), tasks.end(), marked);
    const bool marks = found != tasks.end() && tasks.size() > 1;
    if (marks) std::rotate(tasks.begin(), found, found + 1);
    for (std::size_t i = 0; i < std::min(tasks.size(), max_links); ++i) {
      if (i > 0) result.pieces.push_back({", ", {}});
      result.pieces.push_back(
          {task_name(loaded_, tasks[i]), TaskReference{task_.panel, tasks[i]}, {}, marks && i == 0});
      if (marks && i == 0) result.pieces.push_back({" (" + why_marked + ")", {}});
    }
    if (tasks.size() > max_links) result.pieces.push_back({" " + more(tasks.size() - max_links), {}});
    return result;
  }

  TaskId first_successor() const {
    TaskId first;
    for (const TaskId task : details_.successors) {
      const std::int64_t begin_ns = loaded_.times.begin_ns[task.value()];
      if (begin_ns == traces::unknown_time) continue;
      if (first.is_none() || begin_ns < loaded_.times.begin_ns[first.value()]) first = task;
    }
    return first;
  }

  /// How long the worker searched for work right before the task began; nothing if the trace has no such
  /// span.
  std::optional<std::int64_t> search_before() const {
    const traces::LaneId lane = loaded_.times.lane[task_.task.value()];
    const traces::SpanColumns& spans = trace_.lanes[lane.value()].spans;
    const auto first = std::lower_bound(spans.begin_ns.begin(), spans.begin_ns.end(),
                                        loaded_.times.begin_ns[task_.task.value()]);
    if (first == spans.begin_ns.begin()) return std::nullopt;
    const auto before = static_cast<std::size_t>(first - spans.begin_ns.begin()) - 1;
    if (spans.kind[before] != traces::SpanKind::steal) return std::nullopt;
    return spans.end_ns[before] - spans.begin_ns[before];
  }

  /// The tasks that created this task, that it created, whose end it waited for, and that waited for its end.
  void add_span_links(ReportSection& section) const {
    if (trace_.span_links.empty()) return;
    std::array<std::vector<TaskId>, 4> found;
    const auto task_of = [&](const traces::SpanReference& of) {
      return trace_.lanes[of.lane.value()].spans.task[static_cast<std::size_t>(of.index)];
    };
    for (const traces::SpanLink& link : trace_.span_links) {
      const TaskId from = task_of(link.from);
      const TaskId to = task_of(link.to);
      const std::size_t kind = link.kind == traces::SpanLink::Kind::create ? 0 : 2;
      if (to == task_.task && !from.is_none()) found[kind].push_back(from);
      if (from == task_.task && !to.is_none()) found[kind + 1].push_back(to);
    }
    constexpr std::array labels{"created by", "created", "waited for the end of", "awaited by"};
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!found[i].empty()) section.lines.push_back(linked(labels[i], found[i]));
    }
  }

  const LoadedTrace& loaded_;
  const traces::Trace& trace_;
  const traces::TaskGraph* graph_;
  TaskReference task_;
  const TaskChildren* children_;
  const picture::OffCore* off_core_;
  traces::TaskDetails details_;
};

/// Replaces the lines of unknown values by one line at the end, and removes sections that have no lines.
void join_unknown(std::vector<ReportSection>& sections) {
  std::string labels;
  for (ReportSection& section : sections) {
    for (const ReportLine& each : section.lines) {
      if (each.unknown) labels += (labels.empty() ? "" : ", ") + each.label;
    }
    std::erase_if(section.lines, [](const ReportLine& each) { return each.unknown; });
  }
  std::erase_if(sections, [](const ReportSection& section) { return section.lines.empty(); });
  if (!labels.empty()) sections.push_back({"", {{"not recorded", {{std::move(labels), {}}}, true}}});
}

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

TaskReport task_report(const Document& document, const traces::TaskGraph* graph, TaskReference task,
                       const TaskChildren* children, const picture::OffCore* off_core) {
  const LoadedTrace& loaded = document.panel(task.panel);
  const Reporter reporter(document, graph, task, children, off_core);
  TaskReport report;
  report.type = type_name(*loaded.trace, task.task);
  const std::size_t category = loaded.category(task.task);
  report.colour = document.colours.of_categories(task.panel)[category];
  report.heading = task_name(loaded, task.task);
  report.sections = {reporter.identity(), reporter.times(), reporter.neighbours(), reporter.accesses()};
  if (auto attributes = reporter.attributes()) report.sections.push_back(std::move(*attributes));
  join_unknown(report.sections);
  return report;
}

TaskReport set_report(const Document& document, const TaskSet& set) {
  TaskReport report;
  report.heading = count_text(set.tasks.size(), "task") + " selected";
  report.colour = {99, 110, 123};
  ReportSection section{"", {line("name", set.name)}};
  std::int64_t total_ns = 0;
  std::optional<TaskReference> longest;
  const auto duration_ns = [&](TaskReference task) {
    return document.panel(task.panel).times.duration_ns[task.task.value()];
  };
  for (const TaskReference task : set.tasks) {
    if (!document.has(task)) continue;
    total_ns += duration_ns(task);
    if (!longest || duration_ns(task) > duration_ns(*longest)) longest = task;
  }
  section.lines.push_back(line("total time", duration_text_ns(total_ns)));
  if (longest) {
    section.lines.push_back({"longest",
                             {{task_name(document.panel(longest->panel), longest->task), longest},
                              {", " + duration_text_ns(duration_ns(*longest)), {}}}});
  }
  report.sections.push_back(std::move(section));
  return report;
}

}  // namespace gusset::viewer
