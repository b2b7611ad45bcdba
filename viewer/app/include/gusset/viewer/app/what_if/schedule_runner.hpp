#pragma once
#include <QString>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "gusset/viewer/app/widgets/child_program.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"
#include "gusset/viewer/model/document/loaded_trace.hpp"
#include "gusset/viewer/model/what_if/schedule_search.hpp"

namespace gusset::viewer {

/// The trace whose tasks to schedule, and how.
struct ScheduleRequest {
  std::filesystem::path file;
  std::shared_ptr<const traces::Trace> trace;  ///< what the file contains
  ScheduleSearch search;
  Appearance appearance;  ///< appearance of the result's picture
};

/// Searches for schedules with `gusset schedule`, one child process at a time. Writes its files to a
/// temporary folder that is removed with this object.
class ScheduleRunner {
 public:
  struct Answer {
    ScheduleRequest request;
    FoundScheduleFacts found;
    ScheduleFiles files;                        ///< in this runner's folder; empty if there can be none
    std::shared_ptr<const LoadedTrace> loaded;  ///< the schedule as a trace; null if there can be none
  };

  /// `threads` limits the threads that read the result.
  ScheduleRunner(JobRunner::Post post, unsigned threads);
  ~ScheduleRunner();
  ScheduleRunner(const ScheduleRunner&) = delete;
  ScheduleRunner& operator=(const ScheduleRunner&) = delete;

  Signal<const ScheduleProgress&> progressed;
  Signal<const Answer&> answered;
  Signal<const std::string&> failed;  ///< passes a one-line message
  Signal<> busy_changed;

  /// Replaces the program that gusset_command finds.
  void set_program(QString program) { program_ = std::move(program); }
  const QString& program() const { return program_; }

  /// Starts a search instead of an earlier one. Emits `answered` or `failed` later, unless `cancel` is called
  /// first. Emits `failed` immediately without a gusset program or a temporary folder.
  void start(ScheduleRequest request);
  /// Ends the search, or the comparison after it, early. The best schedule so far is the answer.
  void stop();
  /// Ends the search without an answer.
  void cancel();
  bool busy() const { return child_.is_running() || jobs_.busy(); }
  /// Whether the program is running, so that it can be stopped.
  bool can_stop() const { return child_.is_running(); }

  /// Whether a file belongs to this runner.
  bool owns(const std::filesystem::path& file) const { return child_.owns(file); }
  /// Removes an answer's files.
  void remove(const ScheduleFiles& files) const;

 private:
  void ended(const std::string& why);
  void read();

  unsigned threads_;
  QString program_;
  std::uint64_t runs_ = 0;
  std::optional<ScheduleRequest> request_;  ///< none after `cancel`
  ScheduleFiles files_;
  std::filesystem::path answer_;  ///< the child's standard output
  bool is_stopping_ = false;
  ChildProgram child_;
  JobRunner jobs_;  // its destructor waits for running jobs
  Connections connections_;
};

}  // namespace gusset::viewer
