// Paje traces: containers, their states, and links between them, as the file's own header defines their
// lines. Lines are taken apart in place; this is the format whose speed is measured against pj_dump.
// Longer than 400 lines: each kind of event is a few, and all change the same containers, tracks and stacks.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>

#include "given_tasks.hpp"
#include "import_errors.hpp"
#include "lines.hpp"
#include "number_table.hpp"
#include "paje_header.hpp"
#include "readers.hpp"
#include "scan.hpp"
#include "span_words.hpp"
#include "trace_builder.hpp"

namespace gusset::traces::import {
namespace {

using EventKind = PajeEvent::Kind;
using Field = PajeEvent::Field;

constexpr std::uint32_t none = NameTable::none;
/// Fields of Gusset's own files, in which tasks are not told apart by time alone.
constexpr std::string_view task_field = "GussetTask";
constexpr std::string_view kind_field = "GussetKind";
constexpr std::string_view dependency_type = "dependency";

/// One line, taken apart.
struct Event {
  std::array<std::string_view, PajeEvent::fields_of_use> fields;
  std::vector<std::pair<std::string_view, std::string_view>> others;
  std::int64_t time_ns = 0;

  std::string_view operator[](Field field) const { return fields[static_cast<std::size_t>(field)]; }
};

struct Container {
  std::string name;
  std::uint32_t type = none;
  std::uint32_t parent = none;
  NodeId node;
  std::vector<std::uint32_t> tracks;    ///< one per type of its states
  TaskId last_task;                     ///< that ended
  std::vector<std::size_t> waiting_in;  ///< links that the next task is at the end of
};

struct OpenState {
  std::size_t span = 0;
  TaskId task;
};

/// The states of one type of one container.
/// What a variable of a container was over time.
struct Variable {
  std::uint32_t container = none;
  std::uint32_t type = none;
  std::vector<std::int64_t> time_ns;
  std::vector<double> value;
};

struct Track {
  std::uint32_t row = 0;
  std::uint32_t container = 0;
  std::vector<OpenState> open;
};

/// What states of one value are.
struct Value {
  SpanKind kind = SpanKind::run;
  TypeId type;
};

struct Link {
  std::uint32_t start_container = none;
  std::uint32_t end_container = none;
  std::int64_t start_ns = unknown_time;
  std::int64_t end_ns = unknown_time;
  std::uint64_t payload_bytes = 0;
  TaskId before;
  TaskId after;
  std::uint32_t line = 0;
};

class PajeReader {
 public:
  PajeReader(const Source& source, IssueList& issues)
      : source_(source),
        issues_(issues),
        builder_(issues),
        lines_(source.text()),
        given_tasks_(source.text().size()) {}

  Result<Trace> read() {
    std::string_view line;
    auto events = read_paje_header(lines_, line, source_.name());
    if (!events) return events.error();
    events_ = std::move(events).value();
    if (line.empty()) return finish();
    for (const PajeEvent& event : events_) {
      is_ours_ = is_ours_ || std::find(event.field_names.begin(), event.field_names.end(), task_field) !=
                                 event.field_names.end();
    }
    do {
      if (auto done = read_line(line); !done) {
        if (lines_.is_complete()) return done.error();
        issues_.add(ImportIssue::Kind::truncated, [&] { return done.error(); });
      }
    } while (lines_.next(line));
    return finish();
  }

 private:
  Error bad(std::string_view expected, std::string_view found) const {
    return errors::bad_line(source_.name(), lines_.number(), expected, found);
  }
  std::string at_line() const { return errors::at_line(source_.name(), lines_.number()); }

  Result<Done> read_line(std::string_view line) {
    const char* p = skip_blanks(line.data());
    const char* const end = line.data() + line.size();
    if (p >= end || *p == '#') return Done{};
    std::uint64_t number = 0;
    const char* const after = scan_unsigned(p, number);
    if (after == nullptr || number >= events_.size() ||
        !events_[static_cast<std::size_t>(number)].is_defined) {
      return bad("the number of an event that the header defines", line);
    }
    const PajeEvent& event = events_[static_cast<std::size_t>(number)];
    if (auto done = take_apart(event, after, end); !done) return done;
    return handle(event);
  }

