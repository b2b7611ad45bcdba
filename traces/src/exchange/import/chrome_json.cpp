// Chrome's trace events: {"traceEvents":[…]} or the list alone, also cut off. simdjson walks the document;
// names and arguments are kept as written until they are known to be new. Longer than 400 lines: one walk
// over events whose phases share the rows, stacks and tasks that it builds.
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "gus/gus_metadata.hpp"
#include "gusset/base/utf8.hpp"
#include "chrome_flows.hpp"
#include "given_tasks.hpp"
#include "import_errors.hpp"
#include "json_text.hpp"
#include "number_table.hpp"
#include "readers.hpp"
#include "scan.hpp"
#include "trace_builder.hpp"

namespace gusset::traces::import {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr unsigned us_to_ns = 3;
constexpr std::uint64_t most_bytes = 0xffffffff - 64;  // simdjson's positions have 32 bits
constexpr std::string_view our_categories[] = {"gusset.run",   "gusset.wait", "gusset.submit",
                                               "gusset.steal", "gusset.send", "gusset.receive",
                                               "gusset.other"};

/// One event's members, as written.
struct ChromeEvent {
  std::string_view name, category, phase, ts, dur, pid, tid, id, bind_id, flow_in, flow_out, bp, args, scope;
  std::uint32_t offset = 0;
};

std::string_view bare(std::string_view token) {
  if (token.size() >= 2 && token.front() == '"' && token.back() == '"')
    return token.substr(1, token.size() - 2);
  return token;
}

/// Where a cut-off document can end: behind the last whole event.
struct Cut {
  std::size_t end = 0;     ///< of the last event that is whole
  bool is_object = false;  ///< {"traceEvents":[…
  bool is_needed = false;  ///< the document does not end as it should
  bool is_comma_only = false;
};

/// Walks over strings and brackets, without a look at anything else.
Cut find_cut(std::string_view text) {
  Cut cut;
  std::string open;
  bool in_string = false;
  std::size_t list_depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
      continue;
    }
    if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (open.empty()) cut.is_object = c == '{';
      open += c;
      if (c == '[' && list_depth == 0 && open.size() <= 2) {
        list_depth = open.size();
        cut.end = i + 1;
      }
    } else if (c == '}' || c == ']') {
      if (open.empty()) return cut;
      open.pop_back();
      if (list_depth != 0 && open.size() == list_depth) cut.end = i + 1;
      if (open.empty()) {
        // Whole, but perhaps with a comma before the list's end, which many writers leave.
        const std::size_t last = text.find_last_not_of(" \t\r\n", i - 1);
        cut.is_comma_only = c == ']' && last != std::string_view::npos && text[last] == ',';
        cut.is_needed = cut.is_comma_only;
        return cut;
      }
    }
  }
  cut.is_needed = list_depth != 0;
  return cut;
}

class ChromeReader {
 public:
  ChromeReader(Source& source, IssueList& issues)
      : source_(source), issues_(issues), builder_(issues), given_tasks_(source.text().size()) {}

  /// Fails where the document is malformed: then, perhaps, only its end is missing.
  Result<Trace> read() {
    const std::string_view text = source_.text();
    if (text.size() > most_bytes) return errors::too_large(source_.name(), "JSON", most_bytes, text.size());
    ondemand::parser parser;
    ondemand::document document;
    const simdjson::padded_string_view padded(text.data(), text.size(), text.size() + padding_bytes);
    if (const auto error = parser.iterate(padded).get(document)) return malformed(error, text.size());
    ondemand::json_type type{};
    if (const auto error = document.type().get(type)) return malformed(error, 0);
    Result<Done> done = Done{};
    if (type == ondemand::json_type::array) {
      ondemand::array events;
      if (const auto error = document.get_array().get(events)) return malformed(error, text.size());
      done = read_events(events);
    } else {
      ondemand::object object;
      if (const auto error = document.get_object().get(object)) return malformed(error, text.size());
      done = read_document(object);
    }
    if (!done) return done.error();
    if (const char* rest = nullptr; document.current_location().get(rest) == simdjson::SUCCESS)
      return errors::bad_json(source_.name(), position(), "the end of the JSON", "more");
    return finish();
  }

