// Paje traces: containers, their states, and links between them. The file's header defines the layout of its
// lines.
#include <algorithm>
#include <map>
#include <string>

#include "exchange/import/paje/paje_containers.hpp"
#include "exchange/import/paje/paje_counters.hpp"
#include "exchange/import/paje/paje_lines.hpp"
#include "exchange/import/paje/paje_links.hpp"
#include "number_table.hpp"
#include "numbered_tasks.hpp"
#include "readers.hpp"
#include "scan.hpp"
#include "span_kinds.hpp"
#include "trace_builder.hpp"

namespace gusset::traces::import {
namespace {

using EventKind = PajeEvent::Kind;
using Field = PajeEvent::Field;

struct OpenState {
  std::size_t span = 0;
  TaskId task;
};

/// The states of one type in one container.
struct Track {
  std::uint32_t row = 0;
  std::uint32_t container = 0;
  std::vector<OpenState> open;
};

/// What a state value means.
struct Value {
  SpanKind kind = SpanKind::run;
  TypeId type;
  std::string name;
};

class PajeReader {
 public:
  PajeReader(const FileText& source, IssueList& issues)
      : issues_(issues),
        builder_(issues),
        line_(source, issues),
        containers_(line_, builder_),
        counters_(line_, containers_),
        links_(line_, containers_, issues),
        numbered_tasks_(source.text().size()) {}

  Result<Trace> read() {
    if (auto done = line_.read_header(); !done) return done.error();
    while (line_.next()) {
      const auto event = line_.split_line();
      const auto done = !event ? Result<Done>(event.error()) : *event == nullptr ? Done{} : handle(**event);
      if (done) continue;
      if (line_.is_complete()) return done.error();
      issues_.add(ImportIssue::Kind::truncated, done.error());
    }
    return finish();
  }

 private:
  Result<Done> take_time() {
    const std::string_view text = line_[Field::time];
    if (text.empty()) return Error{line_.at_line(), "a time", "none"};
    const char* const stop = scan_scaled(text.data(), containers_.is_starpu() ? 6 : 9, time_ns_);
    if (stop != text.data() + text.size()) return line_.bad("a time", text);
    last_ns_ = std::max(last_ns_, time_ns_);
    return Done{};
  }

  Result<Done> handle(const PajeEvent& event) {
    switch (event.kind) {
      case EventKind::define_container_type:
      case EventKind::define_type:
        containers_.define_type(event.kind == EventKind::define_container_type);
        return Done{};
      case EventKind::define_value:
        value_of(line_.alias(), line_[Field::name]);
        return Done{};
      case EventKind::unknown:
        issues_.add(ImportIssue::Kind::unknown_record, line_.at_line(), "a Paje event",
                    errors::shown(event.name));
        return Done{};
      default:
        break;
    }
    if (auto done = take_time(); !done) return done;
    switch (event.kind) {
      case EventKind::create_container:
        return containers_.create();
      case EventKind::destroy_container:
        return destroy_container();
      case EventKind::set_state:
      case EventKind::push_state:
        return begin_state(event.kind == EventKind::set_state);
      case EventKind::pop_state:
      case EventKind::reset_state:
        return end_state(event.kind == EventKind::reset_state);
      case EventKind::new_event:
        issues_.add(ImportIssue::Kind::instants, line_.at_line(), "states and links",
                    "an event without a duration (dropped)");
        return Done{};
      case EventKind::set_variable:
        return counters_.change(time_ns_, 0.0, 1.0);
      case EventKind::add_variable:
        return counters_.change(time_ns_, 1.0, 1.0);
      case EventKind::sub_variable:
        return counters_.change(time_ns_, 1.0, -1.0);
      default:
        return links_.add_end(event.kind == EventKind::start_link, time_ns_,
                              [this](std::uint32_t container) { return open_task(container); });
    }
  }

