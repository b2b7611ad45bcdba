#include "layers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gusset/core/access.hpp"
#include "gusset/core/handle.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/task_graph.hpp"

namespace gusset::simulator::bench {
namespace {

constexpr double work = 3e5;     // 10 µs
using Key = std::array<int, 2>;  // layer, column

NodeId node_of(const Runtime& runtime, int column) {
  return NodeId(static_cast<unsigned>(column) * runtime.grid().nodes() / tasks_per_layer);
}
int first_neighbour(int column) {
  return std::max(0, column - 1);
}
int last_neighbour(int column) {
  return std::min(tasks_per_layer - 1, column + 1);
}

}  // namespace

void layers_as_task_graph(Runtime& runtime) {
  TaskGraph<Key> graph(runtime, "step");
  graph.define({.in_degree =
                    [](Key key) {
                      const int inputs = last_neighbour(key[1]) - first_neighbour(key[1]) + 1;
                      return key[0] == 0 ? 1u : static_cast<std::uint32_t>(inputs);
                    },
                .node = [&](Key key) { return node_of(runtime, key[1]); },
                .work = [](Key) { return work; },
                .then =
                    [&](Key key) {
                      if (key[0] + 1 == layers) return;
                      for (int column = first_neighbour(key[1]); column <= last_neighbour(key[1]); ++column)
                        graph.fulfil({key[0] + 1, column});
                    }});
  for (int column = 0; column < tasks_per_layer; ++column) graph.fulfil({0, column});
  runtime.wait();
}

void layers_with_handles(Runtime& runtime) {
  static const TaskType step("step");
  std::array<std::vector<Handle>, 2> values;  // of the current layer and the one before, in turn
  for (std::vector<Handle>& layer : values) {
    for (int column = 0; column < tasks_per_layer; ++column)
      layer.push_back(runtime.handle("u", sizeof(Key), node_of(runtime, column)));
  }
  std::vector<Access<NoContents>> accesses;
  for (std::size_t layer = 0; layer < layers; ++layer) {
    const std::vector<Handle>& before = values[(layer + 1) % 2];
    for (int column = 0; column < tasks_per_layer; ++column) {
      accesses.assign(1, write(values[layer % 2][static_cast<std::size_t>(column)]));
      for (int input = first_neighbour(column); input <= last_neighbour(column); ++input)
        accesses.push_back(read(before[static_cast<std::size_t>(input)]));
      runtime.submit(
          step(work), [] {}, accesses);
    }
  }
  runtime.wait();
}

}  // namespace gusset::simulator::bench