 private:
  Error malformed(simdjson::error_code error, std::size_t offset) const {
    if (error == simdjson::UTF8_ERROR) {
      const std::string repaired = to_utf8(source_.text());
      const auto differs =
          std::mismatch(source_.text().begin(), source_.text().end(), repaired.begin(), repaired.end());
      offset = static_cast<std::size_t>(differs.first - source_.text().begin());
    }
    return errors::bad_json(source_.name(), offset, "well-formed JSON", simdjson::error_message(error));
  }
  std::uint32_t offset_of(const char* place) const {
    return static_cast<std::uint32_t>(place - source_.text().data());
  }
  std::uint32_t position() const { return last_offset_; }
  std::string at(std::uint32_t offset) const { return errors::at_offset(source_.name(), offset); }

  Result<Done> read_document(ondemand::object& object) {
    bool has_events = false;
    for (auto member : object) {
      ondemand::raw_json_string key;
      if (const auto error = member.key().get(key)) return malformed(error, position());
      ondemand::value value;
      if (const auto error = member.value().get(value)) return malformed(error, position());
      if (key == "traceEvents") {
        ondemand::array events;
        if (value.get_array().get(events))
          return errors::bad_json(source_.name(), offset_of(key.raw()), "a list of traceEvents",
                                  "something else");
        has_events = true;
        if (auto done = read_events(events); !done) return done;
        continue;
      }
      std::string_view json;
      if (key == "otherData" || key == "metadata") {
        ondemand::object other;
        if (!value.get_object().get(other) && !other.raw_json().get(json)) {
          extra_.emplace_back(key == "otherData" ? "otherData" : "metadata", trimmed(json));
        }
      } else if (!(key == "displayTimeUnit")) {
        issues_.add(ImportIssue::Kind::dropped_value, [&] {
          return Error{at(offset_of(key.raw())), "traceEvents, displayTimeUnit, metadata or otherData",
                       "another member (not kept)"};
        });
      }
    }
    if (!has_events)
      return errors::bad_json(source_.name(), 0, "a list of events, or an object with traceEvents", "none");
    return Done{};
  }

  Result<Done> read_events(ondemand::array& events) {
    for (auto element : events) {
      ondemand::value value;
      if (const auto error = element.get(value)) return malformed(error, position());
      ondemand::object object;
      if (const auto error = value.get_object().get(object)) {
        if (error == simdjson::INCORRECT_TYPE)
          return errors::bad_json(source_.name(), position(), "events that are objects", "something else");
        return malformed(error, position());
      }
      ChromeEvent event;
      if (auto done = read_members(object, event); !done) return done;
      if (auto done = add(event); !done) return done;
    }
    return Done{};
  }

  Result<Done> read_members(ondemand::object& object, ChromeEvent& event) {
    bool is_first = true;
    for (auto member : object) {
      ondemand::raw_json_string key;
      if (const auto error = member.key().get(key)) return malformed(error, position());
      const char* const name = key.raw();
      last_offset_ = offset_of(name) - 1;  // of the key's quote
      if (is_first) event.offset = last_offset_;
      is_first = false;
      ondemand::value value;
      if (const auto error = member.value().get(value)) return malformed(error, position());
      std::string_view* const wanted = member_of(event, name);
      if (wanted == nullptr) continue;
      const std::string_view token = value.raw_json_token();
      if (token.empty() || (token.front() != '{' && token.front() != '[')) {
        *wanted = trimmed(token);
        while (!wanted->empty() && (wanted->back() == '\n' || wanted->back() == '\r'))
          *wanted = trimmed(wanted->substr(0, wanted->size() - 1));
        continue;
      }
      ondemand::object part;
      if (token.front() == '{' && value.get_object().get(part) == simdjson::SUCCESS) {
        if (const auto error = part.raw_json().get(*wanted)) return malformed(error, position());
      }
    }
    return Done{};
  }

  static std::string_view* member_of(ChromeEvent& event, const char* name) {
    const auto is = [name](std::string_view key) {
      return std::string_view(name, key.size()) == key && name[key.size()] == '"';
    };
    // The text is padded, so that the comparison may look past its end.
    switch (*name) {
      case 'a':
        return is("args") ? &event.args : nullptr;
      case 'b':
        return is("bp") ? &event.bp : is("bind_id") ? &event.bind_id : nullptr;
      case 'c':
        return is("cat") ? &event.category : nullptr;
      case 'd':
        return is("dur") ? &event.dur : nullptr;
      case 'f':
        return is("flow_in") ? &event.flow_in : is("flow_out") ? &event.flow_out : nullptr;
      case 'i':
        return is("id") || is("id2") ? &event.id : nullptr;
      case 'n':
        return is("name") ? &event.name : nullptr;
      case 'p':
        return is("ph") ? &event.phase : is("pid") ? &event.pid : nullptr;
      case 's':
        return is("scope") ? &event.scope : nullptr;
      case 't':
        return is("ts") ? &event.ts : is("tid") ? &event.tid : nullptr;
      default:
        return nullptr;
    }
  }

