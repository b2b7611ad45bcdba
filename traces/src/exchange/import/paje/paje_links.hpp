#pragma once
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exchange/import/numbered_tasks.hpp"
#include "exchange/import/paje/paje_containers.hpp"

namespace gusset::traces::import {

/// The links of a Paje file. Links between tasks on one node's workers become dependencies; all others become
/// messages.
class PajeLinks {
 public:
  PajeLinks(const PajeLines& line, PajeContainers& containers, IssueList& issues)
      : line_(line), containers_(containers), issues_(issues) {}

  /// Takes one end of a link from the line. `open_task(container)` is the task that runs in the container, or
  /// none.
  template <class OpenTask>
  Result<Done> add_end(bool is_start, std::int64_t time_ns, OpenTask open_task) {
    const auto container = containers_.find(
        line_[is_start ? PajeEvent::Field::start_container : PajeEvent::Field::end_container]);
    if (!container) return container.error();
    if (!take_gusset_dependency(is_start)) add_end(is_start, time_ns, *container, open_task(*container));
    return Done{};
  }
  /// Notes that a task begins in a container: links that ended there before now lead to this task.
  void begin_task(PajeContainer& container, TaskId task);
  void renumber(const std::vector<TaskId>& numbers);
  /// Adds dependencies and messages to the builder's trace.
  void add_to(TraceBuilder& builder, const NumberedTasks& numbered_tasks);

 private:
  struct Link {
    std::uint32_t start_container = PajeContainers::none;
    std::uint32_t end_container = PajeContainers::none;
    std::int64_t start_ns = unknown_time;
    std::int64_t end_ns = unknown_time;
    std::uint64_t payload_bytes = 0;
    TaskId before;
    TaskId after;
    std::uint32_t line = 0;

    bool is_complete() const {
      return start_container != PajeContainers::none && end_container != PajeContainers::none;
    }
  };

  bool take_gusset_dependency(bool is_start);
  void add_end(bool is_start, std::int64_t time_ns, std::uint32_t container, TaskId open);
  bool is_among_workers(const Link& link) const;
  void add_message(const Link& link, Trace& trace);

  const PajeLines& line_;
  PajeContainers& containers_;
  IssueList& issues_;
  std::vector<Link> links_;
  std::unordered_map<std::string, std::vector<std::size_t>> open_starts_;
  std::unordered_map<std::string, std::vector<std::size_t>> open_ends_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> gusset_dependencies_;  ///< in files from Gusset
};

}  // namespace gusset::traces::import
