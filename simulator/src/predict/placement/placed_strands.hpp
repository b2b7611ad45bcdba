#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "data_placement.hpp"
#include "gusset/base/ids.hpp"
#include "gusset/base/result.hpp"
#include "gusset/simulator/predict/statistics.hpp"
#include "gusset/traces/analysis/graph/strands.hpp"
#include "gusset/traces/model/trace.hpp"
#include "predict/replay_stream.hpp"

namespace gusset::simulator {

/// The strands of a program on several nodes.
struct PlacedStrands {
  /// Like Strands::trace(), plus the program's data: the last strand of a task writes what the task writes,
  /// and its first strand reads what it uses of other nodes. Locks belong to the node whose tasks hold them.
  traces::Trace trace;
  std::vector<NodeId> node;      ///< per strand
  std::uint32_t first_data = 0;  ///< the number of the program's first handle among the handles of `trace`
};

/// Fails if tasks of two nodes hold one lock. `name` is the trace's name in errors.
Result<PlacedStrands> place_strands(const traces::Trace& trace, const traces::Strands& strands,
                                    const DataPlacement& placement, const std::string& name);

/// Replaces the data and the messages of a prediction, which are those of strands, with the program's.
/// Messages without data become control messages. Otherwise, `predicted` already has the tasks of `trace`.
void name_data(const traces::Trace& trace, const traces::Strands& strands, const DataPlacement& placement,
               const PlacedStrands& placed, const ReplayStream& replayed, traces::Trace& predicted);

/// What a replay on several nodes assumes. `sizes_path` is empty without a file.
std::vector<std::string> placement_assumptions(const DataPlacement& placement, const std::string& sizes_path);

/// Why such a replay is not reliable. One reason always holds: no recording shows how a runtime would run the
/// program on several nodes. `dataless_share`: the share of the work in tasks that name no data.
std::vector<std::string> placement_doubts(double dataless_share);

/// Counts the program's tasks on each node.
void count_tasks(const DataPlacement& placement, std::vector<NodeStatistics>& nodes);

}  // namespace gusset::simulator