  Result<Done> add(const ChromeEvent& event) {
    const std::string_view phase = bare(event.phase);
    switch (phase.size() == 1 ? phase.front() : '\0') {
      case 'X':
        return add_complete(event);
      case 'B':
        return add_begin(event);
      case 'E':
        return add_end(event);
      case 'M':
        add_metadata(event);
        return Done{};
      case 's':
      case 't':
      case 'f':
        return add_flow(event, phase.front());
      case 'C':
        return add_counter(event);
      case 'i':
      case 'I':
      case 'R':
        issues_.add(ImportIssue::Kind::instants, [&] {
          return Error{at(event.offset), "spans and arrows", "an event without length (not kept)"};
        });
        return Done{};
      case 'b':
      case 'n':
      case 'e':
      case 'S':
      case 'T':
      case 'p':
      case 'F':
        issues_.add(ImportIssue::Kind::asynchronous_events, [&] {
          return Error{at(event.offset), "events of a thread", "an asynchronous one (not kept)"};
        });
        return Done{};
      default:
        issues_.add(ImportIssue::Kind::unknown_record, [&] {
          return Error{at(event.offset), "an event of a known phase",
                       phase.empty() ? "one without" : errors::shown(phase)};
        });
        return Done{};
    }
  }

  bool take_time(std::string_view token, const char* what, const ChromeEvent& event, std::int64_t& time_ns) {
    token = bare(token);
    const char* const stop = token.empty() ? nullptr : scan_scaled(token.data(), us_to_ns, time_ns);
    if (stop == token.data() + token.size() && stop != nullptr) return true;
    issues_.add(ImportIssue::Kind::incomplete_record, [&] {
      return Error{at(event.offset), std::string(what) + " in µs",
                   token.empty() ? "none" : errors::shown(token)};
    });
    return false;
  }

  NodeId node_of(std::string_view pid) {
    const std::uint32_t number = pids_.add(bare(pid));
    if (number == builder_.trace.nodes.size()) {
      const std::string name(bare(pid));
      builder_.add_node(name.empty() ? "" : "process " + name, order_of(name));
    }
    return NodeId(number);
  }

  static std::int64_t order_of(std::string_view id) {
    std::uint64_t number = 0;
    return parse_number(id, number) ? static_cast<std::int64_t>(std::min<std::uint64_t>(number, 0x7fffffff))
                                    : 0x7fffffff;
  }

  std::uint32_t row_of(const ChromeEvent& event) {
    const NodeId node = node_of(event.pid);
    const std::string_view tid = bare(event.tid);
    bool is_new = false;
    const std::uint32_t row = rows_.add(std::uint64_t{node.value()} << 32 | tids_.add(tid), is_new);
    if (is_new) {
      const std::string name(tid);
      builder_.add_row(builder_.add_worker(node, name.empty() ? "thread" : "thread " + name, order_of(name)));
      open_.emplace_back();
    }
    return row;
  }

  /// What an event's category and arguments say of its span and task.
  struct Subject {
    TaskId task;
    SpanKind kind = SpanKind::run;
  };

  Subject subject_of(const ChromeEvent& event) {
    const std::uint32_t category = categories_.add(bare(event.category));
    Subject subject;
    if (category == category_kinds_.size()) {
      const auto* const known =
          std::find(std::begin(our_categories), std::end(our_categories), categories_[category]);
      category_kinds_.push_back(known == std::end(our_categories)
                                    ? NameTable::none
                                    : static_cast<std::uint32_t>(known - std::begin(our_categories)));
    }
    const bool is_ours = category_kinds_[category] != NameTable::none;
    if (is_ours) subject.kind = static_cast<SpanKind>(category_kinds_[category]);
    std::uint64_t given = 0;
    const bool is_given = is_ours && find_given_task(event.args, given) && given_tasks_.takes(given);
    if (is_ours && !is_given) return subject;
    const std::uint32_t name = names_.add(event.name);
    if (name == types_.size()) types_.push_back(builder_.type(json_string(event.name)));
    if (is_given) {
      subject.task = given_tasks_.find(given);
      if (subject.task.is_none()) {
        subject.task = builder_.add_task(types_[name]);
        given_tasks_.add(given, subject.task);
      }
    } else {
      subject.task = builder_.add_task(types_[name]);
    }
    category_of_.resize(builder_.trace.tasks.size(), 0);
    category_of_[subject.task.value()] = category;
    add_arguments(event.args, subject.task);
    return subject;
  }

