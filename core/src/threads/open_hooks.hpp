#pragma once
#include <atomic>
#include <utility>

#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/options.hpp"

namespace gusset::detail {

/// Hooks for the engine of one node among several: other nodes' messages raise its handles' versions, so the
/// engine polls for messages and never sleeps for long. `Recorder` is Plain or a class that records.
template <class Recorder>
struct Open : Recorder {
  static constexpr bool is_open = true;

  template <class... RecorderArguments>
  Open(const Options& options, unsigned workers, Surroundings& around,
       RecorderArguments&&... recorder_arguments)
      : Recorder(options, workers, std::forward<RecorderArguments>(recorder_arguments)...),
        surroundings(around) {}

  Surroundings& surroundings;
  std::atomic<bool> has_poller{false};  // whether an idle thread polls often; see ThreadedEngine::poll_until
};

}  // namespace gusset::detail
