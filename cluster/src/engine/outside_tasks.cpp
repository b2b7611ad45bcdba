// What the program may do between its waits and its next tasks, and at its end.
#include <string>

#include "engine/distributed_engine.hpp"
#include "gusset/core/errors.hpp"

namespace gusset::cluster {

void* DistributedEngine::contents(HandleState& handle) {
  if (is_local(handle)) {
    const bool may_be_sent = handle.owner == here_ && !is_alone() && is_in_program();
    if (settings_.finds_writes && may_be_sent) listeners_.view(handle);
    return handle.data;
  }
  if (!is_in_program()) {
    throw UsageError("distribute: expected contents of this node inside a task, found " + handle.label() +
                     " of node " + std::to_string(handle.owner.value()));
  }
  if (messenger_.is_shared()) {
    throw UsageError(
        "distribute: expected MPI_THREAD_MULTIPLE, because the program calls MPI itself and reads " +
        handle.label() + " of node " + std::to_string(handle.owner.value()) +
        " outside of tasks, found MPI_THREAD_SERIALIZED");
  }
  return exchange_.contents(handle, [this](const Condition& is_done) { help_until(is_done); });
}

bool DistributedEngine::fill(HandleState& handle) {
  if (is_alone()) return true;
  const Rest at_end(*this);
  // Another node's program may still look at the contents.
  if (is_open_ || handles_[handle].filled_after == fences_) fence();
  return is_local(handle);
}

void DistributedEngine::filled(HandleState& handle) {
  if (is_alone()) return;
  handles_[handle].filled_after = fences_;
  must_fence_ = true;
  exchange_.forget(handle);
  // From here on readers wait for a new version, so they don't get the old contents.
  for (HandleState* each = &handle; each != nullptr; each = each->whole) each->sequence.next_block(0);
  exchange_.step();
}

void DistributedEngine::rest() {
  const bool is_fulfilling = is_fulfilling_.load(std::memory_order_relaxed);  // see place()
  if (trouble_ == Trouble::none && stream_.tasks() == finished_tasks_ && !is_fulfilling) messenger_.rest();
}

/// Node 0 answers until all nodes have agreed that the program has ended.
void DistributedEngine::compare_clocks() {
  if (!compares_clocks_) return;
  help_until([this] { return clocks_.is_over(); });
  clocks_.start();
  help_until([this] { return clocks_.is_over(); });
}

void DistributedEngine::finish() {
  if (is_finished_) return;
  is_finished_ = true;
  if (trouble_ == Trouble::none) {
    if (!is_alone()) {
      if (must_fence_) fence();
      compare_clocks();
      if (!agree().has_same_program) require_same_program();
    }
    write_statistics();
  }
  inner_->finish();  // completes a recording in any case
}

}  // namespace gusset::cluster
