// Turns Chrome's trace events into spans, tasks, arrows and counters.
#include <cmath>
#include <string>

#include "chrome_flows.hpp"
#include "exchange/import/chrome/chrome_document.hpp"
#include "exchange/import/chrome/chrome_frames.hpp"
#include "exchange/import/chrome/chrome_metadata.hpp"
#include "exchange/import/chrome/chrome_rows.hpp"
#include "exchange/import/chrome/chrome_tasks.hpp"
#include "readers.hpp"
#include "scan.hpp"
#include "text_reader.hpp"

namespace gusset::traces::import {
namespace {

constexpr unsigned us_to_ns = 3;

class ChromeReader : TextReader {
 public:
  ChromeReader(const FileText& source, IssueList& issues)
      : TextReader(source, issues, "offset"), rows_(builder_), tasks_(builder_, source.text().size()) {}

  Result<Trace> read() {
    auto extra = read_chrome_document(source_, issues_, [this](const ChromeEvent& event) { add(event); });
    if (!extra) return extra.error();
    end_open_spans();
    drop_frames(builder_, tasks_);
    tasks_.finish();
    const std::int64_t origin_ns = builder_.start_at_zero();
    builder_.make_lanes(places());
    flows_.resolve(builder_, origin_ns, source_.name(), issues_);
    add_gusset_dependencies();
    Trace trace = builder_.take();
    add_chrome_metadata(std::move(extra).value(), trace, source_.name(), issues_);
    return trace;
  }

 private:
  struct OpenSpan {
    std::size_t span;
    TaskId task;
    std::uint32_t offset;
  };
  struct GussetDependency {
    std::uint64_t before;
    std::uint64_t after;
    std::uint32_t offset;
  };

  void add(const ChromeEvent& event) {
    const std::string_view phase = unquoted(event.phase);
    const auto is_one_of = [&](std::string_view phases) {
      return phase.size() == 1 && phases.find(phase) != std::string_view::npos;
    };
    if (is_whole_recording(event)) {
      return add_issue(event, ImportIssue::Kind::dropped_value, "slices of a thread",
                       "PyTorch's slice for the whole recording (dropped)");
    }
    if (phase == "X") return add_complete(event);
    if (phase == "B") return add_begin(event);
    if (phase == "E") return add_end(event);
    if (phase == "C") return add_counter(event);
    if (is_one_of("stf")) return add_flow(event, phase.front());
    if (phase == "M") {
      if (rows_.describe(event)) return;
      return add_issue(event, ImportIssue::Kind::unknown_record,
                       "names and sort indices of processes and threads",
                       errors::shown(unquoted(event.name)));
    }
    if (is_one_of("iIR")) {
      return add_issue(event, ImportIssue::Kind::instants, "spans and arrows",
                       "an event without a duration (dropped)");
    }
    if (is_one_of("bneSTpF")) {
      return add_issue(event, ImportIssue::Kind::asynchronous_events, "events of a thread",
                       "an asynchronous event (dropped)");
    }
    add_issue(event, ImportIssue::Kind::unknown_record, "a known phase",
              phase.empty() ? "none" : errors::shown(phase));
  }

  static bool is_whole_recording(const ChromeEvent& event) {
    const std::string_view pid = unquoted(event.pid);
    return unquoted(event.category) == "Trace" && (pid == "Spans" || pid == "Traces");
  }

  void add_issue(const ChromeEvent& event, ImportIssue::Kind kind, std::string_view expected,
                 std::string_view found) {
    issues_.add(kind, at(event.offset), expected, found);
  }

  bool take_time(std::string_view token, const char* what, const ChromeEvent& event, std::int64_t& time_ns) {
    token = unquoted(token);
    const char* const stop = token.empty() ? nullptr : scan_scaled(token.data(), us_to_ns, time_ns);
    if (stop == token.data() + token.size() && stop != nullptr) return true;
    add_issue(event, ImportIssue::Kind::incomplete_record, std::string(what) + " in µs",
              token.empty() ? "none" : errors::shown(token));
    return false;
  }

  void add_complete(const ChromeEvent& event) {
    std::int64_t begin_ns = 0;
    std::int64_t length_ns = 0;
    if (!take_time(event.ts, "a begin time", event, begin_ns)) return;
    const std::uint32_t row = rows_.row(event);
    const bool has_end = !event.dur.empty();
    if (has_end && !take_time(event.dur, "a duration", event, length_ns)) return;
    if (!has_end) add_issue(event, ImportIssue::Kind::unmatched_begin, "a duration in each X event", "none");
    if (length_ns < 0) {
      add_issue(event, ImportIssue::Kind::clock_jump, "a duration of at least 0", errors::shown(event.dur));
      length_ns = 0;
    }
    const auto [task, kind] = tasks_.subject(event);
    const std::size_t span = builder_.add_span(row, begin_ns, begin_ns + length_ns, task, kind, event.offset);
    if (!has_end) unended_.emplace_back(row, span);
    if (has_end && !event.bind_id.empty()) add_bound_flow(event, row, begin_ns);
  }

