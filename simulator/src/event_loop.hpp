#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "gusset/core/ids.hpp"

namespace gusset::simulator {

/// Simulated time and the network in it. Events at one time happen in the order in which they were asked for;
/// the end of a message counts as asked for when it is reached. Another network engine is another
/// implementation of this.
class EventLoop {
 public:
  using Callback = std::function<void()>;

  virtual ~EventLoop() = default;

  virtual std::int64_t now_ns() const = 0;
  /// Calls back at that time, which is not before now.
  virtual void at(std::int64_t time_ns, Callback callback) = 0;
  /// Sends bytes from one node to another, beginning now; calls back when they have arrived.
  virtual void send(NodeId from, NodeId to, std::uint64_t bytes, Callback callback) = 0;

  /// Lets time pass until `done` holds, which is asked before the first and after each event; false where
  /// nothing is left to happen before it does. Can be called again. A callback's exception passes through.
  virtual bool run_until(const std::function<bool()>& done) = 0;

  /// A JSON object that states the network; "null" where there is none.
  virtual std::string description() const = 0;
};

}  // namespace gusset::simulator