  Result<Done> take_apart(const PajeEvent& event, const char* p, const char* end) {
    event_.fields.fill({});
    event_.others.clear();
    for (std::size_t i = 0; i < event.fields.size(); ++i) {
      p = skip_blanks(p);
      if (p >= end)
        return Error{at_line(), "a field " + event.field_names[i] + " of " + event.name,
                     "the end of the line"};
      const char* const begin = *p == '"' ? p + 1 : p;
      if (*p == '"') {
        p = begin;
        while (p < end && *p != '"') ++p;
        if (p >= end) return Error{at_line(), "a quote that ends the field", "the end of the line"};
      } else {
        while (p < end && *p != ' ' && *p != '\t') ++p;
      }
      const std::string_view text(begin, static_cast<std::size_t>(p - begin));
      if (p < end && *p == '"') ++p;
      if (event.fields[i] == Field::other) {
        event_.others.emplace_back(event.field_names[i], text);
      } else {
        event_.fields[static_cast<std::size_t>(event.fields[i])] = text;
      }
    }
    if (skip_blanks(p) < end) {
      issues_.add(ImportIssue::Kind::dropped_value, [&] {
        return bad("no more fields than the header defines", trimmed({p, static_cast<std::size_t>(end - p)}));
      });
    }
    return Done{};
  }

  Result<Done> take_time() {
    const std::string_view text = event_[Field::time];
    if (text.empty()) return Error{at_line(), "a time", "none"};
    const char* const stop = scan_scaled(text.data(), is_in_ms_ ? 6 : 9, event_.time_ns);
    if (stop != text.data() + text.size()) return bad("a time", text);
    last_ns_ = std::max(last_ns_, event_.time_ns);
    return Done{};
  }

  /// Gusset's own files have %22 for a quote, and so on: Paje knows no escapes.
  std::string name_of(std::string_view text) const {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      unsigned code = 0;
      if (is_ours_ && text[i] == '%' && i + 2 < text.size() &&
          std::from_chars(text.data() + i + 1, text.data() + i + 3, code, 16).ptr == text.data() + i + 3) {
        out += static_cast<char>(code);
        i += 2;
      } else {
        out += text[i];
      }
    }
    return out;
  }

  Result<Done> handle(const PajeEvent& event) {
    switch (event.kind) {
      case EventKind::define_container_type:
        define_type();
        // Only StarPU's traces have memory nodes, and only StarPU's are in ms.
        if (event_[Field::name] == "Memory Node") is_in_ms_ = true;
        return Done{};
      case EventKind::define_state_type:
      case EventKind::define_event_type:
      case EventKind::define_variable_type:
      case EventKind::define_link_type:
        define_type();
        return Done{};
      case EventKind::define_value:
        define_value();
        return Done{};
      case EventKind::unknown:
        issues_.add(ImportIssue::Kind::unknown_record, [&] {
          return Error{at_line(), "an event of Paje's", errors::shown(event.name)};
        });
        return Done{};
      default:
        break;
    }
    if (auto done = take_time(); !done) return done;
    switch (event.kind) {
      case EventKind::create_container:
        return create_container();
      case EventKind::destroy_container:
        return destroy_container();
      case EventKind::set_state:
      case EventKind::push_state:
        return begin_state(event.kind == EventKind::set_state);
      case EventKind::pop_state:
      case EventKind::reset_state:
        return end_state(event.kind == EventKind::reset_state);
      case EventKind::new_event:
        issues_.add(ImportIssue::Kind::instants, [&] {
          return Error{at_line(), "states and links", "an event without length (not kept)"};
        });
        return Done{};
      case EventKind::set_variable:
        return change_variable(0.0, 1.0);
      case EventKind::add_variable:
        return change_variable(1.0, 1.0);
      case EventKind::sub_variable:
        return change_variable(1.0, -1.0);
      default:
        return link(event.kind == EventKind::start_link);
    }
  }

  void define_type() {
    const std::uint32_t number = static_cast<std::uint32_t>(type_names_.size());
    const std::string_view alias = event_[Field::alias].empty() ? event_[Field::name] : event_[Field::alias];
    type_names_.push_back(name_of(event_[Field::name]));
    has_states_.push_back(false);
    set_number(types_, type_numbers_, alias, number);
    if (find_number(types_, type_numbers_, event_[Field::name]) == none) {
      set_number(types_, type_numbers_, event_[Field::name], number);
    }
  }

  void define_value() {
    const std::string_view alias = event_[Field::alias].empty() ? event_[Field::name] : event_[Field::alias];
    value_of(alias, event_[Field::name]);
  }

