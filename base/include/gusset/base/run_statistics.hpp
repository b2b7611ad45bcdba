#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "gusset/base/ids.hpp"

namespace gusset {

// Counts of a run on several nodes, simulated or real. They are parts of the document that docs/statistics.md
// specifies.

/// Tasks that ran on a different node from the one where the program placed them, to balance the load, and
/// the messages that this took. The other counts do not include them. They are counted at the node where the
/// program placed the task. A simulation without costs only counts tasks. The values are then absent, because
/// which tasks migrate depends on times, unless a list says which tasks migrate.
struct MigrationStatistics {
  std::optional<std::uint64_t> migrated_tasks;
  std::optional<std::uint64_t> migration_messages;  ///< two per task, plus one each time that a handle's
                                                    ///< contents are sent there or back
  std::optional<std::uint64_t> migration_bytes;     ///< contents, without headers
  friend bool operator==(const MigrationStatistics&, const MigrationStatistics&) = default;
};

/// Memory for short-lived data, from a pool that reuses freed memory.
struct PoolStatistics {
  std::uint64_t peak_bytes = 0;    ///< the most in use at once
  std::uint64_t asked_bytes = 0;   ///< requested in all
  std::uint64_t reused_bytes = 0;  ///< the part of `asked_bytes` in memory that the pool had given out before
  /// From 0 to 1.
  double reused_share() const {
    return asked_bytes == 0 ? 0.0 : static_cast<double>(reused_bytes) / static_cast<double>(asked_bytes);
  }
  friend bool operator==(const PoolStatistics&, const PoolStatistics&) = default;
};

/// Work, messages and memory of one node.
struct NodeStatistics {
  std::uint64_t level1_tasks = 0;
  std::uint64_t level2_tasks = 0;  ///< subtasks of level-1 tasks
  double work = 0.0;               ///< declared by tasks that don't split, in the program's unit
  std::uint64_t blocks_owned = 0;  ///< handles that have contents and are not parts of others
  std::uint64_t messages_sent = 0;
  std::uint64_t messages_received = 0;
  std::uint64_t payload_bytes_sent = 0;
  std::uint64_t payload_bytes_received = 0;
  std::uint64_t listeners_sent = 0;  ///< remote inputs of tasks on other nodes, counted at the data's owner
  std::optional<double> busy_s;      ///< sum over all workers; none if tasks were only counted
  std::optional<double> busy_share;  ///< busy share of the workers' time; none if tasks were only counted
  std::uint64_t memory_upper_bytes = 0;  ///< owned contents and all received contents
  std::optional<std::uint64_t>
      peak_memory_bytes;  ///< owned contents and replicas together; none if tasks were only counted
  std::optional<MigrationStatistics> migration{};  ///< none: nodes did not balance their load
  std::optional<PoolStatistics> replica_pool{};    ///< none in simulations
  friend bool operator==(const NodeStatistics&, const NodeStatistics&) = default;
};

/// Messages from one node to another.
struct PairStatistics {
  NodeId from;
  NodeId to;
  std::uint64_t messages = 0;
  std::uint64_t payload_bytes = 0;
  friend bool operator==(const PairStatistics&, const PairStatistics&) = default;
};

/// How a run used a schedule file.
struct ScheduleUse {
  std::uint64_t known_tasks = 0;    ///< tasks of the program that are in the file
  std::uint64_t unknown_tasks = 0;  ///< tasks of the program that are not in the file
  std::uint64_t unused_tasks = 0;   ///< tasks of the file that are not in the program
  friend bool operator==(const ScheduleUse&, const ScheduleUse&) = default;
};

/// Sums over all nodes.
struct Totals {
  std::uint64_t level1_tasks = 0;
  std::uint64_t level2_tasks = 0;
  std::uint64_t messages = 0;
  std::uint64_t payload_bytes = 0;
  std::uint64_t wire_bytes = 0;  ///< payload plus one header per message
  std::uint64_t listeners = 0;
  std::uint64_t memory_upper_bytes = 0;
  std::optional<MigrationStatistics> migration{};  ///< none: nodes did not balance their load
  friend bool operator==(const Totals&, const Totals&) = default;
};

/// Adds up the counts of two nodes. A value that one of them lacks is absent from the sum.
inline MigrationStatistics sum_of(const MigrationStatistics& a, const MigrationStatistics& b) {
  const auto sum = [](std::optional<std::uint64_t> x, std::optional<std::uint64_t> y) {
    return x && y ? std::optional(*x + *y) : std::nullopt;
  };
  return {sum(a.migrated_tasks, b.migrated_tasks), sum(a.migration_messages, b.migration_messages),
          sum(a.migration_bytes, b.migration_bytes)};
}

/// Adds up the nodes' counts. Each message is sent with a header of `header_bytes`.
inline Totals totals_of(const std::vector<NodeStatistics>& nodes, std::uint64_t header_bytes) {
  Totals totals;
  for (const NodeStatistics& node : nodes) {
    totals.level1_tasks += node.level1_tasks;
    totals.level2_tasks += node.level2_tasks;
    totals.messages += node.messages_sent;
    totals.payload_bytes += node.payload_bytes_sent;
    totals.listeners += node.listeners_sent;
    totals.memory_upper_bytes += node.memory_upper_bytes;
    if (node.migration)
      totals.migration = totals.migration ? sum_of(*totals.migration, *node.migration) : node.migration;
  }
  totals.wire_bytes = totals.payload_bytes + totals.messages * header_bytes;
  return totals;
}

inline constexpr const char* statistics_format = "gusset statistics";

}  // namespace gusset
