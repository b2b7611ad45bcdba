#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gusset/base/run_statistics.hpp"
#include "gusset/core/access_mode.hpp"
#include "gusset/core/engine/balance.hpp"
#include "gusset/core/ids.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// What the move of a task sends.
struct MoveContents {
  std::uint32_t there = 0;  ///< contents that the receiver gets
  std::uint64_t bytes_there = 0;
  std::uint32_t back = 0;  ///< contents that the home gets back
  std::uint64_t bytes_back = 0;
};
MoveContents contents_of(const TaskStream& stream, std::uint32_t task);

/// Whether a move sends what the task accesses, and whether it sends it back.
inline bool goes_there(const TaskStream& stream, const TaskStream::StreamAccess& access) {
  return !access.is_event && stream.handles()[access.handle].size_bytes > 0;
}
inline bool comes_back(const TaskStream& stream, const TaskStream::StreamAccess& access) {
  return goes_there(stream, access) && modifies(access.mode);
}

/// Finds the tasks of a growing stream that a list of moves names by number. A task's number counts what all
/// nodes know: a task everywhere has one number for each node, and tasks that only their node knows have
/// none.
class ListedTasks {
 public:
  /// Calls found(task, node) for each task that the list moves to another node, in what the stream gained
  /// since the last call.
  template <class Found>
  void find(const TaskStream& stream, const Balance& balance, Found&& found) {
    for (; seen_ < stream.program_tasks().size(); ++seen_) {
      const std::uint32_t task = stream.program_tasks()[seen_];
      const TaskStream::StreamTask& what = stream.tasks()[task];
      if (what.is_own) continue;
      const NodeId node = balance.listed(number_++);
      if (!node.is_none() && what.is_migratable && node != what.node) found(task, node);
    }
  }

 private:
  std::size_t seen_ = 0;  // of the program's tasks
  std::uint64_t number_ = 0;
};

/// Adds a move to the counts of its home, which must be known.
void count_move(MigrationStatistics& home, const MoveContents& contents);

/// What the moves of a list cost, by home. With other policies, the cost is unknown without a timed
/// simulation.
std::vector<MigrationStatistics> count_moves(const TaskStream& stream, const Balance& balance,
                                             unsigned nodes);

/// What nodes have asked each other and which tasks have moved, while nodes balance their load
/// (schedule_balancing.cpp).
struct Balancing {
  static constexpr std::uint32_t none = TaskStream::none;

  /// A node's question for work. Each node has at most one.
  struct Question {
    bool is_open = false;  ///< from the question to its answer
    NodeId asked;          ///< the node that was asked
    Load asking;           ///< what the asking node had to do
    std::size_t left =
        0;  ///< how many more tasks the node that is asked gives; 0: it has not decided, or has refused
    std::size_t stays = 0;  ///< how many ready tasks stay on the node that is asked
    bool has_given = false;
    std::int64_t until_ns = 0;  ///< when a promise to give tasks expires
  };
  /// A task that runs on another node than its home.
  struct Move {
    std::uint32_t task = none;
    NodeId home;
    NodeId receiver;
    std::int64_t decided_ns = 0;
    std::int64_t arrived_ns = 0;
    std::int64_t away_ns = 0;  ///< from the arrival at the receiver to the task's end there
    MoveContents contents;
    std::size_t first_content = 0;  ///< in the record: index of the first content of the latest trip
    bool is_last = false;           ///< closes the receiver's question
    bool is_returning = false;      ///< the task has ended on the receiver
  };
  struct Node {
    explicit Node(WorkSearch others) : search(std::move(others)) {}
    WorkSearch search;
    Question question;
    std::deque<NodeId> promised;  ///< nodes that get tasks from this one, in this order
    bool is_waiting = false;      ///< it will ask again after a while
    std::size_t coming = 0;       ///< tasks on their way to it
    std::size_t guests = 0;       ///< tasks of other nodes that have arrived and not started
    std::size_t away = 0;         ///< its tasks that have left and whose results have not come
    std::uint64_t ran = 0;        ///< tasks that may migrate and that it ran itself
    double ran_s = 0.0;           ///< time in these tasks
    TransferTime transfer;        ///< of tasks that it has moved
    MigrationStatistics counts{0, 0, 0};

    double task_s() const { return ran == 0 ? 0.0 : ran_s / static_cast<double>(ran); }
  };

  Balancing(Balance how, unsigned node_count, std::uint64_t seed) : balance(std::move(how)) {
    for (unsigned n = 0; n < node_count; ++n) nodes.emplace_back(WorkSearch(NodeId(n), node_count, seed));
  }

  Node& of(NodeId node) { return nodes[node.value()]; }
  /// The task's move; null if it has not moved.
  Move* move_of(std::uint32_t task) {
    return move_numbers[task] == none ? nullptr : &moves[move_numbers[task]];
  }
  /// Takes in the new part of the stream.
  void extend(const TaskStream& stream) {
    move_numbers.resize(stream.tasks().size(), none);
    if (balance.asks()) return;
    listed_tasks.find(stream, balance, [this](std::uint32_t task, NodeId node) { listed[task] = node; });
  }

  Balance balance;
  std::vector<Node> nodes;
  std::vector<Move> moves;
  std::vector<std::uint32_t> move_numbers;             ///< by task
  std::unordered_map<std::uint32_t, NodeId> listed{};  ///< by task: where the list sends it
  /// Questions, refusals and their timers that are pending. Alone, they keep no schedule going.
  std::uint64_t pending_talk = 0;
  ListedTasks listed_tasks;
};

}  // namespace gusset::simulator
