#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "exchange/import/chrome/chrome_event.hpp"
#include "exchange/import/given_tasks.hpp"
#include "exchange/import/name_table.hpp"
#include "exchange/import/trace_builder.hpp"

namespace gusset::traces::import {

/// The tasks of a Chrome trace: one for each event, or in Gusset's own files for each task that events name.
class ChromeTasks {
 public:
  /// Task numbers that events give are below `most_given`, or few.
  ChromeTasks(TraceBuilder& builder, std::size_t most_given) : builder_(builder), given_(most_given) {}

  /// What an event's category and arguments say of its span and task.
  struct Subject {
    TaskId task;
    SpanKind kind = SpanKind::run;
  };
  Subject subject(const ChromeEvent& event);
  void add_arguments(const ChromeEvent& event, TaskId task);

  /// The task that a file of Gusset's own gives this number; none where there is none.
  TaskId given(std::uint64_t number) const { return given_.find(number); }

  /// Completes the builder's tasks: Gusset's own keep their order; parents; categories where there are
  /// several.
  void finish();

 private:
  static constexpr std::uint32_t no_kind = NameTable::none;

  void add_own_argument(std::string_view name, std::string_view value, TaskId task);
  void add_categories();

  TraceBuilder& builder_;
  GivenTasks given_;
  NameTable names_;            ///< of tasks, as written
  std::vector<TypeId> types_;  ///< by name
  NameTable categories_;
  std::vector<std::uint32_t> category_kinds_;  ///< the kind of span of Gusset's own, or none
  std::vector<std::uint32_t> category_of_;     ///< by task
  std::vector<std::pair<TaskId, std::uint64_t>> parents_;
};

}  // namespace gusset::traces::import
