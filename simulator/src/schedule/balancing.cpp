#include "balancing.hpp"

namespace gusset::simulator {

MoveContents contents_of(const TaskStream& stream, std::uint32_t task) {
  MoveContents contents;
  for (const TaskStream::StreamAccess& access : stream.accesses_of(task)) {
    if (!goes_there(stream, access)) continue;
    const std::uint64_t bytes = stream.handles()[access.handle].size_bytes;
    ++contents.there;
    contents.bytes_there += bytes;
    if (!comes_back(stream, access)) continue;
    ++contents.back;
    contents.bytes_back += bytes;
  }
  return contents;
}

void count_move(MigrationStatistics& home, const MoveContents& contents) {
  ++*home.migrated_tasks;
  *home.migration_messages += 2u + contents.there + contents.back;
  *home.migration_bytes += contents.bytes_there + contents.bytes_back;
}

std::vector<MigrationStatistics> count_moves(const TaskStream& stream, const Balance& balance,
                                             unsigned nodes) {
  const bool is_known = !balance.asks() || nodes == 1;
  if (!is_known) return std::vector<MigrationStatistics>(nodes);
  std::vector<MigrationStatistics> counts(nodes, {0, 0, 0});
  ListedTasks().find(stream, balance, [&](std::uint32_t task, NodeId) {
    count_move(counts[stream.tasks()[task].node.value()], contents_of(stream, task));
  });
  return counts;
}

}  // namespace gusset::simulator
