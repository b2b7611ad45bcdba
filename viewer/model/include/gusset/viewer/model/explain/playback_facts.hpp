#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/analysis/time/handle_history.hpp"
#include "gusset/traces/analysis/time/playback.hpp"
#include "gusset/viewer/model/document/loaded_trace.hpp"

namespace gusset::viewer {

/// What playing one trace needs. Immutable; shared with jobs.
struct PlaybackFacts {
  std::shared_ptr<const traces::Playback> schedule;
  std::shared_ptr<const traces::HandleHistory> handles;
};

/// O(n log n) in tasks and accesses: for a job.
PlaybackFacts playback_facts(const LoadedTrace& loaded, const traces::TaskGraph& graph);

/// What runs in a trace at a moment, and which data it uses. O(workers · log n).
class PlaybackMoment {
 public:
  /// Some task's use of a handle.
  struct Use {
    traces::TaskId task;
    traces::AccessModeId mode;
  };

  PlaybackMoment() = default;
  PlaybackMoment(const LoadedTrace& loaded, const traces::Playback& schedule, std::int64_t time_ns);

  std::int64_t time_ns() const { return time_ns_; }
  /// Of a worker; none where it is idle.
  traces::TaskId running(traces::WorkerId worker) const { return running_[worker.value()]; }
  /// By the tasks that run; empty where none uses the handle.
  const std::vector<Use>& uses(traces::HandleId handle) const;

 private:
  std::int64_t time_ns_ = 0;
  std::vector<traces::TaskId> running_;
  std::map<traces::HandleId, std::vector<Use>> uses_;
};

/// "gemm #5: write C[1,0], read A[1,1]"; "idle" where nothing runs.
std::string running_text(const LoadedTrace& loaded, const PlaybackMoment& moment, traces::WorkerId worker);
/// "3: gemm #5, gemm #6, trsm #2", "none"; "not recorded".
std::string ready_text(const LoadedTrace& loaded, const traces::Playback& schedule, traces::WorkerId worker,
                       std::int64_t time_ns);
/// "write by gemm #5", "read by trsm #3, read by trsm #4"; empty where nobody does.
std::string uses_text(const LoadedTrace& loaded, const PlaybackMoment& moment, traces::HandleId handle);
/// "12 done · 2 running · 3 ready · 40 waiting"; without what the trace does not tell.
std::string counts_text(const traces::Playback& schedule, std::int64_t time_ns);

}  // namespace gusset::viewer