  static void set_number(NameTable& names, std::vector<std::uint32_t>& numbers, std::string_view name,
                         std::uint32_t number) {
    const std::uint32_t at = names.add(name);
    if (at >= numbers.size()) numbers.resize(at + std::size_t{1}, none);
    numbers[at] = number;
  }
  static std::uint32_t find_number(const NameTable& names, const std::vector<std::uint32_t>& numbers,
                                   std::string_view name) {
    const std::uint32_t at = names.find(name);
    return at == none ? none : numbers[at];
  }

  /// The value of an alias; one that was not defined is its own name.
  const Value& value_of(std::string_view alias, std::string_view name) {
    const std::uint32_t number = values_.add(alias);
    if (number == value_list_.size()) {
      const std::string text = name_of(name);
      value_list_.push_back({kind_of_state(text), TypeId()});
      value_names_.push_back(text);
    }
    return value_list_[number];
  }

  Result<std::uint32_t> container_of(std::string_view name) {
    const std::uint32_t number = find_number(container_names_, container_numbers_, name);
    if (number == none) return bad("a container that was created", name);
    return number;
  }

  Result<Done> create_container() {
    Container container;
    container.name = name_of(event_[Field::name]);
    container.type = find_number(types_, type_numbers_, event_[Field::type]);
    if (container.type == none) return bad("a type that was defined", event_[Field::type]);
    const std::string_view parent = event_[Field::container];
    if (parent != "0" && !parent.empty())
      container.parent = find_number(container_names_, container_numbers_, parent);
    const auto number = static_cast<std::uint32_t>(containers_.size());
    containers_.push_back(std::move(container));
    set_number(container_names_, container_numbers_,
               event_[Field::alias].empty() ? event_[Field::name] : event_[Field::alias], number);
    if (find_number(container_names_, container_numbers_, event_[Field::name]) == none) {
      set_number(container_names_, container_numbers_, event_[Field::name], number);
    }
    return Done{};
  }

  Result<Done> destroy_container() {
    const std::string_view name = event_[Field::name].empty() ? event_[Field::alias] : event_[Field::name];
    const auto container = container_of(name);
    if (!container) return container.error();
    for (const std::uint32_t track : containers_[*container].tracks) {
      while (!tracks_[track].open.empty()) end_top(tracks_[track]);
    }
    return Done{};
  }

  /// The shared-memory machine of a container: StarPU's program, else the container around it.
  NodeId node_of(std::uint32_t container) {
    std::uint32_t node = containers_[container].parent;
    if (is_in_ms_) {
      for (std::uint32_t at = container; at != none; at = containers_[at].parent) {
        const std::string& type = type_names_[containers_[at].type];
        if (type == "Program" || type == "MPI Program") {
          node = at;
          break;
        }
      }
    }
    return node_in(node);
  }

  /// The one that a container is, where it is around others; `none` is what has nothing around it.
  NodeId node_in(std::uint32_t container) {
    const std::size_t at = container == none ? 0 : container + std::size_t{1};
    if (at >= node_numbers_.size()) node_numbers_.resize(at + 1);
    if (node_numbers_[at].is_none()) {
      node_numbers_[at] = builder_.add_node(container == none ? "" : containers_[container].name,
                                            static_cast<std::int64_t>(at));
    }
    return node_numbers_[at];
  }

  Result<Track*> track() {
    const auto container = container_of(event_[Field::container]);
    if (!container) return container.error();
    if (event_[Field::type] != last_type_name_) {
      last_type_ = find_number(types_, type_numbers_, event_[Field::type]);
      if (last_type_ == none) return bad("a type that was defined", event_[Field::type]);
      last_type_name_ = event_[Field::type];
    }
    bool is_new = false;
    const std::uint32_t number = track_numbers_.add(std::uint64_t{*container} << 32 | last_type_, is_new);
    if (is_new) add_track(number, *container);
    return &tracks_[number];
  }

  /// Workers stand in the order in which their containers were made.
  void add_track(std::uint32_t number, std::uint32_t container) {
    Container& of = containers_[container];
    of.node = node_of(container);
    // States of another type may cross these: they are another row.
    const std::string name = of.tracks.empty() ? of.name : of.name + ": " + type_names_[last_type_];
    of.tracks.push_back(number);
    has_states_[of.type] = true;
    tracks_.push_back({builder_.add_row(builder_.add_worker(of.node, name, container)), container, {}});
  }

  /// Containers without a state among others of their type that have some: workers that were idle throughout.
  void add_idle_workers() {
    for (std::uint32_t container = 0; container < containers_.size(); ++container) {
      if (!containers_[container].tracks.empty() || !has_states_[containers_[container].type]) continue;
      builder_.add_row(builder_.add_worker(node_of(container), containers_[container].name, container));
    }
  }

