#pragma once
#include <cstdint>
#include <vector>

#include "gusset/core/engine.hpp"
#include "stream/task_stream.hpp"

namespace gusset::simulator {

/// The task whose kernel the calling thread runs (it splits or runs everywhere), and the tasks that the
/// kernel has submitted.
struct Submitting {
  const Engine* engine = nullptr;
  Task* task = nullptr;
  NodeId node;
  std::vector<Task*>* tasks = nullptr;
};
inline thread_local constinit Submitting submitting;

/// A function `then` of a task, or a function of a message: what it waited for, and what it has made.
struct Following {
  const Engine* engine = nullptr;
  Task* task = nullptr;  ///< null in a message's function
  NodeId node;           ///< none in tasks everywhere
  /// What others can wait for: a message, or a task's end once somebody has asked for it.
  std::uint32_t event = TaskStream::none;
  std::vector<std::uint32_t> inputs;    ///< events that the task waited for
  std::vector<std::uint32_t> messages;  ///< events of the messages that the task sends
};
/// The function that the calling thread is in; null: none.
inline thread_local constinit Following* following = nullptr;

}  // namespace gusset::simulator
