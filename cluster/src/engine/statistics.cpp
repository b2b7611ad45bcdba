// What all nodes have done, at the end of a run.
#include <algorithm>
#include <bit>

#include "counts/statistics_document.hpp"
#include "engine/distributed_engine.hpp"
#include "gusset/base/text_file.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::cluster {

/// Gives every node the counts of all nodes: sums of values, each of which only one node has set.
RunCounts DistributedEngine::all_counts() {
  const std::size_t nodes = messenger_.nodes();
  constexpr std::size_t single = 15;
  const MoveCounts moves = balancer_ ? balancer_->counts() : MoveCounts();
  const std::size_t values_per_node = single + 2 * nodes;
  std::vector<std::uint64_t> values(nodes * values_per_node);
  const DataPool::Statistics pool = pool_.statistics();
  // Relaxed: no tasks are left.
  const std::uint64_t own[single] = {
      counts_.tasks + own_tasks_.tasks(),
      counts_.children.load(std::memory_order_relaxed),
      std::bit_cast<std::uint64_t>(counts_.work + counts_.children_work.load(std::memory_order_relaxed) +
                                   own_tasks_.work()),
      counts_.blocks_owned,
      counts_.bytes_owned,
      counts_.listeners,
      counts_.messages_received.load(std::memory_order_relaxed),
      counts_.bytes_received.load(std::memory_order_relaxed),
      counts_.bytes_received_by_program.load(std::memory_order_relaxed),
      pool.peak_bytes,
      pool.asked_bytes,
      pool.reused_bytes,
      moves.tasks,
      moves.messages,
      moves.bytes};
  std::uint64_t* const mine = values.data() + messenger_.node() * values_per_node;
  std::copy(std::begin(own), std::end(own), mine);
  for (std::size_t to = 0; to < nodes; ++to) {
    mine[single + 2 * to] = counts_.sent[to].messages;
    mine[single + 2 * to + 1] = counts_.sent[to].bytes;
  }
  if (!is_alone()) sum(values);
  RunCounts all;
  for (std::size_t from = 0; from < nodes; ++from) {
    const std::uint64_t* const its = values.data() + from * values_per_node;
    NodeStatistics node;
    node.level1_tasks = its[0];
    node.level2_tasks = its[1];
    node.work = std::bit_cast<double>(its[2]);
    node.blocks_owned = its[3];
    node.listeners_sent = its[5];
    node.messages_received = its[6];
    node.payload_bytes_received = its[7];
    node.memory_upper_bytes = its[4] + its[7] - its[8];
    node.peak_memory_bytes = its[4] + its[9];
    node.replica_pool = PoolStatistics{its[9], its[10], its[11]};
    if (settings_.balance.is_on()) node.migration = MigrationStatistics{its[12], its[13], its[14]};
    for (std::size_t to = 0; to < nodes; ++to) {
      const SentMessages sent{its[single + 2 * to], its[single + 2 * to + 1]};
      node.messages_sent += sent.messages;
      node.payload_bytes_sent += sent.bytes;
      if (sent.messages > 0) all.pairs.push_back({NodeId(from), NodeId(to), sent.messages, sent.bytes});
    }
    all.nodes.push_back(node);
  }
  return all;
}

void DistributedEngine::write_statistics() {
  const RunCounts counts = all_counts();
  if (result_ != nullptr) *result_ = counts;
  if (settings_.statistics_path.empty() || messenger_.node() != 0) return;
  const Balance& balance = settings_.balance;
  const RunDocument run{counts,
                        makespan_s_,
                        grid_,
                        workers(),
                        options_,
                        balance.is_on() ? balance.text() : std::string(),
                        settings_.broadcast.text()};
  const auto written = write_text(settings_.statistics_path, to_json(run));
  if (!written) throw ConfigurationError(written.error().message());
}

}  // namespace gusset::cluster
