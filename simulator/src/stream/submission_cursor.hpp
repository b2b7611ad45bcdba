#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "task_stream.hpp"

namespace gusset::simulator {

/// The position of one node's submitting thread in the stream. The thread traverses the whole stream: it
/// submits its own tasks, registers other nodes' tasks as listeners of its data and skips the rest. Other
/// nodes' threads do not pass tasks that only this node knows.
class SubmissionCursor {
 public:
  struct Entry {
    std::size_t position = 0;               ///< rank among the tasks that all nodes pass
    std::uint32_t task = TaskStream::none;  ///< none: end of the known stream
    bool is_own = false;                    ///< the node's own task; otherwise a listener on another node
    bool is_passed_by_all = true;           ///< every node's cursor passes this position
  };

  void push(const Entry& entry) { entries_.push_back(entry); }
  bool empty() const { return next_ == entries_.size(); }
  const Entry& front() const { return entries_[next_]; }
  const Entry& back() const { return entries_.back(); }
  /// Returns the number of tasks to skip before the first entry.
  std::size_t skipped() const { return front().position - position_; }
  void pop() {
    position_ = front().position + (front().task != TaskStream::none && front().is_passed_by_all ? 1 : 0);
    if (++next_ == entries_.size()) {
      entries_.clear();
      next_ = 0;
    }
  }

 private:
  std::vector<Entry> entries_;
  std::size_t next_ = 0;
  std::size_t position_ = 0;  // first task not passed yet
};

}  // namespace gusset::simulator