  static bool find_given_task(std::string_view args, std::uint64_t& number) {
    std::string_view key;
    std::string_view value;
    for (JsonMembers members(args); members.next(key, value);) {
      if (bare(key) == "gusset.task") return parse_number(value, number);
    }
    return false;
  }

  void add_arguments(std::string_view args, TaskId task) {
    std::string_view key;
    std::string_view value;
    for (JsonMembers members(args); members.next(key, value);) {
      const std::string_view name = bare(key);
      if (name.starts_with("gusset.")) {
        add_own_argument(name.substr(7), value, task);
        continue;
      }
      const bool is_plain = name.find('\\') == std::string_view::npos;
      AttributeColumn& attribute = builder_.attribute(is_plain ? std::string_view(name) : json_string(key));
      std::int64_t integer = 0;
      double real = 0.0;
      if (value.front() == '"') {
        attribute.add_text(task, json_string(value));
      } else if (parse_number(value, integer)) {
        attribute.add_integer(task, integer);
      } else if (parse_number(value, real) && std::isfinite(real)) {
        attribute.add_real(task, real);
      } else {
        attribute.add_text(task, value);
      }
    }
  }

  void add_own_argument(std::string_view name, std::string_view value, TaskId task) {
    std::int64_t number = 0;
    double real = 0.0;
    if (name == "submit_ns" && parse_number(value, number) && std::abs(number) < max_raw_time) {
      submit_.emplace_back(task, number);
    } else if (name == "ready_ns" && parse_number(value, number) && std::abs(number) < max_raw_time) {
      ready_.emplace_back(task, number);
    } else if (name == "parent" && parse_number(value, number) && number >= 0) {
      parents_.emplace_back(task, static_cast<std::uint64_t>(number));
    } else if (name == "work" && parse_number(value, real) && std::isfinite(real) && real >= 0) {
      work_.emplace_back(task, real);
    }
  }

  Result<Done> add_complete(const ChromeEvent& event) {
    std::int64_t begin_ns = 0;
    std::int64_t length_ns = 0;
    if (!take_time(event.ts, "a begin", event, begin_ns)) return Done{};
    const std::uint32_t row = row_of(event);
    if (event.dur.empty()) {
      const Subject subject = subject_of(event);
      unended_.emplace_back(
          row, builder_.add_span(row, begin_ns, begin_ns, subject.task, subject.kind, event.offset));
      issues_.add(ImportIssue::Kind::unmatched_begin, [&] {
        return Error{at(event.offset), "a duration of each X event", "none"};
      });
      return Done{};
    }
    if (!take_time(event.dur, "a duration", event, length_ns)) return Done{};
    if (length_ns < 0) {
      issues_.add(ImportIssue::Kind::clock_jump, [&] {
        return Error{at(event.offset), "a duration of at least 0", errors::shown(event.dur)};
      });
      length_ns = 0;
    }
    const Subject subject = subject_of(event);
    builder_.add_span(row, begin_ns, begin_ns + length_ns, subject.task, subject.kind, event.offset);
    if (!event.bind_id.empty()) add_bound_flow(event, row, begin_ns);
    return Done{};
  }

  Result<Done> add_begin(const ChromeEvent& event) {
    std::int64_t begin_ns = 0;
    if (!take_time(event.ts, "a begin", event, begin_ns)) return Done{};
    const std::uint32_t row = row_of(event);
    const Subject subject = subject_of(event);
    open_[row].push_back(
        {builder_.add_span(row, begin_ns, begin_ns, subject.task, subject.kind, event.offset), subject.task,
         event.offset});
    if (!event.bind_id.empty()) add_bound_flow(event, row, begin_ns);
    return Done{};
  }