  void add_begin(const ChromeEvent& event) {
    std::int64_t begin_ns = 0;
    if (!take_time(event.ts, "a begin time", event, begin_ns)) return;
    const std::uint32_t row = rows_.row(event);
    const auto [task, kind] = tasks_.subject(event);
    open_spans(row).push_back(
        {builder_.add_span(row, begin_ns, begin_ns, task, kind, event.offset), task, event.offset});
    if (!event.bind_id.empty()) add_bound_flow(event, row, begin_ns);
  }

  void add_end(const ChromeEvent& event) {
    std::int64_t end_ns = 0;
    if (!take_time(event.ts, "an end", event, end_ns)) return;
    const std::uint32_t row = rows_.row(event);
    std::vector<OpenSpan>& open = open_spans(row);
    if (open.empty()) {
      return add_issue(event, ImportIssue::Kind::unmatched_end, "a B event before each E",
                       "none on its thread");
    }
    const auto [span, task, offset] = open.back();
    open.pop_back();
    builder_.set_end(row, span,
                     checked_end(issues_, builder_.spans(row).begin_ns[span], end_ns, at(event.offset)));
    if (!task.is_none()) tasks_.add_arguments(event, task);
  }

  std::vector<OpenSpan>& open_spans(std::uint32_t row) {
    if (row >= open_.size()) open_.resize(row + std::size_t{1});
    return open_[row];
  }

  /// Each argument is a series. In files written by Gusset, its name is the unit, and "value" means no unit.
  void add_counter(const ChromeEvent& event) {
    std::int64_t time_ns = 0;
    if (!take_time(event.ts, "a time", event, time_ns)) return;
    const bool is_ours = unquoted(event.category) == "gusset.counter";
    const std::string name = json_string(event.name);
    for (const auto& [key, value] : event.arguments) {
      double number = 0.0;
      if (!parse_number(unquoted(value), number) || !std::isfinite(number)) {
        add_issue(event, ImportIssue::Kind::incomplete_record, "finite numbers as counter values",
                  errors::shown(value));
        continue;
      }
      const std::string series = key == "value" ? "" : json_string("\"" + std::string(key) + "\"");
      const bool is_named = !is_ours && !series.empty();
      builder_.add_sample(builder_.counter(rows_.node(event.pid), is_named ? name + " " + series : name,
                                           is_ours ? series : ""),
                          time_ns, number);
    }
  }

  /// An arrow of flow version 2: the event itself says whether the arrow begins or ends there.
  void add_bound_flow(const ChromeEvent& event, std::uint32_t row, std::int64_t begin_ns) {
    const auto is_true = [](std::string_view token) { return token == "true" || token == "1"; };
    flows_.add({flows_.id("bound " + std::string(event.bind_id)), row, begin_ns, is_true(event.flow_in),
                is_true(event.flow_out), false, event.offset});
  }

  void add_flow(const ChromeEvent& event, char phase) {
    std::int64_t time_ns = 0;
    if (!take_time(event.ts, "a time", event, time_ns)) return;
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    if (parse_number(event.argument("gusset.before"), before) &&
        parse_number(event.argument("gusset.after"), after)) {
      if (phase == 's') gusset_dependencies_.push_back({before, after, event.offset});
      return;
    }
    const bool is_before = phase == 'f' && unquoted(event.bp) != "e";
    std::string id(event.category);
    (id += ' ').append(event.name).append(" ").append(event.id);
    flows_.add(
        {flows_.id(id), rows_.row(event), time_ns, phase != 's', phase != 'f', is_before, event.offset});
  }

  void end_open_spans() {
    for (std::uint32_t row = 0; row < open_.size(); ++row) {
      for (const OpenSpan& open : open_[row]) {
        issues_.add(ImportIssue::Kind::unmatched_begin, at(open.offset), "an E event after each B",
                    "none on its thread");
        unended_.emplace_back(row, open.span);
      }
    }
    builder_.end_at_last(unended_);
  }

  void add_gusset_dependencies() {
    for (const auto& [before, after, offset] : gusset_dependencies_) {
      if (builder_.add_dependency(tasks_.numbered_task(before), tasks_.numbered_task(after), at(offset),
                                  expected_arrow, wrong_arrow))
        builder_.trace.recorded.dependencies = true;
    }
  }

  ChromeRows rows_;
  ChromeTasks tasks_;
  ChromeFlows flows_;
  std::vector<std::vector<OpenSpan>> open_;  ///< indexed by row
  std::vector<std::pair<std::uint32_t, std::size_t>> unended_;
  std::vector<GussetDependency> gusset_dependencies_;
};

}  // namespace

Result<Trace> read_chrome_json(FileText& source, IssueList& issues) {
  IssueList found = issues;
  auto trace = ChromeReader(source, found).read();
  if (!trace && repair_truncated_document(source, issues)) return ChromeReader(source, issues).read();
  if (trace) issues = std::move(found);
  return trace;
}

}  // namespace gusset::traces::import