  /// The value with this alias. An undefined alias is its own name.
  Value& value_of(std::string_view alias, std::string_view name) {
    const std::uint32_t number = values_.add(alias);
    if (number == value_list_.size()) {
      const std::string text = line_.name_of(name);
      // While a worker of StarPU is in its task's state, its thread is "Executing".
      const bool is_task = !containers_.is_starpu() || text != "Executing";
      value_list_.push_back({is_task ? kind_of_state(text) : SpanKind::other, TypeId(), text});
    }
    return value_list_[number];
  }

  /// Ends the states of a container and of all containers within it.
  Result<Done> destroy_container() {
    const std::string_view name = line_[Field::name].empty() ? line_[Field::alias] : line_[Field::name];
    const auto container = containers_.find(name);
    if (!container && name != "0") return container.error();
    if (!container) {  // the root, which no line creates
      for (Track& track : tracks_) end_all(track);
      return Done{};
    }
    for (std::vector<std::uint32_t> left{*container}; !left.empty();) {
      const PajeContainer& ended = containers_[left.back()];
      left.pop_back();
      for (const std::uint32_t track : ended.tracks) end_all(tracks_[track]);
      left.insert(left.end(), ended.children.begin(), ended.children.end());
    }
    return Done{};
  }

  Result<Track*> track() {
    const auto container = containers_.find(line_[Field::container]);
    if (!container) return container.error();
    if (line_[Field::type] != last_type_name_) {
      const auto type = containers_.type(line_[Field::type]);
      if (!type) return type.error();
      last_type_ = *type;
      last_type_name_ = line_[Field::type];
    }
    bool is_new = false;
    const std::uint32_t number = track_numbers_.add(std::uint64_t{*container} << 32 | last_type_, is_new);
    if (is_new) add_track(number, *container);
    return &tracks_[number];
  }

  /// Workers are sorted by the creation of their containers.
  void add_track(std::uint32_t number, std::uint32_t container) {
    PajeContainer& of = containers_[container];
    of.node = containers_.node_of(container);
    // States of another type may cross these, so they get another row.
    const std::string name = of.tracks.empty() ? of.name : of.name + ": " + containers_.type_name(last_type_);
    of.tracks.push_back(number);
    tracks_.push_back({builder_.add_row(builder_.add_worker(of.node, name, container)), container, {}});
  }

  /// Adds the workers that were idle throughout: containers without states whose type has states elsewhere.
  void add_idle_workers() {
    std::vector<bool> has_states;  // indexed by type
    for (const Track& track : tracks_) {
      const std::uint32_t type = containers_[track.container].type;
      if (type >= has_states.size()) has_states.resize(type + std::size_t{1});
      has_states[type] = true;
    }
    for (std::uint32_t i = 0; i < containers_.size(); ++i) {
      const PajeContainer& container = containers_[i];
      if (!container.tracks.empty() || container.type >= has_states.size() || !has_states[container.type])
        continue;
      builder_.add_row(builder_.add_worker(containers_.node_of(i), container.name, i));
    }
  }

  void end_top(Track& track) {
    const OpenState& top = track.open.back();
    SpanColumns& spans = builder_.spans(track.row);
    spans.end_ns[top.span] = checked_end(issues_, spans.begin_ns[top.span], time_ns_, line_.at_line());
    if (!top.task.is_none()) containers_[track.container].last_task = top.task;
    track.open.pop_back();
  }

  void end_all(Track& track) {
    while (!track.open.empty()) end_top(track);
  }

  Result<Done> begin_state(bool is_set) {
    const auto found = track();
    if (!found) return found.error();
    Track& on = **found;
    if (is_set) end_all(on);
    Value& value = value_of(line_[Field::value], line_[Field::value]);
    SpanKind kind = value.kind;
    TaskId task;
    std::string_view task_number;
    for (const auto& [name, text] : line_.others()) {
      if (name == paje_kind_field) kind = span_kind_named(text).value_or(SpanKind::run);
      if (name == paje_task_field) task_number = text;
    }
    if (kind == SpanKind::run || (!task_number.empty() && task_number != "-")) {
      task = task_of(task_number, value);
      for (const auto& [name, text] : line_.others()) {
        if (name != paje_kind_field && name != paje_task_field)
          builder_.attribute(name).add_parsed(task, text);
      }
      links_.begin_task(containers_[on.container], task);
    } else {
      kept_by_kind_[value.name] = kind;
    }
    on.open.push_back({builder_.add_span(on.row, time_ns_, time_ns_, task, kind, line_.number()), task});
    return Done{};
  }