  Result<Done> add_end(const ChromeEvent& event) {
    std::int64_t end_ns = 0;
    if (!take_time(event.ts, "an end", event, end_ns)) return Done{};
    const std::uint32_t row = row_of(event);
    if (open_[row].empty()) {
      issues_.add(ImportIssue::Kind::unmatched_end, [&] {
        return Error{at(event.offset), "a B event before each E", "none on its thread"};
      });
      return Done{};
    }
    const OpenSpan open = open_[row].back();
    open_[row].pop_back();
    const std::int64_t begin_ns = builder_.spans(row).begin_ns[open.span];
    if (end_ns < begin_ns) {
      issues_.add(ImportIssue::Kind::clock_jump, [&] {
        return Error{at(event.offset), "an end at or after the begin", "one before it"};
      });
      end_ns = begin_ns;
    }
    builder_.set_end(row, open.span, end_ns);
    if (!open.task.is_none()) add_arguments(event.args, open.task);
    return Done{};
  }

  void add_metadata(const ChromeEvent& event) {
    const std::string_view name = bare(event.name);
    std::string_view key;
    std::string_view value;
    std::string_view text;
    for (JsonMembers members(event.args); members.next(key, value);) {
      if (bare(key) == "name" || bare(key) == "sort_index") text = value;
    }
    std::int64_t index = 0;
    if (name == "process_name") {
      builder_.trace.nodes[node_of(event.pid).value()].name = json_string(text);
    } else if (name == "thread_name") {
      const std::uint32_t row = row_of(event);
      builder_.trace.workers[row].name = json_string(text);  // rows and workers are numbered alike here
    } else if (name == "process_sort_index" && parse_number(text, index)) {
      builder_.set_node_order(node_of(event.pid), sort_order(index, bare(event.pid)));
    } else if (name == "thread_sort_index" && parse_number(text, index)) {
      builder_.set_worker_order(WorkerId(row_of(event)), sort_order(index, bare(event.tid)));
    } else if (name != "process_labels" && name != "num_cpus" && name != "process_uptime_seconds") {
      issues_.add(ImportIssue::Kind::unknown_record, [&] {
        return Error{at(event.offset), "names and sort indices of processes and threads",
                     errors::shown(name)};
      });
    }
  }

  static std::int64_t sort_order(std::int64_t index, std::string_view id) {
    constexpr std::int64_t most = 0x3fffffff;
    return std::clamp(index, -most, most) * (std::int64_t{1} << 32) + order_of(id);
  }

  /// Each argument is a series. In Gusset's own files its name is the unit; "value" stands for none.
  Result<Done> add_counter(const ChromeEvent& event) {
    std::int64_t time_ns = 0;
    if (!take_time(event.ts, "a time", event, time_ns)) return Done{};
    const bool is_ours = bare(event.category) == "gusset.counter";
    const std::string name = json_string(event.name);
    std::string_view key;
    std::string_view value;
    for (JsonMembers members(event.args); members.next(key, value);) {
      double number = 0.0;
      if (!parse_number(bare(value), number) || !std::isfinite(number)) {
        issues_.add(ImportIssue::Kind::incomplete_record, [&] {
          return Error{at(event.offset), "finite numbers as a counter's values", errors::shown(value)};
        });
        continue;
      }
      const std::string series = bare(key) == "value" ? std::string() : json_string(key);
      const bool is_named = !is_ours && !series.empty();
      builder_.add_sample(builder_.counter(node_of(event.pid), is_named ? name + " " + series : name,
                                           is_ours ? series : std::string()),
                          time_ns, number);
    }
    return Done{};
  }

  /// An arrow of the second version: it is said by the event that it leaves or reaches.
  void add_bound_flow(const ChromeEvent& event, std::uint32_t row, std::int64_t begin_ns) {
    const auto is_true = [](std::string_view token) { return token == "true" || token == "1"; };
    flows_.add({flows_.id("bound " + std::string(event.bind_id)), row, begin_ns, is_true(event.flow_in),
                is_true(event.flow_out), ChromeFlows::Binding::enclosing, event.offset});
  }

