#pragma once
#include <functional>

namespace gusset::simulator::bench {

/// What `measure` gives in a process of its own: SimGrid has one engine per process, and nobody's memory
/// counts as another's. Throws std::runtime_error where it fails there.
double in_child(const std::function<double()>& measure);

}  // namespace gusset::simulator::bench
