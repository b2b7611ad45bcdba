#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gusset/core/ids.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

class Runtime;

/// A message that a program sends to another node.
struct OutgoingMessage {
  NodeId to;
  std::uint64_t argument_bytes = 0;    ///< size of the arguments in the message
  std::uint64_t content_bytes = 0;     ///< size of the contents; 0: there are none
  std::vector<std::byte> arguments{};  ///< as written_arguments writes them; empty without data
  const void* contents = nullptr;      ///< unchanged until `sent` is called; null without data
  /// Called when the message has arrived, by engines without data: they do not call MessageKind::arrived.
  std::function<void()> arrived{};
  /// Called on the sending node when the contents may change again. May be empty.
  std::function<void()> sent{};
};

/// A kind of message, as engines see it: what happens when one arrives (see ActiveMessage and LargeMessage).
/// All nodes make the same kinds in the same order.
class MessageKind {
 public:
  MessageKind(Runtime& runtime, std::string name);
  MessageKind(const MessageKind&) = delete;
  MessageKind& operator=(const MessageKind&) = delete;
  /// No message of this kind may be under way: see wait_before_end().
  virtual ~MessageKind();

  const std::string& name() const { return name_; }
  EngineSlot slot;  ///< for the engine

  // Called by the engine, as part of a message (see Engine::place): on the receiving node, and call() also on
  // the sending node. They don't throw: a failure becomes the failure of a task with this kind's name.

  /// The arguments have arrived, and so have the contents.
  void arrived(std::span<const std::byte> arguments) noexcept;
  /// Where the contents belong. Returns null after a failure: the engine must drop the contents then.
  void* memory(std::span<const std::byte> arguments, std::uint64_t content_bytes) noexcept;
  /// Calls OutgoingMessage::sent, OutgoingMessage::arrived or another function of a message.
  void call(const std::function<void()>& function) noexcept;

 protected:
  virtual void handle(std::span<const std::byte> arguments) = 0;
  /// Returns at least that many bytes.
  virtual std::span<std::byte> place(std::span<const std::byte> arguments);

  /// Waits for all tasks: the functions of a kind live as long as its messages. Call it in the destructor of
  /// the last derived class.
  void wait_before_end() noexcept;
  /// Calls the function, which handles a message that this node sends to itself. If the thread is already in
  /// such a function, the call waits until that function has returned, so that chains of messages need no
  /// stack. `keep` makes a function that may be called later.
  template <class Function, class Keep>
  static void deliver(Function&& function, Keep&& keep) {
    if (later_ != nullptr) {
      later_->push_back(keep());
    } else {
      deliver_first(std::ref(function));
    }
  }
  /// Throws UsageError if the arguments of a message with contents do not fit a short message.
  void require_short(std::uint64_t argument_bytes) const;
  [[noreturn]] void refuse(const std::string& expected, const std::string& found) const;

  /// Sends a message to another node. Call is_local first.
  void send(OutgoingMessage message);
  /// Whether that node is the sending node itself. Throws UsageError if the node does not exist, and outside
  /// of tasks and messages, because every node runs the program.
  bool is_local(NodeId to) const;
  /// The address of the memory. Throws UsageError if the memory has fewer bytes than the contents.
  void* room_for(std::span<std::byte> memory, std::uint64_t content_bytes) const;
  bool has_data() const { return has_data_; }

 private:
  void fail() noexcept;
  static void deliver_first(const std::function<void()>& function);

  /// Set while the thread is in a function of a message that its node sent to itself.
  static inline thread_local constinit std::vector<std::function<void()>>* later_ = nullptr;

  Runtime& runtime_;
  std::string name_;
  bool has_data_;
};

}  // namespace gusset