  Result<Done> add_flow(const ChromeEvent& event, char phase) {
    std::int64_t time_ns = 0;
    if (!take_time(event.ts, "a time", event, time_ns)) return Done{};
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    bool is_given = false;
    std::string_view key;
    std::string_view value;
    for (JsonMembers members(event.args); members.next(key, value);) {
      if (bare(key) == "gusset.before") is_given = parse_number(value, before);
      if (bare(key) == "gusset.after") is_given = parse_number(value, after) && is_given;
    }
    if (is_given) {
      if (phase == 's') given_dependencies_.push_back({before, after, event.offset});
      return Done{};
    }
    const bool is_enclosing = phase != 'f' || bare(event.bp) == "e";
    std::string id(event.category);
    (id += ' ').append(event.name).append(" ").append(event.id);
    flows_.add({flows_.id(id), row_of(event), time_ns, phase != 's', phase != 'f',
                is_enclosing ? ChromeFlows::Binding::enclosing : ChromeFlows::Binding::next, event.offset});
    return Done{};
  }

  Result<Trace> finish() {
    for (std::uint32_t row = 0; row < open_.size(); ++row) {
      for (const OpenSpan& open : open_[row]) {
        issues_.add(ImportIssue::Kind::unmatched_begin, [&] {
          return Error{at(open.offset), "an E event after each B", "none on its thread"};
        });
        unended_.emplace_back(row, open.span);
      }
    }
    builder_.end_at_last(unended_);
    renumber();
    fill_columns();
    const std::int64_t origin_ns = builder_.start_at_zero();
    builder_.make_lanes([this](std::uint32_t, std::uint32_t offset) { return at(offset); });
    flows_.resolve(builder_, origin_ns, source_.name(), issues_);
    add_given_dependencies();
    add_categories();
    Trace trace = builder_.take();
    add_extra(trace);
    return trace;
  }

  /// Gusset's own tasks keep their order.
  void renumber() {
    if (given_tasks_.size() != builder_.trace.tasks.size()) return;
    const std::vector<TaskId> numbers = given_tasks_.renumber();
    builder_.renumber_tasks(numbers);
    std::vector<std::uint32_t> categories(numbers.size());
    for (std::size_t task = 0; task < numbers.size(); ++task) {
      categories[numbers[task].value()] = category_of_[task];
    }
    category_of_ = std::move(categories);
    const auto renumbered = [&](auto& list) {
      for (auto& entry : list) entry.first = numbers[entry.first.value()];
    };
    renumbered(submit_);
    renumbered(ready_);
    renumbered(parents_);
    renumbered(work_);
  }

  void fill_columns() {
    Trace& trace = builder_.trace;
    const std::size_t tasks = trace.tasks.size();
    const auto fill = [tasks](const auto& given, auto& column, auto absent) {
      if (given.empty()) return false;
      column.assign(tasks, absent);
      for (const auto& [task, value] : given) column[task.value()] = value;
      return true;
    };
    trace.recorded.submit = fill(submit_, trace.tasks.submit_ns, unknown_time);
    trace.recorded.ready = fill(ready_, trace.tasks.ready_ns, unknown_time);
    trace.recorded.work = fill(work_, trace.tasks.work, 0.0);
    if (parents_.empty()) return;
    trace.recorded.parents = true;
    trace.tasks.parent.assign(tasks, TaskId());
    for (const auto& [task, given] : parents_) {
      const TaskId parent = given_tasks_.find(given);
      if (parent < task) trace.tasks.parent[task.value()] = parent;  // none is the greatest
    }
  }

  void add_given_dependencies() {
    for (const auto& [before, after, offset] : given_dependencies_) {
      const TaskId b = given_tasks_.find(before);
      const TaskId a = given_tasks_.find(after);
      if (b.is_none() || a.is_none() || a == b) {
        issues_.add(ImportIssue::Kind::unresolved_dependency, [&, place = offset] {
          return Error{at(place), "an arrow between two tasks", "another"};
        });
        continue;
      }
      builder_.trace.recorded.dependencies = true;
      builder_.trace.dependencies.push_back({b, a});
    }
  }

  /// Categories tell tasks apart where there are several.
  void add_categories() {
    std::size_t others = 0;
    for (std::size_t i = 0; i < category_kinds_.size(); ++i)
      others += category_kinds_[i] == NameTable::none ? 1u : 0u;
    if (others == 1) {
      for (std::size_t i = 0; i < category_kinds_.size(); ++i) {
        const std::string& name = categories_[static_cast<std::uint32_t>(i)];
        if (category_kinds_[i] == NameTable::none && !name.empty())
          builder_.trace.metadata.notes.push_back("all tasks are of category " +
                                                  json_string("\"" + name + "\""));
      }
    }
    if (others < 2) return;
    AttributeColumn& attribute = builder_.attribute("category");
    attribute.start_as_texts();
    std::vector<std::string> names;
    for (const std::string& name : categories_.names()) names.push_back(json_string("\"" + name + "\""));
    for (std::size_t task = 0; task < category_of_.size(); ++task)
      attribute.add_text(TaskId(task), names[category_of_[task]]);
  }

