#include "exchange/import/chrome/chrome_rows.hpp"

#include <algorithm>
#include <string>

#include "exchange/import/scan.hpp"

namespace gusset::traces::import {
namespace {

std::int64_t order_of(std::string_view id) {
  constexpr std::uint64_t last = 0x7fffffff;
  std::uint64_t number = 0;
  return static_cast<std::int64_t>(parse_number(id, number) ? std::min(number, last) : last);
}

/// Orders by index, then by id.
std::int64_t order_of(std::int64_t index, std::string_view id) {
  constexpr std::int64_t most = 0x3fffffff;
  return std::clamp(index, -most, most) * (std::int64_t{1} << 32) + order_of(id);
}

}  // namespace

NodeId ChromeRows::node(std::string_view pid) {
  pid = unquoted(pid);
  const std::uint32_t number = pids_.add(pid);
  if (number == builder_.trace.nodes.size())
    builder_.add_node(pid.empty() ? "" : "process " + std::string(pid), order_of(pid));
  return NodeId(number);
}

std::uint32_t ChromeRows::row(const ChromeEvent& event) {
  const NodeId of = node(event.pid);
  const std::string_view tid = unquoted(event.tid);
  bool is_new = false;
  const std::uint32_t row = rows_.add(std::uint64_t{of.value()} << 32 | tids_.add(tid), is_new);
  if (is_new) {
    const std::string name = tid.empty() ? "thread" : "thread " + std::string(tid);
    builder_.add_row(builder_.add_worker(of, name, order_of(tid)));
  }
  return row;
}

bool ChromeRows::describe(const ChromeEvent& event) {
  const std::string_view kind = unquoted(event.name);
  const std::string_view name = event.argument("name");
  std::int64_t index = 0;
  const bool has_index = parse_number(event.argument("sort_index"), index);
  if (kind == "process_name") {
    builder_.trace.nodes[node(event.pid).value()].name = json_string(name);
  } else if (kind == "thread_name") {
    builder_.trace.workers[row(event)].name = json_string(name);
  } else if (kind == "process_sort_index" && has_index) {
    builder_.set_node_order(node(event.pid), order_of(index, unquoted(event.pid)));
  } else if (kind == "thread_sort_index" && has_index) {
    builder_.set_worker_order(WorkerId(row(event)), order_of(index, unquoted(event.tid)));
  } else {
    return kind == "process_labels" || kind == "num_cpus" || kind == "process_uptime_seconds";
  }
  return true;
}

}  // namespace gusset::traces::import
