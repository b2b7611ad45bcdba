#pragma once

namespace gusset {
class Runtime;
}

namespace gusset::simulator::bench {

/// The same million tasks twice, on all nodes of a runtime: each depends on three tasks of the previous
/// layer.
inline constexpr int layers = 1000;
inline constexpr int tasks_per_layer = 1000;

void layers_as_task_graph(Runtime& runtime);
void layers_with_handles(Runtime& runtime);

}  // namespace gusset::simulator::bench
