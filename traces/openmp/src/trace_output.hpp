#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/gus/trace_appender.hpp"
#include "gusset/traces/model/trace.hpp"
#include "places/source_places.hpp"
#include "replay.hpp"

namespace gusset::ompt {

/// Names all calls at once. Calls with the same name create one type of task.
using NamePlaces = std::function<std::vector<std::string>(const std::vector<Call>& calls)>;

/// Writes the trace of a replayed recording. A task's type is the place of its creation ("lu.c:41"). A
/// thread's part of a parallel region has the type "parallel lu.c:33", the program outside parallel regions
/// "serial", a taskwait with dependences "taskwait lu.c:60". A task is ready when it has been created and its
/// last predecessor has ended, because the interface reports no more; if a predecessor never ended, the ready
/// time is unknown. Throws ConversionFailure.
class TraceOutput {
 public:
  TraceOutput(Replay& replay, const NamePlaces& name_places);

  /// The metadata lack only the provenance. Notes say what was lost. `ended_by`: what ended the process
  /// early; empty if nothing did.
  traces::Metadata metadata(const std::string& ended_by) const;
  Result<Done> write(const std::filesystem::path& path, const traces::Metadata& metadata);

 private:
  traces::Recorded recorded() const;
  void name_types(const NamePlaces& name_places);
  void name_locks(const NamePlaces& name_places);
  std::string last_tasks_text() const;

  void write_head(traces::TraceAppender& out);
  void write_handles(traces::TraceAppender& out);
  void write_tasks(traces::TraceAppender& out);
  void write_spans(traces::TraceAppender& out);
  void write_accesses(traces::TraceAppender& out);
  void write_joined(traces::TraceAppender& out);
  void write_locks(traces::TraceAppender& out);
  void write_processor_time(traces::TraceAppender& out);
  void write_work(traces::TraceAppender& out);

  Replay& replay_;
  ReplayTables& tables_;
  std::vector<std::string> types_;
  std::vector<traces::TypeId> type_of_place_;
  std::unordered_map<std::uint64_t, std::string> lock_calls_;  ///< names by address
  std::vector<traces::WorkConstruct> constructs_;
  std::vector<std::string> last_types_;  ///< per thread: the type of its last task
};

}  // namespace gusset::ompt
