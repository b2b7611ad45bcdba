#pragma once
#include <cstdint>
#include <string>

#include "gusset/core/ids.hpp"

namespace gusset::simulator {

/// An event's code; its creator defines the meaning.
using Event = std::uint64_t;

/// Receives events.
class EventSink {
 public:
  virtual ~EventSink() = default;
  /// Handles the event at its time.
  virtual void handle_event(Event event, std::int64_t now_ns) = 0;
  /// Returns true if time can stop. Called before the first event and after each event.
  virtual bool is_done() = 0;
};

/// Simulated time and the network in it. Simultaneous events happen in the order in which they were
/// requested; a message counts as requested when its arrival time is reached. Each network engine implements
/// this interface.
class EventLoop {
 public:
  virtual ~EventLoop() = default;

  virtual std::int64_t now_ns() const = 0;
  /// Schedules the event for that time, which must not be before now.
  virtual void at(std::int64_t time_ns, Event event) = 0;
  /// Starts sending bytes from one node to another now. The event happens when they have arrived.
  virtual void send(NodeId from, NodeId to, std::uint64_t bytes, Event event) = 0;

  /// Lets time pass until the sink is done. Returns false if no events remain before that. Can be called
  /// again. Exceptions of the sink propagate.
  virtual bool run(EventSink& sink) = 0;
  /// Starts again at time 0 and drops all pending events.
  virtual void restart() = 0;

  /// Returns a JSON object that describes the network; "null" if there is none.
  virtual std::string description() const = 0;
};

}  // namespace gusset::simulator
