#pragma once
#include <cstdint>
#include <vector>

#include "node_workers.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// Where and when the tasks and messages of a schedule ran.
struct ScheduleRecord {
  struct TaskTimes {
    std::int64_t submit_ns = 0;
    std::int64_t ready_ns = 0;
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    WorkerId worker;  ///< of the task's node
  };
  struct TransferTimes {
    std::int64_t send_ns = 0;
    std::int64_t receive_ns = 0;
  };
  /// What a worker did from begin to end: a task, or submitting (no task).
  struct Span {
    std::uint32_t task = TaskStream::none;
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
  };

  std::vector<TaskTimes> tasks;
  std::vector<TransferTimes> transfers;
  /// The version that each access waited for. An access to a part of a replica has none: the task's parent
  /// waited for the whole.
  std::vector<std::uint32_t> versions;
  NodeWorkers::Victims victims;          ///< of each task
  std::vector<std::vector<Span>> spans;  ///< of each worker, in order; workers by node

  /// The worker of its node that a task was stolen from; none where it was not stolen, or came back.
  WorkerId victim(std::uint32_t task) const {
    return victims[task] == tasks[task].worker ? WorkerId() : victims[task];
  }
  /// Makes room for all that the stream holds.
  void resize(const TaskStream& stream) {
    tasks.resize(stream.tasks().size());
    victims.resize(stream.tasks().size());
    transfers.resize(stream.transfers().size());
    versions.resize(stream.accesses().size());
  }
};

}  // namespace gusset::simulator
