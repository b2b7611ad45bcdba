#include "schedule/replica_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "cholesky.hpp"
#include "simulate.hpp"
#include "task_types.hpp"

namespace gusset::simulator {
namespace {

using testing::factorize;
using testing::simulate;
using testing::timed;
using testing::type;

/// Computes the peaks from a predicted trace in the simple, slow way: checks each node's memory just after
/// each task's start. All handles must last until the last task has ended.
std::vector<std::uint64_t> peaks_of(const traces::Trace& trace) {
  struct Use {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
  };
  std::vector<Use> uses(trace.tasks.size());
  std::vector<std::size_t> node_of(trace.tasks.size());
  for (const traces::Lane& lane : trace.lanes) {
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
      if (lane.spans.task[i].is_none()) continue;
      uses[lane.spans.task[i].value()] = {lane.spans.begin_ns[i], lane.spans.end_ns[i]};
      node_of[lane.spans.task[i].value()] = trace.workers[lane.worker.value()].node.value();
    }
  }
  // (handle, node, version) → its readers on the node
  std::map<std::tuple<std::uint32_t, std::size_t, std::uint32_t>, std::vector<Use>> readers;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task) {
    for (std::uint64_t a = trace.accesses.first[task]; a < trace.accesses.first[task + 1]; ++a) {
      const traces::Access& access = trace.accesses.items[a];
      if (trace.handles.owner[access.handle.value()].value() != node_of[task])
        readers[{access.handle.value(), node_of[task], access.version}].push_back(uses[task]);
    }
  }
  std::vector<std::vector<Use>> held(trace.nodes.size());  // parallel to `sizes`
  std::vector<std::vector<std::uint64_t>> sizes(trace.nodes.size());
  for (std::size_t h = 0; h < trace.handles.name.size(); ++h) {
    held[trace.handles.owner[h].value()].push_back({INT64_MIN, INT64_MAX});
    sizes[trace.handles.owner[h].value()].push_back(trace.handles.size_bytes[h]);
  }
  for (const traces::Message& message : trace.messages) {
    const auto& own = readers.at({message.handle.value(), message.to.value(), message.version});
    std::int64_t last_ns = 0;
    for (const Use& use : own) last_ns = std::max(last_ns, use.end_ns);
    std::int64_t newer_ns = INT64_MAX;
    for (const auto& [key, uses_of] : readers) {
      const auto& [handle, node, version] = key;
      if (handle != message.handle.value() || node != message.to.value() || version <= message.version)
        continue;
      for (const Use& use : uses_of) newer_ns = std::min(newer_ns, use.begin_ns);
    }
    held[message.to.value()].push_back(
        {message.send_ns, newer_ns == INT64_MAX ? INT64_MAX : std::max(last_ns, newer_ns)});
    sizes[message.to.value()].push_back(message.payload_bytes);
  }
  std::vector<std::uint64_t> peaks;
  for (std::size_t n = 0; n < held.size(); ++n) {
    std::uint64_t peak = 0;
    for (const Use& at : held[n]) {
      std::uint64_t bytes = 0;
      for (std::size_t i = 0; i < held[n].size(); ++i) {
        if (held[n][i].begin_ns <= at.begin_ns && held[n][i].end_ns > at.begin_ns) bytes += sizes[n][i];
      }
      peak = std::max(peak, bytes);
    }
    peaks.push_back(peak);
  }
  return peaks;
}

std::vector<std::uint64_t> reported_peaks(const SimulationResult& result) {
  std::vector<std::uint64_t> peaks;
  for (const NodeStatistics& node : result.statistics.nodes) peaks.push_back(*node.peak_memory_bytes);
  return peaks;
}

SimulationInputs inputs(unsigned nodes, ProcessGrid grid) {
  SimulationInputs result = timed(nodes, 2);
  result.grid = grid;
  result.network = NetworkEngine::fast;
  return result;
}

TEST(PeakMemory, ReplicaIsFreedWhenANewerVersionIsAccessed) {
  const SimulationResult result = simulate(inputs(2, {1, 2, 1}), [](Runtime& runtime) {
    const Handle x = runtime.handle("x", 1000, NodeId(0));
    const Handle y = runtime.handle("y", 10, NodeId(1));
    for (int i = 0; i < 4; ++i) {
      runtime.submit(
          type(1), [] {}, write(x));
      runtime.submit(
          type(1), [] {}, read(x), write(y));
    }
  });
  // A newer version uses memory while it is in flight, and the older version still exists.
  EXPECT_EQ(reported_peaks(result), (std::vector<std::uint64_t>{1000, 2010}));
  EXPECT_EQ(reported_peaks(result), peaks_of(*result.trace));
  EXPECT_EQ(result.statistics.nodes[1].memory_upper_bytes, 4010u);
}

TEST(PeakMemory, AgreesWithASlowReferenceOnFactorizations) {
  for (const std::size_t blocks : {3u, 5u, 8u}) {
    for (const ProcessGrid grid : {ProcessGrid{2, 2, 1}, ProcessGrid{1, 3, 1}, ProcessGrid{3, 2, 1}}) {
      const SimulationResult result = simulate(
          inputs(grid.nodes(), grid), [&](Runtime& runtime) { factorize(runtime, 4 * blocks, blocks); });
      EXPECT_EQ(reported_peaks(result), peaks_of(*result.trace)) << blocks << " blocks on " << grid.text();
      for (const NodeStatistics& node : result.statistics.nodes)
        EXPECT_LE(*node.peak_memory_bytes, node.memory_upper_bytes);
    }
  }
}

void random_program(Runtime& runtime, unsigned seed, bool draws_reads_first) {
  std::mt19937 random(seed);
  std::vector<Handle> handles;
  for (unsigned h = 0; h < 6; ++h)
    handles.push_back(runtime.handle("h" + std::to_string(h), 100u + h, NodeId(h % 3)));
  for (int i = 0; i < 60; ++i) {
    const double work = 1.0 + static_cast<double>(random() % 1000003) * 1e-5;
    const Handle& first = handles[random() % 6];
    const Handle& second = handles[random() % 6];
    runtime.submit(
        type(work), [] {}, read(draws_reads_first ? first : second),
        write(draws_reads_first ? second : first));
  }
  runtime.wait();  // handles that end earlier free their memory, which traces do not show
}

TEST(PeakMemory, AgreesWithASlowReferenceOnRandomPrograms) {
  for (const bool draws_reads_first : {false, true}) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const SimulationResult result = simulate(
          inputs(3, {1, 3, 1}), [&](Runtime& runtime) { random_program(runtime, seed, draws_reads_first); });
      EXPECT_EQ(reported_peaks(result), peaks_of(*result.trace))
          << "seed " << seed << (draws_reads_first ? ", reads first" : "");
    }
  }
}

TEST(PeakMemory, DestroyedHandlesFreeTheirMemory) {
  const SimulationResult result = simulate(inputs(1, {1, 1, 1}), [](Runtime& runtime) {
    for (int i = 0; i < 5; ++i) {
      const Handle x = runtime.handle("x", 1000);
      runtime.submit(
          type(1), [] {}, write(x));
    }
  });
  EXPECT_EQ(reported_peaks(result), std::vector<std::uint64_t>{1000});
}

}  // namespace
}  // namespace gusset::simulator