  /// A new task, or in files written by Gusset the task with that number.
  TaskId task_of(std::string_view number_text, Value& value) {
    if (value.type.is_none()) value.type = builder_.type(value.name);
    std::uint64_t number = 0;
    if (!parse_number(number_text, number)) return builder_.add_task(value.type);
    TaskId& task = numbered_tasks_[number];
    if (task.is_none()) task = builder_.add_task(value.type);
    return task;
  }

  Result<Done> end_state(bool is_reset) {
    const auto found = track();
    if (!found) return found.error();
    Track& on = **found;
    if (is_reset) {
      end_all(on);
    } else if (on.open.empty()) {
      issues_.add(ImportIssue::Kind::unmatched_end, line_.at_line(), "an open state", "none");
    } else {
      end_top(on);
    }
    return Done{};
  }

  TaskId open_task(std::uint32_t container) const {
    for (const std::uint32_t track : containers_[container].tracks) {
      if (!tracks_[track].open.empty()) return tracks_[track].open.back().task;
    }
    return TaskId();
  }

  Result<Trace> finish() {
    for (Track& track : tracks_) {
      for (const OpenState& open : track.open) {
        issues_.add(ImportIssue::Kind::unmatched_begin, line_.source_name(), "an end for each state",
                    "one of " + containers_[track.container].name + " that never ends");
        builder_.set_end(track.row, open.span,
                         std::max(last_ns_, builder_.spans(track.row).begin_ns[open.span]));
      }
    }
    // Tasks of files written by Gusset keep their order.
    if (const auto numbers = numbered_tasks_.renumber(builder_.trace.tasks.size()); !numbers.empty()) {
      builder_.renumber_tasks(numbers);
      links_.renumber(numbers);
    }
    links_.add_to(builder_, numbered_tasks_);
    add_idle_workers();
    counters_.add_to(builder_);
    Trace trace = builder_.finish(
        [this](std::uint32_t, std::uint32_t line) { return errors::at_line(line_.source_name(), line); });
    if (containers_.is_starpu()) {
      trace.metadata.runtime = "StarPU";
      trace.metadata.notes.emplace_back("times are read as ms, as StarPU writes them");
    }
    add_note(trace.metadata);
    return trace;
  }

  void add_note(Metadata& metadata) const {
    std::string text;
    for (const auto& [name, kind] : kept_by_kind_) {
      const std::string_view as = span_kind_names[static_cast<std::size_t>(kind)];
      if (name == as) continue;
      text += (text.empty() ? "" : ", ") + name + " as " + std::string(as);
    }
    if (!text.empty()) metadata.notes.push_back("states that are not tasks: " + text);
  }

  IssueList& issues_;
  TraceBuilder builder_;
  PajeLines line_;
  PajeContainers containers_;
  PajeCounters counters_;
  PajeLinks links_;
  std::int64_t time_ns_ = 0;
  std::int64_t last_ns_ = 0;

  NameTable values_;
  std::vector<Value> value_list_;
  std::map<std::string, SpanKind> kept_by_kind_;

  NumberTable track_numbers_;
  std::vector<Track> tracks_;
  std::string last_type_name_;
  std::uint32_t last_type_ = PajeContainers::none;
  NumberedTasks numbered_tasks_;
};

}  // namespace

Result<Trace> read_paje(const FileText& source, IssueList& issues) {
  return PajeReader(source, issues).read();
}

}  // namespace gusset::traces::import
