#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "task_stream.hpp"

namespace gusset::simulator {

/// Where one node's submitting thread is in the stream, which it traverses whole: it submits its own tasks,
/// registers other nodes' as listeners of its data, and skips the rest.
class SubmissionCursor {
 public:
  struct Entry {
    std::size_t position = 0;               ///< among the program's tasks
    std::uint32_t task = TaskStream::none;  ///< none: the end of what there is
    bool is_own = false;                    ///< else the task listens to this node
  };

  void push(const Entry& entry) { entries_.push_back(entry); }
  bool empty() const { return next_ == entries_.size(); }
  const Entry& front() const { return entries_[next_]; }
  const Entry& back() const { return entries_.back(); }
  /// Tasks to skip before the first entry.
  std::size_t skipped() const { return front().position - position_; }
  void pop() {
    position_ = front().position + (front().task == TaskStream::none ? 0 : 1);
    if (++next_ == entries_.size()) {
      entries_.clear();
      next_ = 0;
    }
  }

 private:
  std::vector<Entry> entries_;
  std::size_t next_ = 0;
  std::size_t position_ = 0;  // of the first task not passed yet
};

}  // namespace gusset::simulator
