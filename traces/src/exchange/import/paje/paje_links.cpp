#include "exchange/import/paje/paje_links.hpp"

#include <algorithm>

#include "exchange/import/scan.hpp"

namespace gusset::traces::import {

using Field = PajeEvent::Field;

namespace {

/// Two dependent tasks, formatted on demand.
struct ShownPair {
  std::uint64_t before;
  std::uint64_t after;
  explicit operator std::string() const {
    return errors::shown(std::to_string(before) + "-" + std::to_string(after));
  }
};

}  // namespace

/// A dependency written by Gusset: type "dependency" and key "BEFORE-AFTER".
bool PajeLinks::take_gusset_dependency(bool is_start) {
  const std::uint32_t type = containers_.find_type(line_[Field::type]);
  const std::string_view key = line_[Field::key];
  const std::size_t dash = key.find('-');
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  if (type == PajeContainers::none || containers_.type_name(type) != "dependency" ||
      dash == std::string_view::npos || !parse_number(key.substr(0, dash), before) ||
      !parse_number(key.substr(dash + 1), after))
    return false;
  if (is_start) gusset_dependencies_.emplace_back(before, after);
  return true;
}

void PajeLinks::add_end(bool is_start, std::int64_t time_ns, std::uint32_t container, TaskId open) {
  std::string key(line_[Field::type]);
  (key += '\n') += line_[Field::key];
  auto& others = (is_start ? open_ends_ : open_starts_)[key];
  std::size_t number = links_.size();
  if (others.empty()) {
    links_.emplace_back();
    links_.back().line = line_.number();
    (is_start ? open_starts_ : open_ends_)[key].push_back(number);
  } else {
    number = others.front();
    others.erase(others.begin());
  }
  Link& link = links_[number];
  (is_start ? link.start_container : link.end_container) = container;
  (is_start ? link.start_ns : link.end_ns) = time_ns;
  std::string_view size = line_[Field::value];
  for (const auto& [field, text] : line_.others()) {
    if (field == "Size") size = text;
  }
  std::uint64_t bytes = 0;
  if (parse_number(size, bytes)) link.payload_bytes = bytes;
  if (is_start) {
    link.before = open.is_none() ? containers_[container].last_task : open;
  } else {
    link.after = open;
    if (open.is_none()) containers_[container].waiting_in.push_back(number);
  }
}

void PajeLinks::begin_task(PajeContainer& container, TaskId task) {
  for (const std::size_t link : container.waiting_in) links_[link].after = task;
  container.waiting_in.clear();
}

void PajeLinks::renumber(const std::vector<TaskId>& numbers) {
  for (Link& link : links_) {
    for (TaskId* const task : {&link.before, &link.after}) {
      if (!task->is_none()) *task = numbers[task->value()];
    }
  }
}

void PajeLinks::add_to(TraceBuilder& builder, const NumberedTasks& numbered_tasks) {
  Trace& trace = builder.trace;
  std::vector<std::int64_t> begin_ns(trace.tasks.size(), unknown_time);
  std::vector<std::int64_t> end_ns(trace.tasks.size(), unknown_time);
  for (std::uint32_t row = 0; row < builder.rows(); ++row) {
    const SpanColumns& spans = builder.spans(row);
    for (std::size_t i = 0; i < spans.size(); ++i) {
      if (spans.task[i].is_none()) continue;
      const std::size_t task = spans.task[i].value();
      if (begin_ns[task] == unknown_time) begin_ns[task] = spans.begin_ns[i];
      end_ns[task] = std::max(end_ns[task], spans.end_ns[i]);
    }
  }
  for (const Link& link : links_) {
    if (link.is_complete() && is_among_workers(link) && !link.before.is_none() && !link.after.is_none() &&
        link.before != link.after && end_ns[link.before.value()] <= begin_ns[link.after.value()]) {
      trace.dependencies.push_back({link.before, link.after});
    } else {
      add_message(link, trace);
    }
  }
  for (const auto& [before, after] : gusset_dependencies_) {
    builder.add_dependency(numbered_tasks.find(before), numbered_tasks.find(after), line_.source_name(),
                           "two tasks that ran", ShownPair{before, after});
  }
  trace.recorded.messages = !trace.messages.empty();
  trace.recorded.dependencies = !trace.dependencies.empty();
}

bool PajeLinks::is_among_workers(const Link& link) const {
  const PajeContainer& start = containers_[link.start_container];
  const PajeContainer& end = containers_[link.end_container];
  return !start.tracks.empty() && !end.tracks.empty() && start.node == end.node;
}

void PajeLinks::add_message(const Link& link, Trace& trace) {
  constexpr std::uint32_t none = PajeContainers::none;
  if (!link.is_complete()) {
    issues_.add(ImportIssue::Kind::unmatched_message, errors::at_line(line_.source_name(), link.line),
                "both ends of a link", link.start_container == none ? "only its end" : "only its start");
  }
  const auto node_of_end = [this](std::uint32_t container) {
    if (!containers_[container].tracks.empty()) return containers_[container].node;
    return containers_.is_node(container) ? containers_.node_in(container) : containers_.node_of(container);
  };
  Message message;
  message.from = node_of_end(link.start_container == none ? link.end_container : link.start_container);
  message.to = node_of_end(link.end_container == none ? link.start_container : link.end_container);
  message.send_ns = link.start_ns;
  message.receive_ns = link.end_ns;
  message.payload_bytes = message.wire_bytes = link.payload_bytes;
  trace.messages.push_back(message);
}

}  // namespace gusset::traces::import
