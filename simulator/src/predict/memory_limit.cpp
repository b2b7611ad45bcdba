#include "predict/memory_limit.hpp"

#include "gusset/base/numbers.hpp"

namespace gusset::simulator {

std::vector<std::uint64_t> owned_bytes(const TaskStream& stream, unsigned nodes) {
  std::vector<std::uint64_t> bytes(nodes);
  for (const TaskStream::StreamHandle& handle : stream.handles()) {
    if (handle.whole == TaskStream::none && !handle.is_event)
      bytes[handle.owner.value()] += handle.size_bytes;
  }
  return bytes;
}

Result<Done> check_memory(const SimulationStatistics& statistics, const TaskStream& stream,
                          const std::string& platform) {
  if (!statistics.platform.memory_bytes) return Done{};
  const std::vector<NodeStatistics>& nodes = statistics.nodes;
  const auto owned = owned_bytes(stream, static_cast<unsigned>(nodes.size()));
  std::size_t most = 0;
  const auto needed = [&](std::size_t n) { return nodes[n].peak_memory_bytes.value_or(owned[n]); };
  for (std::size_t n = 1; n < nodes.size(); ++n) {
    if (needed(n) > needed(most)) most = n;
  }
  const std::uint64_t limit = *statistics.platform.memory_bytes;
  if (nodes.empty() || needed(most) <= limit) return Done{};
  return Error{"memory_bytes of " + platform, "at most " + bytes_text(limit) + " on each node",
               bytes_text(needed(most)) + " on node " + std::to_string(most) +
                   (nodes[most].peak_memory_bytes ? " at once" : " for its own data")};
}

}  // namespace gusset::simulator
