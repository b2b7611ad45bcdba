#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "gusset/core/detail/handle_state.hpp"
#include "gusset/core/task.hpp"

namespace gusset::detail {

/// A task's accesses in the order of their handles' ids, in which locks and turns are taken; without an
/// allocation where they are few.
class SortedAccesses {
 public:
  explicit SortedAccesses(Task& task) : size_(task.accesses().size()) {
    if (size_ > few_.size()) many_ = std::make_unique<TaskAccess*[]>(size_);
    TaskAccess** const first = many_ ? many_.get() : few_.data();
    std::transform(task.accesses().begin(), task.accesses().end(), first,
                   [](TaskAccess& access) { return &access; });
    std::sort(first, first + size_,
              [](const TaskAccess* a, const TaskAccess* b) { return a->handle->id < b->handle->id; });
  }

  std::span<TaskAccess* const> get() const { return {many_ ? many_.get() : few_.data(), size_}; }

 private:
  std::size_t size_;
  std::array<TaskAccess*, 8> few_;
  std::unique_ptr<TaskAccess*[]> many_;
};

}  // namespace gusset::detail
