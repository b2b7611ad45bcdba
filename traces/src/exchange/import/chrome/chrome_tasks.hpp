#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "exchange/import/chrome/chrome_event.hpp"
#include "exchange/import/name_table.hpp"
#include "exchange/import/numbered_tasks.hpp"
#include "exchange/import/trace_builder.hpp"

namespace gusset::traces::import {

/// The tasks of a Chrome trace: one per event, or in files written by Gusset one per task number in the
/// events.
class ChromeTasks {
 public:
  /// Most task numbers in events must be below `limit`; larger ones take more memory.
  ChromeTasks(TraceBuilder& builder, std::size_t limit) : builder_(builder), numbered_(limit) {}

  /// The task and the kind of span that an event's category and arguments give.
  struct Subject {
    TaskId task;
    SpanKind kind = SpanKind::run;
  };
  Subject subject(const ChromeEvent& event);
  void add_arguments(const ChromeEvent& event, TaskId task);

  /// Whether Gusset wrote at least one of the events seen so far.
  bool are_from_gusset() const;
  /// Removes tasks. No span may belong to them any more.
  void drop(std::vector<TaskId> dropped);

  /// The task with this number in a file written by Gusset. None if there is no such task.
  TaskId numbered_task(std::uint64_t number) const { return numbered_.find(number); }

  /// Completes the builder's tasks: restores the order of tasks from Gusset, sets parents, and adds
  /// categories if there are several.
  void finish();

 private:
  static constexpr std::uint32_t no_kind = NameTable::none;

  void add_own_argument(std::string_view name, std::string_view value, TaskId task);
  void add_categories();

  TraceBuilder& builder_;
  NumberedTasks numbered_;
  NameTable names_;            ///< task names as written in the file
  std::vector<TypeId> types_;  ///< indexed by name
  NameTable categories_;
  std::vector<std::uint32_t> category_kinds_;  ///< kind of span in files from Gusset, or no_kind
  std::vector<std::uint32_t> category_of_;     ///< indexed by task
  std::vector<std::pair<TaskId, std::uint64_t>> parents_;
};

}  // namespace gusset::traces::import
