#pragma once
#include <atomic>
#include <cstdint>

#include "gusset/core_tracing/recording_node.hpp"
#include "messages/messenger.hpp"
#include "messages/wire.hpp"

namespace gusset::cluster {

/// Compares this node's clock with node 0's, for a recording: asks node 0 for its time, and again after each
/// answer. The shortest round trips show the clocks' difference best, so a few of them are enough. Nobody
/// waits meanwhile. Node 0 and nodes on its host ask nothing.
class ClockComparisons {
 public:
  /// `recorder`: null if nothing is recorded.
  ClockComparisons(Messenger& messenger, core_tracing::PartRecorder* recorder)
      : messenger_(messenger), recorder_(recorder) {}

  /// Starts a series of comparisons. The previous series must be over.
  void start();
  /// Whether the series is over.
  bool is_over() const { return remaining_.load(std::memory_order_seq_cst) == 0; }

  // Called in polls.
  void asked(Transport& transport, unsigned from, const Header& question) const;
  void answered(Transport& transport, const Header& answer);

 private:
  static constexpr unsigned rounds = 32;

  void ask(Transport& transport) const;

  Messenger& messenger_;
  core_tracing::PartRecorder* recorder_;
  std::atomic<unsigned> remaining_{0};  ///< rounds of the series
};

}  // namespace gusset::cluster
