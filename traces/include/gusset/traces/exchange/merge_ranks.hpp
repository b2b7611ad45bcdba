#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"

namespace gusset::traces {

/// What merge_ranks has written.
struct MergedRanks {
  std::uint32_t nodes = 0;         ///< number of nodes in the run
  std::uint32_t parts = 0;         ///< number of parts; at most one for each node
  std::uint64_t tasks = 0;         ///< number of tasks in all parts
  std::vector<std::string> notes;  ///< what is missing, and how well the clocks agree; also in the file
  bool is_incomplete = false;      ///< a part is missing or ends early
  friend bool operator==(const MergedRanks&, const MergedRanks&) = default;
};

/// Joins the parts that the nodes of one run recorded (RecordedPart), in any order, into one trace of all
/// nodes:
///
/// - The trace has all nodes of the run, the workers of the recorded ones, and every message with its sending
///   and its arrival. Tasks are in the order of their numbers, which is the program's order; tasks that other
///   tasks submitted come last.
/// - A handle that all nodes know becomes one handle. A handle that exists separately on every node
///   (HandleScope::each_node) becomes one handle for each node: "name@0", "name@1", ….
/// - Times are converted to node 0's clock. A node on the same host (RecordedPart::host) has the same clock,
///   which it reads to within 1 µs. The clock of another host is related by the clock comparisons of its
///   nodes: a line through the best comparison at the start and the best at the end, with the round trips as
///   bounds. The rule that a message arrives after it was sent narrows these bounds. Node::clock_residual_ns
///   states the remaining bound, and a note states the largest one. Without comparisons, messages in both
///   directions bound the clock; if there are none, a note says that the clock is unknown, and its part is
///   assumed to begin when node 0's part begins.
/// - If parts are missing, or the file of a node that died ends early, the trace contains everything else and
///   is marked as incomplete, and a note names what is missing.
///
/// Works through the files chunk by chunk. Memory holds the tables of handles, types, workers and
/// attributes, one chunk (at most 65536 rows), 48 bytes for each chunk of the output, at most 2^18 messages
/// that relate clocks, and the task numbers of parts that end early; not the tasks, accesses and messages.
/// The output is a recording: `read_gus` sorts and joins its rows. It appears whole or not at all.
///
/// Fails if a file is not a part, if parts belong to different runs or process grids, if two parts come from
/// the same node, if a part contradicts itself, or if the system refuses to read or write.
Result<MergedRanks> merge_ranks(std::span<const std::filesystem::path> parts,
                                const std::filesystem::path& output);

}  // namespace gusset::traces
