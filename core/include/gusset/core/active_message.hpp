#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "gusset/core/engine/message_kind.hpp"
#include "gusset/core/graphs/arguments.hpp"

namespace gusset {

/// A small message that calls functions on the node that gets it (active messages: von Eicken et al. 1992;
/// with task graphs: TaskTorrent, Cambier et al. 2020). Kernels, tasks' functions `then` and other messages'
/// functions can send it; the program itself can't, because every node runs the program.
///
///     gusset::ActiveMessage<int, std::span<const double>> block(runtime, "block");
///     block.define({.receive = [&](int k, std::span<const double> values) { copy(values, blocks[k]); },
///                   .then = [&](int k, std::span<const double>) { gemm.fulfil(k); }});
///     …
///     block.send(gusset::NodeId(1), k, values);
///
/// Arguments are trivially copyable values, std::string, std::vector and std::span<const T> of trivially
/// copyable elements. They are copied when send() is called. The functions run where the message arrives,
/// between the tasks of a thread that looks for messages, so they should be short. They may run at the same
/// time as tasks and as functions of other messages, and messages may overtake each other. An exception
/// counts as a task's failure. All nodes make the same messages in the same order, and define them before
/// tasks send them.
template <class... Arguments>
class ActiveMessage final : public MessageKind {
 public:
  struct Functions {
    /// The part that needs data. Does not run in simulations.
    std::function<void(const Arguments&...)> receive{};
    /// Called after `receive`, for what depends on the message's arrival, for example TaskGraph::fulfil. Also
    /// runs in simulations, where spans have their size but no elements.
    std::function<void(const Arguments&...)> then{};
  };

  ActiveMessage(Runtime& runtime, std::string name) : MessageKind(runtime, std::move(name)) {}
  /// Waits for all tasks.
  ~ActiveMessage() override { wait_before_end(); }

  void define(Functions functions) { functions_ = std::move(functions); }

  /// Sends the message. If that node is this one, calls the functions. Throws UsageError outside of tasks and
  /// messages, and for a node that does not exist.
  void send(NodeId to, const Arguments&... arguments) {
    if (is_local(to)) {
      deliver([&] { arrive(arguments...); }, [&] { return kept(arguments...); });
      return;
    }
    OutgoingMessage message{.to = to,
                            .argument_bytes = detail::bytes_of_arguments<Arguments...>(arguments...)};
    if (has_data()) {
      message.arguments = detail::written_arguments<Arguments...>(arguments...);
    } else {
      message.arrived = kept(arguments...);
    }
    MessageKind::send(std::move(message));
  }

 private:
  void handle(std::span<const std::byte> text) override {
    detail::with_arguments<Arguments...>(text, [this](const Arguments&... each) { arrive(each...); });
  }
  /// arrive() as a function that may be called later. Without data, spans have no elements to keep.
  std::function<void()> kept(const Arguments&... arguments) {
    if (!has_data()) return [this, ... each = arguments] { arrive(each...); };
    return [this, text = detail::written_arguments<Arguments...>(arguments...)] { handle(text); };
  }
  void arrive(const Arguments&... arguments) {
    if (has_data() && functions_.receive) functions_.receive(arguments...);
    if (functions_.then) functions_.then(arguments...);
  }

  Functions functions_;
};

/// A message with contents that go straight from the sender's memory to memory that the receiver chooses,
/// without a copy on either side. Otherwise like ActiveMessage; the arguments take at most 4048 bytes.
///
///     gusset::LargeMessage<double, int> block(runtime, "block");
///     block.define({.memory = [&](int k) { return std::span(blocks[k]); },
///                   .then = [&](int k) { gemm.fulfil(k); },
///                   .sent = [&](int k) { spare.push_back(k); }});
///     …
///     block.send(gusset::NodeId(1), std::span<const double>(mine), k);
template <class Element, class... Arguments>
class LargeMessage final : public MessageKind {
  static_assert(std::is_trivially_copyable_v<Element>);

 public:
  struct Functions {
    /// Returns the memory for the contents: at least as many elements as were sent. Nothing else may use it
    /// until `then` is called. Does not run in simulations.
    std::function<std::span<Element>(const Arguments&...)> memory{};
    /// Called when the contents have arrived. Also runs in simulations.
    std::function<void(const Arguments&...)> then{};
    /// Called on the sending node when the contents may change again. Also runs in simulations.
    std::function<void(const Arguments&...)> sent{};
  };

  LargeMessage(Runtime& runtime, std::string name) : MessageKind(runtime, std::move(name)) {}
  /// Waits for all tasks.
  ~LargeMessage() override { wait_before_end(); }

  void define(Functions functions) { functions_ = std::move(functions); }

  /// Sends the contents, which must stay unchanged until `sent` is called. In simulations only their size
  /// counts. If that node is this one, copies them and calls the functions. Throws UsageError outside of
  /// tasks and messages, and for a node that does not exist.
  void send(NodeId to, std::span<const Element> contents, const Arguments&... arguments) {
    const std::uint64_t argument_bytes = detail::bytes_of_arguments<Arguments...>(arguments...);
    require_short(argument_bytes);
    if (is_local(to)) {
      deliver([&] { arrive(contents, arguments...); },
              [&] { return [=, this] { arrive(contents, arguments...); }; });
      return;
    }
    OutgoingMessage message{
        .to = to, .argument_bytes = argument_bytes, .content_bytes = contents.size_bytes()};
    if (has_data()) {
      message.arguments = detail::written_arguments<Arguments...>(arguments...);
      message.contents = contents.data();
    } else if (functions_.then) {
      message.arrived = [this, ... kept = arguments] { functions_.then(kept...); };
    }
    if (functions_.sent) message.sent = [this, ... kept = arguments] { functions_.sent(kept...); };
    MessageKind::send(std::move(message));
  }

 private:
  /// Delivers a message that this node has sent to itself.
  void arrive(std::span<const Element> contents, const Arguments&... arguments) {
    if (has_data()) copy(contents, arguments...);
    if (functions_.then) functions_.then(arguments...);
    if (functions_.sent) functions_.sent(arguments...);
  }
  void require_memory() const {
    if (!functions_.memory) refuse("define() with memory before a message arrives", "none");
  }
  void copy(std::span<const Element> contents, const Arguments&... arguments) {
    if (contents.empty()) return;
    require_memory();
    const std::span<std::byte> memory = std::as_writable_bytes(functions_.memory(arguments...));
    std::memcpy(room_for(memory, contents.size_bytes()), contents.data(), contents.size_bytes());
  }
  void handle(std::span<const std::byte> text) override {
    if (!functions_.then) return;
    detail::with_arguments<Arguments...>(text,
                                         [this](const Arguments&... each) { functions_.then(each...); });
  }
  std::span<std::byte> place(std::span<const std::byte> text) override {
    require_memory();
    return detail::with_arguments<Arguments...>(text, [this](const Arguments&... each) {
      return std::as_writable_bytes(functions_.memory(each...));
    });
  }

  Functions functions_;
};

}  // namespace gusset
