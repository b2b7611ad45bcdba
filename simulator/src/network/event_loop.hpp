#pragma once
#include <cstdint>
#include <string>

#include "gusset/core/ids.hpp"

namespace gusset::simulator {

/// What is to happen, in the code of whoever asked for it.
using Event = std::uint64_t;

/// What events happen to.
class EventSink {
 public:
  virtual ~EventSink() = default;
  /// It is that time.
  virtual void happen(Event event, std::int64_t now_ns) = 0;
  /// Whether time need not go on. Asked before the first and after each event.
  virtual bool is_done() = 0;
};

/// Simulated time and the network in it. Events at one time happen in the order in which they were asked for;
/// the end of a message counts as asked for when it is reached. Another network engine is another
/// implementation of this.
class EventLoop {
 public:
  virtual ~EventLoop() = default;

  virtual std::int64_t now_ns() const = 0;
  /// The event happens at that time, which is not before now.
  virtual void at(std::int64_t time_ns, Event event) = 0;
  /// Sends bytes from one node to another, beginning now; the event happens when they have arrived.
  virtual void send(NodeId from, NodeId to, std::uint64_t bytes, Event event) = 0;

  /// Lets time pass until the sink is done; false where nothing is left to happen before it is. Can be called
  /// again. The sink's exceptions pass through.
  virtual bool run(EventSink& sink) = 0;
  /// Begins anew at time 0, whatever was to happen.
  virtual void restart() = 0;

  /// A JSON object that states the network; "null" where there is none.
  virtual std::string description() const = 0;
};

}  // namespace gusset::simulator