  void end_top(Track& track) {
    const OpenState& top = track.open.back();
    SpanColumns& spans = builder_.spans(track.row);
    if (event_.time_ns < spans.begin_ns[top.span]) {
      issues_.add(ImportIssue::Kind::clock_jump, [&] {
        return Error{at_line(), "an end at or after the begin", "one before it"};
      });
      spans.end_ns[top.span] = spans.begin_ns[top.span];
    } else {
      spans.end_ns[top.span] = event_.time_ns;
    }
    if (!top.task.is_none()) containers_[track.container].last_task = top.task;
    track.open.pop_back();
  }

  Result<Done> begin_state(bool is_set) {
    const auto found = track();
    if (!found) return found.error();
    Track& on = **found;
    if (is_set) {
      while (!on.open.empty()) end_top(on);
    }
    const std::string_view alias = event_[Field::value];
    Value value = value_of(alias, alias);
    TaskId task;
    std::string_view given_task;
    for (const auto& [name, text] : event_.others) {
      if (name == kind_field) value.kind = kind_of_word(text);
      if (name == task_field) given_task = text;
    }
    if (value.kind == SpanKind::run || (!given_task.empty() && given_task != "-")) {
      task = task_of(given_task, alias);
      for (const auto& [name, text] : event_.others) {
        if (name != kind_field && name != task_field) builder_.attribute(name).add_parsed(task, text);
      }
    } else {
      kept_by_kind_[value_names_[values_.find(alias)]] = value.kind;
    }
    on.open.push_back(
        {builder_.add_span(on.row, event_.time_ns, event_.time_ns, task, value.kind, lines_.number()), task});
    if (!task.is_none()) {
      Container& container = containers_[on.container];
      for (const std::size_t link : container.waiting_in) links_[link].after = task;
      container.waiting_in.clear();
    }
    return Done{};
  }

  /// A new task, or in Gusset's own files the one of that number.
  TaskId task_of(std::string_view given, std::string_view alias) {
    Value& value = value_list_[values_.find(alias)];
    if (value.type.is_none()) value.type = builder_.type(value_names_[values_.find(alias)]);
    std::uint64_t number = 0;
    if (!parse_number(given, number) || !given_tasks_.takes(number)) return builder_.add_task(value.type);
    TaskId task = given_tasks_.find(number);
    if (task.is_none()) given_tasks_.add(number, task = builder_.add_task(value.type));
    return task;
  }

  /// Its new value is kept · the old one + sign · the given one.
  Result<Done> change_variable(double kept, double sign) {
    const auto container = container_of(event_[Field::container]);
    if (!container) return container.error();
    const std::uint32_t type = find_number(types_, type_numbers_, event_[Field::type]);
    if (type == none) return bad("a type that was defined", event_[Field::type]);
    double given = 0.0;
    if (!parse_number(event_[Field::value], given) || !std::isfinite(given))
      return bad("a variable's value", event_[Field::value]);
    bool is_new = false;
    const std::uint32_t number = variable_numbers_.add(std::uint64_t{*container} << 32 | type, is_new);
    if (is_new) variables_.push_back({*container, type, {}, {}});
    Variable& variable = variables_[number];
    const double before = variable.value.empty() ? 0.0 : variable.value.back();
    variable.time_ns.push_back(event_.time_ns);
    variable.value.push_back(kept * before + sign * given);
    return Done{};
  }

  /// Variables belong to any container; a counter to a node, so its name tells which of the node's.
  void add_counters() {
    for (const Variable& variable : variables_) {
      std::uint32_t node = variable.container;
      const auto is_node = [&](std::uint32_t container) {
        const std::size_t at = container + std::size_t{1};
        return at < node_numbers_.size() && !node_numbers_[at].is_none();
      };
      while (node != none && !is_node(node)) node = containers_[node].parent;
      const Container& of = containers_[variable.container];
      const NodeId id = node != none                   ? node_in(node)
                        : !of.tracks.empty()           ? of.node
                        : builder_.trace.nodes.empty() ? node_in(variable.container)
                                                       : NodeId(0);
      std::string name = type_names_[variable.type];
      if (node != variable.container) name += " of " + of.name;
      Counter& counter = builder_.counter(id, name, "");
      for (std::size_t i = 0; i < variable.time_ns.size(); ++i)
        builder_.add_sample(counter, variable.time_ns[i], variable.value[i]);
    }
  }

