#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "event_merge.hpp"
#include "lane_replay.hpp"
#include "recording.hpp"
#include "storage/scratch.hpp"
#include "work_builder.hpp"

namespace gusset::ompt {

/// The rows of worksharing constructs; see traces::Worksharing.
struct WorkTables {
  explicit WorkTables(Scratch& scratch) : executions(scratch), shares(scratch), chunks(scratch) {}
  ScratchArray<traces::WorkExecution> executions;
  ScratchArray<traces::WorkShare> shares;
  ScratchArray<traces::WorkChunks> chunks;
};

/// Takes all events of a process in order of time, once, and keeps what the trace needs in a Scratch.
class Replay {
 public:
  Replay(EventSource& source, Scratch& scratch);

  /// Takes all events. Throws ConversionFailure.
  void run();

  const RecordingFacts& facts() const { return facts_; }
  ReplayTables& tables() { return tables_; }
  std::vector<std::unique_ptr<LaneReplay>>& lanes() { return lanes_; }
  WorkTables& work() { return work_; }
  /// The constructs that the executions refer to; see WorkBuilder.
  const WorkBuilder& constructs() const { return work_builder_; }

 private:
  /// The dependences of the task that was created last. They follow its creation directly.
  struct NewTask {
    Number task;
    Number parent;
    std::size_t thread = 0;
    std::vector<Dependence> dependences;
  };

  void take(std::size_t thread, const Event& event);
  void add_accesses();
  void end_region(const Event& event);
  void keep_work();
  std::optional<TeamPart> part_that_begins(Number task);

  EventMerge events_;
  RecordingFacts facts_;
  ReplayTables tables_;
  std::vector<std::unique_ptr<LaneReplay>> lanes_;
  NewTask new_task_;
  WorkTables work_;
  WorkBuilder work_builder_;
  std::uint32_t unknown_parents_ = Item::none;  ///< the scopes of parents of which nothing is known
};

}  // namespace gusset::ompt
