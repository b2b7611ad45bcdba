#include "accessed_bytes.hpp"

#include <algorithm>

#include "gusset/traces/model/names.hpp"

namespace gusset::simulator {

AccessedBytes::AccessedBytes(const traces::Trace& trace) : trace_(trace) {
  const auto& modes = trace.access_modes;
  if (std::none_of(modes.begin(), modes.end(),
                   [](const traces::AccessMode& mode) { return mode.name == traces::event_mode; }))
    return;
  is_event_.resize(trace.handles.size());
  for (const traces::Access& access : trace.accesses.items) {
    if (is_event(trace, access)) is_event_[access.handle.value()] = true;
  }
}

std::uint64_t AccessedBytes::of(traces::TaskId task) const {
  const auto accesses = trace_.accesses.of(task);
  std::uint64_t bytes = 0;
  for (auto access = accesses.begin(); access != accesses.end(); ++access) {
    const auto is_same = [&](const traces::Access& earlier) { return earlier.handle == access->handle; };
    if (!is_event_.empty() && is_event_[access->handle.value()]) continue;
    if (std::none_of(accesses.begin(), access, is_same))
      bytes += trace_.handles.size_bytes[access->handle.value()];
  }
  return bytes;
}

}  // namespace gusset::simulator