  Result<Done> end_state(bool is_reset) {
    const auto found = track();
    if (!found) return found.error();
    Track& on = **found;
    if (on.open.empty()) {
      if (is_reset) return Done{};
      issues_.add(ImportIssue::Kind::unmatched_end, [&] {
        return Error{at_line(), "a state to end", "none"};
      });
      return Done{};
    }
    do {
      end_top(on);
    } while (is_reset && !on.open.empty());
    return Done{};
  }

  Result<Done> link(bool is_start) {
    const std::string_view name = event_[is_start ? Field::start_container : Field::end_container];
    const auto container = container_of(name);
    if (!container) return container.error();
    const std::uint32_t type = find_number(types_, type_numbers_, event_[Field::type]);
    if (type != none && type_names_[type] == dependency_type && add_given_dependency(is_start)) return Done{};
    std::string key(event_[Field::type]);
    key += '\n';
    key += event_[Field::key];
    auto& waiting = (is_start ? open_starts_ : open_ends_)[key];
    auto& others = (is_start ? open_ends_ : open_starts_)[key];
    std::size_t number = links_.size();
    if (others.empty()) {
      links_.emplace_back();
      links_.back().line = lines_.number();
      waiting.push_back(number);
    } else {
      number = others.front();
      others.erase(others.begin());
    }
    Link& made = links_[number];
    (is_start ? made.start_container : made.end_container) = *container;
    (is_start ? made.start_ns : made.end_ns) = event_.time_ns;
    std::string_view size = event_[Field::value];
    for (const auto& [field, text] : event_.others) {
      if (field == "Size") size = text;
    }
    std::uint64_t bytes = 0;
    if (parse_number(size, bytes)) made.payload_bytes = bytes;
    const TaskId open = open_task(*container);
    if (is_start) {
      made.before = open.is_none() ? containers_[*container].last_task : open;
    } else {
      made.after = open;
      if (open.is_none()) containers_[*container].waiting_in.push_back(number);
    }
    return Done{};
  }

  TaskId open_task(std::uint32_t container) const {
    for (const std::uint32_t track : containers_[container].tracks) {
      if (!tracks_[track].open.empty()) return tracks_[track].open.back().task;
    }
    return TaskId();
  }

  /// Gusset's own: the key is "BEFORE-AFTER".
  bool add_given_dependency(bool is_start) {
    const std::string_view key = event_[Field::key];
    const std::size_t dash = key.find('-');
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    if (dash == std::string_view::npos || !parse_number(key.substr(0, dash), before) ||
        !parse_number(key.substr(dash + 1), after))
      return false;
    if (is_start) given_dependencies_.emplace_back(before, after);
    return true;
  }

  void add_links() {
    Trace& trace = builder_.trace;
    std::vector<std::int64_t> begin_ns(trace.tasks.size(), unknown_time);
    std::vector<std::int64_t> end_ns(trace.tasks.size(), unknown_time);
    for (std::uint32_t row = 0; row < builder_.rows(); ++row) {
      const SpanColumns& spans = builder_.spans(row);
      for (std::size_t i = 0; i < spans.size(); ++i) {
        if (spans.task[i].is_none()) continue;
        const std::size_t task = spans.task[i].value();
        if (begin_ns[task] == unknown_time) begin_ns[task] = spans.begin_ns[i];
        end_ns[task] = std::max(end_ns[task], spans.end_ns[i]);
      }
    }
    for (const Link& link : links_) {
      const bool is_whole = link.start_container != none && link.end_container != none;
      if (is_whole && is_among_workers(link) && !link.before.is_none() && !link.after.is_none() &&
          link.before != link.after && end_ns[link.before.value()] <= begin_ns[link.after.value()]) {
        trace.dependencies.push_back({link.before, link.after});
        continue;
      }
      if (!is_whole) {
        issues_.add(ImportIssue::Kind::unmatched_message, [&] {
          return Error{errors::at_line(source_.name(), link.line), "both ends of a link",
                       link.start_container == none ? "its end alone" : "its start alone"};
        });
      }
      const std::uint32_t from = link.start_container == none ? link.end_container : link.start_container;
      const std::uint32_t to = link.end_container == none ? link.start_container : link.end_container;
      Message message;
      message.kind = Message::Kind::data;
      message.from = node_of_end(from);
      message.to = node_of_end(to);
      message.send_ns = link.start_ns;
      message.receive_ns = link.end_ns;
      message.payload_bytes = message.wire_bytes = link.payload_bytes;
      trace.messages.push_back(message);
    }
    for (const auto& [before, after] : given_dependencies_) {
      const TaskId b = given_tasks_.find(before);
      const TaskId a = given_tasks_.find(after);
      if (b.is_none() || a.is_none() || a == b) {
        issues_.add(ImportIssue::Kind::unresolved_dependency, [&, first = before, second = after] {
          return Error{source_.name(), "two tasks that ran",
                       errors::shown(std::to_string(first) + "-" + std::to_string(second))};
        });
      } else {
        trace.dependencies.push_back({b, a});
      }
    }
    trace.recorded.messages = !trace.messages.empty();
    trace.recorded.dependencies = !trace.dependencies.empty();
  }

