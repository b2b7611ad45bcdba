#pragma once
// The JSON fields of the counts of a run on several nodes (docs/statistics.md).
#include "gusset/base/json_fields.hpp"
#include "gusset/base/run_statistics.hpp"

namespace gusset {

inline std::uint32_t node_number(NodeId node) {
  return node.value();
}
inline NodeId node_from(const JsonField& field) {
  return NodeId(field.small_count());
}

void fields(auto& io, IsOneOf<MigrationStatistics> auto& migration) {
  io("migrated_tasks", migration.migrated_tasks);
  io("migration_messages", migration.migration_messages);
  io("migration_bytes", migration.migration_bytes);
}

void fields(auto& io, IsOneOf<ScheduleUse> auto& use) {
  io("known_tasks", use.known_tasks);
  io("unknown_tasks", use.unknown_tasks);
  io("unused_tasks", use.unused_tasks);
}

void fields(auto& io, IsOneOf<Totals> auto& totals) {
  io("level1_tasks", totals.level1_tasks);
  io.later("level2_tasks", totals.level2_tasks);
  io("messages", totals.messages);
  io("payload_bytes", totals.payload_bytes);
  io("wire_bytes", totals.wire_bytes);
  io("listeners", totals.listeners);
  io.inlined("migrated_tasks", totals.migration);
  io("memory_upper_bytes", totals.memory_upper_bytes);
}

void fields(auto& io, IsOneOf<PoolStatistics> auto& pool) {
  io("peak_bytes", pool.peak_bytes);
  io("asked_bytes", pool.asked_bytes);
  io("reused_bytes", pool.reused_bytes);
}

void fields(auto& io, IsOneOf<NodeStatistics> auto& node) {
  io.index("node");
  io("level1_tasks", node.level1_tasks);
  io.later("level2_tasks", node.level2_tasks);
  io.later("work", node.work);
  io("blocks_owned", node.blocks_owned);
  io("messages_sent", node.messages_sent);
  io("messages_received", node.messages_received);
  io("payload_bytes_sent", node.payload_bytes_sent);
  io("payload_bytes_received", node.payload_bytes_received);
  io("listeners_sent", node.listeners_sent);
  io.inlined("migrated_tasks", node.migration);
  io("busy_s", node.busy_s);
  io("busy_share", node.busy_share);
  io("memory_upper_bytes", node.memory_upper_bytes);
  io("peak_memory_bytes", node.peak_memory_bytes);
  io.if_known("replica_pool", node.replica_pool);
}

void fields(auto& io, IsOneOf<PairStatistics> auto& pair) {
  io.custom("from", pair.from, node_number, node_from);
  io.custom("to", pair.to, node_number, node_from);
  io("messages", pair.messages);
  io("payload_bytes", pair.payload_bytes);
}

}  // namespace gusset
