#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "gusset/core/engine/node_engine.hpp"
#include "gusset/core/ids.hpp"
#include "gusset/core/options.hpp"
#include "gusset/core_tracing/clock_error.hpp"
#include "gusset/traces/gus/recording_file.hpp"
#include "gusset/traces/model/recorded_part.hpp"

namespace gusset::core_tracing {

/// A handle as all parts of a run know it.
struct HandleInParts {
  std::uint64_t identity = traces::no_number;  ///< equal on all nodes; no_number for a handle of one node
  traces::HandleScope scope = traces::HandleScope::all_nodes;
};

/// Which part of a run a node records, and where.
struct NodePart {
  traces::RecordedPart part;
  std::filesystem::path path;
  ClockError clock_error;  ///< the error of this node's steady clock, in tests
  /// Called for each handle that the NodeEngine gets, inside add_handle. Returns nothing for a handle that
  /// the recording must not list: a replica, which has the id of a handle that is listed, or its parts.
  std::function<std::optional<HandleInParts>(const HandleState&)> identify;
};

/// Records what one node's engine does not know by itself. Thread-safe. Lives as long as the engine.
class PartRecorder {
 public:
  virtual ~PartRecorder() = default;

  /// One end of a message: the contents of a handle at a version.
  struct MessageEnd {
    HandleId handle;
    std::uint32_t version = 0;
    NodeId peer;                      ///< the destination of a sending, the sender of an arrival
    std::int64_t begin = 0;           ///< now(), when the message was passed on or its header came
    std::uint64_t payload_bytes = 0;  ///< contents only
    std::uint64_t wire_bytes = 0;     ///< contents and header
    std::uint32_t listeners = 0;      ///< accesses on the destination that it serves; 0 if unknown
  };

  /// The time, in ticks.
  virtual std::int64_t now() const = 0;
  /// The time of this node's steady clock, in nanoseconds.
  virtual std::int64_t steady_ns() const = 0;
  /// The next task that this thread submits is the task with this number in the program, which is the same on
  /// every node. Other tasks get numbers from 2^62 on, unless the run has only one node.
  virtual void submits(std::uint64_t number) = 0;
  /// The next task that this thread submits, which has this number, runs here, although the program has
  /// placed it on another node. Its value of the attribute traces::home_attribute is that node. Its record
  /// has no submit time: the task was submitted on its home node.
  virtual void migrated(std::uint64_t number, NodeId home) = 0;
  /// A message has been sent completely.
  virtual void sent(const MessageEnd& end) = 0;
  /// The contents of a message have arrived.
  virtual void arrived(const MessageEnd& end) = 0;

  // Messages of the program (see MessageKind) are handles, which the nodes know by sender and number. A task
  // that sends one writes its handle, from version 0 to 1, and the tasks that wait for it read version 1.

  /// A message of the program.
  struct ProgramMessage {
    NodeId sender;
    std::uint64_t number = 0;  ///< counts the sender's messages; below 2^40
    std::string name;          ///< its kind's name
    std::uint64_t payload_bytes = 0;
  };
  /// The event after which functions of a message are called. See MessageFunctions.
  struct MessageEvent {
    HandleId message;
  };

  /// The calling thread sends a message. Its handle is written by the task whose function `then` the thread
  /// is in; the handle of a message that another message's function sends is not written. Call sent() with
  /// this handle, version 1 and 0 listeners when the sending is complete.
  virtual MessageEvent sends(const ProgramMessage& message) = 0;
  /// A message has arrived, with its contents; `begin` is now() when its header came.
  virtual MessageEvent arrives(const ProgramMessage& message, std::int64_t begin,
                               std::uint64_t wire_bytes) = 0;

  /// Adds a comparison of this node's steady clock with node 0's. Call it in order of time, and not on node
  /// 0.
  virtual void compared(const traces::ClockComparison& comparison) = 0;
  /// Writes what has been recorded so far: the process may end without the engine's finish(), which must not
  /// begin meanwhile.
  virtual void flush() = 0;
};

/// During its lifetime, the calling thread executes functions of a message: Engine::event returns that
/// message, and the tasks that the thread submits wait for it. The receiver gets the event from arrives().
/// The sender gets it from sends(), for functions that it calls once the message has been sent. Does nothing
/// without a recorder.
class MessageFunctions {
 public:
  MessageFunctions(const PartRecorder* recorder, const PartRecorder::MessageEvent& event)
      : recorder_(recorder), event_(event), outer_(std::exchange(innermost, this)) {}
  ~MessageFunctions() { innermost = outer_; }
  MessageFunctions(const MessageFunctions&) = delete;
  MessageFunctions& operator=(const MessageFunctions&) = delete;

  /// The event after which the calling thread executes functions of a message for this recorder; without a
  /// message if it executes none.
  static PartRecorder::MessageEvent event_of(const PartRecorder& recorder) {
    const MessageFunctions* functions = innermost;
    while (functions != nullptr && functions->recorder_ != &recorder) functions = functions->outer_;
    return functions == nullptr ? PartRecorder::MessageEvent() : functions->event_;
  }

 private:
  static inline thread_local constinit const MessageFunctions* innermost = nullptr;

  const PartRecorder* recorder_;
  PartRecorder::MessageEvent event_;
  const MessageFunctions* outer_;
};

struct RecordingNode {
  std::unique_ptr<NodeEngine> engine;
  PartRecorder* recorder = nullptr;
};

/// Makes the engine of one node as make_node_engine does, with a recording of its part as
/// make_recording_engine makes it. Reads the same settings. The engine must get every handle (add_handle)
/// before messages or tasks use it. Tasks' accesses are recorded if their handles have a HandleState::slot,
/// with the handles' ids: a replica has the id and a slot of its handle, and the parts of a replica have no
/// slot. `surroundings` must not use the recorder before this function has returned. Throws
/// ConfigurationError.
RecordingNode make_recording_node_engine(const Options& options, Surroundings& surroundings, NodePart part);

}  // namespace gusset::core_tracing
