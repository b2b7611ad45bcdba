#pragma once
#include <cstdint>
#include <vector>

#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// Which handles tasks have used on their owners' nodes.
class FirstUses {
 public:
  explicit FirstUses(const TaskStream& stream) : stream_(stream) {}

  /// Notes that the task starts. Returns the bytes of the handles that no task has used before.
  std::uint64_t start(std::uint32_t task) {
    std::uint64_t bytes = 0;
    for (const TaskStream::StreamAccess& access : stream_.accesses_of(task)) {
      if (access.transfer == TaskStream::none && !access.is_event) bytes += use(access.handle);
    }
    return bytes;
  }

 private:
  bool is_used(std::uint32_t handle) const { return handle < is_used_.size() && is_used_[handle]; }

  std::uint64_t use(std::uint32_t handle) {
    if (is_used(handle)) return 0;
    if (is_used_.size() <= handle) is_used_.resize(stream_.handles().size());
    is_used_[handle] = true;
    const TaskStream::StreamHandle& what = stream_.handles()[handle];
    if (what.whole != TaskStream::none && is_used(what.whole)) return 0;
    std::uint64_t bytes = what.size_bytes;
    for (std::uint32_t part = 0; part < what.part_count; ++part) {
      const std::uint64_t used =
          is_used(what.first_part + part) ? stream_.handles()[what.first_part + part].size_bytes : 0;
      bytes -= used < bytes ? used : bytes;
    }
    return bytes;
  }

  const TaskStream& stream_;
  std::vector<bool> is_used_;  // by handle
};

}  // namespace gusset::simulator
