#pragma once
#include <cstdint>
#include <vector>

#include "node_workers.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// Where and when a schedule's tasks ran, and when its messages were sent and received.
struct ScheduleRecord {
  struct TaskTimes {
    std::int64_t submit_ns = 0;
    std::int64_t ready_ns = 0;
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    NodeId node;      ///< where it ran
    WorkerId worker;  ///< of that node
  };
  struct TransferTimes {
    std::int64_t send_ns = 0;
    std::int64_t receive_ns = 0;
  };
  /// Contents that a moved task needed, or its result.
  struct Content {
    std::uint32_t handle = 0;
    std::uint32_t version = 0;
    NodeId from;
    NodeId to;
    std::int64_t send_ns = 0;
    std::int64_t receive_ns = 0;
  };
  /// A worker's activity from start to end: a task, or submitting (no task).
  struct Span {
    std::uint32_t task = TaskStream::none;
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
  };

  std::vector<TaskTimes> tasks;
  std::vector<TransferTimes> transfers;
  std::vector<Content> contents;  ///< in order of sending
  /// The version that each access waited for. An access to a part of a replica has none, because the task's
  /// parent waited for the whole.
  std::vector<std::uint32_t> versions;
  NodeWorkers::Victims victims;          ///< indexed by task
  std::vector<std::vector<Span>> spans;  ///< indexed by worker, grouped by node; each in order of time

  /// Returns the worker that the task was stolen from; none if it was not stolen or ran on
  /// that worker after all.
  WorkerId victim(std::uint32_t task) const {
    return victims[task] == tasks[task].worker ? WorkerId() : victims[task];
  }
  /// Makes room for everything in the stream.
  void resize(const TaskStream& stream) {
    tasks.resize(stream.tasks().size());
    victims.resize(stream.tasks().size());
    transfers.resize(stream.transfers().size());
    versions.resize(stream.accesses().size());
  }
};

}  // namespace gusset::simulator
