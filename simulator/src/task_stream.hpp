#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "gusset/core/access_mode.hpp"
#include "gusset/core/annotation.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/task.hpp"

namespace gusset::simulator {

/// The program's level-1 tasks, in order of submission and in few bytes, with what must be sent for them.
/// Filled once for the whole machine; any number of readers may replay it.
class TaskStream {
 public:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  struct StreamHandle {
    std::string name;
    std::uint64_t size_bytes = 0;
    NodeId owner{0};
    std::uint32_t first_version = 0;
  };

  struct StreamAccess {
    std::uint32_t handle = 0;
    std::uint32_t version = 0;  ///< that it waits for
    std::uint32_t transfer =
        none;  ///< that brings this version to the task's node; none: the handle lives there
    AccessMode mode = AccessMode::read;
  };

  struct StreamTask {
    TaskTypeId type{};
    NodeId node{0};
    double work = 0.0;
    Affinity affinity{};
    std::int32_t priority = 0;
    std::uint32_t access_count = 0;  // this and the next are set by append
    std::uint64_t first_access = 0;
  };

  /// One version of one handle on its way to one node, for all its listeners there.
  struct Transfer {
    std::uint32_t handle = 0;
    std::uint32_t version = 0;
    NodeId from{0};
    NodeId to{0};
    std::uint32_t listeners = 0;
  };

  /// What a program said of a task besides.
  struct StreamAnnotation {
    std::uint32_t task = 0;
    std::string name;
    Annotation::Value value;
  };

  std::uint32_t add_handle(StreamHandle handle);
  /// Accesses have their handles and versions; their transfers are found here. Remote accesses modify
  /// nothing.
  std::uint32_t append(StreamTask task, std::span<const StreamAccess> accesses);

  /// Of the task appended last.
  void annotate(const std::string& name, const Annotation::Value& value) {
    annotations_.push_back({static_cast<std::uint32_t>(tasks_.size() - 1), name, value});
  }

  const std::vector<StreamAnnotation>& annotations() const { return annotations_; }
  const std::vector<StreamHandle>& handles() const { return handles_; }
  const std::vector<StreamTask>& tasks() const { return tasks_; }
  const std::vector<Transfer>& transfers() const { return transfers_; }
  const std::vector<StreamAccess>& accesses() const { return accesses_; }
  std::span<const StreamAccess> accesses_of(std::uint32_t task) const {
    return std::span(accesses_).subspan(tasks_[task].first_access, tasks_[task].access_count);
  }

 private:
  std::uint32_t transfer_to(NodeId node, const StreamAccess& access);
  std::uint32_t add_transfer(NodeId node, const StreamAccess& access);

  std::vector<StreamHandle> handles_;
  std::vector<StreamTask> tasks_;
  std::vector<StreamAccess> accesses_;
  std::vector<StreamAnnotation> annotations_;
  std::vector<Transfer> transfers_;
  std::unordered_map<std::uint64_t, std::uint32_t> latest_;  // (handle, node) → the newest version's
};

}  // namespace gusset::simulator
