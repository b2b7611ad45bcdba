#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "gusset/core.hpp"
#include "gusset/core/engine/handle_state.hpp"
#include "gusset/core/engine/task_arena.hpp"

namespace gusset::testing {

/// What a FakeEngine was asked to do.
struct FakeLog {
  struct Access {
    std::string handle;
    AccessMode mode;
    friend bool operator==(const Access&, const Access&) = default;
  };
  struct Submission {
    std::string type;
    double work = 0.0;
    unsigned node = 0;
    std::vector<Access> accesses;  // without covered accesses
  };
  std::vector<std::string> handles;
  std::vector<Submission> tasks;
  int removed = 0;
  int waits = 0;
  int waits_for_all = 0;
  int finished = 0;
};

/// An engine without data on any number of nodes. It logs each task and forgets it. Kernels never run.
class FakeEngine final : public Engine {
 public:
  FakeEngine(ProcessGrid grid, std::shared_ptr<FakeLog> log) : grid_(grid), log_(std::move(log)) {}

  bool has_data() const override { return false; }
  ProcessGrid grid() const override { return grid_; }
  unsigned workers() const override { return 3; }
  void add_handle(HandleState& handle) override { log_->handles.push_back(handle.name); }
  void remove_handle(HandleState&) override { ++log_->removed; }
  TaskMemory allocate(std::size_t bytes, bool) override {
    const unsigned log2_bytes = detail::TaskAllocator::log2_of(bytes + sizeof(TaskExtra));
    const std::size_t block_bytes = std::size_t{1} << log2_bytes;
    auto* const block = static_cast<std::byte*>(::operator new (block_bytes, std::align_val_t{block_bytes}));
    new (block + block_bytes - sizeof(TaskExtra)) TaskExtra();
    return {block, log2_bytes, true};
  }
  void give_back(Task& task) override {
    ::operator delete (static_cast<void*>(&task), std::align_val_t{task.block_bytes()});
  }
  void submit(Task& task) override {
    FakeLog::Submission submission{
        TaskType::name_of(task.type()), task.extra().work, task.extra().node.value(), {}};
    for (const TaskAccess& access : task) {
      if (!access.is_covered()) submission.accesses.push_back({access.handle().name, access.mode()});
    }
    log_->tasks.push_back(std::move(submission));
    task.destroy();
    give_back(task);
  }
  void wait(HandleState&, std::uint32_t) override { ++log_->waits; }
  void wait_all() override { ++log_->waits_for_all; }
  void finish() override { ++log_->finished; }

 private:
  ProcessGrid grid_;
  std::shared_ptr<FakeLog> log_;
};

}  // namespace gusset::testing