  bool is_among_workers(const Link& link) {
    const Container& start = containers_[link.start_container];
    const Container& end = containers_[link.end_container];
    return !start.tracks.empty() && !end.tracks.empty() && start.node == end.node;
  }

  NodeId node_of_end(std::uint32_t container) {
    const Container& of = containers_[container];
    if (!of.tracks.empty()) return of.node;
    const std::size_t at = container + std::size_t{1};
    if (at < node_numbers_.size() && !node_numbers_[at].is_none()) return node_numbers_[at];
    return node_of(container);
  }

  /// Tasks of Gusset's own files keep their order.
  void renumber() {
    if (given_tasks_.size() != builder_.trace.tasks.size()) return;
    const std::vector<TaskId> numbers = given_tasks_.renumber();
    builder_.renumber_tasks(numbers);
    for (Link& link : links_) {
      for (TaskId* const task : {&link.before, &link.after}) {
        if (!task->is_none()) *task = numbers[task->value()];
      }
    }
  }

  Result<Trace> finish() {
    event_.time_ns = last_ns_;
    for (Track& track : tracks_) {
      for (const OpenState& open : track.open) {
        issues_.add(ImportIssue::Kind::unmatched_begin, [&] {
          return Error{source_.name(), "an end of each state",
                       "one of " + containers_[track.container].name + " without"};
        });
        builder_.set_end(track.row, open.span,
                         std::max(last_ns_, builder_.spans(track.row).begin_ns[open.span]));
      }
    }
    renumber();
    add_links();
    add_idle_workers();
    add_counters();
    builder_.start_at_zero();
    builder_.make_lanes(
        [this](std::uint32_t, std::uint32_t line) { return errors::at_line(source_.name(), line); });
    Trace trace = builder_.take();
    if (is_in_ms_) {
      trace.metadata.runtime = "StarPU";
      trace.metadata.notes.emplace_back("times are taken as ms, as StarPU writes them");
    }
    add_note(trace.metadata);
    return trace;
  }

  void add_note(Metadata& metadata) const {
    std::string text;
    for (const auto& [name, kind] : kept_by_kind_) {
      const std::string_view as = kind_words[static_cast<std::size_t>(kind)];
      if (name == as) continue;
      text += (text.empty() ? "" : ", ") + name + " as " + std::string(as);
    }
    if (!text.empty()) metadata.notes.push_back("states that are no tasks are kept by their kind: " + text);
  }

  const Source& source_;
  IssueList& issues_;
  TraceBuilder builder_;
  Lines lines_;
  std::vector<PajeEvent> events_;
  Event event_;
  bool is_in_ms_ = false;
  bool is_ours_ = false;
  std::int64_t last_ns_ = 0;

  NameTable types_;
  std::vector<std::uint32_t> type_numbers_;
  std::vector<std::string> type_names_;
  std::vector<bool> has_states_;  ///< of containers, by their type
  std::string last_type_name_;
  std::uint32_t last_type_ = none;

  NameTable container_names_;
  std::vector<std::uint32_t> container_numbers_;
  std::vector<Container> containers_;
  std::vector<NodeId> node_numbers_;  ///< by container + 1

  NameTable values_;
  std::vector<Value> value_list_;
  std::vector<std::string> value_names_;
  std::map<std::string, SpanKind> kept_by_kind_;

  NumberTable track_numbers_;
  NumberTable variable_numbers_;  ///< by container and type
  std::vector<Variable> variables_;
  std::vector<Track> tracks_;

  std::vector<Link> links_;
  std::unordered_map<std::string, std::vector<std::size_t>> open_starts_;
  std::unordered_map<std::string, std::vector<std::size_t>> open_ends_;
  GivenTasks given_tasks_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> given_dependencies_;
};

}  // namespace

Result<Trace> read_paje(const Source& source, IssueList& issues) {
  return PajeReader(source, issues).read();
}

}  // namespace gusset::traces::import
