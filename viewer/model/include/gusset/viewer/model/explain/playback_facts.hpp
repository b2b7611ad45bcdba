#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gusset/traces/analysis/time/handle_history.hpp"
#include "gusset/traces/analysis/time/playback.hpp"
#include "gusset/viewer/model/document/loaded_trace.hpp"

namespace gusset::viewer {

/// What the playback of one trace needs. Immutable; shared with jobs.
struct PlaybackFacts {
  std::shared_ptr<const traces::Playback> schedule;
  std::shared_ptr<const traces::HandleHistory> handles;
};

/// O(n log n) in tasks and accesses, so run it in a job.
PlaybackFacts playback_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph);

/// The running tasks of a trace at one moment and the data they use. O(workers · log n).
class PlaybackMoment {
 public:
  /// A task's use of a handle.
  struct Use {
    traces::TaskId task;
    traces::AccessModeId mode;
  };

  PlaybackMoment() = default;
  PlaybackMoment(const LoadedTrace& loaded, const traces::Playback& schedule, std::int64_t time_ns);

  std::int64_t time_ns() const { return time_ns_; }
  /// The task that a worker runs; none if it is idle.
  traces::TaskId running(traces::WorkerId worker) const { return running_[worker.value()]; }
  /// How the running tasks use a handle; empty if no task uses it.
  const std::vector<Use>& uses(traces::HandleId handle) const;

 private:
  std::int64_t time_ns_ = 0;
  std::vector<traces::TaskId> running_;
  std::map<traces::HandleId, std::vector<Use>> uses_;
};

/// Whether a replay gave a handle to dependencies of a graph that name no data.
bool is_made_up(const traces::Trace& trace, traces::HandleId handle);

/// "gemm #5: write C[1,0], read A[1,1]"; "idle" if the worker runs no task.
std::string running_text(const LoadedTrace& loaded, const PlaybackMoment& moment, traces::WorkerId worker);
/// "3: gemm #5, gemm #6, trsm #2"; "none"; "not recorded".
std::string ready_text(const LoadedTrace& loaded, const traces::Playback& schedule, traces::WorkerId worker,
                       std::int64_t time_ns);
/// "write by gemm #5", "read by trsm #3, read by trsm #4"; empty if no task uses the handle.
std::string uses_text(const LoadedTrace& loaded, const PlaybackMoment& moment, traces::HandleId handle);
/// "12 done · 2 running · 3 ready · 40 waiting"; leaves out counts that the trace lacks.
std::string counts_text(const traces::Playback& schedule, std::int64_t time_ns);

}  // namespace gusset::viewer