  /// What a trace of ours says of itself. It counts as imported all the same: its accesses are gone.
  static void take_given(std::string& other_data, Trace& trace) {
    const std::string given = gus::take_member(other_data, "gusset");
    if (given.empty()) return;
    auto decoded = gus::decode_metadata(given, "otherData");
    if (!decoded) return;
    trace.metadata = std::move(decoded->metadata);
    trace.metadata.origin = Origin::imported;
    if (!decoded->recorded.parents || trace.recorded.parents) return;
    trace.recorded.parents = true;  // none of them has one
    trace.tasks.parent.resize(trace.tasks.size());
  }

  void add_extra(Trace& trace) {
    Metadata& metadata = trace.metadata;
    std::string json;
    for (auto& [key, value] : extra_) {
      if (key == "otherData") take_given(value, trace);
      if (value == "{}") continue;
      if (!gus::is_json(value)) {
        issues_.add(ImportIssue::Kind::dropped_value, [&, name = key] {
          return Error{source_.name(), name + " in JSON, nested at most 64 deep",
                       "something else (not kept)"};
        });
        continue;
      }
      if (json.find("\"" + key + "\":") == std::string::npos)
        json += (json.empty() ? "\"" : ",\"") + key + "\":" + value;
    }
    if (!json.empty() && metadata.extra == "{}") metadata.extra = "{\"chrome\":{" + json + "}}";
    if (!gus::extra_flaw(metadata.extra).empty()) metadata.extra = "{}";
  }

  struct OpenSpan {
    std::size_t span;
    TaskId task;
    std::uint32_t offset;
  };
  struct GivenDependency {
    std::uint64_t before;
    std::uint64_t after;
    std::uint32_t offset;
  };

  Source& source_;
  IssueList& issues_;
  TraceBuilder builder_;
  std::uint32_t last_offset_ = 0;
  NameTable pids_;
  NameTable tids_;
  NumberTable rows_;
  std::vector<std::vector<OpenSpan>> open_;  ///< by row
  std::vector<std::pair<std::uint32_t, std::size_t>> unended_;
  NameTable names_;            ///< of tasks, as written
  std::vector<TypeId> types_;  ///< by name
  NameTable categories_;
  std::vector<std::uint32_t> category_kinds_;  ///< the kind of span of Gusset's own, or none
  std::vector<std::uint32_t> category_of_;     ///< by task
  GivenTasks given_tasks_;
  std::vector<std::pair<TaskId, std::int64_t>> submit_;
  std::vector<std::pair<TaskId, std::int64_t>> ready_;
  std::vector<std::pair<TaskId, double>> work_;
  std::vector<std::pair<TaskId, std::uint64_t>> parents_;
  std::vector<GivenDependency> given_dependencies_;
  ChromeFlows flows_;
  std::vector<std::pair<std::string, std::string>> extra_;
};

}  // namespace

Result<Trace> read_chrome_json(Source& source, IssueList& issues) {
  {
    IssueList found = issues;
    auto trace = ChromeReader(source, found).read();
    if (trace) {
      issues = std::move(found);
      return trace;
    }
    // Perhaps only the end is missing, as of a program that was stopped.
    const Cut cut = find_cut(source.text());
    if (!cut.is_needed) return trace;
    const std::string_view closers = cut.is_object ? "]}" : "]";
    char* const end = source.data() + cut.end;
    if (!cut.is_comma_only) {
      const std::uint64_t left = source.text().size() - cut.end;
      issues.add(ImportIssue::Kind::truncated, [&] {
        return Error{errors::at_offset(source.name(), cut.end), "the end of the JSON",
                     "the end of the file, " + std::to_string(left) + " bytes later"};
      });
    }
    std::copy(closers.begin(), closers.end(), end);
    source.truncate(cut.end + closers.size());
  }
  return ChromeReader(source, issues).read();
}

}  // namespace gusset::traces::import
